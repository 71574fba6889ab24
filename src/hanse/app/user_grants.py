"""The grants of users for administrators, from the run-time state that the engines write."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hanse.app.admin_state import AdminState
from hanse.kit.clock import Clock
from hanse.kit.ports import UserGrant, UserGrantPage

if TYPE_CHECKING:
    from hanse.engine.state.contracts import Grant


class StoredUserGrants:
    """Grants in the run-time state; implements `kit.ports.UserGrants`."""

    def __init__(self, state: AdminState, clock: Clock) -> None:
        self._state = state
        self._clock = clock

    def page(self, *, user_key: str | None, client_id: str | None, after: str, most: int) -> UserGrantPage:
        """Return grants after an id."""
        state, now = self._state.opened(), self._now()
        found = self._state.run(state.grants.page(now, user_key=user_key, client_id=client_id, after=after, most=most))
        return UserGrantPage(tuple(_as_seen(each) for each in found.items), found.next_after)

    def revoke(self, grant_id: str) -> UserGrant | None:
        """Revoke a grant, and delete the user's consent to it."""
        state, now = self._state.opened(), self._now()
        grant = self._state.run(state.grants.get(grant_id, now))
        if grant is None or not self._state.run(state.grants.revoke(grant_id, now)):
            return None
        self._state.run(state.consents.delete(grant.user_key, grant.client_id))
        return _as_seen(grant)

    def close(self) -> None:
        """Close the state."""
        self._state.close()

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _as_seen(grant: "Grant") -> UserGrant:
    return UserGrant(
        id=grant.id,
        user_key=grant.user_key,
        client_id=grant.client_id,
        issuer=grant.issuer,
        grant_type=grant.grant_type,
        scopes=grant.scopes,
        issued=_moment(grant.issued),
        updated=_moment(grant.updated),
        expires=None if grant.expires is None else _moment(grant.expires),
    )


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
