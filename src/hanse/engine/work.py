"""Runs blocking functions beside the event loop, on a bounded number of threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import Any, Final, TypeVar

from hanse.engine.errors import TemporarilyUnavailable

T = TypeVar("T")

_THREADS: Final = 32
# Waiting requests hold connections and memory; beyond this many, waiting longer helps nobody.
_WAITING: Final = 256
_RETRY: Final = ((b"retry-after", b"1"),)


class ThreadWork:
    """A pool of threads with a limited queue; implements `services.Work`."""

    def __init__(self, *, threads: int = _THREADS, waiting: int = _WAITING) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="engine-work")
        self._places = BoundedSemaphore(threads + waiting)

    async def run(self, function: Callable[..., T], *arguments: Any, seconds: float = 30.0) -> T:
        """Return what a function returns. Raises TemporarilyUnavailable when it cannot start or end in time.

        The deadline covers the time in the queue. A function that has started cannot be stopped: it keeps its thread
        until it returns.
        """
        if not self._places.acquire(blocking=False):
            raise TemporarilyUnavailable("The server is busy. Try again in a moment.", _RETRY)
        try:
            future = self._executor.submit(function, *arguments)
        except BaseException:
            self._places.release()
            raise
        future.add_done_callback(lambda _: self._places.release())
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            if future.done() and not future.cancelled():
                # The function itself raised it.
                raise
            raise TemporarilyUnavailable("The server did not finish in time. Try again in a moment.", _RETRY) from error

    def close(self) -> None:
        """Start no more functions. Those that run end in their own time."""
        self._executor.shutdown(wait=False, cancel_futures=True)
