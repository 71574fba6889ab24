"""Errors of the engine listener outside of endpoints: unknown addresses, wrong methods, bodies, defects.

Programs get the JSON object of OAuth errors (RFC 6749, section 5.2), and never the format of the admin API. Browsers
that open a page get a page. Neither repeats anything from the request.
"""

from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import Scope

from hanse.kit.errors import HanseError
from hanse.kit.http.refusals import raw_answer
from hanse.kit.http.request_log import header, request_id

DESCRIPTIONS: Final[Mapping[HTTPStatus, str]] = {
    HTTPStatus.NOT_FOUND: "There is no endpoint at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "The endpoint does not support this method.",
    HTTPStatus.REQUEST_TIMEOUT: "The request body took too long to arrive.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The request body is too large.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The content type of the request is not supported.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "The header fields of the request are too large.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The server cannot answer at the moment. Try again later.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "An unexpected error occurred.",
}
TITLES: Final[Mapping[HTTPStatus, str]] = {
    HTTPStatus.NOT_FOUND: "Page not found",
    HTTPStatus.SERVICE_UNAVAILABLE: "Temporarily unavailable",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Something went wrong",
}
_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<h1>{title}</h1>
<p>{text}</p>
<p>Reference number: {reference}</p>
</html>
"""


class EngineErrors:
    """Renders errors for clients and for browsers."""

    def expected(self, scope: Scope, error: HanseError) -> Response:
        """Return the response of an expected error."""
        return _response(scope, error.status, DESCRIPTIONS.get(error.status, error.message), error.headers)

    def defect(self, scope: Scope) -> Response:
        """Return the response to a request that hit a defect; the request id leads to the log."""
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        return _response(scope, status, DESCRIPTIONS[status], {})


def error_code(status: HTTPStatus) -> str:
    """Return the OAuth error code that best matches a status."""
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        return "temporarily_unavailable"
    return "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "invalid_request"


def refusal(status: HTTPStatus) -> bytes:
    """Return the raw answer to input that is no HTTP request."""
    description = DESCRIPTIONS.get(status, "The request is not well-formed HTTP.")
    return raw_answer(status, {"error": error_code(status), "error_description": description})


def is_opened_by_browser(scope: Scope) -> bool:
    """Return whether a person sees the answer: a browser opens it as a page, and no script reads it."""
    mode = header(scope, b"sec-fetch-mode")
    if mode is not None:
        return mode == b"navigate"
    return b"text/html" in (header(scope, b"accept") or b"")


def _response(scope: Scope, status: HTTPStatus, description: str, headers: Mapping[str, str]) -> Response:
    if is_opened_by_browser(scope):
        page = _PAGE.format(
            title=escape(TITLES.get(status, "The request cannot be answered")),
            text=escape(description),
            reference=escape(request_id(scope)),
        )
        return Response(page, status.value, dict(headers), "text/html")
    body = msgspec.json.encode({"error": error_code(status), "error_description": description})
    return Response(body, status.value, dict(headers), "application/json")
