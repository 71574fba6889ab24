"""Connections to other servers, kept open for further requests for some seconds.

A connection belongs to a host name, a port and a scheme, never to an address: its certificate was verified for that
name. The address is checked when a connection is opened. This module is imported with the first request, because its
libraries take a quarter of a second.
"""

import ssl
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import httpcore

# Resolves a host name, checks all of its addresses, and returns one of them.
Resolve = Callable[[str, int], Awaitable[str]]
MOST_CONNECTIONS: Final = 256
MOST_KEPT: Final = 32
KEPT_SECONDS: Final = 15.0


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Opens connections to addresses that were checked, and to nothing else."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature.
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the address that was checked; it is not resolved again."""
        address = await self._resolve(host, port)
        return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """Wait, for the library's own retries."""
        await self._network.sleep(seconds)


def open_pool(resolve: Resolve, context: ssl.SSLContext, *, keeps: bool) -> httpcore.AsyncConnectionPool:
    """Return a pool of connections; with `keeps`, some stay open for the next request."""
    return httpcore.AsyncConnectionPool(
        ssl_context=context,
        max_connections=MOST_CONNECTIONS,
        max_keepalive_connections=MOST_KEPT if keeps else 0,
        keepalive_expiry=KEPT_SECONDS,
        network_backend=CheckedNetwork(resolve),
    )


def open_proxy(proxy: str, context: ssl.SSLContext) -> httpcore.AsyncConnectionPool:
    """Return connections through an HTTP proxy, which an administrator has chosen. None of them stays open.

    Requests to https addresses are tunneled (RFC 9110, section 9.3.6); the certificate of the target is verified.
    """
    return httpcore.AsyncHTTPProxy(proxy, ssl_context=context, max_keepalive_connections=0)
