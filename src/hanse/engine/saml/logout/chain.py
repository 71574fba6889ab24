"""Takes the user's browser to the partners of a session, one after another, to sign the user out there."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias
from urllib.parse import urlencode

import structlog

from hanse.crypto.xml.errors import XmlRefused
from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.received_messages import check_header
from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.saml.logout.logout_run import LogoutRun, LogoutRuns, LogoutState
from hanse.engine.saml.logout.messages import LogoutMessages, ReceivedLogoutMessage
from hanse.engine.saml.logout.openid_providers import ProviderLogouts, provider_sessions, returns_to
from hanse.engine.saml.logout.participants import Participant, participants_of
from hanse.engine.saml.logout.partners import LogoutPartner, find_partner
from hanse.engine.saml.logout.soap_requests import MOST_PARTICIPANTS, SoapLogouts, confirms_logout, needs_soap
from hanse.engine.services import Services
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.saml.envelopes import read_header
from hanse.saml.errors import RequestDenied, SamlRefused
from hanse.saml.logout import read_logout_response

LOG = structlog.stdlib.get_logger("hanse.saml")
# Returns to where a logout began, given the body of the run, and whether partners have not signed the user out.
LogoutCompletion: TypeAlias = Callable[[Request, bytes, bool], Awaitable[Answer]]
# Shows a page that loads addresses of applications, and then leads to an address of this server.
ApplicationsPage: TypeAlias = Callable[[Request, bytes, str], Answer]
RESUME_PATH: Final = "/idp/resumeSLO.ping"


def further_participants(
    request: Request, session: LiveSession, initiator: LogoutPartner | None = None
) -> list[Participant]:
    """Return the partners at which the user of a session has to be signed out, except for the one that began it.

    An identity provider is one of them only if its connection has the profile: others keep their users signed in.
    """
    found = []
    for each in participants_of(request, session):
        is_initiator = initiator is not None and (each.role, each.entity_id) == (initiator.role, initiator.entity_id)
        if is_initiator:
            continue
        partner = None if each.role.is_service_provider else find_partner(request, each.role, each.entity_id)
        if each.role.is_service_provider or (partner is not None and each.role.own_profile in partner.profiles):
            found.append(each)
    return found


class LogoutChain:
    """Runs logouts. A session must have ended before its partners are asked, so that nothing can keep it alive."""

    def __init__(self, services: Services, providers: ProviderLogouts) -> None:
        self._services = services
        self._providers = providers
        self._runs = LogoutRuns(services)
        self._messages = LogoutMessages(services)
        self.by_soap = SoapLogouts(services)
        self._completions: dict[str, LogoutCompletion] = {}
        self._show_page: ApplicationsPage | None = None

    def register(self, purpose: str, completion: LogoutCompletion) -> None:
        """Set what answers at the end of the logouts that begin for a purpose."""
        self._completions[purpose] = completion

    def register_page(self, show: ApplicationsPage) -> None:
        """Set what shows the page for applications."""
        self._show_page = show

    async def begin(
        self,
        request: Request,
        session: LiveSession | None,
        purpose: str,
        body: bytes,
        *,
        initiator: LogoutPartner | None = None,
        is_partial: bool = False,
        page: bytes = b"",
    ) -> Answer:
        """Sign the user of an ended session out at its partners, except for the one that requested the logout.

        `page` has the addresses of applications for a page before the end; empty for none.
        """
        further = [] if session is None else further_participants(request, session, initiator)
        by_soap = [each for each in further if needs_soap(request, each)]
        waiting = [each for each in further if each not in by_soap]
        by_service_provider = initiator is not None and initiator.role.is_service_provider
        is_done = await self.by_soap.sign_out(request, by_soap, begun_by_service_provider=by_service_provider)
        state = LogoutState(
            purpose=purpose,
            body=body,
            begun_by_service_provider=by_service_provider,
            waiting=waiting[:MOST_PARTICIPANTS],
            providers=[] if session is None else provider_sessions(session),
            is_partial=is_partial or not is_done or len(waiting) > MOST_PARTICIPANTS,
            page=page,
        )
        run, cookies = self._runs.new(request, state)
        return (await self._continue(request, run)).with_headers(*cookies if run.waits else ())

    async def receive(self, request: Request, received: ReceivedLogoutMessage) -> Answer:
        """Continue with a partner's response. Raises UnknownRequest if no logout of this browser waits for it."""
        header = read_header(received.message.envelope.document.root)
        run = await self._runs.load(request, header.in_response_to or "")
        asked = None if run is None else run.state.asked
        partner = received.partner
        if run is None or asked is None or (asked.role, asked.entity_id) != (partner.role, partner.entity_id):
            raise UnknownRequest("No logout of this browser waits for the response.")
        if not await self._is_success(request, received, run.request_id):
            run.state.is_partial = True
        run.state.asked = None
        return await self._continue(request, run)

    async def come_back(self, request: Request) -> Answer:
        """Continue when an OpenID provider returns the user (RP-Initiated Logout 1.0, section 3).

        Raises UnknownRequest if no logout of this browser waits for it.
        """
        run = await self._runs.load(request, request.query.one("state") or "")
        provider = None if run is None else run.state.provider
        if run is None or provider is None or not returns_to(request, provider, request.values["name"]):
            raise UnknownRequest("No logout of this browser waits for the provider.")
        run.state.provider = None
        return await self._continue(request, run)

    async def resume(self, request: Request) -> Answer:
        """Continue after the page for applications. Raises UnknownRequest if no logout of this browser waits for it."""
        run = await self._runs.load(request, request.query.one("state") or "")
        if run is None or not run.state.shows_page:
            raise UnknownRequest("No logout of this browser waits for the page.")
        run.state.shows_page = False
        return await self._continue(request, run)

    async def _continue(self, request: Request, run: LogoutRun) -> Answer:
        """Return the request to the next partner or OpenID provider, or the end of the logout."""
        state = run.state
        while state.waiting:
            participant = state.waiting.pop(0)
            state.requests += 1
            try:
                answer = await self._request(request, run, participant)
            except SamlRefused as refused:
                reason = str(refused)
                LOG.warning("partner not asked to sign the user out", partner=participant.entity_id, reason=reason)
                state.is_partial = True
                continue
            state.asked = participant
            return await self._left(run, answer)
        while state.providers:
            session = state.providers.pop(0)
            state.requests += 1
            address = await self._providers.address(request, session, run.request_id)
            if not address:
                LOG.warning("user not signed out at an OpenID provider", adapter=session.source)
                state.is_partial = True
                continue
            state.provider = session
            return await self._left(run, self._messages.send_to(request, address))
        if state.page and self._show_page is not None:
            page, state.page, state.shows_page = state.page, b"", True
            state.requests += 1
            address = f"{request.issuer.identifier}{RESUME_PATH}?{urlencode({'state': run.request_id})}"
            return await self._left(run, self._show_page(request, page, address))
        if not await self._runs.end(run):
            raise UnknownRequest("Another request has ended the logout.")
        return await self._completions[state.purpose](request, state.body, state.is_partial)

    async def _left(self, run: LogoutRun, answer: Answer) -> Answer:
        """Store the logout before the browser leaves, and return the answer that takes it elsewhere."""
        if not await self._runs.save(run):
            raise UnknownRequest("Another request has continued the logout.")
        return answer

    async def _request(self, request: Request, run: LogoutRun, participant: Participant) -> Answer:
        partner = find_partner(request, participant.role, participant.entity_id)
        if partner is None:
            raise UnknownRequest("The connection is not active any more.")
        if not partner.receives_requests(begun_by_service_provider=run.state.begun_by_service_provider):
            raise UnknownRequest("The profiles of the connection do not allow the request.")
        answer = await self._messages.send_request(request, partner, participant, run.request_id)
        LOG.info("partner asked to sign the user out", connection=partner.connection, partner=partner.entity_id)
        return answer

    async def _is_success(self, request: Request, received: ReceivedLogoutMessage, request_id: str) -> bool:
        """Return whether a partner states that the user is signed out. What cannot be verified is a failure."""
        partner, now = received.partner, self._services.clock.now()
        try:
            response = read_logout_response(await received.authentic_body(self._services, request))
            address = f"{request.issuer.identifier}{partner.role.path}"
            check_header(response.header, [address], now, is_signed=received.by_browser)
            if response.header.in_response_to != request_id:
                raise RequestDenied("The response answers another request.")
        except XmlRefused as refused:
            LOG.warning("logout response refused", partner=partner.entity_id, reason=str(refused))
            return False
        return confirms_logout(response.status, partner)
