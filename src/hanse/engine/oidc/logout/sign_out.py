"""Ends a user's session here, and notifies the clients that the user signed in to."""

from collections.abc import Iterator
from dataclasses import dataclass

import structlog

from hanse.engine.http.request import Request
from hanse.engine.oidc.logout.back_channel import BackChannel, LogoutNotice
from hanse.engine.oidc.logout.front_channel import FrontChannel, front_channel_of
from hanse.engine.oidc.logout.tracking import ISSUER, SUBJECT, is_tracking
from hanse.engine.signin.sessions.sso import SsoSessions
from hanse.engine.signin.sessions.stored import ClientUse, LiveSession
from hanse.engine.snapshot.clients import CLIENTS, RegisteredClient
from hanse.resources.applications.clients.choices import LogoutMode

LOG = structlog.stdlib.get_logger("hanse.oidc")


@dataclass(frozen=True)
class SignOut:
    """Ends sessions."""

    sessions: SsoSessions
    back_channel: BackChannel

    async def end(self, request: Request, session_id: str) -> FrontChannel:
        """End a session and begin to notify the clients; return what the user's browser has to load for the others.

        A session that has ended before notifies nobody again.
        """
        session = await self.sessions.end(request.snapshot, session_id)
        if session is None:
            return FrontChannel()
        LOG.info("user signed out", session_id=session_id, clients=[each.client_id for each in session.clients])
        return self._notify(request, session) if is_tracking(request) else FrontChannel()

    def _notify(self, request: Request, session: LiveSession) -> FrontChannel:
        page = FrontChannel()
        for use, client in _clients(request, session):
            page = page.plus(front_channel_of(client, use.details.get(ISSUER, ""), session.id))
            if client.settings.oidc_policy.logout_mode is LogoutMode.OIDC_BACK_CHANNEL:
                self._notify_server(request, session, use, client)
        return page

    def _notify_server(self, request: Request, session: LiveSession, use: ClientUse, client: RegisteredClient) -> None:
        # The token is of the issuer that signed the user in, whose host the request may not be at.
        issuer = request.snapshot.issuer(use.details.get(ISSUER, ""))
        address = client.settings.oidc_policy.back_channel_logout_uri
        if issuer is None or not address:
            LOG.warning("client not notified of logout", client_id=client.id, reason="no issuer or no address any more")
            return
        self.back_channel.send(LogoutNotice(issuer, client, address, session.id, use.details.get(SUBJECT, "")))


def _clients(request: Request, session: LiveSession) -> Iterator[tuple[ClientUse, RegisteredClient]]:
    registered = request.snapshot.part(CLIENTS)
    for use in session.clients:
        client = registered.get(use.client_id)
        if client is not None:
            yield use, client
