"""Signs of life of several processes, in memory that they share with their supervisor.

A process whose event loop is blocked still exists and still accepts nothing: nobody would replace it. So the event
loop of each process increases a counter twice a second, and the supervisor looks at the counters once a second. The
supervisor compares counters and no times: when the whole machine stood still, the supervisor did too, and no process
is taken for a blocked one.
"""

import mmap
import struct
from collections.abc import Callable
from typing import Final

from hanse.kit.periodic import Periodic

BEAT_SECONDS: Final = 0.5
_COUNT: Final = struct.Struct("=Q")


class ProcessHeartbeats:
    """The counters of all processes. Made before they are forked."""

    def __init__(self, processes: int) -> None:
        self._memory = mmap.mmap(-1, max(mmap.PAGESIZE, processes * _COUNT.size))

    def beat(self, number: int) -> None:
        """Increase the counter of a process; for that process only."""
        self._write(number, self.count(number) + 1)

    def count(self, number: int) -> int:
        """Return the counter of a process; 0 before its first sign of life."""
        found: int = _COUNT.unpack_from(self._memory, number * _COUNT.size)[0]
        return found

    def reset(self, number: int) -> None:
        """Begin anew, for a process that takes the place of another one."""
        self._write(number, 0)

    def _write(self, number: int, count: int) -> None:
        _COUNT.pack_into(self._memory, number * _COUNT.size, count)


class HeartbeatCheck:
    """Counts the consecutive checks in which one process showed no heartbeat."""

    def __init__(self) -> None:
        self._seen = 0
        self.missed = 0

    def look(self, count: int) -> int:
        """Take the counter of the process, and return the number of looks that it has missed since its last beat.

        Looks before the first beat are not counted: a process may take long to start.
        """
        self.missed = 0 if count != self._seen or count == 0 else self.missed + 1
        self._seen = count
        return self.missed


async def keep_beating(beat: Callable[[], None]) -> None:
    """Give signs of life for as long as the event loop runs."""

    async def step() -> None:
        beat()

    await Periodic("heartbeat of the process", step, BEAT_SECONDS, first_seconds=0).run()
