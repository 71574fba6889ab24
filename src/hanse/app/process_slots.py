"""The slots in which a supervisor keeps processes running."""

import contextlib
import faulthandler
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from hanse.app.process_heartbeats import HeartbeatCheck
from hanse.app.process_link import ProcessLink
from hanse.ops.logging.pipes import LinePipe

# Writes the stack of each thread of a process to its standard error; sent to a process that does not respond.
DUMP_SIGNAL: Final = signal.SIGUSR2


@dataclass(frozen=True)
class ChildProcess:
    """The resources of a new process: the ends of its link and of its log pipe, and its heartbeat function."""

    slot: "ProcessSlot"
    link: ProcessLink
    log: int
    # Called on the event loop twice a second; see `process_heartbeats`.
    beat: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class ProcessSlot:
    """A slot for one process at a time. `run` is called in the new process and returns its exit code."""

    name: str
    # Unique among the slots of a supervisor, starting at 0.
    number: int
    run: Callable[[ChildProcess], int]
    # Called in the supervisor after a process of this slot has ended.
    after_end: Callable[[], None] = lambda: None


@dataclass
class Process:
    """A running process, as its supervisor knows it."""

    slot: ProcessSlot
    pid: int
    link: ProcessLink
    log: LinePipe
    started: float = field(default_factory=time.monotonic)
    is_ready: bool = False
    heartbeat_check: HeartbeatCheck = field(default_factory=HeartbeatCheck)
    # The time at which it is killed, after it stopped responding.
    killed_at: float | None = None

    def close(self) -> None:
        """Close the supervisor's ends of its link and of its pipe."""
        self.link.close()
        self.log.close()


def take_default_signals() -> None:
    """Restore the default handling of signals in a process that was just forked."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Ctrl+C in a terminal reaches all processes; only the supervisor reacts.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Without a standard error the signal ends the process, which would be the next step anyway.
    with contextlib.suppress(AttributeError, OSError, RuntimeError, ValueError):
        faulthandler.register(DUMP_SIGNAL, sys.stderr)


def cause_of_end(code: int) -> dict[str, object]:
    """Return the log fields for an exit code of `os.waitstatus_to_exitcode`."""
    return {"exit_code": code} if code >= 0 else {"signal": signal.Signals(-code).name}


def flush_output() -> None:
    """Flush the standard streams, whose content two processes would otherwise write after a fork."""
    sys.stdout.flush()
    sys.stderr.flush()


def send_signal(process: Process, number: signal.Signals) -> None:
    """Send a signal to a process that was not reaped yet, so that its id is still its own."""
    os.kill(process.pid, number)
