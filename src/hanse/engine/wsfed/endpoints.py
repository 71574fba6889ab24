"""The passive requestor endpoint, at the path that existing partners know."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oidc.logout.pages import LogoutPages
from hanse.engine.oidc.logout.provider_initiated import ProviderInitiatedLogout
from hanse.engine.oidc.logout.sign_out import SignOut
from hanse.engine.saml.idp.answers import SamlPageErrors
from hanse.engine.saml.idp.refusals import RequestUnsupported
from hanse.engine.saml.idp.sign_in_requests import WS_FEDERATION, sign_in_request
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignIn
from hanse.engine.wsfed.completion import SIGN_IN, TokenCompletion
from hanse.engine.wsfed.sign_in_messages import SignInMessage, read_sign_in
from hanse.engine.wsfed.sign_out import CLEANUP, SIGN_OUT, PartnerSignOut
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.saml.paths import WS_FEDERATION_PATH

# Parameters that policies do not see: they can be long, and only the partner knows what they mean.
_OPAQUE: Final = frozenset({"wctx", "wreq", "wresult"})


@dataclass(frozen=True)
class PassiveRequestor:
    """Answers the messages that partners send through browsers."""

    services: Services
    sign_in: SignIn
    sign_out: PartnerSignOut

    async def answer(self, request: Request) -> Answer:
        """Answer a message by its action (`wa`). Raises InvalidRequest and XmlRefused."""
        parameters = await request.form() if request.method == "POST" else request.query
        action = parameters.required("wa")
        if action == SIGN_IN:
            message = read_sign_in(request, parameters, self.services.clock.now())
            return await self._begin(request, parameters, message)
        if action in (SIGN_OUT, CLEANUP):
            return await self.sign_out.answer(request, action, parameters)
        raise RequestUnsupported("The action (wa) is not supported.")

    async def _begin(self, request: Request, parameters: Parameters, message: SignInMessage) -> Answer:
        asked = sign_in_request(
            WS_FEDERATION,
            message.partner,
            message.wanted,
            {name: parameters.all(name) for name in parameters if name not in _OPAQUE},
            max_age=message.max_age,
            works_once=request.method == "POST",
        )
        return await self.sign_in.begin(request, asked)


def passive_requestor_endpoints(
    services: Services, sign_in: SignIn, fulfillment: AttributeFulfillment, sign_out: SignOut
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoint, and register the completion, which continues after the sign-in."""
    sessions = sign_out.sessions
    sign_in.register(WS_FEDERATION, TokenCompletion(services, fulfillment, sessions))
    logout = ProviderInitiatedLogout(sign_out, LogoutPages(services.pages))
    requestor = PassiveRequestor(services, sign_in, PartnerSignOut(sessions, logout))
    return (
        ProtocolEndpoint(
            WS_FEDERATION_PATH,
            Access.BROWSER,
            {"GET": requestor.answer, "POST": requestor.answer},
            SamlPageErrors(services),
            title="WS-Federation",
            description="Endpoint at which partners request sign-ins and sign-outs (WS-Federation 1.2, section 13).",
            kinds=frozenset({EndpointKind.IDP}),
        ),
    )
