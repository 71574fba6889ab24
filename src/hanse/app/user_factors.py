"""The second factors of users for administrators, from the run-time state that the engines write."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hanse.app.admin_state import AdminState
from hanse.kit.ports import UserFactor, UserFactorPage

if TYPE_CHECKING:
    from hanse.plugins.contracts.second_factors import SecondFactor


class StoredUserFactors:
    """Second factors in the run-time state; implements `kit.ports.UserFactors`."""

    def __init__(self, state: AdminState) -> None:
        self._state = state

    def page(self, *, user_key: str, after: tuple[str, str], most: int) -> UserFactorPage:
        """Return second factors after a position."""
        store = self._state.opened().second_factors
        found = self._state.run(store.page(user_key=user_key, after=after, most=most))
        return UserFactorPage(tuple(_as_seen(each) for each in found.items), found.next_after)

    def remove(self, factor_id: str) -> UserFactor | None:
        """Delete a second factor."""
        found = self._state.run(self._state.opened().second_factors.remove(factor_id))
        return None if found is None else _as_seen(found)

    def remove_all(self, user_key: str, adapter: str) -> int:
        """Delete the second factors of a user."""
        return self._state.run(self._state.opened().second_factors.remove_all(user_key, adapter))


def _as_seen(factor: "SecondFactor") -> UserFactor:
    return UserFactor(
        id=factor.id,
        adapter=factor.adapter,
        user_key=factor.user_key,
        kind=factor.kind.value,
        name=factor.name,
        created=datetime.fromtimestamp(factor.created, UTC),
        used=datetime.fromtimestamp(factor.used, UTC) if factor.used else None,
    )
