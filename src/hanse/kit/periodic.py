"""Background jobs that a server repeats as long as it runs.

A job that fails is repeated with growing delays up to a limit. The log has a line when that begins, for each unexpected
failure, and when the job succeeds again.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

import structlog
from starlette.concurrency import run_in_threadpool

from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.jobs")
# Longest pause after failures, unless the job's ordinary pause is longer.
LONGEST_PAUSE_SECONDS: Final = 60.0
Pause = Callable[[float], Awaitable[None]]


class Periodic:
    """Calls a step at intervals. The step is a coroutine function; `on_thread` makes one of a function that blocks."""

    def __init__(
        self,
        name: str,
        step: Callable[[], Awaitable[object]],
        seconds: float,
        *,
        first_seconds: float | None = None,
        longest_seconds: float = LONGEST_PAUSE_SECONDS,
        pause: Pause = asyncio.sleep,
    ) -> None:
        """`seconds` is the pause between two calls, and `first_seconds` that before the first; the same if not given.

        `longest_seconds` limits the pauses after failures.

        `pause` waits; it raises when the job is to end, as `asyncio.sleep` does when the job's task is cancelled.
        """
        self._step = step
        self._first_seconds = seconds if first_seconds is None else first_seconds
        self._pause = pause
        self._attempts = _Attempts(name, seconds, longest_seconds)

    async def run(self) -> None:
        """Do the job until the pause ends it."""
        if self._first_seconds:
            await self._pause(self._first_seconds)
        while True:
            with self._attempts.attempt():
                await self._step()
            await self._pause(self._attempts.pause_seconds)


class PeriodicThread:
    """Calls a blocking step at intervals, on a thread of its own, until it is stopped."""

    def __init__(
        self,
        name: str,
        step: Callable[[], object],
        seconds: float,
        *,
        thread: str,
        first_seconds: float | None = None,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """`pause` waits in place of the thread, and may return early; `thread` is the name of the thread."""
        self._step = step
        self._first_seconds = seconds if first_seconds is None else first_seconds
        self.ending = threading.Event()
        self._pause = pause or self.ending.wait
        self._attempts = _Attempts(name, seconds)
        self._thread = threading.Thread(target=self._run, name=thread, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, wake: Callable[[], object] = lambda: None) -> None:
        """End after the step that is running, and wait for that; `wake` ends a pause of the caller's own."""
        self.ending.set()
        wake()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        if self._first_seconds:
            self._pause(self._first_seconds)
        while not self.ending.is_set():
            with self._attempts.attempt():
                self._step()
            self._pause(self._attempts.pause_seconds)


class _Attempts:
    """Counts the consecutive failures of a job, for the log and for the next pause."""

    def __init__(self, name: str, seconds: float, longest_seconds: float = LONGEST_PAUSE_SECONDS) -> None:
        self._name = name
        self._seconds = seconds
        self._longest_seconds = max(seconds, longest_seconds)
        self._failures = 0

    @property
    def pause_seconds(self) -> float:
        """The pause before the next attempt."""
        # A step that fails immediately because a service is unavailable must not be repeated hundreds of times a
        # minute.
        return min(self._seconds * float(2 ** min(self._failures, 10)), self._longest_seconds)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Log how a step ends, and set the next pause. Its failure is not raised further."""
        try:
            yield
        except Unavailable as error:
            self._failures += 1
            if self._failures == 1:
                LOG.warning("background job failed", job=self._name, reason=error.message)
        except Exception:
            self._failures += 1
            LOG.exception("job failed", job=self._name)
        else:
            if self._failures:
                LOG.info("background job succeeded again", job=self._name, failures=self._failures)
            self._failures = 0


def on_thread(function: Callable[[], object]) -> Callable[[], Awaitable[object]]:
    """Return a step that calls a blocking function on a worker thread."""
    return partial(run_in_threadpool, function)
