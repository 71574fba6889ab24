"""The users that the server stores itself."""

from collections.abc import Sequence
from typing import Protocol

from hanse.kit.local_users import LocalUser, LocalUserEvent, LocalUserPage


class LocalUserStore(Protocol):
    """Users by profile. The methods are those of `kit.local_users.LocalUsers`, as coroutines.

    Users do not expire, and their changes are durable.
    """

    async def create(self, user: LocalUser, event: LocalUserEvent | None = None) -> bool:
        """Store a new user; False if another user of the profile has one of the names."""
        ...

    async def update(self, user: LocalUser, event: LocalUserEvent | None = None) -> bool:
        """Store a changed user; False if it was changed since, or if another user has one of the names."""
        ...

    async def delete(self, profile: str, id_: str) -> bool:
        """Delete a user."""
        ...

    async def get(self, profile: str, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        ...

    async def of_ids(self, profile: str, ids: Sequence[str]) -> Sequence[LocalUser]:
        """Return those of some users who exist, in any order."""
        ...

    async def by_name(self, profile: str, name: str) -> LocalUser | None:
        """Return the user with one of the names."""
        ...

    async def by_link(self, profile: str, link: str) -> LocalUser | None:
        """Return the user with a link to a user of another system."""
        ...

    async def by_email(self, profile: str, email: str, most: int) -> Sequence[LocalUser]:
        """Return the users with an address."""
        ...

    async def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        """Return users whose names or address contain a text, after the user with an ID."""
        ...

    async def add_event(self, profile: str, id_: str, event: LocalUserEvent) -> None:
        """Add an event that did not change the stored user."""
        ...

    async def events(self, id_: str, most: int) -> Sequence[LocalUserEvent]:
        """Return the newest events of a user, the newest first."""
        ...

    async def record_sign_in(self, id_: str, now: float) -> None:
        """Store the time of a sign-in."""
        ...

    async def is_active(self, id_: str) -> bool:
        """Return whether a user exists and is not disabled."""
        ...

    async def has_namesake(self, id_: str, name: str) -> bool:
        """Return whether another user of the user's profile has a name."""
        ...
