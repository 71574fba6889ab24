"""Second factors of users, which do not expire."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hanse.plugins.contracts.second_factors import SecondFactor


@dataclass(frozen=True)
class SecondFactorPage:
    """Some second factors in the order of user and id, and the position after which the next page begins, if any."""

    items: tuple[SecondFactor, ...]
    next_after: tuple[str, str] | None


class SecondFactorStore(Protocol):
    """Second factors. A confirmed change survives kill -9 (durable writes)."""

    async def add(self, factor: SecondFactor, *, most: int) -> bool:
        """Store a second factor.

        Returns False if the user has `most` of its kind at this adapter, its digest is in use there, or its local user
        does not exist any more.
        """
        ...

    async def replace_recovery_codes(
        self, adapter: str, user_key: str, codes: Sequence[SecondFactor], *, local_user: str = ""
    ) -> None:
        """Replace a user's recovery codes, all or nothing. The user is the one of `of_user`."""
        ...

    async def of_user(self, adapter: str, user_key: str, local_user: str = "") -> Sequence[SecondFactor]:
        """Return the second factors of an adapter's user, the oldest first.

        For a local user, these are the factors of the account and those with the user key that belong to no account.
        """
        ...

    async def has_any(self, local_user: str, user_key: str) -> bool:
        """Return whether a local user has second factors at any adapter, like those of `of_user`."""
        ...

    async def by_lookup(self, adapter: str, lookup: bytes) -> SecondFactor | None:
        """Return the second factor with this digest."""
        ...

    async def record_use(self, factor_id: str, counter: int, now: float, *, must_increase: bool) -> bool:
        """Record a use. Returns False if it was removed, or its counter must increase and did not."""
        ...

    async def remove(self, factor_id: str) -> SecondFactor | None:
        """Delete a second factor and return it. Of any number of callers exactly one gets it."""
        ...

    async def remove_all(self, user_key: str, adapter: str = "") -> int:
        """Delete the second factors of a user, of all adapters if none is given; return their number."""
        ...

    async def page(self, *, user_key: str = "", after: tuple[str, str] = ("", ""), most: int = 50) -> SecondFactorPage:
        """Return second factors in the order of user and id, after a position."""
        ...
