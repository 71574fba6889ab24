"""The endpoints of this server as SAML identity provider, at the paths that existing partners know."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

import msgspec
import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.answers import Answer, empty_answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.http.speculative_requests import is_speculative
from hanse.engine.saml.common_domain.introduction import ProviderIntroduction
from hanse.engine.saml.idp.answers import SamlPageErrors, send_refusal
from hanse.engine.saml.idp.artifact_resolution import ArtifactResolution, ServiceProviderResolution
from hanse.engine.saml.idp.attribute_queries import AttributeQueries
from hanse.engine.saml.idp.authn_requests import ReceivedRequest, receive
from hanse.engine.saml.idp.back_channel import back_channel, render_soap_error
from hanse.engine.saml.idp.completion import PURPOSE, AssertionCompletion
from hanse.engine.saml.idp.contexts import requested_contexts
from hanse.engine.saml.idp.initiated_requests import initiated_request
from hanse.engine.saml.idp.name_ids import requested_format
from hanse.engine.saml.idp.received_messages import claim_request
from hanse.engine.saml.idp.server_identity import ServerIdentity, server_identity
from hanse.engine.saml.idp.sign_in_requests import WS_FEDERATION, sign_in_request
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignIn
from hanse.engine.signin.service import EXPIRED_TEMPLATE
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.state.contracts import OneTimeKind
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.kit.sign_in_traces import FailureReason, StepKind
from hanse.saml.errors import RequestDenied, SamlRefused
from hanse.saml.paths import IDP_ARTIFACT_PATH, IDP_ATTRIBUTE_PATH, IDP_DISCOVERY_PATH, IDP_SSO_PATH, IDP_START_PATH

LOG = structlog.stdlib.get_logger("hanse.saml")


@dataclass(frozen=True)
class SingleSignOn:
    """Starts sign-ins that partners request, and those that begin at this server."""

    services: Services
    sign_in: SignIn

    async def answer_request(self, request: Request) -> Answer:
        """Answer an authentication request of a partner. Raises XmlRefused if nobody but the user can be answered."""
        if is_speculative(request):
            # It would use up the request. Without a page, the browser sends it again when the user comes.
            return empty_answer(HTTPStatus.SERVICE_UNAVAILABLE)
        address = f"{request.issuer.identifier}{IDP_SSO_PATH}"
        received = await receive(self.services, request, address, self.services.clock.now())
        try:
            await claim_request(self.services, received.request.header, OneTimeKind.AUTHN_REQUEST_ID)
        except RequestDenied as refused:
            return self._refuse_repeated(request, received, refused)
        identity = server_identity(request.snapshot, received.partner)
        wanted = _wanted(received, identity)
        try:
            wanted = _with_requirements(received, wanted)
        except SamlRefused as refused:
            return await send_refusal(self.services, request, received.partner, wanted, refused)
        return await self._begin(request, received.partner, wanted, force=received.request.force_authn)

    async def start(self, request: Request) -> Answer:
        """Start a sign-in that begins at this server (SAML profiles, section 4.1.5). Raises XmlRefused."""
        partner, wanted = initiated_request(request)
        return await self._begin(request, partner, wanted, force=False)

    def _refuse_repeated(self, request: Request, received: ReceivedRequest, refused: RequestDenied) -> Answer:
        """Return a page that leads back to the application, because a browser repeats a request on Back and reload."""
        partner = received.partner
        request.trace.client_id = partner.entity_id
        request.trace.add(StepKind.REQUEST, partner.entity_id, result=PURPOSE)
        request.trace.fail(FailureReason.REQUEST_REFUSED, str(refused))
        LOG.warning("SAML request used before", connection=partner.id, request=received.request.header.id)
        values = {"reference": request.id}
        return self.services.pages.render(request, EXPIRED_TEMPLATE, values, status=HTTPStatus.BAD_REQUEST)

    async def _begin(self, request: Request, partner: SpPartner, wanted: WantedAssertion, *, force: bool) -> Answer:
        parameters = request.query if request.method == "GET" else await request.form()
        asked = sign_in_request(
            PURPOSE if partner.sso.is_saml else WS_FEDERATION,
            partner,
            wanted,
            {name: parameters.all(name) for name in parameters if not name.startswith("SAML")},
            max_age=0 if force else None,
            # A request is accepted once, so its page needs an address of its own.
            works_once=bool(wanted.request_id),
        )
        return await self.sign_in.begin(request, asked)


def _wanted(received: ReceivedRequest, identity: ServerIdentity) -> WantedAssertion:
    partner, asked = received.partner, received.request
    return WantedAssertion(
        connection=partner.id,
        partner=partner.entity_id,
        server=identity.entity_id,
        virtual_id=identity.virtual_id,
        consumer=received.consumer.url,
        binding=received.consumer.binding,
        relay_state=received.relay_state,
        request_id=asked.header.id,
        is_passive=asked.is_passive,
    )


def _with_requirements(received: ReceivedRequest, wanted: WantedAssertion) -> WantedAssertion:
    """Return the request with what it requires of the user. Raises SamlRefused, which the partner receives."""
    asked = received.request
    return msgspec.structs.replace(
        wanted,
        name_id_format=requested_format(received.partner, asked.name_id_policy),
        name_id="" if asked.subject is None else asked.subject.value,
        contexts=requested_contexts(asked.context),
    )


def identity_provider_endpoints(
    services: Services, sign_in: SignIn, fulfillment: AttributeFulfillment, sessions: SsoSessions
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints, and register the completion, which continues after the sign-in."""
    introduction = ProviderIntroduction(services)
    sign_in.register(PURPOSE, AssertionCompletion(services, fulfillment, sessions, introduction))
    single_sign_on = SingleSignOn(services, sign_in)
    errors = SamlPageErrors(services)
    soap = back_channel(services)
    return (
        ProtocolEndpoint(
            IDP_SSO_PATH,
            Access.BROWSER,
            {"GET": single_sign_on.answer_request, "POST": single_sign_on.answer_request},
            errors,
            title="Single sign-on service",
            description="Endpoint at which service providers request sign-ins (SAML 2.0 Profiles, section 4.1).",
            kinds=frozenset({EndpointKind.IDP}),
        ),
        ProtocolEndpoint(
            IDP_ARTIFACT_PATH,
            Access.SERVICE,
            {"POST": ArtifactResolution(services, ServiceProviderResolution(soap))},
            render_soap_error,
            title="Artifact resolution service",
            description="Endpoint at which service providers exchange artifacts for messages by SOAP (SAML 2.0"
            " Profiles, section 5).",
            kinds=frozenset({EndpointKind.IDP}),
        ),
        ProtocolEndpoint(
            IDP_ATTRIBUTE_PATH,
            Access.SERVICE,
            {"POST": AttributeQueries(services, soap, fulfillment)},
            render_soap_error,
            title="Attribute service",
            description="Endpoint at which service providers query attributes of users by SOAP (SAML 2.0 Profiles,"
            " section 6).",
            kinds=frozenset({EndpointKind.IDP}),
        ),
        ProtocolEndpoint(
            IDP_START_PATH,
            Access.BROWSER,
            {"GET": single_sign_on.start},
            errors,
            title="IdP-initiated SSO",
            description="Address at which a sign-in to a service provider begins: PartnerSpId is its entity ID, and"
            " TargetResource the page that the user opens there.",
            kinds=frozenset({EndpointKind.IDP_APPLICATION}),
        ),
        # Only this server redirects to it, so that it is not listed.
        ProtocolEndpoint(IDP_DISCOVERY_PATH, Access.BROWSER, {"GET": introduction.write}, errors),
    )
