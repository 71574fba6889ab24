"""A limit of time for several steps together, whatever limits each of them has."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

# What each of several gets at least of the time that is left, in seconds, while there is so much.
_LEAST_SHARE = 5.0


class Deadline:
    """A moment by which something is to be done."""

    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._end, self._monotonic = monotonic() + seconds, monotonic

    def remaining(self) -> float:
        """Return the seconds that are left; zero when it has passed."""
        return max(0.0, self._end - self._monotonic())

    @property
    def has_passed(self) -> bool:
        """Whether nothing is left."""
        return self.remaining() <= 0

    def share(self, count: int) -> "Deadline":
        """Return the deadline of the first of so many, which one after the other use what is left."""
        remaining = self.remaining()
        return Deadline(max(remaining / count, min(remaining, _LEAST_SHARE)), self._monotonic)

    @contextmanager
    def guarding(self, find: Callable[[], socket.socket | None]) -> Iterator[None]:
        """Shut the socket down that `find` returns if the deadline passes within the block.

        Time-outs of sockets begin anew with each byte that arrives; a peer that sends one now and then is ended so.
        Raises TimeoutError at the end of a block in which that happened, where the block itself did not fail of it.
        """
        lock, is_over = threading.Lock(), [False, False]

        def end() -> None:
            with lock:
                is_over[1] = not is_over[0]
                found = find() if is_over[1] else None
                if found is not None:
                    # The plain socket's, as TLS has a lock-step of its own for a good end.
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
