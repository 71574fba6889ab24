"""Shared memory in which the processes of a cluster's engine publish their state.

The keeper, which follows the publications, shows how fresh the copy is. Each engine worker shows which write of the
copy it serves, so that the keeper reports a publication as applied when all workers have applied it.
"""

import mmap
import struct
import time
from collections.abc import Sequence
from typing import Final

from hanse.cluster.replication.freshness import Freshness

_FRESHNESS: Final = struct.Struct("=??d")
_WRITE: Final = struct.Struct("=q")
# Offset of the workers' numbers.
_WORKERS: Final = 64
# The value of a worker that does not serve.
_OUT: Final = -1
_POLL_SECONDS: Final = 0.005


class NodeBoard:
    """The shared memory. Created before the processes are forked."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._memory = mmap.mmap(-1, max(mmap.PAGESIZE, _WORKERS + workers * _WRITE.size))
        for number in range(workers):
            self.leave(number)

    def show_freshness(self, freshness: Freshness) -> None:
        """Publish the keeper's knowledge of the publications."""
        content = _FRESHNESS.pack(freshness.is_reachable, freshness.is_behind, freshness.verified)
        self._memory[: _FRESHNESS.size] = content

    def freshness(self) -> Freshness:
        """Return the last published knowledge of the keeper."""
        return Freshness(*_FRESHNESS.unpack_from(self._memory))

    def show_write(self, worker: int, number: int) -> None:
        """Show which write of the copy a worker serves; for that worker."""
        _WRITE.pack_into(self._memory, _WORKERS + worker * _WRITE.size, number)

    def leave(self, worker: int) -> None:
        """Record that a worker does not serve, so that nobody waits for it."""
        self.show_write(worker, _OUT)

    def lagging(self, number: int) -> list[int]:
        """Return the workers that serve an older write of the copy."""
        found = (_WRITE.unpack_from(self._memory, _WORKERS + each * _WRITE.size)[0] for each in range(self.workers))
        return [worker for worker, served in enumerate(found) if _OUT != served < number]

    def wait_for_workers(self, number: int, seconds: float) -> Sequence[int]:
        """Wait until all workers serve a write of the copy, and return those that do not after some seconds."""
        deadline = time.monotonic() + seconds
        while (lagging := self.lagging(number)) and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
        return lagging
