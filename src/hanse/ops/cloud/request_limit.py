"""Limits simultaneous conversations with the cloud.

A region that does not answer makes callers wait for seconds. So the number of conversations with a region is limited,
and further callers are refused immediately. Callers of a request that is already in progress share its result.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Generic, TypeVar

from hanse.ops.cloud.failures import CloudBusy

T = TypeVar("T")
PLACES = 6


class RequestLimit:
    """Counts the conversations in progress, by region; safe to share between threads."""

    def __init__(self, places: int = PLACES) -> None:
        self._places = places
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def enter(self, region: str) -> Iterator[None]:
        """Take one of a region's places during the block; raises CloudBusy if none is free."""
        with self._lock:
            if self._taken[region] >= self._places:
                raise CloudBusy("Too many requests to the cloud service are under way. Try again in a moment.")
            self._taken[region] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[region] -= 1


class Once(Generic[T]):
    """Runs a function once for several threads that need its result at the same time.

    The result is not kept: later callers run the function again.
    """

    def __init__(self) -> None:
        self._running: dict[str, Future[T]] = {}
        self._lock = threading.Lock()

    def run(self, key: str, function: Callable[[], T]) -> T:
        """Return the result of the function, or raise its exception; both may come from the thread that was first."""
        with self._lock:
            running = self._running.get(key)
            if running is None:
                mine: Future[T] = Future()
                self._running[key] = mine
        if running is not None:
            return running.result()
        try:
            mine.set_result(function())
        except BaseException as error:  # noqa: BLE001 - whatever it is, those who wait must learn of it.
            mine.set_exception(error)
        finally:
            with self._lock:
                del self._running[key]
        return mine.result()
