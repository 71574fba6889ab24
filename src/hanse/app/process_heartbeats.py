"""Heartbeats of several processes, in memory that they share with their supervisor.

A process whose event loop is blocked still exists but accepts nothing, and would never be replaced. So the event loop
of each process increases a counter twice a second, and the supervisor checks the counters once a second. The supervisor
compares counters and not times: if the whole machine was suspended, so was the supervisor, and no process seems
blocked.
"""

import mmap
import struct
from collections.abc import Callable
from typing import Final

from hanse.kit.periodic import Periodic

BEAT_SECONDS: Final = 0.5
_COUNT: Final = struct.Struct("=Q")


class ProcessHeartbeats:
    """The counters of all processes. Created before they are forked."""

    def __init__(self, processes: int) -> None:
        self._memory = mmap.mmap(-1, max(mmap.PAGESIZE, processes * _COUNT.size))

    def beat(self, number: int) -> None:
        """Increase the counter of a process; for that process only."""
        self._write(number, self.count(number) + 1)

    def count(self, number: int) -> int:
        """Return the counter of a process; 0 before its first heartbeat."""
        found: int = _COUNT.unpack_from(self._memory, number * _COUNT.size)[0]
        return found

    def reset(self, number: int) -> None:
        """Start again at 0, for a process that replaces another one."""
        self._write(number, 0)

    def _write(self, number: int, count: int) -> None:
        _COUNT.pack_into(self._memory, number * _COUNT.size, count)


class HeartbeatCheck:
    """Counts the consecutive checks in which one process showed no heartbeat."""

    def __init__(self) -> None:
        self._seen = 0
        self.missed = 0

    def compare(self, count: int) -> int:
        """Compare the counter, and return the number of consecutive checks without a new heartbeat.

        Checks before the first heartbeat are not counted: a process may take long to start.
        """
        self.missed = 0 if count != self._seen or count == 0 else self.missed + 1
        self._seen = count
        return self.missed


async def keep_beating(beat: Callable[[], None]) -> None:
    """Increase the counter for as long as the event loop runs."""

    async def step() -> None:
        beat()

    await Periodic("heartbeat of the process", step, BEAT_SECONDS, first_seconds=0).run()
