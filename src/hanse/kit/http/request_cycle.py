"""A request and its answer on a connection: writes answers in one piece, with headers that are already encoded.

An answer's head waits for the first piece of its body, as ASGI demands, so that both are sent together and, over TLS,
in one record.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE, STATUS_LINE, RequestResponseCycle

from hanse.kit.http.headers import AnswerHeaders, Header, StaticHeaders, encode

# RFC 9110, section 6.4.1: answers without a body.
BODILESS: Final = frozenset({204, 304})
# Fields with few values, none of them a secret: their lines are checked and encoded once. Connection fields are
# excluded.
_REMEMBERED: Final = frozenset(
    {
        b"access-control-allow-origin",
        b"access-control-expose-headers",
        b"cache-control",
        b"content-type",
        b"cross-origin-resource-policy",
        b"pragma",
        b"vary",
    }
)
_MOST_LINES: Final = 1000


class RequestCycle(RequestResponseCycle):
    """uvicorn's cycle with its own way of writing."""

    _head: bytes = b""
    _lines: ClassVar[dict[Header, bytes]] = {}

    def has_whole_body(self) -> bool:
        """Return whether all of the request's body was received, so that `receive` returns it without waiting."""
        return not self.more_body

    async def send(self, message: Any) -> None:
        """Take one message of an answer."""
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        kind = message["type"]
        if not self.response_started:
            if kind != "http.response.start":
                raise RuntimeError(f"Expected ASGI message 'http.response.start', but got '{kind}'.")
            self.response_started = True
            self.waiting_for_100_continue = False
            self._head = self._encode_head(message["status"], message.get("headers", ()))
        elif self.response_complete:
            raise RuntimeError(f"Unexpected ASGI message '{kind}' sent, after response already completed.")
        elif kind != "http.response.body":
            raise RuntimeError(f"Expected ASGI message 'http.response.body', but got '{kind}'.")
        else:
            self._write(message.get("body", b""), more=message.get("more_body", False))

    def _encode_head(self, status: int, headers: Iterable[Header]) -> bytes:
        own: Iterable[Header]
        if type(headers) is AnswerHeaders:
            own = headers.own
            trusted = b"%b%bx-request-id: %b\r\n" % (
                encode(self.default_headers),
                headers.added_encoded,
                headers.request_id,
            )
        else:
            own, trusted = headers, encode(self.default_headers)
        if type(own) is StaticHeaders:
            encoded = own.encoded
            if own.content_length is not None:
                self.expected_content_length = own.content_length
                self.chunked_encoding = False
        else:
            encoded = self._encode_own(own)
        end = b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n"
        if self.chunked_encoding is None and self.scope["method"] != "HEAD" and status not in BODILESS:
            self.chunked_encoding = True
            end = b"transfer-encoding: chunked\r\n" + end
        return b"%b%b%b%b" % (STATUS_LINE[status], encoded, trusted, end)

    def _encode_own(self, headers: Iterable[Header]) -> bytes:
        """Return the headers that a handler set, and apply those that concern the connection.

        Raises RuntimeError for names and values that contain a line break (RFC 9110, section 5.5).
        """
        parts: list[bytes] = []
        lines = self._lines
        for field in headers:
            line = lines.get(field)
            if line is not None:
                parts.append(line)
                continue
            name, value = field
            if HEADER_RE.search(name):
                raise RuntimeError("Invalid HTTP header name.")
            if HEADER_VALUE_RE.search(value):
                raise RuntimeError("Invalid HTTP header value.")
            lower = name.lower()
            if lower == b"content-length" and self.chunked_encoding is None:
                self.expected_content_length = int(value)
                self.chunked_encoding = False
            elif lower == b"transfer-encoding" and value.lower() == b"chunked":
                self.expected_content_length = 0
                self.chunked_encoding = True
            elif lower == b"connection" and b"close" in [token.strip() for token in value.lower().split(b",")]:
                # Written at the end of the head.
                self.keep_alive = False
                continue
            line = b"%b: %b\r\n" % field
            parts.append(line)
            if name in _REMEMBERED and len(lines) < _MOST_LINES:
                lines[field] = line
        return b"".join(parts)

    def _write(self, body: bytes, *, more: bool) -> None:
        head, self._head = self._head, b""
        if self.scope["method"] == "HEAD":
            self.expected_content_length = 0
            self.transport.write(head)
        elif self.chunked_encoding:
            chunk = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
            self.transport.write(b"%b%b%b" % (head, chunk, b"" if more else b"0\r\n\r\n"))
        else:
            if len(body) > self.expected_content_length:
                raise RuntimeError("Response content longer than Content-Length")
            self.expected_content_length -= len(body)
            self.transport.write(head + body)
        if not more:
            if self.expected_content_length != 0:
                raise RuntimeError("Response content shorter than Content-Length")
            self.response_complete = True
            self.message_event.set()
            if not self.keep_alive:
                self.transport.close()
            self.on_response()
