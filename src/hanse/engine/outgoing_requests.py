"""Requests to registered addresses, such as a client's JWKS URL.

Hosts are checked when a connection is opened (`kit.http.outgoing_addresses`). Certificates are verified for the host
name, by the authorities of the system and the configured ones. Connections are kept for seconds.
"""

import asyncio
import json
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from hanse.kit.errors import ExternalFailure
from hanse.kit.http.outgoing_addresses import (
    AddressRefused,
    Network,
    OutgoingAddresses,
    host_header,
    request_target,
)
from hanse.kit.periodic import Periodic
from hanse.kit.spans import AttributeValue, call_span

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpcore

_MOST_ANSWER_BYTES: Final = 64 * 1024
_RETIRED_SECONDS: Final = 60.0


class _Content(NamedTuple):
    """The content of a request, its type, and the bearer token of the request; empty for none."""

    type: str
    octets: bytes
    bearer: str = ""


class _TooLong(Exception):
    """An answer is longer than the caller accepts."""


class GuardedRequests:
    """Requests over HTTP; implements `outgoing.Outgoing`."""

    def __init__(self, allowed: Sequence[Network] = (), authorities: Callable[[], str] = lambda: "") -> None:
        """`allowed` are networks that may be reached although they are not public.

        `authorities` returns the certificates, as PEM, of authorities that are trusted in addition to those of the
        system.
        """
        self._addresses = OutgoingAddresses(allowed)
        self._authorities = authorities
        self._context: tuple[str, ssl.SSLContext] | None = None
        # Belongs to the event loop on which `keep_connections` runs; with the context that verified its connections.
        self._kept: tuple[ssl.SSLContext, httpcore.AsyncConnectionPool] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._retired: list[httpcore.AsyncConnectionPool] = []
        self._closing: list[httpcore.AsyncConnectionPool] = []

    async def get(
        self, url: str, *, most_bytes: int = 256 * 1024, seconds: float = 5.0, proxy: str = ""
    ) -> tuple[int, bytes]:
        """Return status and body."""
        return await self._send("GET", url, most_bytes, seconds, proxy=proxy)

    async def post(
        self,
        url: str,
        content: bytes,
        *,
        media_type: str,
        most_bytes: int = 256 * 1024,
        seconds: float = 5.0,
        proxy: str = "",
    ) -> tuple[int, bytes]:
        """Send octets of a media type, and return status and body."""
        return await self._send("POST", url, most_bytes, seconds, _Content(media_type, content), proxy)

    async def post_form(self, url: str, form: dict[str, str], *, seconds: float = 5.0) -> int:
        """Send a form and return the status."""
        content = _Content("application/x-www-form-urlencoded", urlencode(form).encode())
        status, _ = await self._send("POST", url, _MOST_ANSWER_BYTES, seconds, content)
        return status

    async def post_json(self, url: str, content: dict[str, str], *, bearer: str = "", seconds: float = 5.0) -> int:
        """Send a JSON object, with a bearer token (RFC 6750, section 2.1) if there is one, and return the status."""
        sent = _Content("application/json", json.dumps(content).encode(), bearer)
        status, _ = await self._send("POST", url, _MOST_ANSWER_BYTES, seconds, sent)
        return status

    async def keep_connections(self) -> None:
        """Keep connections open for further requests while this runs; the job of a serving process."""
        self._loop = asyncio.get_running_loop()
        try:
            await Periodic("retired connections", self._close_retired, _RETIRED_SECONDS).run()
        finally:
            self._loop = None
            left = [*self._closing, *self._retired, *([self._kept[1]] if self._kept is not None else [])]
            self._kept, self._retired, self._closing = None, [], []
            await _close(left)

    async def _close_retired(self) -> None:
        """Close the pools that were retired before the previous call: no request lasts longer than the interval."""
        ready, self._closing, self._retired = self._closing, self._retired, []
        await _close(ready)

    async def _send(
        self, method: str, url: str, most_bytes: int, seconds: float, content: _Content | None = None, proxy: str = ""
    ) -> tuple[int, bytes]:
        import httpcore  # noqa: PLC0415 - a quarter of a second that the start of the server should not pay.

        target = _target(url)
        try:
            async with asyncio.timeout(seconds):
                return await self._recorded(method, target, most_bytes, content, proxy)
        except TimeoutError as error:
            raise _failure(f"{url} does not answer within {seconds:g} seconds.") from error
        except _TooLong as error:
            raise _failure(f"{url} answers with more than {most_bytes} bytes.") from error
        except (
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.TimeoutException,
            httpcore.ConnectionNotAvailable,
            httpcore.ProxyError,
            OSError,
            ValueError,
        ) as error:
            raise _failure(f"{url} cannot be reached: {type(error).__name__}.") from error

    async def _recorded(
        self, method: str, target: "httpcore.URL", most_bytes: int, content: _Content | None, proxy: str
    ) -> tuple[int, bytes]:
        """Send a request as a span of its own, and again if the connection was closed."""
        import httpcore  # noqa: PLC0415 - for the same reason as in `_send`.

        # The path is left out, because it can contain secrets.
        about: dict[str, AttributeValue] = {
            "http.request.method": method,
            "server.address": target.host.decode("ascii"),
        }
        with call_span(method, about) as span:
            try:
                status, body = await self._answer(method, target, most_bytes, content, proxy)
            except (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError):
                # The other side may have closed the connection at that moment.
                if method != "GET":
                    raise
                status, body = await self._answer(method, target, most_bytes, content, proxy)
            span.describe({"http.response.status_code": status})
        return status, body

    async def _answer(
        self, method: str, target: "httpcore.URL", most_bytes: int, content: _Content | None, proxy: str
    ) -> tuple[int, bytes]:
        if proxy:
            await self._check_number(target)
        headers = [(b"Host", host_header(target)), (b"User-Agent", b"hanse"), (b"Accept-Encoding", b"identity")]
        if content is not None:
            headers.append((b"Content-Type", content.type.encode()))
            headers.append((b"Content-Length", str(len(content.octets)).encode()))
            if content.bearer:
                headers.append((b"Authorization", f"Bearer {content.bearer}".encode("ascii")))
        octets = None if content is None else content.octets
        async with self._pool(proxy) as pool, pool.stream(method, target, headers=headers, content=octets) as response:
            body = bytearray()
            async for chunk in response.aiter_stream():
                body += chunk
                if len(body) > most_bytes:
                    raise _TooLong
            return response.status, bytes(body)

    @asynccontextmanager
    async def _pool(self, proxy: str) -> "AsyncIterator[httpcore.AsyncConnectionPool]":
        # Imported with the first request.
        from hanse.engine.outgoing_connections import open_pool, open_proxy  # noqa: PLC0415

        context = await self._trusting()
        if proxy:
            async with open_proxy(proxy, context) as pool:
                yield pool
            return
        if self._loop is not asyncio.get_running_loop():
            async with open_pool(self._address, context, keeps=False) as pool:
                yield pool
            return
        if self._kept is None or self._kept[0] is not context:
            if self._kept is not None:
                self._retired.append(self._kept[1])
            self._kept = context, open_pool(self._address, context, keeps=True)
        yield self._kept[1]

    async def _trusting(self) -> ssl.SSLContext:
        """Return a context that trusts the authorities of the system and the configured ones."""
        authorities = self._authorities()
        if self._context is None or self._context[0] != authorities:
            # Reading the system's authorities takes some hundredths of a second.
            self._context = authorities, await asyncio.to_thread(_trust, authorities)
        return self._context[1]

    async def _address(self, host: str, port: int) -> str:
        """Return an address of a host if requests to all of its addresses are allowed."""
        return self._chosen(host, await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM))

    async def _check_number(self, target: "httpcore.URL") -> None:
        """Refuse a numeric address that may not be reached. Only the proxy can resolve names, and decides on them."""
        host = target.host.decode("ascii")
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                host, target.port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
            )
        except socket.gaierror:
            return
        self._chosen(host, found)

    def _chosen(self, host: str, found: Sequence[tuple[Any, ...]]) -> str:
        try:
            return self._addresses.chosen(host, found)
        except AddressRefused as error:
            raise _failure(str(error)) from error


def _failure(message: str) -> ExternalFailure:
    return ExternalFailure(message, result_id="outgoing_request_failed")


def _trust(authorities: str) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if authorities:
        context.load_verify_locations(cadata=authorities)
    return context


def _target(url: str) -> "httpcore.URL":
    """Return the target of a request; raises ExternalFailure for an invalid URL."""
    try:
        return request_target(url)
    except ValueError as error:
        raise _failure(str(error)) from error


async def _close(pools: "Sequence[httpcore.AsyncConnectionPool]") -> None:
    for pool in pools:
        await pool.aclose()
