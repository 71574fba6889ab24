"""Starting a provider as a separate process, on one core."""

import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Sequence

POLL_SECONDS = 0.1


def free_port() -> int:
    """Return a port that is not in use."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def pinned(core: int, *command: str) -> Sequence[str]:
    """Return a command that runs on one core only."""
    return ("taskset", "--cpu-list", str(core), *command)


def until_ready(process: "subprocess.Popen[bytes]", url: str, patience: float = 120) -> None:
    """Wait until an address answers; raises RuntimeError if the program ends or does not become ready."""
    deadline = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310 - an address on this machine.
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server at {url} did not start") from None
        time.sleep(POLL_SECONDS)
