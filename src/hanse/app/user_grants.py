"""The grants of users for administrators, from the run-time state that the engines write."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from hanse.kit.clock import Clock
from hanse.kit.ports import UserGrant, UserGrantPage

if TYPE_CHECKING:
    from hanse.engine.state.contracts import Grant
    from hanse.engine.state.store import StoredState

T = TypeVar("T")


class StoredUserGrants:
    """Grants in the run-time state; implements `kit.ports.UserGrants`.

    The state is opened at the first call, so that commands and consoles that do not need it have no connection to it.
    Its connections belong to an event loop, which runs on a thread of its own.
    """

    def __init__(self, open_: Callable[[], "StoredState"], clock: Clock) -> None:
        self._open = open_
        self._clock = clock
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._state: StoredState | None = None

    def page(self, *, user_key: str | None, client_id: str | None, after: str, most: int) -> UserGrantPage:
        """Return grants after an id."""
        state, now = self._opened(), self._now()
        found = self._run(state.grants.page(now, user_key=user_key, client_id=client_id, after=after, most=most))
        return UserGrantPage(tuple(_as_seen(each) for each in found.items), found.next_after)

    def revoke(self, grant_id: str) -> UserGrant | None:
        """Revoke a grant, and delete the user's consent to it."""
        state, now = self._opened(), self._now()
        grant = self._run(state.grants.get(grant_id, now))
        if grant is None or not self._run(state.grants.revoke(grant_id, now)):
            return None
        self._run(state.consents.delete(grant.user_key, grant.client_id))
        return _as_seen(grant)

    def close(self) -> None:
        """Close the state, if it was opened."""
        with self._lock:
            state, loop, thread = self._state, self._loop, self._thread
            self._state = self._loop = self._thread = None
        if state is None or loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(state.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _opened(self) -> "StoredState":
        with self._lock:
            if self._state is None:
                self._state = self._open()
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(target=self._loop.run_forever, name="hanse-user-grants", daemon=True)
                self._thread.start()
            return self._state

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop is None:
            raise RuntimeError("the state is not open")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

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
