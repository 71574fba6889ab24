"""One HTTP server among several in one event loop."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Generator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from hanse.kit.http.connection_acceptor import Acceptor, AcceptorShare, Connections
from hanse.kit.http.protocol import ConnectionLimits, LimitedProtocol
from hanse.kit.http.refusals import Refusal, refusal

KEEP_ALIVE_SECONDS = 15
GRACE_SECONDS = 20


@dataclass(frozen=True)
class Timing:
    """Time limits of connections and of the shutdown, in whole seconds."""

    keep_alive: int = KEEP_ALIVE_SECONDS
    grace: int = GRACE_SECONDS


@dataclass(frozen=True)
class ListenerAddress:
    """The sockets of a listener's port, and its TLS context (None: plain HTTP)."""

    name: str
    sockets: list[socket.socket]
    tls: ssl.SSLContext | None = None
    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    timing: Timing = field(default_factory=Timing)
    # The answer to input that is not a valid request.
    refusal: Refusal = refusal
    # Used if other processes listen on the same sockets.
    share: AcceptorShare | None = None

    @property
    def port(self) -> int:
        """Return the port."""
        number: int = self.sockets[0].getsockname()[1]
        return number

    @property
    def address(self) -> str:
        """Return the address that a person on this machine opens."""
        return f"{'http' if self.tls is None else 'https'}://localhost:{self.port}"


class Listener(uvicorn.Server):
    """A server for one application on some sockets. Its caller handles signals, instead of uvicorn."""

    def __init__(self, endpoint: ListenerAddress, app: ASGIApp) -> None:
        tls = endpoint.tls
        super().__init__(
            uvicorn.Config(
                app,
                interface="asgi3",
                http=LimitedProtocol.with_limits(endpoint.limits, endpoint.refusal),
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                # The caller's address is the connection's. Trusted proxies are configured, not uvicorn's default of
                # trusting every local process to name any address, even the loopback one.
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=endpoint.timing.keep_alive,
                timeout_graceful_shutdown=endpoint.timing.grace,
                ssl_context_factory=None if tls is None else lambda _config, _default: tls,
            )
        )
        self.endpoint = endpoint
        self.listening = asyncio.Event()
        if endpoint.share is not None:
            self.server_state.connections = Connections(endpoint.share)

    async def run_here(self) -> None:
        """Serve in the running loop until `stop` is called; returns when the last request is answered."""
        await self.serve(self.endpoint.sockets)

    def stop(self) -> None:
        """Stop accepting, answer open requests, then close. A second call drops open requests."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections."""
        config, endpoint = self.config, self.endpoint
        protocol: Any = config.http_protocol_class
        make = partial(protocol, config=config, server_state=self.server_state, app_state={})
        connections = self.server_state.connections
        self.servers: list[Any] = [
            Acceptor(each, make, endpoint.tls, connections, endpoint.share) for each in sockets or endpoint.sockets
        ]
        self.started = True
        self.listening.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Ignore signals: one process runs several listeners."""
        yield
