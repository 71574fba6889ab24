"""The sessions and grants of local users for administrators, from the run-time state that the engines write."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from hanse.app.admin_state import AdminState
from hanse.kit.clock import Clock
from hanse.kit.local_users import AccountLinkPurpose, LocalUser
from hanse.kit.randomness import Randomness, new_id

# A request expires after this time, because a late e-mail with a link would confuse the user.
_LINK_REQUEST_SECONDS: Final = 3600.0


class StoredLocalUserAccess:
    """Access of local users in the run-time state; implements `kit.local_users.LocalUserAccess`."""

    def __init__(self, state: AdminState, clock: Clock, randomness: Randomness) -> None:
        self._state = state
        self._clock = clock
        self._randomness = randomness

    def sessions(self, local_user: str, most: int) -> Sequence[datetime]:
        """Return when the sessions of a user began."""
        state = self._state.opened()
        found = self._state.run(state.sessions.begun_of_local_user(local_user, self._now(), most=most))
        return [datetime.fromtimestamp(each, UTC) for each in found]

    def end_sessions(self, local_user: str, *, revoked_until: datetime | None) -> int:
        """End the sessions of a user. The engines notify the applications when they remove the sessions."""
        until = None if revoked_until is None else revoked_until.timestamp()
        state = self._state.opened()
        return self._state.run(state.sessions.expire_of_local_user(local_user, self._now(), revoked_until=until))

    def revoke_grants(self, local_user: str) -> int:
        """Revoke the grants of a user, and delete the consents to them."""
        state, run, now = self._state.opened(), self._state.run, self._now()
        count, after = 0, ""
        while True:
            page = run(state.grants.page(now, local_user=local_user, after=after))
            for each in page.items:
                count += run(state.grants.revoke(each.id, now))
                run(state.consents.delete(each.user_key, each.client_id))
            if page.next_after is None:
                return count
            after = page.next_after

    def send_link(self, user: LocalUser, purpose: AccountLinkPurpose) -> bool:
        """Request the e-mail with a link for a user."""
        # Imported here, because commands and most console processes do not need it.
        from hanse.engine.accounts.account_links import link_request  # noqa: PLC0415 - the comment above says why.

        now = self._now()
        message = link_request(new_id(self._randomness), user, purpose, now, now + _LINK_REQUEST_SECONDS)
        return self._state.run(self._state.opened().outbox.put(message))

    def _now(self) -> float:
        return self._clock.now().timestamp()
