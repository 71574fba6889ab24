"""The authentication source of a SAML identity provider."""

from typing import Final

from hanse.plugins.connections.saml_provider.authn_request import PendingAuthnRequest, send_request
from hanse.plugins.connections.saml_provider.received_response import ResponseCheck
from hanse.plugins.connections.saml_provider.settings import SamlProvider
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Failure
from hanse.plugins.provider_failures import ProviderFailure

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
            return ResponseCheck(self.provider, pending, request).success()
        except ProviderFailure as error:
            return Failure(code=error.code, detail=f"{error}")
