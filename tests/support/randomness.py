"""Randomness that gives the same bytes in every run."""

import random
import threading


class SeededRandomness:
    """A repeatable source. Threads that share it never get the same bytes, but their order varies."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)  # noqa: S311 - repeatable on purpose; nothing in a test is secret.
        self._lock = threading.Lock()

    def token_bytes(self, count: int) -> bytes:
        with self._lock:
            return self._random.randbytes(count)
