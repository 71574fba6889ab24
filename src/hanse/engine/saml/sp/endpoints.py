"""The endpoints of the service provider."""

from collections.abc import Sequence

from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.service import SignInService
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.plugins.contracts.adapters import SAML_CALLBACK
from hanse.saml.bindings import RELAY_STATE, SAML_ARTIFACT, SAML_RESPONSE
from hanse.saml.paths import SP_ACS_PATH


def service_provider_endpoints(services: Services, sign_in: SignInService) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints that every issuer has below its path."""

    async def receive_response(request: Request) -> Answer:
        """Continue the sign-in for which the user was sent to the partner (SAML profiles, section 4.1.4.5)."""
        # SAML profiles, section 4.1.2: a response is never sent in a query, an artifact may be.
        is_query = request.method == "GET"
        sent = request.query if is_query else await request.form()
        relay_state = sent.one(RELAY_STATE) or ""
        name = SAML_ARTIFACT if is_query or sent.one(SAML_ARTIFACT) else SAML_RESPONSE
        parameters = {name: sent.required(name), RELAY_STATE: relay_state}
        return await sign_in.receive(request, relay_state, SAML_CALLBACK, parameters)

    return (
        ProtocolEndpoint(
            SP_ACS_PATH,
            Access.BROWSER,
            {"GET": receive_response, "POST": receive_response},
            PageErrors(services.pages),
            title="SAML assertion consumer service",
            description="Receives the responses of SAML identity providers, by the bindings POST and Artifact.",
            kinds=frozenset({EndpointKind.SP}),
        ),
    )
