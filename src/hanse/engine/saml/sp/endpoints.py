"""The endpoints of the service provider."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.failed_attempts import FailedAttempts
from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.artifact_resolution import ArtifactResolution
from hanse.engine.saml.idp.back_channel import back_channel, render_soap_error
from hanse.engine.saml.sp.artifact_resolution import ProviderResolution
from hanse.engine.saml.sp.attribute_queries import AttributeQueryService, render_query_error
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.service import SignInService
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.plugins.contracts.adapters import SAML_CALLBACK
from hanse.saml.artifacts import Artifact
from hanse.saml.bindings import RELAY_STATE, SAML_ARTIFACT, SAML_RESPONSE, read_post
from hanse.saml.envelopes import open_envelope, read_header
from hanse.saml.paths import SP_ACS_PATH, SP_ARTIFACT_PATH, SP_ATTRIBUTE_START_PATH
from hanse.saml.responses import RESPONSE

# Continues with a response that was not requested: the request, the issuer of the response, and its form.
UnsolicitedResponses = Callable[[Request, str, Mapping[str, str]], Awaitable[Answer]]


def service_provider_endpoints(
    services: Services, sign_in: SignInService, unsolicited: UnsolicitedResponses
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints that every issuer has below its path."""

    async def receive_response(request: Request) -> Answer:
        """Continue the sign-in for which the user was sent to the partner (SAML profiles, section 4.1.4.5).

        A response that answers no request begins a sign-in (section 4.1.5).
        """
        # SAML profiles, section 4.1.2: a response is never sent in a query, an artifact may be.
        is_query = request.method == "GET"
        sent = request.query if is_query else await request.form()
        relay_state = sent.one(RELAY_STATE) or ""
        name = SAML_ARTIFACT if is_query or sent.one(SAML_ARTIFACT) else SAML_RESPONSE
        parameters = {name: sent.required(name), RELAY_STATE: relay_state}
        # The relay states of this server's own requests are no addresses.
        is_requested = relay_state and "://" not in relay_state
        issuer = None if is_requested else _issuer_of_unsolicited(request, name, parameters[name])
        if issuer is not None:
            return await unsolicited(request, issuer, parameters)
        return await sign_in.receive(request, relay_state, SAML_CALLBACK, parameters)

    queries = AttributeQueryService(
        services, FailedAttempts(services.state.throttle, services.clock, "attribute-query")
    )
    return (
        ProtocolEndpoint(
            SP_ATTRIBUTE_START_PATH,
            Access.SERVICE,
            {"GET": queries.answer, "POST": queries.answer},
            render_query_error,
            title="Attribute queries",
            description="Endpoint at which applications request attributes of users from an identity provider:"
            " PartnerIdpId is its entity ID, and Subject the user.",
            kinds=frozenset({EndpointKind.SP_APPLICATION}),
        ),
        ProtocolEndpoint(
            SP_ARTIFACT_PATH,
            Access.SERVICE,
            {"POST": ArtifactResolution(services, ProviderResolution(back_channel(services)))},
            render_soap_error,
            title="Artifact resolution service for identity providers",
            description="Endpoint at which identity providers exchange artifacts for messages by SOAP (SAML 2.0"
            " Profiles, section 5).",
            kinds=frozenset({EndpointKind.SP}),
        ),
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


def _issuer_of_unsolicited(request: Request, name: str, sent: str) -> str | None:
    """Return the issuer of a response that names no request, or of an artifact; None for all others.

    Nothing is verified yet. What cannot be read is refused by the sign-in that its relay state names. The response of
    an artifact is exchanged by the sign-in, which refuses one that names a request.
    """
    try:
        if name is SAML_ARTIFACT:
            source = Artifact.parse(sent).source_id
            found = request.snapshot.part(CONNECTION_SOURCES).find_source(source)
            return None if found is None else found.entity_id
        response = sent
        header = read_header(open_envelope(read_post(response), [RESPONSE]).document.root)
    except XmlRefused:
        return None
    return header.issuer if header.in_response_to is None else None
