"""Starts the server as a separate process and waits until it is ready, for measurements and packaging tests."""

import contextlib
import http.client
import json
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

POLL_SECONDS = 0.005
STOP_SECONDS = 20
LISTENING = "listening.json"


@dataclass(frozen=True)
class Answer:
    """A complete answer."""

    status: int
    headers: Message
    body: bytes


@dataclass(frozen=True)
class Serving:
    """A running server: the addresses of its listeners, and the time until it was ready."""

    admin: str
    engine: str
    seconds_to_ready: float
    pid: int

    def get(self, path: str, **headers: str) -> Answer:
        """Return the answer to a GET on the admin listener; its self-signed certificate is not verified."""
        return _get(self.admin, path, headers)


@contextlib.contextmanager
def serving(
    hanse: Path,
    data: Path,
    *,
    options: Sequence[str] = (),
    patience: float = 60,
    env: Mapping[str, str] | None = None,
) -> Iterator[Serving]:
    """Run `hanse serve` on a data folder and free ports until the block ends; then ask it to stop.

    Raises RuntimeError with what it printed when it ends early or is not ready after `patience` seconds.
    """
    # A file left by a killed server would name ports that are no longer in use.
    (data / LISTENING).unlink(missing_ok=True)
    log = data.with_name(f"{data.name}.log")
    command: list[str | Path] = [
        hanse,
        "serve",
        "--data",
        data,
        "--host",
        "127.0.0.1",
        "--admin-port",
        "0",
        "--engine-port",
        "0",
        *options,
    ]
    with log.open("wb") as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=env)
        try:
            while (listening := _ready(data)) is None:
                elapsed = time.perf_counter() - start
                if process.poll() is not None or elapsed > patience:
                    said = log.read_text(encoding="utf-8", errors="replace")
                    raise RuntimeError(f"not ready after {elapsed:.1f} s, exit code {process.returncode}:\n{said}")
                time.sleep(POLL_SECONDS)
            yield Serving(listening["admin"], listening["engine"], time.perf_counter() - start, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise


def _ready(data: Path) -> dict[str, str] | None:
    """Return where the listeners are, once the one for administration is ready."""
    try:
        listening: dict[str, str] = json.loads((data / LISTENING).read_text(encoding="utf-8"))
        return listening if _get(listening["admin"], "/readyz", {}).status == http.client.OK else None
    except (OSError, http.client.HTTPException):
        return None


def _get(admin: str, path: str, headers: Mapping[str, str]) -> Answer:
    address = urlsplit(admin)
    if address.scheme == "https":
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            "127.0.0.1", address.port, timeout=5, context=context
        )
    else:
        connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=5)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": address.netloc, **headers})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
