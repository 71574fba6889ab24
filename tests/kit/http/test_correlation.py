"""Correlation IDs of requests: which values are accepted, and the log lines that have them."""

import pytest
from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hanse.kit.http.edge import Edge, application
from hanse.kit.http.header_names import is_available
from hanse.kit.http.request_log import CORRELATION_ID, RequestLine
from tests.kit.http.serving import edge, exchange, run, serving

HEADER = b"x-correlation-id"


def lines_of(*requests: bytes, header: bytes = HEADER) -> tuple[list[RequestLine], list[str]]:
    """Return the lines of requests on one connection each, and the ids that their handlers saw."""
    lines: list[RequestLine] = []
    seen: list[str] = []

    def handler(_request: Request) -> Response:
        seen.append(CORRELATION_ID.get())
        return PlainTextResponse("")

    async def scenario() -> None:
        app = application([Route("/", handler)])
        settings = edge(log=lines.append, correlation_header=lambda: header)
        async with serving(Edge(app, settings)) as listener:
            for request in requests:
                await exchange(listener, request)

    run(scenario())
    return lines, seen


def get(fields: bytes = b"", *, close: bool = True) -> bytes:
    end = b"Connection: close\r\n\r\n" if close else b"\r\n"
    return b"GET / HTTP/1.1\r\nHost: localhost\r\n" + fields + end


def test_the_value_is_in_the_request_line_and_available_to_handlers() -> None:
    ((line,), seen) = lines_of(get(b"X-Correlation-ID: Order-4711\r\n"))
    assert line.correlation_id == "Order-4711"
    assert seen == ["Order-4711"]
    assert line.request_id not in ("", "Order-4711")


@pytest.mark.parametrize(
    "fields",
    [
        b"",
        b"X-Correlation-ID: \r\n",
        b"X-Correlation-ID: " + b"a" * 51 + b"\r\n",
        b"X-Correlation-ID: a b\r\n",
        b'X-Correlation-ID: a","level":"error\r\n',
        b"X-Correlation-ID: a.b_c\r\n",
        b"X-Correlation-ID: one\r\nX-Correlation-ID: two\r\n",
        b"X-Request-Id: other\r\n",
    ],
)
def test_other_values_are_not_accepted(fields: bytes) -> None:
    ((line,), seen) = lines_of(get(fields))
    assert (line.correlation_id, seen) == (UNSET, [""])


def test_without_a_configured_header_there_is_no_correlation_id() -> None:
    ((line,), seen) = lines_of(get(b"X-Correlation-ID: Order-4711\r\n"), header=b"")
    assert (line.correlation_id, seen) == (UNSET, [""])


def test_the_next_request_of_a_connection_does_not_inherit_the_value() -> None:
    both = get(b"X-Correlation-ID: first\r\n", close=False) + get()
    (lines, seen) = lines_of(both)
    assert [line.correlation_id for line in lines] == ["first", UNSET]
    assert seen == ["first", ""]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("X-Correlation-ID", True),
        ("X_Id", True),
        ("", False),
        ("x" * 65, False),
        ("x id", False),
        ("Authorization", False),
        ("proxy-authorization", False),
        ("Cookie", False),
    ],
)
def test_names_of_fields_that_the_server_reads_are_not_available(name: str, expected: bool) -> None:
    assert is_available(name) is expected
