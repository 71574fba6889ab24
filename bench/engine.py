"""Requests per second for the metadata and keys of an issuer, compared with an application that returns the same bytes.

Eight persistent connections send requests without pauses. Batches to Hanse and to the bare application
(`bench.constant_app`) alternate, so that other load on the machine affects both. The figures are medians, and their
ratio ("share") is comparable between machines. Neither uses TLS, whose equal cost would improve the ratio. The last
line is the number of database statements that the requests cause, which must be 0.
"""

import argparse
import asyncio
import contextlib
import logging
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit
from urllib.request import urlopen

import structlog
import uvloop
from tests.engine.server import engine_server
from tests.support.configurations import replace

from bench.admin_api import HANSE
from bench.baseline_process import bare_application
from bench.constant_app import PATHS
from bench.running_server import serving
from hanse.app.core import ProcessEnvironment, opened
from hanse.kit.clock import SystemClock
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS

CONNECTIONS = 8
BATCH = 4000
COUNTED = 1000
END_OF_HEAD = b"\r\n\r\n"
LENGTH = b"content-length:"


class Asking(asyncio.Protocol):
    """A connection that sends the next request after each answer, until `left` is used up."""

    def __init__(self, request: bytes, left: list[int], done: asyncio.Future[None]) -> None:
        self._request, self._left, self._done = request, left, done
        self._waiting, self._received = 0, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        # uvloop's transports do not derive from asyncio's.
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Send the next request after a complete answer; an unsuccessful answer ends the measurement."""
        self._received += data
        head, separator, body = self._received.partition(END_OF_HEAD)
        if not separator or len(body) < _length(head):
            return
        self._received = b""
        self._left[0] -= 1
        if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 304")):
            self._fail(RuntimeError(head.decode(errors="replace")))
        elif self._left[0] > 0:
            self._transport.write(self._request)
        elif not self._done.done():
            self._done.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail unless the batch is complete."""
        self._fail(exc or RuntimeError("the server closed a connection"))

    def _fail(self, error: Exception) -> None:
        if not self._done.done():
            self._done.set_exception(error)


def _length(head: bytes) -> int:
    lines = (line for line in head.lower().split(b"\r\n") if line.startswith(LENGTH))
    return int(next(lines, LENGTH + b"0")[len(LENGTH) :])


async def _batch(port: int, request: bytes) -> float:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    left = [BATCH]
    made = [
        await loop.create_connection(lambda: Asking(request, left, done), "127.0.0.1", port) for _ in range(CONNECTIONS)
    ]
    began = time.perf_counter()
    await done
    seconds = time.perf_counter() - began
    for transport, _ in made:
        transport.abort()
    return BATCH / seconds


def rate(port: int, host: str, path: str, *fields: str) -> float:
    """Return the requests per second of one batch."""
    head = [f"GET {path} HTTP/1.1", f"Host: {host}", "User-Agent: bench", "Accept: application/json", *fields]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_batch(port, "\r\n".join([*head, "", ""]).encode()))


@contextlib.contextmanager
def hanse(data: Path) -> Iterator[str]:
    """Run a server that is set up, and yield its engine's address."""
    with opened(Options(data=data), ProcessEnvironment(SystemClock(), SystemRandomness())) as core:
        replace(core.configuration, SERVER_SETTINGS, "-", {"federationInfo": {"baseUrl": "http://localhost:9031"}})
    with serving(HANSE, data, options=["--no-tls", "--engine-workers", "1"]) as server:
        yield server.engine


def count_statements() -> int:
    """Return the number of database statements for a thousand requests."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with (
        tempfile.TemporaryDirectory(prefix="hanse-bench-") as name,
        engine_server(f"sqlite:///{name}/hanse.db", Path(name)) as engine,
    ):
        engine.set_base_url()
        statements = engine.statements()
        for path in (*PATHS.values(), *PATHS.values()) * (COUNTED // 4):
            engine.get(path).raise_for_status()
        return len(statements)


def compare(rounds: int, folder: Path) -> None:
    """Print a line for each request."""
    with hanse(folder / "data") as address:
        etags = {}
        for name, path in PATHS.items():
            with urlopen(address + path, timeout=10) as answer:  # noqa: S310 - our own server.
                (folder / name).write_bytes(answer.read())
                etags[name] = answer.headers["ETag"]
        url = urlsplit(address)
        with bare_application("bench.constant_app", folder) as peer:
            for name, path in PATHS.items():
                for title, fields in ((name, []), (f"{name}, known already", [f"If-None-Match: {etags[name]}"])):
                    pairs = [
                        [rate(port, url.netloc, path, *fields) for port in (url.port or 0, peer)] for _ in range(rounds)
                    ]
                    ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
                    print(f"{title:<30}{ours:>9.0f}{theirs:>9.0f}{ours / theirs:>9.2f}")


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="batches of each request (9)")
    rounds = parser.parse_args().rounds
    print(f"{'requests a second, medians':<30}{'Hanse':>9}{'bare':>9}{'share':>9}")
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as name:
        compare(rounds, Path(name))
    print(f"statements in the database for {COUNTED} requests: {count_statements()}")


if __name__ == "__main__":
    main()
