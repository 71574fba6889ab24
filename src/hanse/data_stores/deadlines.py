"""A common time limit for several steps that have limits of their own."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

# Minimum share of the remaining time for each of several steps, in seconds, as long as enough is left.
_LEAST_SHARE = 5.0


class Deadline:
    """A point in time at which something must be finished."""

    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._end, self._monotonic = monotonic() + seconds, monotonic

    def remaining(self) -> float:
        """Return the remaining seconds; zero when it has passed."""
        return max(0.0, self._end - self._monotonic())

    @property
    def has_passed(self) -> bool:
        """Return whether no time is left."""
        return self.remaining() <= 0

    def share(self, count: int) -> "Deadline":
        """Return the deadline of the first of several steps, which share the remaining time."""
        remaining = self.remaining()
        return Deadline(max(remaining / count, min(remaining, _LEAST_SHARE)), self._monotonic)

    @contextmanager
    def guarding(self, find: Callable[[], socket.socket | None]) -> Iterator[None]:
        """Shut down the socket that `find` returns if the deadline passes within the block.

        Time-outs of sockets start again with each byte, so that a slow peer would never reach them. Raises
        TimeoutError at the end of a block in which that happened, unless the block itself failed.
        """
        lock, is_over = threading.Lock(), [False, False]

        def end() -> None:
            with lock:
                is_over[1] = not is_over[0]
                found = find() if is_over[1] else None
                if found is not None:
                    # The plain socket's method, because closing TLS waits for the other side.
                    with suppress(OSError):
                        socket.socket.shutdown(found, socket.SHUT_RDWR)

        timer = threading.Timer(self.remaining(), end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with lock:
                is_over[0] = True
        if is_over[1]:
            raise TimeoutError
