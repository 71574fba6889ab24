"""Kerberos tickets of browsers: the status that requests one, and the header that has it (RFC 4559, section 4)."""

from http import HTTPStatus
from typing import Final

from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request

_SCHEME: Final = b"Negotiate"


def requesting_ticket(page: Answer) -> Answer:
    """Return a page with the request for a ticket. Browsers without one show the page."""
    challenged = page.with_headers((b"www-authenticate", _SCHEME))
    return Answer(HTTPStatus.UNAUTHORIZED, challenged.headers, challenged.body)


def sent_token(request: Request, page: Answer | None) -> str | None:
    """Return the token, in base64, that a browser has sent for the current page of its flow; None without one."""
    if page is None or page.status != HTTPStatus.UNAUTHORIZED:
        return None
    scheme, _, token = (request.header(b"authorization") or b"").partition(b" ")
    if scheme.lower() != _SCHEME.lower() or not token:
        return None
    return token.strip().decode("latin-1")
