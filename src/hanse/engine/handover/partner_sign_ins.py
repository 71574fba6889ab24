"""Sign-ins at the partner of an IdP connection that end with a hand-over to an application, without policies.

They begin here, at the address that applications link to, or at the partner with a response that nobody has requested.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import msgspec
import structlog

from hanse.engine.errors import InvalidRequest
from hanse.engine.handover.common_domain import CommonDomainDiscovery
from hanse.engine.handover.compiled_mappings import HANDOVER
from hanse.engine.handover.handover import PURPOSE, HandoverRequest
from hanse.engine.handover.partner_options import request_options
from hanse.engine.handover.provider_choice import (
    CHOSEN,
    choice_page,
    is_offered,
    offered_providers,
    remember_choice,
    sends_requests,
)
from hanse.engine.handover.routes import adapter_for_connection, adapters_of_connection
from hanse.engine.handover.targets import (
    ERROR_TARGET,
    FORCE,
    PASSIVE,
    SP_ADAPTER,
    TARGET,
    TRUE,
    allowed_address,
    allowed_target,
    checked_address,
    first_value,
)
from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.redirect_validation import RedirectUse
from hanse.engine.http.request import Request
from hanse.engine.saml.common_domain.cookie import reading
from hanse.engine.services import Services
from hanse.engine.signin.contracts import AnswerableSignIn, SignInRequest
from hanse.engine.snapshot.authentication_sources import connection_key
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.model import Snapshot
from hanse.plugins.connections.saml_provider.authn_request import VIRTUAL_SERVER_ID
from hanse.plugins.connections.saml_provider.sign_in import UNSOLICITED
from hanse.resources.federation.connections.endpoints import Profile
from hanse.saml.bindings import RELAY_STATE, SAML_ARTIFACT, SAML_RESPONSE

LOG = structlog.stdlib.get_logger("hanse.handover")
PARTNER: Final = ("PartnerIdpId", "PARTNER")
CONTEXTS: Final = "RequestedAuthnCtx"
_MOST_CONTEXTS: Final = 20


@dataclass(frozen=True)
class PartnerSignIns:
    """Signs users in at a partner, and hands them over."""

    services: Services
    sign_in: AnswerableSignIn

    async def start(self, request: Request) -> Answer:
        """Send the user to the partner that the request names. Raises InvalidRequest."""
        parameters = request.query if request.method == "GET" else await request.form()
        error_target = allowed_address(request.snapshot, parameters, ERROR_TARGET, RedirectUse.ERROR)
        chosen = self._choice(request, parameters)
        if isinstance(chosen, Answer):
            return chosen
        id_ = chosen or _connection_of(request.snapshot, parameters)
        connection = request.snapshot.part(CONNECTION_SOURCES).connection(id_) if id_ else None
        sso = None if connection is None else connection.idp_browser_sso
        target = allowed_target(request.snapshot, sso, first_value(parameters, TARGET), TARGET[0])
        if connection is None or not sends_requests(connection):
            LOG.warning("no IdP connection for a request", partner=first_value(parameters, PARTNER)[:200])
            return self._not_found(request)
        options, usual = request_options(connection, parameters), connection.default_virtual_entity_id or ""
        virtual_id, named = options.get(VIRTUAL_SERVER_ID, usual), first_value(parameters, SP_ADAPTER)
        adapter = adapter_for_connection(request.snapshot, id_, named, target, virtual_id)
        if not adapter:
            LOG.warning("no SP adapter for users of a connection", connection=id_, sp_adapter=named[:100])
            return self._not_found(request)
        wanted = HandoverRequest(adapter=adapter, target=target, error_target=error_target, connection=id_)
        contexts = parameters.all(CONTEXTS)
        if len(contexts) > _MOST_CONTEXTS:
            raise InvalidRequest(f"The request has too many values of {CONTEXTS}.")
        asked = self._make_request(
            request,
            wanted,
            adapter,
            virtual_id=virtual_id,
            parameters={name: parameters.all(name) for name in parameters},
            source_options=options,
            acr_values=tuple(contexts),
            force_authentication=parameters.one(FORCE) == TRUE,
            passive=parameters.one(PASSIVE) == TRUE,
            works_once=request.method == "POST",
        )
        answer = await self.sign_in.begin(request, asked)
        return remember_choice(request, answer, id_) if parameters.one(CHOSEN) == TRUE else answer

    def _choice(self, request: Request, parameters: Parameters) -> Answer | str:
        """Return the connection of the common domain cookie, or a page or a redirect that finds it; otherwise empty.

        Only a request that names no partner, although there are several, needs one. Raises InvalidRequest for a page
        that redirect validation does not allow: no connection is chosen yet.
        """
        snapshot = request.snapshot
        if first_value(parameters, PARTNER) or not (is_offered(snapshot) or reading(snapshot)):
            return ""
        target = first_value(parameters, TARGET)
        offered = offered_providers(snapshot, first_value(parameters, SP_ADAPTER), target)
        if len(offered) <= 1:
            return ""
        found = CommonDomainDiscovery(self.services).find(request, parameters, offered)
        if found is not None:
            return found if isinstance(found, Answer) else found.connection
        if parameters.one(PASSIVE) == TRUE or not is_offered(snapshot):
            return ""
        checked_address(snapshot, target, TARGET[0], RedirectUse.SIGN_IN)
        return choice_page(self.services.pages, request, parameters, offered)

    async def receive_unsolicited(self, request: Request, issuer: str, response: Mapping[str, str]) -> Answer:
        """Continue with a response that this server has not requested. Raises InvalidRequest.

        `response` has the form of the POST or the Artifact binding, and `issuer` names the partner; both are verified
        by the sign-in.
        """
        id_ = request.snapshot.part(CONNECTION_SOURCES).find_entity(issuer) or ""
        connection = request.snapshot.part(CONNECTION_SOURCES).connection(id_) if id_ else None
        sso = None if connection is None else connection.idp_browser_sso
        if connection is None or sso is None or Profile.IDP_INITIATED_SSO not in sso.enabled_profiles:
            LOG.warning("response not requested and not accepted", partner=issuer[:200])
            raise InvalidRequest("The response was not requested.")
        # SAML profiles, section 4.1.5: the relay state may be the page that the user opens.
        target = allowed_target(request.snapshot, sso, response.get(RELAY_STATE, ""), RELAY_STATE)
        # The response determines the virtual server ID, and thus the adapter, after its verification.
        known = (connection.default_virtual_entity_id or "", *connection.virtual_entity_ids)
        adapters = (adapter_for_connection(request.snapshot, id_, "", target, each) for each in known)
        adapter = next(filter(None, adapters), "")
        if not adapter:
            LOG.warning("no SP adapter for users of a connection", connection=id_)
            return self._not_found(request)
        asked = self._make_request(request, HandoverRequest(target=target, connection=id_), adapter)
        parameters = {name: response[name] for name in (SAML_RESPONSE, SAML_ARTIFACT) if name in response}
        return await self.sign_in.begin_with_answer(request, asked, UNSOLICITED, parameters)

    def _make_request(self, request: Request, wanted: HandoverRequest, adapter: str, **more: object) -> SignInRequest:
        """Return the request for a sign-in. Its pages name the application of an SP adapter."""
        asked = SignInRequest(
            purpose=PURPOSE,
            body=msgspec.json.encode(wanted),
            source=connection_key(wanted.connection),
            application=request.snapshot.part(HANDOVER).application(adapter, ""),
        )
        return msgspec.structs.replace(asked, **more)

    def _not_found(self, request: Request) -> Answer:
        return self.services.pages.error(request, status=HTTPStatus.NOT_FOUND, message="error.request")


def _connection_of(snapshot: Snapshot, parameters: Parameters) -> str:
    """Return the connection to the partner of a request, or the only one; empty if there is none."""
    sources, partner = snapshot.part(CONNECTION_SOURCES), first_value(parameters, PARTNER)
    if partner:
        return sources.find_entity(partner) or ""
    usable = [id_ for id_ in sources.by_id if adapters_of_connection(snapshot, id_)]
    return usable[0] if len(usable) == 1 else ""
