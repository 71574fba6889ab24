"""Validation of the SSO session in which a user granted an access token.

An access token manager can require that the session still exists, that it was not revoked, and that each use of a token
extends it. Tokens without a session, such as those of client credentials, need no validation.
"""

from dataclasses import dataclass, field

from hanse.engine.oauth.access_tokens.compiled_managers import Manager
from hanse.engine.services import Services
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import RevocationKind


@dataclass(frozen=True)
class SessionValidation:
    """Checks sessions according to the settings of access token managers."""

    services: Services
    sessions: SsoSessions = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sessions", SsoSessions(self.services))

    async def is_valid(self, snapshot: Snapshot, manager: Manager, session_id: str) -> bool:
        """Return whether the session of a token meets the manager's requirements."""
        wanted = manager.session
        if not session_id:
            return True
        now = self.services.clock.now().timestamp()
        if wanted.check_session_revocation_status and await self.services.state.access_tokens.is_revoked(
            RevocationKind.SESSION, session_id, now
        ):
            return False
        if wanted.update_authn_session_activity:
            is_there = await self.sessions.touch(snapshot, session_id)
        elif wanted.check_valid_authn_session:
            is_there = await self.sessions.find(session_id) is not None
        else:
            return True
        return is_there or not wanted.check_valid_authn_session
