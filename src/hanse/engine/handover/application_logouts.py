"""Logouts at applications of SP adapters, when a session ends for any reason."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import structlog

from hanse.engine.handover.adapters import find_adapter
from hanse.engine.oidc.logout.logout_posts import ANSWER_SECONDS, MOST_AT_ONCE, LogoutPost, logout_message
from hanse.engine.outbox import Delivery
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.engine.token_signing import token_signing_services

LOG = structlog.stdlib.get_logger("hanse.handover")


class ApplicationLogout(msgspec.Struct, frozen=True, kw_only=True):
    """A logout at the application of an SP adapter."""

    adapter: str
    issuer: str
    session_id: str
    subject: str
    # The IdP connection that overrides settings of the SP adapter; empty if none does.
    connection: str = ""


def application_logouts(snapshot: Snapshot, session: LiveSession, now: float) -> Sequence[OutboxMessage]:
    """Return the messages to the applications to which the user of a session was handed over."""
    messages = []
    for use in session.applications:
        adapter = find_adapter(snapshot, use.adapter, use.connection)
        if adapter is None or not adapter.receives_logouts:
            continue
        logout = ApplicationLogout(
            adapter=use.adapter,
            issuer=use.issuer,
            session_id=session.id,
            subject=use.subject,
            connection=use.connection,
        )
        messages.append(logout_message(OutboxKind.APPLICATION_LOGOUT, logout, now))
    return messages


@dataclass(frozen=True)
class ApplicationLogouts:
    """Sends logouts to applications, with retries."""

    services: Services

    @property
    def delivery(self) -> Delivery:
        """Return the delivery for the outbox."""
        return Delivery(self.send, lease_seconds=10 * ANSWER_SECONDS, most_at_once=MOST_AT_ONCE)

    async def send(self, message: OutboxMessage) -> float | None:
        """Notify an application once. Returns the delay before the next attempt; None if there is none."""
        logout = msgspec.msgpack.decode(message.body, type=ApplicationLogout)
        snapshot = self.services.snapshot()
        adapter, issuer = find_adapter(snapshot, logout.adapter, logout.connection), snapshot.issuer(logout.issuer)
        if adapter is None or issuer is None or not adapter.receives_logouts:
            LOG.warning("application not notified of logout", sp_adapter=logout.adapter, reason="it is not configured")
            return None
        signing = token_signing_services(issuer, self.services)
        try:
            # A token of an earlier attempt may have expired.
            post = await self.services.work.run(
                Purpose.TOKENS, adapter.log_out, logout.subject, logout.session_id, signing
            )
        except ValueError as error:
            LOG.error("logout token not created", sp_adapter=logout.adapter, reason=str(error))  # noqa: TRY400 - it says all.
            return None
        about = {"sp_adapter": logout.adapter, "session_id": logout.session_id}
        return await LogoutPost(self.services, about).send(post.address, post.fields, message.attempts)
