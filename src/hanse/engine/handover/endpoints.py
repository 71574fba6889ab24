"""The address at which users sign in to an application with an SP adapter."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

import msgspec
import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import InvalidRequest
from hanse.engine.handover.compiled_mappings import HANDOVER, TargetUrl
from hanse.engine.handover.handover import PURPOSE, Handover, HandoverRequest
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.redirect_validation import RedirectUse, is_allowed
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignIn, SignInRequest
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.configuration_parts import REDIRECTS
from hanse.resources.federation.sp_adapters.resource import HANDOVER_PATH, SP_ADAPTER_PARAMETER

LOG = structlog.stdlib.get_logger("hanse.handover")
# The names of the parameters, each with its shorter form.
IDP_ADAPTER: Final = "IdpAdapterId"
SP_ADAPTER: Final = (SP_ADAPTER_PARAMETER, "SpAdapterId")
TARGET: Final = ("TargetResource", "TARGET")
ERROR_TARGET: Final = "InErrorResource"
CONNECTION_PATH: Final = "/idp/startSSO.ping"
FORCE, PASSIVE = "ForceAuthn", "IsPassive"
_TRUE: Final = "true"


@dataclass(frozen=True)
class HandoverStart:
    """Starts sign-ins to applications."""

    services: Services
    sign_in: SignIn

    async def start(self, request: Request) -> Answer:
        """Sign the user in, and hand the user over. Raises InvalidRequest for an address that is not allowed."""
        configuration = request.snapshot.part(HANDOVER)
        target = self._address(request, TARGET, RedirectUse.SIGN_IN)
        adapter, url = _first(request, SP_ADAPTER), configuration.url_of(target)
        if not adapter and url is not None and url.partner:
            return redirect_answer(_address_of_connection(request, url.partner, target))
        error_target = self._address(request, (ERROR_TARGET,), RedirectUse.ERROR)
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
                force_authentication=request.query.one(FORCE) == _TRUE,
                passive=request.query.one(PASSIVE) == _TRUE,
                application=configuration.application(wanted.adapter, chosen),
            ),
        )

    def _address(self, request: Request, names: Sequence[str], use: RedirectUse) -> str:
        """Return an address of the request; empty if it has none. Raises InvalidRequest."""
        address = _first(request, names)
        if address and not is_allowed(request.snapshot.part(REDIRECTS), address, use):
            LOG.warning("address in a request is not allowed", parameter=names[0], address=address[:200])
            raise InvalidRequest(f"The address in {names[0]} is not allowed.")
        return address


def _first(request: Request, names: Sequence[str]) -> str:
    return next((value for name in names if (value := request.query.one(name))), "")


def _adapter_of_target(url: TargetUrl | None) -> str:
    return "" if url is None else url.adapter


def _address_of_connection(request: Request, partner: str, target: str) -> str:
    """Return the address of this server at which a sign-in to the partner of an SP connection starts."""
    parameters = urlencode({"PartnerSpId": partner, "TargetResource": target})
    return f"{request.issuer.name.place.path}{CONNECTION_PATH}?{parameters}"


def handover_endpoints(
    services: Services, sign_in: SignIn, fulfillment: AttributeFulfillment, sessions: SsoSessions
) -> Sequence[ProtocolEndpoint]:
    """Return the address at which sign-ins to applications start."""
    sign_in.register(PURPOSE, Handover(services, fulfillment, sessions))
    return (
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
