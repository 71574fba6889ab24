"""Response header lines: only lines of headers with few values are cached, and no value can contain a line break."""

import asyncio

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from hanse.kit.http.headers import Header
from hanse.kit.http.request_cycle import RequestCycle
from tests.kit.http.serving import exchange, serving

REQUEST = b"GET / HTTP/1.1\r\nHost: sso.example.com\r\nConnection: close\r\n\r\n"


def app_with_headers(*headers: Header) -> ASGIApp:
    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [*headers, (b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    return app


def responses(app: ASGIApp, times: int) -> list[bytes]:
    async def scenario() -> list[bytes]:
        async with serving(app) as listener:
            return [await exchange(listener, REQUEST) for _ in range(times)]

    return asyncio.run(scenario())


def test_cached_lines_are_equal_and_contain_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: dict[Header, bytes] = {}
    monkeypatch.setattr(RequestCycle, "_lines", lines)
    fields = ((b"cache-control", b"no-store"), (b"location", b"https://a.example/?code=1"), (b"set-cookie", b"a=b"))

    first, second = responses(app_with_headers(*fields), 2)

    assert first == second
    assert all(b"%b: %b\r\n" % field in first for field in fields)
    assert lines == {(b"cache-control", b"no-store"): b"cache-control: no-store\r\n"}


@pytest.mark.parametrize("field", [(b"vary", b"a\r\nx: y"), (b"va\r\nry", b"a"), (b"vary", b"a\0")])
def test_a_header_field_with_a_line_break_is_never_sent(field: Header, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: dict[Header, bytes] = {}
    monkeypatch.setattr(RequestCycle, "_lines", lines)

    for answer in responses(app_with_headers(field), 2):
        assert b"x: y" not in answer
        assert not answer.startswith(b"HTTP/1.1 200")
    assert lines == {}
