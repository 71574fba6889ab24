"""Counters of failures."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Failures:
    """The number of failures of a key within its window, and until when it is locked; 0 if it is not."""

    count: int
    locked_until: float


class Throttle(Protocol):
    """Counts failures, such as wrong passwords, per user and per network address."""

    async def read_failures(self, key: bytes, now: float) -> Failures:
        """Return the failures of a key."""
        ...

    async def fail(self, key: bytes, now: float, *, window_seconds: float, limit: int, lock_seconds: float) -> Failures:
        """Count one failure. At `limit` failures within the window the key is locked for `lock_seconds`."""
        ...

    async def clear(self, key: bytes) -> None:
        """Reset the failures of a key, for example after a correct password."""
        ...
