"""Runs blocking functions outside of the event loop, on a limited number of threads for each purpose."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from typing import Any, Final, TypeVar

from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.services import Purpose
from hanse.kit.errors import Unavailable

T = TypeVar("T")

_RETRY: Final = ((b"retry-after", b"1"),)


@dataclass(frozen=True)
class PoolSize:
    """The number of functions that run at once, and of those that wait.

    Waiting requests hold connections and memory; with more of them, waiting longer would not help.
    """

    threads: int
    waiting: int


# Threads are started with the first function that needs them.
SIZES: Final[Mapping[Purpose, PoolSize]] = {
    Purpose.ADAPTERS: PoolSize(32, 256),
    Purpose.PASSWORDS: PoolSize(32, 256),
    Purpose.LOOKUPS: PoolSize(16, 128),
    Purpose.TOKENS: PoolSize(8, 64),
    Purpose.EXCHANGES: PoolSize(16, 128),
    Purpose.MESSAGES: PoolSize(8, 64),
    # Saves wait for one another anyway.
    Purpose.REGISTRATIONS: PoolSize(4, 64),
}


class ThreadWork:
    """Pools of threads with limited queues; implements `services.Work`."""

    def __init__(self, sizes: Mapping[Purpose, PoolSize] = SIZES) -> None:
        self._pools = {purpose: _Pool(purpose.value, size) for purpose, size in sizes.items()}

    async def run(self, purpose: Purpose, function: Callable[..., T], *arguments: Any, seconds: float = 30.0) -> T:
        """Return the result of a function. Raises TemporarilyUnavailable if it cannot start or end in time.

        The deadline includes the time in the queue. A function that has started cannot be stopped: it keeps its thread
        until it returns.
        """
        future = self._pools[purpose].submit(function, arguments)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            if future.done() and not future.cancelled():
                # The function itself raised it.
                raise
            raise TemporarilyUnavailable("The server did not finish in time. Try again in a moment.", _RETRY) from error

    def close(self) -> None:
        """Start no more functions. Running ones end by themselves."""
        for pool in self._pools.values():
            pool.close()


class _Pool:
    """The threads of one purpose, and a place for each function that runs or waits."""

    def __init__(self, name: str, size: PoolSize) -> None:
        self._executor = ThreadPoolExecutor(size.threads, thread_name_prefix=f"engine-{name}")
        self._places = BoundedSemaphore(size.threads + size.waiting)

    def submit(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> Future[T]:
        if not self._places.acquire(blocking=False):
            raise TemporarilyUnavailable("The server is busy. Try again in a moment.", _RETRY)
        try:
            # The function logs with the request's id, and its calls belong to the request's span.
            future = self._executor.submit(copy_context().run, function, *arguments)
        except BaseException:
            self._places.release()
            raise
        future.add_done_callback(lambda _: self._places.release())
        return future

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


class Bulkhead:
    """Limits how many threads wait for one system, so that a slow one does not occupy the whole pool."""

    def __init__(self, most: int, patience: float) -> None:
        """`patience` is the maximum number of seconds that a thread waits for a place."""
        self._most = most
        self._patience = patience
        self._lock = Lock()
        self._places: dict[str, BoundedSemaphore] = {}

    @contextmanager
    def place(self, system: str) -> Iterator[None]:
        """Hold one of the places of a system. Raises Unavailable if none becomes free."""
        with self._lock:
            places = self._places.setdefault(system, BoundedSemaphore(self._most))
        if not places.acquire(timeout=self._patience):
            raise Unavailable(f"Too many requests wait for '{system}'.", retry_after=1)
        try:
            yield
        finally:
            places.release()
