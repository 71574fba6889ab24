"""Answers of the protocol endpoints: a status, headers and a body, complete when the handler returns them.

The edge adds security headers that an answer does not set itself, and the request id.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import msgspec

Header = tuple[bytes, bytes]
# RFC 6749, section 5.1: an answer with a token or a code must not be cached.
NO_STORE: Final[tuple[Header, ...]] = ((b"cache-control", b"no-store"), (b"pragma", b"no-cache"))
_JSON: Final[Header] = (b"content-type", b"application/json")
_HTML: Final[Header] = (b"content-type", b"text/html; charset=utf-8")


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP response."""

    status: int
    headers: tuple[Header, ...] = ()
    body: bytes = b""

    def with_headers(self, *headers: Header) -> "Answer":
        """Return the same answer with additional headers."""
        return Answer(self.status, (*self.headers, *headers), self.body) if headers else self

    def without_cookies(self) -> "Answer":
        """Return the same answer without cookies, for a client that uses none."""
        return Answer(self.status, tuple(each for each in self.headers if each[0] != b"set-cookie"), self.body)


def json_answer(content: Any, status: int = HTTPStatus.OK, *headers: Header) -> Answer:
    """Return a JSON answer that is not cached."""
    return Answer(int(status), (_JSON, *NO_STORE, *headers), msgspec.json.encode(content))


def jwt_answer(token: str, media_type: bytes = b"application/jwt", *headers: Header) -> Answer:
    """Return a JWT as the whole body, such as a signed userinfo answer."""
    return Answer(200, ((b"content-type", media_type), *NO_STORE, *headers), token.encode("ascii"))


def empty_answer(status: int = HTTPStatus.OK, *headers: Header) -> Answer:
    """Return an answer without a body."""
    return Answer(int(status), (*NO_STORE, *headers))


def redirect_answer(location: str, *headers: Header) -> Answer:
    """Return a redirect with status 303, so that a form's body is never sent again (RFC 9700, section 4.12)."""
    return Answer(303, ((b"location", location.encode("latin-1")), *NO_STORE, *headers))


def html_answer(page: str, status: int = HTTPStatus.OK, *headers: Header) -> Answer:
    """Return a page."""
    return Answer(int(status), (_HTML, *NO_STORE, *headers), page.encode())
