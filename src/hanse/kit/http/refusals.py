"""Raw answers to input that never becomes a request: invalid HTTP, and oversized heads."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

MESSAGES: Final = {
    HTTPStatus.BAD_REQUEST: ("request_incorrectly_formatted", "The request is not well-formed HTTP."),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: (
        "headers_too_large",
        "The request's header fields are too large.",
    ),
}
Refusal = Callable[[HTTPStatus], bytes]


def raw_answer(status: HTTPStatus, content: Mapping[str, Any]) -> bytes:
    """Return a whole HTTP/1.1 response, after which the connection closes."""
    body = json.dumps(content).encode()
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        "connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def refusal(status: HTTPStatus) -> bytes:
    """Return the answer in the admin API's error format."""
    result_id, message = MESSAGES[status]
    return raw_answer(status, {"resultId": result_id, "message": message})
