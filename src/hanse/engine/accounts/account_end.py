"""The end of a local user's sessions and grants."""

from dataclasses import dataclass

from hanse.engine.oauth.grants.revocation import revoke_grant
from hanse.engine.services import Services
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.model import Snapshot


@dataclass(frozen=True)
class AccountEnd:
    """Ends the sessions and grants of a local user, whatever identifier applications have for the user."""

    services: Services
    sso: SsoSessions

    async def sessions(self, snapshot: Snapshot, local_user: str) -> None:
        """End all sessions of the user, on all devices, and notify the applications."""
        await self.sso.end_of_local_user(snapshot, local_user)

    async def grants(self, local_user: str) -> None:
        """Revoke all grants of the user."""
        now = self.services.clock.now().timestamp()
        after: str | None = ""
        while after is not None:
            page = await self.services.state.grants.page(now, local_user=local_user, after=after)
            for each in page.items:
                await revoke_grant(self.services, each, by="user")
            after = page.next_after
