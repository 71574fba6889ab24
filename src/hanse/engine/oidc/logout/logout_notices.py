"""Notices to clients when a session ends (OpenID Connect Back-Channel Logout 1.0).

The reason does not matter: the user signed out, the session expired, the user's password changed, or it was revoked.
"""

from collections.abc import Sequence

import msgspec
import structlog

from hanse.engine.oidc.logout.client_tracking import ISSUER, SUBJECT, is_tracking
from hanse.engine.oidc.logout.logout_posts import logout_message
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import OutboxKind, OutboxMessage
from hanse.resources.applications.clients.choices import LogoutMode

LOG = structlog.stdlib.get_logger("hanse.oidc")


class LogoutNotice(msgspec.Struct, frozen=True, kw_only=True):
    """A client to notify, with the session that ended and the issuer."""

    issuer: str
    client_id: str
    session_id: str
    subject: str


def logout_notices(snapshot: Snapshot, session: LiveSession, now: float) -> Sequence[OutboxMessage]:
    """Return the messages to the clients that a user signed in to within a session."""
    if not is_tracking(snapshot):
        return ()
    registered, messages = snapshot.part(CLIENTS), []
    for use in session.clients:
        client = registered.get(use.client_id)
        if client is None or client.settings.oidc_policy.logout_mode is not LogoutMode.OIDC_BACK_CHANNEL:
            continue
        notice = LogoutNotice(
            # The issuer of the token is the one that signed the user in, which may have another host than the request.
            issuer=use.details.get(ISSUER, ""),
            client_id=client.id,
            session_id=session.id,
            subject=use.details.get(SUBJECT, ""),
        )
        messages.append(logout_message(OutboxKind.LOGOUT_NOTICE, notice, now))
    return messages
