"""Single logout that a service provider requests (SAML profiles, section 4.4)."""

from dataclasses import dataclass

import structlog

from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.signatures import sign_enveloped
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.participants import participant, participants
from hanse.engine.saml.idp.partners import SP_PARTNERS, SpPartner
from hanse.engine.saml.idp.received_messages import check_header, receive_message
from hanse.engine.saml.idp.refusals import OtherUser, ResponseFailed, UnknownRequest
from hanse.engine.saml.idp.server_identity import server_identity
from hanse.engine.services import Services
from hanse.engine.signin.pages.form_post import form_post_answer
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.resources.federation.connections.endpoints import Binding, Profile
from hanse.saml.bindings import RELAY_STATE, SAML_RESPONSE, post_value, redirect_query
from hanse.saml.envelopes import Header
from hanse.saml.errors import PARTIAL_LOGOUT, SUCCESS, RequestDenied
from hanse.saml.logout import LOGOUT_REQUEST, SamlLogoutRequest, SamlLogoutResponse, read_logout_request
from hanse.saml.paths import IDP_SLO_PATH
from hanse.saml.statuses import Status
from hanse.saml.values import new_saml_id

LOG = structlog.stdlib.get_logger("hanse.saml")


@dataclass(frozen=True)
class SingleLogout:
    """Ends the user's session, and answers the service provider that requested it."""

    services: Services
    sessions: SsoSessions

    async def __call__(self, request: Request) -> Answer:
        """Answer a logout request. It must be signed. Raises XmlRefused if nobody but the user can be answered."""
        now = self.services.clock.now()
        received = await receive_message(request, LOGOUT_REQUEST, Profile.SP_INITIATED_SLO, now, must_be_signed=True)
        partner, asked = received.partner, read_logout_request(received.body)
        check_header(asked.header, f"{request.issuer.identifier}{IDP_SLO_PATH}", now, is_signed=True)
        if asked.not_on_or_after is not None and asked.not_on_or_after <= now:
            raise RequestDenied("The logout request has expired.")
        endpoint = partner.logout_endpoint()
        if endpoint is None:
            raise UnknownRequest("The connection has no single logout service for responses.")
        status = await self._end(request, partner, asked)
        answer = self._answer(request, partner, asked, status, received.relay_state, endpoint)
        return answer.with_headers(self.sessions.forget_cookie(request)) if status.is_success else answer

    async def _end(self, request: Request, partner: SpPartner, asked: SamlLogoutRequest) -> Status:
        """End the session of the browser, and return the status of the answer."""
        browser = await self.sessions.of_browser(request)
        session = None if browser.stored is None else await self.sessions.find(browser.stored.id)
        if session is None:
            # The session has ended, which is what the partner wants.
            return Status()
        if participant(session, partner, asked) is None:
            return Status.of(OtherUser("The session of the browser is not the one of the logout request."))
        await self.sessions.end(request.snapshot, session.id)
        others = [each.client_id for each in participants(session) if each.client_id != partner.entity_id]
        LOG.info("user signed out by a service provider", connection=partner.id, session_id=session.id, others=others)
        # The status reports that other service providers were not notified (SAML core, section 3.7.3.2).
        return Status(SUCCESS, PARTIAL_LOGOUT if others else None)

    def _answer(
        self,
        request: Request,
        partner: SpPartner,
        asked: SamlLogoutRequest,
        status: Status,
        relay_state: str | None,
        endpoint: tuple[Binding, str],
    ) -> Answer:
        binding, url = endpoint
        key = request.snapshot.part(SP_PARTNERS).signing_key(partner)
        if key is None:
            raise ResponseFailed("The signing key of the connection cannot be used.")
        header = Header(
            id=new_saml_id(self.services.randomness),
            issue_instant=self.services.clock.now(),
            issuer=server_identity(request.snapshot, partner).entity_id,
            destination=url,
            in_response_to=asked.header.id,
        )
        response = SamlLogoutResponse(header, status).to_element()
        settings = partner.settings.credentials.signing_settings
        chosen = settings.algorithm if settings is not None else None
        algorithm = default_algorithm(key.private) if chosen is None else chosen.value
        if binding is Binding.REDIRECT:
            query = redirect_query(
                response,
                parameter=SAML_RESPONSE,
                relay_state=relay_state,
                signing_key=key,
                algorithm=algorithm,
            )
            return redirect_answer(f"{url}{'&' if '?' in url else '?'}{query}")
        signed = sign_enveloped(
            response,
            key,
            algorithm=algorithm,
            include_certificate=settings is not None and settings.include_cert_in_signature,
        )
        fields = {SAML_RESPONSE: post_value(signed), **({} if relay_state is None else {RELAY_STATE: relay_state})}
        return form_post_answer(self.services.pages, request, url, fields, locales=(), framed=False)
