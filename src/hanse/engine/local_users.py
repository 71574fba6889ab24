"""The store of local users for functions that block: validators, adapters and operations of the admin API."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hanse.kit.local_users import LocalUser, LocalUserEvent, LocalUserPage

if TYPE_CHECKING:
    from hanse.engine.state.contracts import LocalUserStore

T = TypeVar("T")


class StateRunner(Protocol):
    """Runs a coroutine of the run-time state, and waits for it on the calling thread."""

    def __call__(self, work: Coroutine[Any, Any, T], /) -> T:
        """Return the result of the coroutine."""
        ...


def run_on_this_thread(work: Coroutine[Any, Any, T], /) -> T:
    """Run a coroutine on a new event loop; the stores can be used from any. The thread must not have a loop."""
    return asyncio.run(work)


class BlockingLocalUsers:
    """Users in the run-time state; implements `kit.local_users.EmbeddedLocalUsers`."""

    def __init__(self, store: Callable[[], "LocalUserStore"], run: StateRunner = run_on_this_thread) -> None:
        self._store = store
        self._run = run

    def create(self, user: LocalUser, event: LocalUserEvent | None = None) -> LocalUser | None:
        """Store a new user."""
        return user if self._run(self._store().create(user, event)) else None

    def update(self, user: LocalUser, event: LocalUserEvent | None = None) -> bool:
        """Store a changed user."""
        return self._run(self._store().update(user, event))

    def delete(self, profile: str, id_: str) -> bool:
        """Delete a user."""
        return self._run(self._store().delete(profile, id_))

    def get(self, profile: str, id_: str) -> LocalUser | None:
        """Return a user by ID."""
        return self._run(self._store().get(profile, id_))

    def of_ids(self, profile: str, ids: Sequence[str]) -> Sequence[LocalUser]:
        """Return those of some users who exist."""
        return self._run(self._store().of_ids(profile, ids))

    def by_name(self, profile: str, name: str) -> LocalUser | None:
        """Return the user with one of the names."""
        return self._run(self._store().by_name(profile, name))

    def by_link(self, profile: str, link: str) -> LocalUser | None:
        """Return the user with a link to a user of another system."""
        return self._run(self._store().by_link(profile, link))

    def by_dn(self, profile: str, dn: str) -> LocalUser | None:  # noqa: ARG002 - the interface has them.
        """Return None: no user has an entry in a directory."""
        return None

    def by_email(self, profile: str, email: str, most: int) -> Sequence[LocalUser]:
        """Return the users with an address."""
        return self._run(self._store().by_email(profile, email, most))

    def page(self, profile: str, *, search: str, after: str, most: int) -> LocalUserPage:
        """Return users whose names or address contain a text."""
        return self._run(self._store().page(profile, search=search, after=after, most=most))

    def add_event(self, profile: str, id_: str, event: LocalUserEvent) -> None:
        """Add an event that did not change the stored user."""
        self._run(self._store().add_event(profile, id_, event))

    def events(self, id_: str, most: int) -> Sequence[LocalUserEvent]:
        """Return the newest events of a user."""
        return self._run(self._store().events(id_, most))

    def record_sign_in(self, profile: str, id_: str, now: float) -> None:  # noqa: ARG002 - the interface has it.
        """Store the time of a sign-in."""
        self._run(self._store().record_sign_in(id_, now))

    def is_active(self, profile: str, id_: str) -> bool:  # noqa: ARG002 - the interface has it.
        """Return whether a user exists and is not disabled."""
        return self._run(self._store().is_active(id_))

    def has_namesake(self, profile: str, id_: str, name: str) -> bool:  # noqa: ARG002 - the interface has it.
        """Return whether another user of the user's profile has a name."""
        return self._run(self._store().has_namesake(id_, name))
