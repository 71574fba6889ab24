"""Session quotas: the sessions of a user that end to make room for a new one, or the denial of the new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hanse.engine.signin.contracts import SignInFailed
from hanse.engine.signin.sessions.stored_session import decode
from hanse.engine.snapshot.configuration_parts import SESSION_QUOTA_SETTINGS
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import SessionStore, SsoSession
from hanse.resources.authentication.session_quotas import SessionQuotaBehavior, SessionQuotaSettings

# The sessions of the server's own applications are in the same table; each browser has at most one.
_SPARE = 50
TOO_MANY_SESSIONS: Final = SignInFailed(
    code="access_denied", description="The user has reached the maximum number of sessions."
)


class SessionQuotaReached(Exception):
    """The user has as many sessions as the quota allows, and a further one is denied."""


@dataclass(frozen=True)
class UserQuota:
    """The quota of the user who signs in; `before` is the session that the browser had already."""

    snapshot: Snapshot
    store: SessionStore
    user_key: str
    now: float
    before: SsoSession | None

    async def check(self) -> None:
        """Raise SessionQuotaReached if a further session is denied."""
        quota = self._quota()
        if quota is not None and quota.session_quota_behavior is SessionQuotaBehavior.DENY_ACCESS:
            own = "" if self.before is None else self.before.id
            if len(await self._others(quota, own)) >= (quota.session_limit or 1):
                raise SessionQuotaReached

    async def surplus(self, own: str) -> Sequence[SsoSession]:
        """Return the sessions that have to end after the sign-in that created the session `own`.

        They are determined after the creation, so that simultaneous sign-ins do not exceed the limit together.
        """
        quota = self._quota()
        if quota is None or quota.session_quota_behavior is SessionQuotaBehavior.DENY_ACCESS:
            return ()
        others = await self._others(quota, own)
        if quota.session_quota_behavior is SessionQuotaBehavior.DESTROY_IDLEST_SESSION:
            others.sort(key=lambda each: each.updated)
        else:
            others.sort(key=lambda each: each.created)
        return others[: max(0, len(others) + 1 - (quota.session_limit or 1))]

    def _quota(self) -> SessionQuotaSettings | None:
        """Return the quota, or None where the sign-in adds no session to those of the user."""
        quota = self.snapshot.part(SESSION_QUOTA_SETTINGS)
        is_added = self.user_key and (self.before is None or self.before.user_key != self.user_key)
        return quota if is_added and quota.enable_session_quotas else None

    async def _others(self, quota: SessionQuotaSettings, own: str) -> list[SsoSession]:
        most = 2 * (quota.session_limit or 1) + _SPARE
        found = await self.store.of_user(self.user_key, self.now, most=most)
        return [each for each in found if each.id != own and decode(each).sources]
