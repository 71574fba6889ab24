"""Kills processes that do not respond, so that their supervisor replaces them."""

import signal
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import structlog

from hanse.app.process_heartbeats import ProcessHeartbeats
from hanse.app.process_slots import DUMP_SIGNAL, Process, send_signal

LOG = structlog.stdlib.get_logger("hanse.process")
# The interval at which the supervisor checks the heartbeats.
CHECK_SECONDS: Final = 1.0
# A process without a heartbeat in so many checks is replaced. No work on its event loop takes nearly as long, even on a
# busy machine.
MISSED_CHECKS: Final = 15
# Time for a process to write its stacks before it is killed.
DUMP_SECONDS: Final = 0.5


@dataclass
class Watchdog:
    """Checks the heartbeats of all processes."""

    heartbeats: ProcessHeartbeats
    seconds: float = CHECK_SECONDS
    _due: float = 0.0

    def patience(self, processes: Collection[Process]) -> float:
        """Return the time, by the monotonic clock, of the next action of `check`."""
        return min([self._due, *(each.killed_at for each in processes if each.killed_at is not None)])

    def check(self, processes: Collection[Process]) -> None:
        """Check the heartbeats at intervals, and kill processes without one."""
        now = time.monotonic()
        for process in processes:
            if process.killed_at is not None and process.killed_at <= now:
                process.killed_at = None
                send_signal(process, signal.SIGKILL)
        if now < self._due:
            return
        # Counted from now and not from the due time: after a suspension of the supervisor, all processes have their
        # full time again.
        self._due = now + self.seconds
        for process in processes:
            if process.heartbeat_check.compare(self.heartbeats.count(process.slot.number)) == MISSED_CHECKS:
                self._end(process, now)

    def _end(self, process: Process, now: float) -> None:
        seconds = MISSED_CHECKS * self.seconds
        LOG.error("process does not respond", process=process.slot.name, pid=process.pid, seconds=seconds)
        send_signal(process, DUMP_SIGNAL)
        process.killed_at = now + DUMP_SECONDS
