"""Ends a user's session at this server, and notifies the clients of the session."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import structlog

from hanse.engine.http.answers import Answer, Header
from hanse.engine.http.request import Request
from hanse.engine.oidc.logout.client_tracking import ISSUER, is_tracking
from hanse.engine.oidc.logout.front_channel import FrontChannel, front_channel_of
from hanse.engine.oidc.logout.logout_end import PURPOSE, LogoutEnd
from hanse.engine.saml.logout.chain import LogoutChain
from hanse.engine.signin.cookies import STATE_COOKIE
from hanse.engine.signin.sessions.application_sessions import ApplicationSessions, forget_application
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.engine.snapshot.clients import CLIENTS

LOG = structlog.stdlib.get_logger("hanse.oidc")


@dataclass(frozen=True)
class SignOut:
    """Ends sessions, and takes the browser to the SAML partners of a session."""

    sessions: SsoSessions
    applications: ApplicationSessions
    chain: LogoutChain
    # The addresses of partners with other protocols that the browser has to load when a session ends.
    cleanups: Callable[[Request, LiveSession], FrontChannel]

    async def begin(self, request: Request, session_id: str, end: LogoutEnd) -> Answer:
        """End the session of the browser, and sign the user out at its SAML partners and applications.

        Without a session, the user is sent to the end of the logout.
        """
        session = await self.sessions.find(session_id)
        loads = await self.end(request, session_id)
        body = msgspec.msgpack.encode(msgspec.structs.replace(end, loads=loads))
        answer = await self.chain.begin(request, session, PURPOSE, body)
        return answer.with_headers(*await self.forget_browser(request))

    async def end(self, request: Request, session_id: str) -> FrontChannel:
        """End a session; return the addresses that the user's browser has to load to notify clients.

        Clients with back-channel logout are notified whenever a session ends (`logout_notices`). For a session that has
        ended already, nobody is notified again.
        """
        session = await self.sessions.end(request.snapshot, session_id)
        page = FrontChannel()
        if session is None:
            return page
        LOG.info("user signed out", session_id=session_id, clients=[each.client_id for each in session.clients])
        if is_tracking(request.snapshot):
            registered = request.snapshot.part(CLIENTS)
            for use in session.clients:
                client = registered.get(use.client_id)
                if client is not None:
                    page = page.plus(front_channel_of(client, use.details.get(ISSUER, ""), session.id))
        return page.plus(self.cleanups(request, session))

    async def end_with_page(self, request: Request, session_id: str) -> bytes:
        """End a session like `end` does; return the addresses in their stored form, empty if there are none."""
        loads = await self.end(request, session_id)
        return msgspec.msgpack.encode(loads) if loads else b""

    async def forget_browser(self, request: Request) -> tuple[Header, ...]:
        """End the session of this server's own applications, and return the headers that remove the cookies."""
        own: tuple[Header, ...] = (self.sessions.forget_cookie(request),)
        if STATE_COOKIE.read(request):
            own = (*own, STATE_COOKIE.header(request, "", 0))
        return (*own, forget_application(request)) if await self.applications.end(request) else own
