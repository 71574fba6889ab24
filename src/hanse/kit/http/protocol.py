"""HTTP/1.1 on one connection, with the bounds that uvicorn leaves open.

uvicorn accepts a request head of any size and waits for it for ever. Here a head above `Limits.head_bytes` is
answered with 431 (RFC 6585, section 5), and a connection whose head is not complete after `Limits.head_seconds` is
aborted. The client's TLS certificate goes into the scope as the ASGI TLS extension has it.
"""

import asyncio
import ssl
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hanse.kit.http.refusals import refusal

CLOSE_SECONDS = 1.0


@dataclass(frozen=True)
class Limits:
    """What one connection may ask for."""

    head_bytes: int = 64 * 1024
    head_fields: int = 100
    head_seconds: float = 10.0


class HeadTooLarge(Exception):
    """Thrown through the parser to stop it."""


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with `Limits`; make a class with other limits by `with_limits`."""

    limits = Limits()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._in_head = False
        self._began = False
        self._too_large = False
        self._parsed_bytes = 0
        self._waiting_bytes = 0
        self._tls: dict[object, object] | None = None

    @classmethod
    def with_limits(cls, limits: Limits) -> "type[LimitedProtocol]":
        """Return a class of this protocol with these limits."""
        return type(cls.__name__, (cls,), {"limits": limits})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # As in uvicorn, whose transports are all of this kind.
        """Start to wait for the first head."""
        super().connection_made(transport)
        tls_object = transport.get_extra_info("ssl_object")
        self._tls = None if tls_object is None else _tls_extension(tls_object)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._head_done()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and bound what a head that is still incomplete has taken."""
        if self.transport.is_closing():
            return
        self._began = False
        idle = not self._in_head and (self.cycle is None or self.cycle.response_complete)
        if idle and self._head_timer is None:
            self._expect_head()
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            # Where in this read a head began is unknown, so such a read (256 KB at most) is not counted.
            self._waiting_bytes = 0 if self._began else self._waiting_bytes + len(data)
            if self._waiting_bytes > self.limits.head_bytes:
                self._too_large = True
                self.send_400_response("")

    def on_message_begin(self) -> None:
        """Begin to count a head."""
        self._in_head = self._began = True
        self._parsed_bytes = 0
        super().on_message_begin()
        if self._head_timer is None:
            self._expect_head()
        if self._tls is not None:
            extensions: dict[str, dict[object, object]] = {"tls": self._tls}
            self.scope["extensions"] = extensions

    def on_url(self, url: bytes) -> None:
        """Count a piece of the request target."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a field; the four bytes are its colon, space and line end."""
        self._count(len(name) + len(value) + 4)
        if len(self.headers) >= self.limits.head_fields:
            self._too_large = True
            raise HeadTooLarge
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Hand the request over."""
        self._in_head = False
        self._head_done()
        super().on_headers_complete()

    def shutdown(self) -> None:
        """Close what is idle, and do not let a caller that stays silent hold up the end of the process.

        Closing TLS politely waits for the other side's close_notify, which a kept connection of a program that is
        busy elsewhere does not send: uvloop would wait 30 seconds for it.
        """
        super().shutdown()
        if self.transport.is_closing():
            self.loop.call_later(CLOSE_SECONDS, self._abort_unless_sending)

    def _abort_unless_sending(self) -> None:
        if self.transport.get_write_buffer_size() == 0:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own text is plain; ours is an ApiResult.
        """Refuse what cannot be parsed, in the shape of every other error, and close."""
        self._head_done()
        status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if self._too_large else HTTPStatus.BAD_REQUEST
        # Behind an answer that is still being written, this one would be taken for a part of it.
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(refusal(status))
        self.transport.close()

    def _count(self, count: int) -> None:
        self._parsed_bytes += count
        if self._parsed_bytes > self.limits.head_bytes:
            self._too_large = True
            raise HeadTooLarge

    def _expect_head(self) -> None:
        self._head_timer = self.loop.call_later(self.limits.head_seconds, self._head_late)

    def _head_done(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _head_late(self) -> None:
        self._head_timer = None
        if self.cycle is not None and not self.cycle.response_complete:
            # The late head is of a pipelined request; the one before it still has its answer coming.
            self._expect_head()
            return
        self.transport.abort()


def _tls_extension(tls_object: ssl.SSLObject) -> dict[object, object]:
    # The ASGI TLS extension wants a chain in PEM; the standard library gives the leaf only, which is what
    # certificate-bound tokens need (RFC 8705, section 3.1).
    leaf = tls_object.getpeercert(binary_form=True)
    return {
        "client_cert_chain": [] if leaf is None else [ssl.DER_cert_to_PEM_cert(leaf)],
        "tls_version": tls_object.version(),
        "cipher_suite": (tls_object.cipher() or (None,))[0],
    }
