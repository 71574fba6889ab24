"""Starts the server as a program of its own and waits until it is ready: for measurements and packaging tests."""

import contextlib
import http.client
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

POLL_SECONDS = 0.005
STOP_SECONDS = 20


@dataclass(frozen=True)
class Serving:
    """A server that runs: where its admin listener is, and how long it took until it was ready."""

    admin_port: int
    seconds_to_ready: float

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        """Return the answer to a GET on the admin listener; its certificate is of its own making, so unverified."""
        return _get(self.admin_port, path, headers)


@contextlib.contextmanager
def serving(hanse: Path, data: Path, *, patience: float = 60, env: dict[str, str] | None = None) -> Iterator[Serving]:
    """Run `hanse serve` on a data folder and free ports until the block ends; then ask it to stop.

    Raises RuntimeError with what it printed when it ends early or is not ready after `patience` seconds.
    """
    admin_port, engine_port = _free_ports(2)
    ports = ["--host", "127.0.0.1", "--admin-port", str(admin_port), "--engine-port", str(engine_port)]
    log = data.with_name(data.name + ".log")
    with log.open("wb") as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            [hanse, "serve", "--data", data, *ports],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=env or {**os.environ},
        )
        try:
            while not _is_ready(admin_port):
                elapsed = time.perf_counter() - start
                if process.poll() is not None or elapsed > patience:
                    said = log.read_text(encoding="utf-8", errors="replace")
                    raise RuntimeError(f"not ready after {elapsed:.1f} s, exit code {process.returncode}:\n{said}")
                time.sleep(POLL_SECONDS)
            yield Serving(admin_port, time.perf_counter() - start)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise


def _free_ports(count: int) -> list[int]:
    # Held open together so that they differ; the server takes them a moment later.
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def _get(port: int, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=context)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def _is_ready(port: int) -> bool:
    try:
        with _get(port, "/readyz", {}) as answer:
            return answer.status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
