"""Requests and their calls to other systems are sent as spans to a real receiver of the OpenTelemetry protocol."""

import asyncio
import gzip
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from hanse.app.engine_services import open_spans
from hanse.data_stores.timing_log import timed
from hanse.engine.services import Purpose
from hanse.kit.errors import ExternalFailure
from hanse.kit.http.recorded_requests import RecordedRequests
from hanse.kit.option_values import networks
from hanse.kit.options import Options, OptionsError
from hanse.ops.open_telemetry import receiver_of
from tests.engine.oauth.token.deployment import Deployment
from tests.engine.server import engine_server
from tests.support.databases import sqlite_database
from tests.support.running_servers import running

SERVER, CLIENT = 2, 3
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PARENT}-01"


class Receiver:
    """A receiver of spans over HTTP, and the answers to all other requests."""

    def __init__(self) -> None:
        self.requests: list[ExportTraceServiceRequest] = []
        self.paths: list[str] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                receiver.paths.append(self.path)
                receiver.requests.append(ExportTraceServiceRequest.FromString(body))
                self._answer(b"")

            def do_GET(self) -> None:
                self._answer(b"{}")

            def _answer(self, content: bytes) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "application/x-protobuf")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                """Write nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def spans(self) -> list[Any]:
        """Return all received spans."""
        return [
            span
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def span(self, name: str) -> Any:
        (found,) = [each for each in self.spans if each.name == name]
        return found


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    with running(made.server):
        yield made


@contextmanager
def deployment(template: Path, folder: Path, receiver: Receiver, **options: Any) -> Iterator[Deployment]:
    """Yield an engine; its spans have been received after the block."""
    url = sqlite_database(folder, template)
    with engine_server(url, folder, otlp_endpoint=receiver.url, **options) as engine:
        yield Deployment(engine, folder)


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: each.value.string_value or each.value.int_value for each in span.attributes}


def test_a_token_request_is_a_span_with_its_route_status_and_client(
    sqlite_template: Path, tmp_path: Path, receiver: Receiver
) -> None:
    with deployment(sqlite_template, tmp_path, receiver) as server:
        answer = server.client_credentials(server.add_service("batch"), scope="read")
        assert answer.status_code == 200
    assert set(receiver.paths) == {"/v1/traces"}
    span = receiver.span("POST /as/token.oauth2")
    assert (span.kind, span.status.code, span.parent_span_id) == (SERVER, 0, b"")
    assert attributes(span) == {
        "http.request.method": "POST",
        "http.route": "/as/token.oauth2",
        "http.response.status_code": 200,
        "hanse.client_id": "batch",
        "hanse.request_id": answer.headers["x-request-id"],
    }
    (resource,) = {str(each.resource.attributes) for request in receiver.requests for each in request.resource_spans}
    assert '"hanse"' in resource


def test_spans_contain_no_secret_and_no_path_of_a_caller(
    sqlite_template: Path, tmp_path: Path, receiver: Receiver
) -> None:
    with deployment(sqlite_template, tmp_path, receiver) as server:
        server.client_credentials(server.add_service("batch"), code="secret-code")
        server.engine.get("/as/authorization.oauth2?login_hint=somebody%40example.com")
        server.engine.get("/somebody@example.com")
        server.engine.request("BREW", "/as/token.oauth2")
    sent = str(receiver.requests)
    for secret in ("somebody", "secret", "Basic", "BREW", "127.0.0.1"):
        assert secret not in sent
    assert {each.name for each in receiver.spans} >= {"GET", "HTTP /as/token.oauth2", "GET /as/authorization.oauth2"}


def test_the_trace_of_a_caller_is_continued_for_trusted_proxies_only(
    sqlite_template: Path, tmp_path: Path, receiver: Receiver
) -> None:
    with deployment(sqlite_template, tmp_path, receiver) as server:
        server.engine.get("/pf/heartbeat.ping", traceparent=TRACEPARENT)
    assert receiver.span("GET /pf/heartbeat.ping").trace_id.hex() != TRACE
    receiver.requests.clear()
    folder = tmp_path / "second"
    folder.mkdir()
    with deployment(sqlite_template, folder, receiver, trusted_proxies=networks("127.0.0.1")) as server:
        server.engine.get("/pf/heartbeat.ping", traceparent=TRACEPARENT)
        server.engine.get("/pf/heartbeat.ping", traceparent="00-zz-zz-01")
    first, second = [each for each in receiver.spans if each.name == "GET /pf/heartbeat.ping"]
    assert (first.trace_id.hex(), first.parent_span_id.hex()) == (TRACE, PARENT)
    assert second.parent_span_id == b""


def test_calls_to_other_systems_are_children_of_the_request(
    sqlite_template: Path, tmp_path: Path, receiver: Receiver
) -> None:
    @timed("directory", "search")
    def search() -> None:
        """Simulate a search, which runs on a thread."""

    with deployment(sqlite_template, tmp_path, receiver) as server:
        services = server.engine.services
        spans = services.spans
        assert spans is not None

        async def handled(scope: Any, receive: Any, send: Any) -> None:
            del receive, send
            await services.work.run(Purpose.LOOKUPS, search)
            await services.outgoing.get(f"{receiver.url}/jwks?secret=x")
            with pytest.raises(ExternalFailure):
                await services.outgoing.get("http://127.0.0.1:1/")
            scope["route"] = None

        scope = {"type": "http", "method": "GET", "headers": [], "client": ("192.0.2.1", 1)}
        asyncio.run(RecordedRequests(handled, spans, ())(scope, _unused, _unused))
    parent = next(each for each in receiver.spans if each.kind == SERVER)
    calls = [each for each in receiver.spans if each.kind == CLIENT]
    assert {each.parent_span_id for each in calls} == {parent.span_id}
    assert {each.trace_id for each in calls} == {parent.trace_id}
    found = [(each.name, each.status.code, attributes(each)) for each in calls]
    assert found == [
        ("directory search", 0, {"hanse.data_store_type": "directory"}),
        ("GET", 0, {"http.request.method": "GET", "server.address": "127.0.0.1", "http.response.status_code": 200}),
        ("GET", 2, {"http.request.method": "GET", "server.address": "127.0.0.1", "error.type": "ConnectError"}),
    ]
    assert not any(each.events for each in receiver.spans)


async def _unused(*_: Any) -> Any:
    raise AssertionError("the application neither reads nor sends anything")


def test_an_unavailable_receiver_affects_no_request(sqlite_template: Path, tmp_path: Path) -> None:
    gone = Receiver()
    gone.server.server_close()
    with deployment(sqlite_template, tmp_path, gone) as server:
        started = time.monotonic()
        assert server.client_credentials(server.add_service("batch")).status_code == 200
    assert time.monotonic() - started < 30


def test_missing_libraries_are_named_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    # A module that is None in `sys.modules` cannot be imported.
    monkeypatch.setitem(sys.modules, "hanse.ops.open_telemetry", None)
    with pytest.raises(OptionsError, match=r"Install hanse\[opentelemetry\]"), ExitStack() as cleanup:
        open_spans(Options(otlp_endpoint="http://127.0.0.1:4318"), cleanup)


@pytest.mark.parametrize(
    ("endpoint", "used"),
    [
        ("https://collector.example:4318", "https://collector.example:4318/v1/traces"),
        ("https://collector.example:4318/", "https://collector.example:4318/v1/traces"),
        ("https://collector.example/otlp/traces", "https://collector.example/otlp/traces"),
    ],
)
def test_an_address_without_a_path_gets_the_usual_one(endpoint: str, used: str) -> None:
    assert receiver_of(endpoint) == used


def test_without_the_option_nothing_is_recorded(sqlite_template: Path, tmp_path: Path) -> None:
    with engine_server(sqlite_database(tmp_path, sqlite_template), tmp_path) as engine:
        assert engine.services.spans is None
        assert not isinstance(engine.app, RecordedRequests)
