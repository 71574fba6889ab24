"""A real listener on a free port, and a client that sends raw bytes, so that no HTTP library corrects them."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import uvloop
from starlette.types import ASGIApp

from hanse.kit.http.edge import EdgeSettings
from hanse.kit.http.listener import Listener, ListenerAddress, Timing
from hanse.kit.http.protocol import ConnectionLimits
from hanse.kit.http.sockets import listen
from hanse.kit.randomness import SystemRandomness


class Observations:
    def __init__(self) -> None:
        self.seen: list[tuple[str, str, int]] = []

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        assert seconds >= 0
        self.seen.append((method, route, status))


def edge(**changes: Any) -> EdgeSettings:
    settings: dict[str, Any] = {
        "listener": "admin",
        "tls": True,
        "randomness": SystemRandomness(),
        "observer": Observations(),
    }
    return EdgeSettings(**(settings | changes))


@contextlib.asynccontextmanager
async def serving(
    app: ASGIApp, *, limits: ConnectionLimits | None = None, tls: ssl.SSLContext | None = None, grace: int = 5
) -> AsyncIterator[Listener]:
    endpoint = ListenerAddress(
        "admin",
        listen("127.0.0.1", 0, "--admin-port"),
        tls,
        limits or ConnectionLimits(),
        Timing(keep_alive=5, grace=grace),
    )
    listener = Listener(endpoint, app)
    task = asyncio.create_task(listener.run_here())
    await listener.listening.wait()
    try:
        yield listener
    finally:
        listener.stop()
        await task


async def exchange(listener: Listener, request: bytes) -> bytes:
    """Send bytes and return the whole response, up to the end of the connection."""
    async with connected(listener) as (reader, writer):
        writer.write(request)
        return await reader.read()


@contextlib.asynccontextmanager
async def connected(listener: Listener) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.endpoint.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def run(scenario: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(scenario, 20))


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])
