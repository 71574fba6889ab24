"""The complete HTTP stack on real sockets: body limits, errors, response headers and shutdown."""

import asyncio
import json
import time
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hanse.kit.errors import Conflict, FieldError, NotAuthenticated, TooManyAttempts, ValidationFailed
from hanse.kit.http.csrf import GuardedPaths
from hanse.kit.http.edge import Edge, application
from hanse.kit.http.limits import BODY_BYTES, BodyTiming
from tests.kit.http.serving import Observations, connected, edge, exchange, run, serving, status_of

HOST = b"Host: localhost\r\n"


NOT_FOUND = {"resultId": "resource_not_found", "message": "Page not found, or you do not have access to it."}


async def count(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def ignore(_request: Request) -> Response:
    return PlainTextResponse("not read")


def broken(_request: Request) -> Response:
    raise RuntimeError("the secret detail")


def raising(error: Exception) -> Any:
    def handler(_request: Request) -> Response:
        raise error

    return handler


def refused() -> NotAuthenticated:
    error = NotAuthenticated("Sign in.")
    error.headers = {"WWW-Authenticate": 'Basic realm="hanse"'}
    return error


def app() -> Starlette:
    invalid = ValidationFailed([FieldError("must be a URL", "federationInfo.baseUrl"), FieldError("is odd")])
    return application(
        [
            Route("/count", count, methods=["POST"]),
            Route("/large", count, methods=["POST"], max_body_size=2 * BODY_BYTES),
            Route("/ignore", ignore, methods=["POST"]),
            Route("/items/{id}", ignore, methods=["GET"]),
            Route("/broken", broken),
            Route("/invalid", raising(invalid)),
            Route("/conflict", raising(Conflict("Changed.", current={"a": 1}, revision=7))),
            Route("/throttled", raising(TooManyAttempts("Wait.", retry_after=9))),
            Route("/who", raising(refused())),
        ]
    )


def response_to(request: bytes, **settings: Any) -> bytes:
    answers: list[bytes] = []

    async def scenario() -> None:
        async with serving(Edge(app(), edge(**settings))) as listener:
            answers.append(await exchange(listener, request))

    run(scenario())
    return answers[0]


def get(path: str, fields: bytes = b"") -> bytes:
    return b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + fields + b"Connection: close\r\n\r\n"


def post(path: str, body: bytes) -> bytes:
    length = f"Content-Length: {len(body)}\r\n\r\n".encode()
    return b"POST " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n" + length + body


def chunked(path: str, chunks: list[bytes]) -> bytes:
    head = b"POST " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"


def body_of(answer: bytes) -> Any:
    return json.loads(answer.split(b"\r\n\r\n", 1)[1])


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (post("/count", b"a" * BODY_BYTES), 200),
        (post("/count", b"a" * (BODY_BYTES + 1)), 413),
        (chunked("/count", [b"a" * 65_536] * 17), 413),
        (post("/ignore", b"a" * (BODY_BYTES + 1)), 413),
        (post("/large", b"a" * (BODY_BYTES + 1)), 200),
        (chunked("/large", [b"a" * 65_536] * 33), 413),
    ],
    ids=["at the limit", "above", "above, chunked", "above, unread", "larger route", "above the larger route"],
)
def test_bodies_are_limited(request_bytes: bytes, status: int) -> None:
    answer = response_to(request_bytes)
    assert status_of(answer) == status
    if status == 413:
        assert body_of(answer) == {"resultId": "payload_too_large", "message": "The request body is too large."}
        assert b"connection: close" in answer.lower()


def test_a_declared_body_above_the_limit_is_refused_before_it_is_sent() -> None:
    async def scenario() -> None:
        async with (
            serving(Edge(app(), edge())) as listener,
            connected(listener) as (reader, writer),
        ):
            writer.write(b"POST /count HTTP/1.1\r\n" + HOST + b"Content-Length: 999999999999\r\n\r\n")
            assert status_of(await reader.readuntil(b"}")) == 413
            assert await reader.read() == b""

    run(scenario())


def test_a_body_that_takes_too_long_is_answered_with_408() -> None:
    async def scenario() -> None:
        async with serving(Edge(app(), edge(body_timing=BodyTiming(body_seconds=0.2)))) as listener:
            answer = await exchange(listener, b"POST /count HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\nabc")
            assert status_of(answer) == 408
            assert body_of(answer)["resultId"] == "request_timeout"

    run(scenario())


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        (
            "/nowhere",
            404,
            NOT_FOUND,
        ),
        (
            "/count/",
            404,
            NOT_FOUND,
        ),
        ("/count", 405, {"resultId": "method_not_allowed", "message": "This address does not support this method."}),
        (
            "/invalid",
            422,
            {
                "resultId": "validation_error",
                "message": "Validation error(s) occurred.",
                "validationErrors": [
                    {"errorId": "invalid_value", "message": "must be a URL", "fieldPath": "federationInfo.baseUrl"},
                    {"errorId": "invalid_value", "message": "is odd"},
                ],
            },
        ),
        ("/conflict", 409, {"resultId": "conflict", "message": "Changed.", "current": {"a": 1}, "revision": 7}),
    ],
)
def test_errors_have_the_format_of_the_contract(path: str, status: int, body: Any) -> None:
    answer = response_to(get(path))
    assert (status_of(answer), body_of(answer)) == (status, body)


def test_errors_keep_their_own_header_fields() -> None:
    assert b"retry-after: 9" in response_to(get("/throttled"))
    assert b'www-authenticate: Basic realm="hanse"' in response_to(get("/who"))
    assert b"allow: POST" in response_to(get("/count"))


def test_a_defect_reveals_only_its_request_id() -> None:
    answer = response_to(get("/broken"))
    fields = dict(line.split(b": ", 1) for line in answer.split(b"\r\n\r\n")[0].split(b"\r\n")[1:])
    assert status_of(answer) == 500
    assert b"secret" not in answer
    assert body_of(answer)["resultId"] == "internal_error"
    assert fields[b"x-request-id"].decode() in body_of(answer)["message"]


@pytest.mark.parametrize("path", ["/items/1", "/nowhere", "/count", "/invalid", "/broken", "/pf-admin-api/v1/x"])
def test_every_answer_has_the_protective_headers(path: str) -> None:
    head = response_to(get(path), anti_forgery=GuardedPaths()).split(b"\r\n\r\n")[0].decode()
    assert (
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'\r\n" in head
    )
    for line in (
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        "permissions-policy: ",
        "cache-control: no-store",
        "strict-transport-security: max-age=31536000",
        "x-request-id: ",
    ):
        assert line in head
    assert "server: " not in head


def test_hsts_is_sent_over_tls_only_and_only_frame_forms_may_be_framed() -> None:
    assert b"strict-transport-security" not in response_to(get("/items/1"), tls=False)
    framed = response_to(get("/frames/x"), frames_below="/frames/")
    assert b"frame-ancestors 'self';" in framed


@pytest.mark.parametrize(
    "fields",
    [b"", b"Host: a\r\nHost: b\r\n", b"Host: a b\r\n", b"Host: a/b\r\n", b"Host: user@a\r\n", b"Host: \r\n"],
)
def test_a_request_needs_one_valid_host(fields: bytes) -> None:
    answer = response_to(b"GET /items/1 HTTP/1.1\r\n" + fields + b"Connection: close\r\n\r\n")
    assert status_of(answer) == 400
    assert b"x-request-id" in answer


@pytest.mark.parametrize("host", [b"localhost", b"localhost:9999", b"[::1]:9999", b"10.0.0.1", b"a-b.example"])
def test_valid_hosts_are_accepted(host: bytes) -> None:
    assert status_of(response_to(b"GET /items/1 HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")) == 200


def test_metrics_use_templates_and_never_paths() -> None:
    observations = Observations()
    for path in ("/items/alice", "/items/bob", "/nowhere/at/all", "/broken"):
        response_to(get(path), observer=observations)
    response_to(get("/items/1").replace(b"GET", b"PURGE"), observer=observations)
    assert observations.seen == [
        ("GET", "/items/{id}", 200),
        ("GET", "/items/{id}", 200),
        ("GET", "(none)", 404),
        ("GET", "/broken", 500),
        ("(other)", "/items/{id}", 405),
    ]


async def connect_until_refused(port: int) -> None:
    while True:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()


def test_a_request_in_flight_is_answered_after_stop_and_new_ones_are_refused() -> None:
    entered, proceed = asyncio.Event(), asyncio.Event()

    async def slow(_request: Request) -> Response:
        entered.set()
        await proceed.wait()
        return PlainTextResponse("done")

    async def scenario() -> None:
        async with (
            serving(Edge(application([Route("/slow", slow)]), edge())) as listener,
            connected(listener) as (reader, writer),
        ):
            writer.write(b"GET /slow HTTP/1.1\r\n" + HOST + b"\r\n")
            await entered.wait()
            port = listener.endpoint.port
            listener.stop()
            with pytest.raises(ConnectionError):
                await connect_until_refused(port)
            proceed.set()
            answer = await reader.read()
            assert answer.endswith(b"done")
            assert b"connection: close" in answer

    run(scenario())


def test_an_endless_request_does_not_block_the_shutdown() -> None:
    entered = asyncio.Event()

    async def stuck(_request: Request) -> Response:
        entered.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def scenario() -> None:
        started = time.monotonic()
        async with (
            asyncio.timeout(60),
            serving(Edge(application([Route("/stuck", stuck)]), edge()), grace=1) as listener,
            connected(listener) as (reader, writer),
        ):
            writer.write(b"GET /stuck HTTP/1.1\r\n" + HOST + b"\r\n")
            await entered.wait()
            listener.stop()
            await reader.read()
        assert time.monotonic() - started > 0.9

    run(scenario())
