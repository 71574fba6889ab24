"""The run-time state of the engines, for functions of the admin part, which block."""

import asyncio
from collections.abc import Callable, Coroutine
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from hanse.engine.state.store import StoredState

T = TypeVar("T")


class AdminState:
    """The state, opened at the first use, so that commands and consoles that do not need it have no connection to it.

    Its connections belong to an event loop, which runs on a thread of its own.
    """

    def __init__(self, open_: Callable[[], "StoredState"]) -> None:
        self._open = open_
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._state: StoredState | None = None

    def opened(self) -> "StoredState":
        """Return the state. Raises Unavailable."""
        with self._lock:
            if self._state is None:
                self._state = self._open()
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(target=self._loop.run_forever, name="hanse-admin-state", daemon=True)
                self._thread.start()
            return self._state

    def run(self, work: Coroutine[Any, Any, T], /) -> T:
        """Run a coroutine of the state, and wait for it."""
        if self._loop is None:
            raise RuntimeError("the state is not open")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

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
