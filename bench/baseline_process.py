"""Starts a bare application for comparisons as a separate process."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE_SECONDS = 30


@contextlib.contextmanager
def bare_application(module: str, *arguments: Path) -> Iterator[int]:
    """Run a module of bench/ with these arguments followed by a port; yield the port once it is open.

    Raises RuntimeError if it does not start.
    """
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([sys.executable, "-m", module, *arguments, str(port)])
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the bare application did not start")
            time.sleep(0.02)
        yield port
    finally:
        # It stores nothing important, and a graceful stop would first wait for the persistent connection.
        process.kill()
        process.wait()
