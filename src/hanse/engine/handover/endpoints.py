"""The address at which users sign in to an application with an SP adapter."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

import msgspec
import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.handover.common_domain import IGNORE_COOKIE, CommonDomainDiscovery
from hanse.engine.handover.compiled_mappings import HANDOVER, TargetUrl
from hanse.engine.handover.handover import PURPOSE, Handover, HandoverRequest
from hanse.engine.handover.partner_sign_ins import PartnerSignIns
from hanse.engine.handover.targets import (
    ERROR_TARGET,
    FORCE,
    PASSIVE,
    SP_ADAPTER,
    TARGET,
    TRUE,
    allowed_address,
    first_value,
)
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.redirect_validation import RedirectUse
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.contracts import AnswerableSignIn, SignIn, SignInRequest
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.resources.federation.sp_adapters.resource import HANDOVER_PATH, SP_ADAPTER_PARAMETER
from hanse.saml.paths import SP_DISCOVERY_PATH, SP_START_PATH

LOG = structlog.stdlib.get_logger("hanse.handover")
IDP_ADAPTER: Final = "IdpAdapterId"
CONNECTION_PATH: Final = "/idp/startSSO.ping"


@dataclass(frozen=True)
class HandoverStart:
    """Starts sign-ins to applications."""

    services: Services
    sign_in: SignIn

    async def start(self, request: Request) -> Answer:
        """Sign the user in, and hand the user over. Raises InvalidRequest for an address that is not allowed."""
        configuration = request.snapshot.part(HANDOVER)
        target = allowed_address(request.snapshot, request.query, TARGET, RedirectUse.SIGN_IN)
        adapter, url = first_value(request.query, SP_ADAPTER), configuration.url_of(target)
        if not adapter and url is not None and url.partner:
            return redirect_answer(_address_of_connection(request, url.partner, target))
        error_target = allowed_address(request.snapshot, request.query, ERROR_TARGET, RedirectUse.ERROR)
        if not adapter:
            adapter = _adapter_of_target(url) if target else configuration.only_adapter
        wanted = HandoverRequest(adapter=adapter, target=target, error_target=error_target)
        if not configuration.has_mappings(wanted.adapter):
            LOG.warning("no SP adapter for a request", sp_adapter=wanted.adapter[:100])
            return self.services.pages.error(request, status=HTTPStatus.NOT_FOUND, message="error.request")
        mapped = configuration.idp_adapters(wanted.adapter)
        chosen = request.query.one(IDP_ADAPTER) or ""
        if chosen and chosen not in mapped:
            LOG.warning("IdP adapter not mapped to the SP adapter", sp_adapter=wanted.adapter, adapter=chosen[:100])
            return self.services.pages.error(request, status=HTTPStatus.NOT_FOUND, message="error.request")
        return await self.sign_in.begin(
            request,
            SignInRequest(
                purpose=PURPOSE,
                body=msgspec.json.encode(wanted),
                parameters={name: request.query.all(name) for name in request.query},
                adapters=(chosen,) if chosen else mapped,
                force_authentication=request.query.one(FORCE) == TRUE,
                passive=request.query.one(PASSIVE) == TRUE,
                application=configuration.application(wanted.adapter, chosen),
            ),
        )


def _adapter_of_target(url: TargetUrl | None) -> str:
    return "" if url is None else url.adapter


def _address_of_connection(request: Request, partner: str, target: str) -> str:
    """Return the address of this server at which a sign-in to the partner of an SP connection starts."""
    parameters = urlencode({"PartnerSpId": partner, "TargetResource": target})
    return f"{request.issuer.name.place.path}{CONNECTION_PATH}?{parameters}"


def handover_endpoints(
    services: Services, sign_in: AnswerableSignIn, fulfillment: AttributeFulfillment, sessions: SsoSessions
) -> Sequence[ProtocolEndpoint]:
    """Return the addresses at which sign-ins to applications start."""
    sign_in.register(PURPOSE, Handover(services, fulfillment, sessions))
    start_at_partner = PartnerSignIns(services, sign_in).start
    return (
        ProtocolEndpoint(
            SP_START_PATH,
            Access.BROWSER,
            {"GET": start_at_partner, "POST": start_at_partner},
            PageErrors(services.pages),
            title="SP-initiated SSO",
            description="Address at which a sign-in at an identity provider begins: PartnerIdpId is its entity ID, and"
            f" TargetResource the page of the application. {SP_ADAPTER_PARAMETER} selects the SP adapter. Without"
            " a partner, the common domain cookie or the user chooses it if IdP discovery is enabled. With"
            f" {IGNORE_COOKIE}=true, the cookie is ignored.",
            kinds=frozenset({EndpointKind.SP_APPLICATION}),
        ),
        # Only this server redirects to it, so that it is not listed.
        ProtocolEndpoint(
            SP_DISCOVERY_PATH,
            Access.BROWSER,
            {"GET": CommonDomainDiscovery(services).read},
            PageErrors(services.pages),
        ),
        ProtocolEndpoint(
            HANDOVER_PATH,
            Access.BROWSER,
            {"GET": HandoverStart(services, sign_in).start},
            PageErrors(services.pages),
            title="Sign-in to applications of SP adapters",
            description=f"Signs users in and hands them over to an application. {SP_ADAPTER_PARAMETER} selects the SP"
            f" adapter, {IDP_ADAPTER} the IdP adapter, and TargetResource the page of the application.",
        ),
    )
