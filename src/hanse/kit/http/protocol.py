"""HTTP/1.1 on one connection, with limits that uvicorn does not have.

uvicorn accepts a request head of any size and waits for it without a limit. Here a head above
`ConnectionLimits.head_bytes` is answered with 431 (RFC 6585, section 5), and a connection whose head is not complete
after `ConnectionLimits.head_seconds` is aborted. The client's TLS certificates are put into the scope as the ASGI TLS
extension defines it.

A connection has one timer for the head and for the time between requests. A request only moves the deadline; the timer
checks it when it fires. Heads that arrive in one piece, as nearly all do, use no timer.
"""

import asyncio
import math
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hanse.kit.http.limits import BODY_IS_COMPLETE
from hanse.kit.http.refusals import refusal
from hanse.kit.http.request_cycle import RequestCycle

CLOSE_SECONDS = 1.0
NEVER: Final = math.inf


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits of one connection."""

    head_bytes: int = 64 * 1024
    head_fields: int = 100
    head_seconds: float = 10.0


class HeadTooLarge(Exception):
    """Raised through the parser to stop it."""


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with `ConnectionLimits`; `with_limits` returns a class with other limits."""

    limits = ConnectionLimits()
    refusal: Callable[[HTTPStatus], bytes] = staticmethod(refusal)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = NEVER
        # True if the deadline is that of an idle connection, and not of an incomplete head.
        self._is_idle = False
        self._in_head = False
        self._began = False
        self._too_large = False
        self._parsed_bytes = 0
        self._waiting_bytes = 0
        self._tls: dict[object, object] | None = None

    @classmethod
    def with_limits(
        cls, limits: ConnectionLimits, refusal: Callable[[HTTPStatus], bytes] = refusal
    ) -> "type[LimitedProtocol]":
        """Return a class of this protocol with these limits, and the answers to invalid requests."""
        return type(cls.__name__, (cls,), {"limits": limits, "refusal": staticmethod(refusal)})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # As in uvicorn, whose transports are all of this kind.
        """Start waiting for the first head."""
        super().connection_made(transport)
        tls_object = transport.get_extra_info("ssl_object")
        self._tls = None if tls_object is None else _tls_extension(tls_object)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._deadline = NEVER
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and limit the size of an incomplete head."""
        if self.transport.is_closing():
            return
        self._began = False
        if self._is_idle:
            self._is_idle, self._deadline = False, NEVER
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head:
            # The position of a head within this read is unknown, so such a read (256 KB at most) is not counted.
            self._waiting_bytes = 0 if self._began else self._waiting_bytes + len(data)
            if self._waiting_bytes > self.limits.head_bytes:
                self._too_large = True
                self.send_400_response("")
                return
        if self._deadline == NEVER and (self._in_head or self._waits()):
            self._expect_head()

    def on_message_begin(self) -> None:
        """Begin to count the bytes of a head."""
        self._in_head = self._began = True
        self._parsed_bytes = 0
        super().on_message_begin()
        if self._tls is not None:
            extensions: dict[str, dict[object, object]] = {"tls": self._tls}
            self.scope["extensions"] = extensions

    def on_url(self, url: bytes) -> None:
        """Count a piece of the request target."""
        self._count(len(url))
        self.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a field; the four bytes are its colon, space and line end."""
        self._count(len(name) + len(value) + 4)
        if len(self.headers) >= self.limits.head_fields:
            self._too_large = True
            raise HeadTooLarge
        name = name.lower()
        if name == b"expect" and value.lower() == b"100-continue":
            self.expect_100_continue = True
        self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        """Start the request, or queue it behind the previous one on this connection."""
        self._in_head = False
        self._deadline = NEVER
        parser, scope = self.parser, self.scope
        version = parser.get_http_version()
        scope["method"] = parser.get_method().decode("ascii")
        if version != "1.1":
            scope["http_version"] = version
        target = httptools.parse_url(self.url)
        raw_path = target.path
        path = raw_path.decode("ascii")
        scope["path"] = unquote(path) if "%" in path else path
        scope["raw_path"] = raw_path
        scope["query_string"] = target.query or b""
        before = self.cycle
        self.cycle = RequestCycle(
            scope=scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=self.expect_100_continue,
            keep_alive=version != "1.0" and parser.should_keep_alive(),
            on_response=self.on_response_complete,
        )
        scope[BODY_IS_COMPLETE] = self.cycle.has_whole_body  # type: ignore[typeddict-unknown-key]  # A key of our own.
        if before is None or before.response_complete:
            self._start_asgi_task(self.cycle, self.app)
        else:
            self.flow.pause_reading()
            self.pipeline.appendleft((self.cycle, self.app))

    def on_response_complete(self) -> None:
        """Start the next request if it has arrived, or wait for one."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.pipeline:
            cycle, app = self.pipeline.pop()
            self._start_asgi_task(cycle, app)
        elif self._in_head:
            self._expect_head()
        else:
            self._is_idle = True
            self._arm(self.loop.time() + self.timeout_keep_alive)

    def shutdown(self) -> None:
        """Close idle connections, so that a silent caller does not delay the end of the process.

        Closing TLS waits for the other side's close_notify, which the idle connection of a busy program does not send:
        uvloop would wait 30 seconds for it.
        """
        super().shutdown()
        if self.transport.is_closing():
            self.loop.call_later(CLOSE_SECONDS, self._abort_unless_sending)

    def _abort_unless_sending(self) -> None:
        if self.transport.get_write_buffer_size() == 0:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own text is plain; ours has the listener's shape.
        """Refuse input that cannot be parsed, with an answer in the listener's error format, and close."""
        self._deadline = NEVER
        status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if self._too_large else HTTPStatus.BAD_REQUEST
        # Sent after an unfinished answer, this one would be read as a part of it.
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(self.refusal(status))
        self.transport.close()

    def _count(self, count: int) -> None:
        self._parsed_bytes += count
        if self._parsed_bytes > self.limits.head_bytes:
            self._too_large = True
            raise HeadTooLarge

    def _waits(self) -> bool:
        """Return whether no request is being answered."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def _expect_head(self) -> None:
        self._is_idle = False
        self._arm(self.loop.time() + self.limits.head_seconds)

    def _arm(self, deadline: float) -> None:
        self._deadline = deadline
        if self._timer is not None:
            if self._timer.when() <= deadline:
                return
            self._timer.cancel()
        self._timer = self.loop.call_at(deadline, self._due)

    def _due(self) -> None:
        self._timer = None
        if self._deadline == NEVER:
            return
        if self.loop.time() < self._deadline:
            self._timer = self.loop.call_at(self._deadline, self._due)
        elif self._is_idle:
            self.transport.close()
        elif self._waits():
            self.transport.abort()
        else:
            # The late head belongs to a pipelined request; the previous one is still being answered.
            self._expect_head()


def _tls_extension(tls_object: ssl.SSLObject) -> dict[object, object]:
    # The ASGI TLS extension has the chain in PEM, with the client's certificate first.
    return {
        "client_cert_chain": [ssl.DER_cert_to_PEM_cert(each) for each in _client_chain(tls_object)],
        "tls_version": tls_object.version(),
        "cipher_suite": (tls_object.cipher() or (None,))[0],
    }


def _client_chain(tls_object: ssl.SSLObject) -> list[bytes]:
    """Return the certificates that the client has sent, in DER."""
    leaf = tls_object.getpeercert(binary_form=True)
    if leaf is None:
        return []
    if hasattr(tls_object, "get_unverified_chain"):
        # From Python 3.13 on.
        return list(tls_object.get_unverified_chain())
    inner = getattr(tls_object, "_sslobj", None)
    chain = inner.get_unverified_chain() if inner is not None else None
    return [ssl.PEM_cert_to_DER_cert(each.public_bytes()) for each in chain] if chain else [leaf]
