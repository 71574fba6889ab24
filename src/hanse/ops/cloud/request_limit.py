"""Limits simultaneous conversations with the cloud.

A region that does not answer makes callers wait for seconds. So each region has a small number of places, and a caller
that finds no free place is refused immediately. A request that is already under way is not sent again.
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
    """Counts the conversations under way, by region; safe to share between threads."""

    def __init__(self, places: int = PLACES) -> None:
        self._places = places
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def enter(self, region: str) -> Iterator[None]:
        """Hold one of a region's places; raises CloudBusy when there is none."""
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
    """Runs what several threads want at the same time once, and gives the result to all of them.

    Nothing is remembered beyond that: who comes after the end runs it anew.
    """

    def __init__(self) -> None:
        self._running: dict[str, Future[T]] = {}
        self._lock = threading.Lock()

    def run(self, key: str, function: Callable[[], T]) -> T:
        """Return the function's result, or raise what it raised, here or in the thread that was first."""
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
