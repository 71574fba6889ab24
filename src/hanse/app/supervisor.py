"""Runs the processes of a server: starts them, replaces each one that ended or does not respond, and stops them.

The supervisor has one thread and no event loop, so that it can fork at any time. It has imported the modules of its
processes, so that a fork is ready soon and shares its memory. It has no listener and no database connection. Log lines
of all processes arrive by pipes, and only the supervisor writes the log.
"""

import contextlib
import os
import selectors
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import structlog

from hanse.app.backoff import Backoff
from hanse.app.process_heartbeats import ProcessHeartbeats
from hanse.app.process_link import FAILED, GO, PREPARED, READY, ProcessLink
from hanse.app.process_slots import (
    ChildProcess,
    Process,
    ProcessSlot,
    cause_of_end,
    flush_output,
    send_signal,
    take_default_signals,
)
from hanse.app.stop_signals import STOPPING_SIGNALS, readable_signals
from hanse.app.watchdog import CHECK_SECONDS, Watchdog
from hanse.ops.logging.pipes import LinePipe, open_pipe
from hanse.ops.logging.writer import LogWriter

LOG = structlog.stdlib.get_logger("hanse.process")
# Longer than listeners take to answer open requests.
STOP_SECONDS: Final = 25.0
# A repeated signal within this time is the same one: a service manager may signal each process, and a shell pass it on.
TWICE_SECONDS: Final = 0.5


class StartFailed(Exception):
    """A process cannot start; the message has the remedy."""


@dataclass
class Supervisor:
    """Runs the slots: the first one immediately, the others after it has reported that everything is prepared."""

    slots: Sequence[ProcessSlot]
    log: LogWriter
    # Called between the start of the first process and that of the others, to import their modules.
    preload: Callable[[], None]
    # Called when all are ready, and for each later process when it is ready; receives the messages of the processes.
    announce: Callable[[Mapping[str, Any]], None]
    # Called when the processes should stop, to release callers that would wait in vain.
    on_stop: Callable[[], None] = lambda: None
    check_seconds: float = CHECK_SECONDS
    _processes: dict[int, Process] = field(default_factory=dict)
    _waiting: dict[ProcessSlot, float] = field(default_factory=dict)
    _backoffs: dict[str, Backoff] = field(default_factory=dict)
    _facts: dict[str, Any] = field(default_factory=dict)
    _is_prepared: bool = False
    _is_started: bool = False
    _stops_at: float | None = None
    _stopped: float = 0.0
    _failure: str | None = None
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def __post_init__(self) -> None:
        """Create the shared memory for the processes' heartbeats."""
        self._heartbeats = ProcessHeartbeats(len(self.slots))
        self._watchdog = Watchdog(self._heartbeats, self.check_seconds)

    def run(self) -> None:
        """Run until SIGTERM or SIGINT. Raises StartFailed if a process cannot start at first."""
        with readable_signals() as signals:
            self._selector.register(signals, selectors.EVENT_READ)
            first, *others = self.slots
            self._start(first)
            self.preload()
            for slot in others:
                self._start(slot)
            while self._processes or self._waiting:
                self._turn(signals)
            self._selector.close()
        if self._failure is not None:
            raise StartFailed(self._failure)

    def _turn(self, signals: int) -> None:
        """Wait for an event, and do what is due."""
        for key, _ in self._selector.select(self._patience()):
            if key.fd == signals:
                for number in os.read(signals, 4096):
                    self._signalled(number)
            elif isinstance(key.data, Process) and key.data.pid in self._processes:
                self._receive(key.data, key.fd)
        self._reap()
        now = time.monotonic()
        for slot in [slot for slot, due in self._waiting.items() if due <= now]:
            del self._waiting[slot]
            self._start(slot)
        if self._stops_at is None:
            self._watchdog.check(self._processes.values())
        elif now >= self._stops_at:
            self._kill(signal.SIGKILL)

    def _patience(self) -> float:
        """Return the seconds until the next timed action is due."""
        next_check = self._watchdog.patience(self._processes.values())
        due = min([next_check if self._stops_at is None else self._stops_at, *self._waiting.values()])
        return max(0.0, due - time.monotonic())

    def _start(self, slot: ProcessSlot) -> None:
        own, theirs = ProcessLink.pair()
        reading, writing = open_pipe()
        self._heartbeats.reset(slot.number)
        flush_output()
        pid = os.fork()
        if pid == 0:
            own.close()
            os.close(reading)
            self._become(ChildProcess(slot, theirs, writing, lambda: self._heartbeats.beat(slot.number)))
        theirs.close()
        os.close(writing)
        process = Process(slot, pid, own, LinePipe(reading))
        self._processes[pid] = process
        self._selector.register(own, selectors.EVENT_READ, process)
        self._selector.register(reading, selectors.EVENT_READ, process)
        if self._is_prepared:
            own.send(GO)
        log = LOG.info if self._is_started else LOG.debug
        log("process started", process=slot.name, pid=pid)

    def _become(self, child: ChildProcess) -> NoReturn:
        """Run the new process.

        It closes all resources of the supervisor, and never returns to the supervisor's code.
        """
        code = 1
        try:
            take_default_signals()
            self._selector.close()
            for other in self._processes.values():
                other.close()
            code = child.slot.run(child)
        finally:
            os._exit(code)

    def _receive(self, process: Process, descriptor: int) -> None:
        if descriptor != process.link.fileno():
            self._pass_on(process)
            return
        messages = process.link.receive()
        if messages is None:
            # It has ended or is about to; SIGCHLD follows.
            self._selector.unregister(process.link)
            return
        for message in messages:
            self._handle_message(process, message)

    def _handle_message(self, process: Process, message: dict[str, Any]) -> None:
        kind = message.pop("kind")
        LOG.debug("message from a process received", process=process.slot.name, kind=kind)
        if kind == PREPARED and not self._is_prepared:
            self._is_prepared = True
            for each in self._processes.values():
                each.link.send(GO)
        elif kind == READY:
            process.is_ready = True
            self._facts |= message
            # A process that failed to start is no longer among them, and the others are being stopped.
            is_complete = self._failure is None and all(each.is_ready for each in self._processes.values())
            if self._is_started or is_complete:
                self._is_started = True
                self.announce(self._facts)
        elif kind == FAILED:
            LOG.error("process cannot start", process=process.slot.name, reason=message["reason"])
            if not self._is_started:
                self._give_up(message["reason"])

    def _pass_on(self, process: Process) -> None:
        """Write the log lines that a process has sent."""
        lines = process.log.read()
        if lines:
            self.log.log_text(lines)
        if process.log.is_at_end:
            self._selector.unregister(process.log.fileno())

    def _reap(self) -> None:
        while self._processes:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            # As the first process of a container, it also receives the exit statuses of other processes.
            if pid in self._processes:
                self._ended(self._processes.pop(pid), os.waitstatus_to_exitcode(status))

    def _ended(self, process: Process, code: int) -> None:
        # Its last message may have arrived after the last check.
        while messages := process.link.receive(waits=False):
            for message in messages:
                self._handle_message(process, message)
        self.log.log_text(process.log.read_rest())
        for each in (process.link.fileno(), process.log.fileno()):
            with contextlib.suppress(KeyError):
                self._selector.unregister(each)
        process.close()
        slot = process.slot
        slot.after_end()
        if self._stops_at is not None:
            return
        if not self._is_started:
            LOG.error("process ended while it started", process=slot.name, pid=process.pid, **cause_of_end(code))
            self._give_up(f"the {slot.name} process ended while the server started; its log has the reason")
            return
        delay = self._backoffs.setdefault(slot.name, Backoff()).delay(time.monotonic() - process.started)
        log = LOG.info if code == 0 else LOG.error
        log("process ended", process=slot.name, pid=process.pid, **cause_of_end(code), starts_again_in=delay)
        self._waiting[slot] = time.monotonic() + delay

    def _signalled(self, number: int) -> None:
        if number not in STOPPING_SIGNALS:
            return
        if self._stops_at is None:
            LOG.info("stopping", signal=signal.Signals(number).name)
            self._stop()
        elif time.monotonic() - self._stopped >= TWICE_SECONDS:
            LOG.warning("stopping immediately", signal=signal.Signals(number).name)
            self._kill(signal.SIGKILL)

    def _give_up(self, reason: str) -> None:
        if self._failure is None:
            self._failure = reason
            self._stop()

    def _stop(self) -> None:
        self._stopped = time.monotonic()
        self._stops_at = self._stopped + STOP_SECONDS
        self._waiting.clear()
        self._kill(signal.SIGTERM)
        self.on_stop()

    def _kill(self, number: signal.Signals) -> None:
        for process in self._processes.values():
            send_signal(process, number)
        if number is signal.SIGKILL:
            self._stops_at = time.monotonic() + STOP_SECONDS
