"""Randomness that gives the same bytes in every run."""

import random
import threading
from typing import Any, NewType

Position = NewType("Position", tuple[Any, ...])


class SeededRandomness:
    """A repeatable source. Threads that share it never get the same bytes, but their order varies."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)  # noqa: S311 - repeatable on purpose; nothing in a test is secret.
        self._lock = threading.Lock()

    def token_bytes(self, count: int) -> bytes:
        with self._lock:
            return self._random.randbytes(count)

    def position(self) -> Position:
        """Return what `move_to` needs to continue from here."""
        with self._lock:
            return Position(self._random.getstate())

    def move_to(self, position: Position) -> None:
        """Continue from a position of another source."""
        with self._lock:
            self._random.setstate(position)
