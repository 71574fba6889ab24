"""Raw answers to what never becomes a request: bytes that are no HTTP, heads that are too large."""

import json
from http import HTTPStatus

MESSAGES = {
    HTTPStatus.BAD_REQUEST: ("request_incorrectly_formatted", "The request is not well-formed HTTP."),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: (
        "headers_too_large",
        "The request's header fields are too large.",
    ),
}


def refusal(status: HTTPStatus) -> bytes:
    """Return a whole HTTP/1.1 response in the shape of every other error, after which the connection closes."""
    result_id, message = MESSAGES[status]
    body = json.dumps({"resultId": result_id, "message": message}).encode()
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
