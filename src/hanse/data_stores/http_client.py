"""A client for services that answer over HTTP, with limits for time, length of answers, and reachable hosts."""

import socket
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

import httpcore
import structlog

from hanse.data_stores.deadlines import Deadline
from hanse.data_stores.settings import HttpAnswer, HttpRequest, HttpSettings, SourceFailed, SourceUnreachable
from hanse.data_stores.timing_log import timed
from hanse.data_stores.tls import client_context
from hanse.kit.http.outgoing_addresses import AddressRefused, OutgoingAddresses, host_header, request_target
from hanse.kit.texts.messages import message

LOG = structlog.stdlib.get_logger("hanse.service-requests")
_KEPT_SECONDS: Final = 15.0
_SAFE: Final = frozenset({"GET"})
_BROKEN: Final = (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError)


class HttpClient:
    """The client of one service; many threads may use it."""

    def __init__(
        self, settings: HttpSettings, addresses: OutgoingAddresses, lookup: Callable[..., Any] = socket.getaddrinfo
    ) -> None:
        self._settings = settings
        self._time = threading.local()
        self._pool = httpcore.ConnectionPool(
            ssl_context=client_context(
                settings.authorities, verify_host=settings.verify_host, client_key=settings.client_key
            ),
            max_connections=settings.most_connections,
            keepalive_expiry=_KEPT_SECONDS,
            network_backend=_CheckedNetwork(addresses, lookup, self._time),
        )

    @timed("service", "request")
    def send(self, request: HttpRequest) -> HttpAnswer:
        """Send a request and return the answer, whatever its status.

        Raises SourceUnreachable if the request was not sent, and SourceFailed for all other failures.
        """
        try:
            target = request_target(request.url)
        except ValueError as error:
            raise SourceFailed(str(error)) from error
        # A service that sends one byte after the other must not occupy a thread for longer than both limits.
        self._time.deadline = Deadline(self._settings.connect_timeout + self._settings.read_timeout)
        try:
            answer = self._sent(target, request)
        except _BROKEN as error:
            if request.method not in _SAFE:
                raise SourceFailed(_failure(target, error)) from error
            answer = self._repeated(target, request)
        LOG.debug(
            "service answered",
            host=target.host.decode(),
            method=request.method,
            status=answer.status,
            octets=len(answer.content),
        )
        return answer

    def close(self) -> None:
        """Close idle connections."""
        self._pool.close()

    def _repeated(self, target: httpcore.URL, request: HttpRequest) -> HttpAnswer:
        """Send a request again: the other side may have closed an idle connection at that moment."""
        try:
            return self._sent(target, request)
        except _BROKEN as error:
            raise SourceFailed(_failure(target, error)) from error

    def _sent(self, target: httpcore.URL, request: HttpRequest) -> HttpAnswer:
        settings = self._settings
        timeouts = {
            "connect": settings.connect_timeout,
            "read": settings.read_timeout,
            "write": settings.read_timeout,
            "pool": settings.connect_timeout,
        }
        headers = [
            (b"Host", host_header(target)),
            (b"User-Agent", b"hanse"),
            (b"Accept-Encoding", b"identity"),
            *((name.encode("ascii"), value.encode("ascii")) for name, value in request.headers),
        ]
        if request.content:
            headers.append((b"Content-Length", str(len(request.content)).encode()))
        try:
            with self._pool.stream(
                request.method,
                target,
                headers=headers,
                content=request.content or None,
                extensions={"timeout": timeouts},
            ) as response:
                found = {name.lower(): value.decode("ascii", "replace") for name, value in response.headers}
                content = self._content(response.iter_stream())
                return HttpAnswer(response.status, content, found.get(b"retry-after", ""), found.get(b"dpop-nonce", ""))
        except httpcore.PoolTimeout as error:
            raise SourceFailed("All connections to the service are in use.") from error
        except (httpcore.ConnectError, httpcore.ConnectTimeout, AddressRefused) as error:
            raise SourceUnreachable(_failure(target, error)) from error
        except (httpcore.TimeoutException, httpcore.LocalProtocolError, OSError, ValueError) as error:
            raise SourceFailed(_failure(target, error)) from error

    def _content(self, chunks: Iterable[bytes]) -> bytes:
        found = bytearray()
        for chunk in chunks:
            found += chunk
            if len(found) > self._settings.most_bytes:
                raise SourceFailed(
                    message("The service answers with more than {limit:,} bytes.", limit=self._settings.most_bytes)
                )
        return bytes(found)


class _CheckedNetwork(httpcore.NetworkBackend):
    """Opens connections to addresses that may be reached, and to nothing else."""

    def __init__(self, addresses: OutgoingAddresses, lookup: Callable[..., Any], time: threading.local) -> None:
        self._addresses, self._lookup, self._time = addresses, lookup, time
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to a checked address; it is not resolved again."""
        try:
            found = self._lookup(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError("the host name cannot be resolved") from error
        address = self._addresses.chosen(host, found)
        return _TimedStream(
            self._network.connect_tcp(address, port, timeout, local_address, socket_options), self._time
        )


class _TimedStream(httpcore.NetworkStream):
    """A connection whose reads and writes end with the deadline of the thread's request."""

    def __init__(self, stream: httpcore.NetworkStream, time: threading.local) -> None:
        self._stream, self._time = stream, time

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return received octets."""
        return self._stream.read(max_bytes, self._left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send octets."""
        self._stream.write(buffer, self._left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Return the connection with TLS."""
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, timeout), self._time)

    def get_extra_info(self, info: str) -> Any:
        """Return a property of the connection."""
        return self._stream.get_extra_info(info)

    def _left(self, timeout: float | None, error: type[Exception]) -> float:
        left: float = self._time.deadline.remaining()
        if left <= 0:
            raise error("the time limit of the request has passed")
        return left if timeout is None else min(left, timeout)


def _failure(target: httpcore.URL, error: Exception) -> str:
    reason = str(error) if isinstance(error, AddressRefused) else type(error).__name__
    return message("The service at {host} cannot be used: {reason}", host=target.host.decode(), reason=reason)
