"""The sample application as a process of its own, which continues when the server is restarted."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import psutil

from hanse.demo.record import DemoRecord

SECONDS_TO_START: Final = 10.0
_POLL_SECONDS: Final = 0.05
_COMMAND: Final = ("-m", "hanse", "demo", "application")


class CannotStart(Exception):
    """The application does not answer; the text says why."""


def start(data: Path, record: DemoRecord) -> int:
    """Start the application and return its process id once it listens. Raises CannotStart."""
    if answers(record):
        raise CannotStart(f"Port {record.port} is in use by another program.")
    log = data / "demo.log"
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - our own program with fixed arguments.
            [sys.executable, *_COMMAND, "--data", str(data.resolve())],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    deadline = time.monotonic() + SECONDS_TO_START
    while not answers(record):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise CannotStart(f"The demo application did not start; see {log}.")
        time.sleep(_POLL_SECONDS)
    return process.pid


def is_running(record: DemoRecord) -> bool:
    """Return whether the started application is still running."""
    return record.process is not None and _is_ours(record.process)


def stop(record: DemoRecord) -> None:
    """Stop the application, if it is running."""
    if record.process is not None and _is_ours(record.process):
        os.kill(record.process, signal.SIGTERM)


def answers(record: DemoRecord) -> bool:
    """Return whether something listens on the application's port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", record.port)) == 0


def _is_ours(process: int) -> bool:
    """Check the command line, because process ids are reused."""
    try:
        return all(part in psutil.Process(process).cmdline() for part in _COMMAND)
    except psutil.Error:
        return False
