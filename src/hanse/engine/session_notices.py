"""The notices about the end of a session, to all applications of the user."""

from collections.abc import Sequence

from hanse.engine.handover.application_logouts import application_logouts
from hanse.engine.oidc.logout.logout_notices import logout_notices
from hanse.engine.signin.sessions.stored_session import LiveSession
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import OutboxMessage


def session_notices(snapshot: Snapshot, session: LiveSession, now: float) -> Sequence[OutboxMessage]:
    """Return the messages to OAuth clients, and to applications of SP adapters."""
    return (*logout_notices(snapshot, session, now), *application_logouts(snapshot, session, now))
