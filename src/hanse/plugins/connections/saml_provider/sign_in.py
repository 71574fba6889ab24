"""The authentication source of a SAML identity provider."""

from dataclasses import replace
from typing import Final

import structlog

from hanse.plugins.connections.saml_provider.attribute_requester import AttributeRequester
from hanse.plugins.connections.saml_provider.authn_request import PendingAuthnRequest, new_message_id, send_request
from hanse.plugins.connections.saml_provider.received_response import ResponseCheck
from hanse.plugins.connections.saml_provider.settings import SamlProvider
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure, Success
from hanse.plugins.provider_failures import ProviderFailure
from hanse.saml.envelopes import Header
from hanse.saml.name_ids import name_id_from_text

LOG = structlog.stdlib.get_logger("hanse.saml")

# The state of a sign-in that begins with a response.
UNSOLICITED: Final = {"unsolicited": True}

_NO_ENTITY_ID: Final = Failure(code="no_entity_id", detail="This server has no SAML 2.0 entity ID.")


class SamlSignIn:
    """Signs users in at a SAML identity provider; the interface is `contracts.adapters.Adapter`."""

    def __init__(self, provider: SamlProvider) -> None:
        self.provider = provider

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Send the user to the partner."""
        if not self.provider.own_entity_id:
            return _NO_ENTITY_ID
        if request.consent is not None:
            return Failure(code="no_consent", detail="A connection cannot obtain consent.")
        if not self.provider.sso_endpoints:
            return Failure(code="no_requests", detail="SP-initiated SSO is not enabled for the connection.")
        return send_request(self.provider, PendingAuthnRequest.begin(request, self.provider), request)

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the partner's response."""
        if not self.provider.own_entity_id:
            return _NO_ENTITY_ID
        if dict(request.state) == UNSOLICITED:
            pending: PendingAuthnRequest | None = PendingAuthnRequest.unsolicited(request, self.provider)
        else:
            pending = PendingAuthnRequest.stored(request.state)
        if pending is None:
            return self.begin(request)
        try:
            success = ResponseCheck(self.provider, pending, request).success()
            return self._with_queried(success, pending.issuer, request)
        except ProviderFailure as error:
            return Failure(code=error.code, detail=f"{error}", shown=error.shown if self.provider.passes_errors else "")

    def _with_queried(self, success: Success, own_entity_id: str, request: AdapterRequest) -> Success:
        """Return the user with the attributes that the partner's attribute service adds. Raises ProviderFailure."""
        query = self.provider.query
        missing = () if query is None else tuple(each for each in query.names if each not in success.attributes)
        if query is None or not missing:
            return success
        issuer, service = success.virtual_id or own_entity_id, query.service
        header = Header(new_message_id(request), request.now, issuer, destination=service.url)
        trust = self.provider.trust(request)
        requester = AttributeRequester(service, request.services.http(service.channel.connection), trust)
        subject = name_id_from_text(success.remote_subject)
        try:
            found = requester.attributes(subject, missing, header, request.services.randomness)
        except ProviderFailure as error:
            if query.is_required:
                raise
            LOG.warning("attribute query failed", partner=self.provider.entity_id, reason=str(error))
            return success
        return replace(success, attributes={**found, **success.attributes})
