"""Routing of protocol endpoints, and the web origins that may read their responses."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from hanse.app.application_parts import EngineParts
from hanse.app.engine_app import build_engine_app
from hanse.engine.errors import InvalidRequest, OAuthError
from hanse.engine.http.answers import Answer, html_answer, json_answer
from hanse.engine.http.dispatch import Addresses, EndpointDispatcher
from hanse.engine.http.origins import AllowedOrigins
from hanse.engine.http.protocol_endpoint import Access, Handler, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.keys.key_material import KeyMaterial
from hanse.engine.snapshot.issuer_names import IssuerAddress, IssuerName
from hanse.engine.snapshot.model import PublishedIssuer
from hanse.engine.snapshot.public_document import Document
from hanse.kit.options import Options
from hanse.ops.metrics import Metrics
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import SETTINGS
from tests.engine.server import HOST, EngineServer
from tests.support.clients import client
from tests.support.configurations import create
from tests.support.randomness import SeededRandomness

PAGE = {"Origin": "https://app.example"}
PREFLIGHT = {**PAGE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


@pytest.fixture
def database_kind() -> str:
    """These tests do not depend on the database."""
    return "sqlite"


async def show_issuer(request: Request) -> Answer:
    return json_answer({"issuer": request.issuer.identifier, **request.values})


async def size(request: Request) -> Answer:
    return json_answer({"bytes": len(await request.body())})


async def refuse(_request: Request) -> Answer:
    raise InvalidRequest("It is wrong.")


async def fail(_request: Request) -> Answer:
    raise RuntimeError("the secret detail")


async def show(_request: Request) -> Answer:
    return html_answer("<p>in</p>")


def render(_request: Request, error: Exception) -> Answer:
    if isinstance(error, OAuthError):
        return json_answer({"error": error.code}, error.status)
    raise error


def endpoint(path: str, handler: Handler, *methods: str, origins: Origins = Origins.NONE) -> ProtocolEndpoint:
    handlers = dict.fromkeys(methods or ("GET",), handler)
    return ProtocolEndpoint(path, Access.PUBLIC, handlers, render, origins)


ENDPOINTS = (
    endpoint("/who", show_issuer),
    endpoint("/as/{flow}/resume", show_issuer, "GET", "POST"),
    endpoint("/size", size, "POST", origins=Origins.CONFIGURED),
    endpoint("/refuse", refuse, "POST", origins=Origins.CONFIGURED),
    endpoint("/any", show_issuer, origins=Origins.ANY),
    endpoint("/fail", fail, origins=Origins.ANY),
    endpoint("/page", show),
)


@dataclass
class Caller:
    """Calls the endpoints above under the issuers of an engine."""

    engine: EngineServer

    def __call__(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        *,
        host: str = HOST,
        content: bytes | None = None,
    ) -> httpx.Response:
        follower = self.engine.follower
        app = build_engine_app(
            EngineParts(direct=EndpointDispatcher(lambda: follower.snapshot, ENDPOINTS)),
            Options(),
            SeededRandomness(),
            Metrics(),
        )

        async def send_request() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
                return await client.request(
                    method, f"https://engine.invalid{path}", headers={"Host": host, **(headers or {})}, content=content
                )

        return asyncio.run(send_request())


@pytest.fixture
def call(engine: EngineServer) -> Caller:
    engine.set_base_url()
    engine.add_issuer("Brand", "brand.example", "/bank")
    engine.add_issuer("Root", "brand.example")
    return Caller(engine)


def test_endpoints_are_below_the_host_and_path_of_each_issuer(call: Caller) -> None:
    assert call("GET", "/who").json() == {"issuer": "https://sso.example.com:9031"}
    for _ in range(2):
        # The second request uses the cached address.
        assert call("GET", "/bank/who", host="brand.example").json()["issuer"].endswith("/bank")
        assert call("GET", "/who", host="brand.example").json()["issuer"] == "https://brand.example:9031"
    for path, host in (("/bank/who", HOST), ("/who", "evil.example"), ("/who/", HOST), ("/bankwho", "brand.example")):
        assert call("GET", path, host=host).status_code == 404


def test_the_longest_issuer_path_matches_first(call: Caller) -> None:
    call.engine.add_issuer("Branch", "brand.example", "/bank/as")
    assert call("GET", "/bank/as/who", host="brand.example").json()["issuer"].endswith("/bank/as")
    # A path that the inner issuer does not have is looked up at the outer issuer.
    assert call("GET", "/bank/as/flow/resume", host="brand.example").json()["issuer"].endswith("/bank")
    assert call("GET", "/bank/as/as/flow/resume", host="brand.example").json()["issuer"].endswith("/bank/as")


def test_addresses_change_only_with_issuers(call: Caller) -> None:
    follower = call.engine.follower
    places = follower.snapshot.places
    create(call.engine.core.configuration, OAUTH_CLIENTS, client("app"))
    call.engine.caught_up()
    assert follower.snapshot.places is places
    call.engine.add_issuer("New", "new.example")
    assert call("GET", "/who", host="new.example").json()["issuer"] == "https://new.example:9031"


def test_an_unknown_path_is_not_compared_with_each_issuer() -> None:
    places = CountingIssuers(
        {IssuerAddress("many.example", f"/issuer-{number}"): issuer_of(number) for number in range(1000)}
    )
    addresses = Addresses(places, ENDPOINTS)
    found = addresses.find("many.example", "/issuer-7/as/flow/resume")
    assert found is not None
    assert (found.issuer.identifier, found.values) == ("https://many.example/issuer-7", {"flow": "flow"})
    places.looked_up = 0
    assert addresses.find("many.example", "/issuer-7" + "/x" * 10_000) is None
    assert places.looked_up == 2


class CountingIssuers(dict[IssuerAddress, PublishedIssuer]):
    """Issuers by address, with a counter of look-ups."""

    looked_up = 0

    def get(self, key: IssuerAddress, default: Any = None) -> Any:
        self.looked_up += 1
        return super().get(key, default)


def issuer_of(number: int) -> PublishedIssuer:
    path = f"/issuer-{number}"
    name = IssuerName(f"https://many.example{path}", IssuerAddress("many.example", path))
    return PublishedIssuer(name, KeyMaterial([], []), Document.of(b""), Document.of(b""))


def test_variable_parts_of_a_path_are_values(call: Caller) -> None:
    assert call("GET", "/bank/as/a%20b/resume", host="brand.example").json()["flow"] == "a b"
    assert call("GET", "/as//resume").status_code == 404
    assert call("GET", "/as/a/b/resume").status_code == 404


def test_other_methods_are_refused_with_the_allowed_ones(call: Caller) -> None:
    answer = call("DELETE", "/who")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert answer.json() == {
        "error": "invalid_request",
        "error_description": "The endpoint does not support this method.",
    }
    assert call("HEAD", "/size").status_code == 405
    head = call("HEAD", "/who")
    assert (head.status_code, head.content, head.headers["Content-Length"]) == (200, b"", "41")


def test_a_body_above_the_limit_is_refused_as_an_oauth_error(call: Caller) -> None:
    assert call("POST", "/size", content=b"a" * 262_144).json() == {"bytes": 262_144}
    answer = call("POST", "/size", content=b"a" * 262_145)
    assert (answer.status_code, answer.json()["error"]) == (413, "invalid_request")
    assert answer.headers["Connection"] == "close"


def test_a_defect_reveals_no_details(call: Caller) -> None:
    answer = call("GET", "/fail")
    assert (answer.status_code, answer.json()["error"]) == (500, "server_error")
    assert "secret" not in answer.text


def test_a_browser_gets_a_page_with_the_reference(call: Caller) -> None:
    answer = call("GET", "/nowhere", {"Accept": "text/html,application/xhtml+xml"})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["X-Request-Id"] in answer.text
    script = call("GET", "/nowhere", {"Accept": "text/html", "Sec-Fetch-Mode": "cors"})
    assert script.headers["Content-Type"] == "application/json"


def test_pages_allow_pop_ups_and_api_answers_allow_no_rendering(call: Caller) -> None:
    page, data = call("GET", "/page").headers, call("GET", "/who").headers
    assert page["Cross-Origin-Opener-Policy"] == "unsafe-none"
    assert "form-action 'self';" in page["Content-Security-Policy"]
    assert data["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    for headers in (page, data):
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Strict-Transport-Security"]


def test_by_default_no_other_origin_may_read_an_answer(call: Caller) -> None:
    for method, path, headers in (("GET", "/who", PAGE), ("POST", "/size", PAGE), ("OPTIONS", "/size", PREFLIGHT)):
        answer = call(method, path, headers)
        assert answer.is_success
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_configured_origins_may_read_answers_and_errors(call: Caller) -> None:
    call.engine.save(SETTINGS, settings(call.engine, ["https://app.example"]))
    answered = call("OPTIONS", "/size", PREFLIGHT)
    assert (answered.status_code, answered.content) == (204, b"")
    assert answered.headers["Access-Control-Allow-Origin"] == "https://app.example"
    assert answered.headers["Access-Control-Allow-Methods"] == "OPTIONS, POST"
    assert answered.headers["Access-Control-Allow-Headers"] == "*, authorization"
    for answer in (answered, call("POST", "/size", PAGE), call("POST", "/refuse", PAGE)):
        assert answer.headers["Access-Control-Allow-Origin"] == "https://app.example"
        assert answer.headers["Vary"] == "origin"
        assert "Access-Control-Allow-Credentials" not in answer.headers
    for origin in ("https://evil.example", "https://app.example.evil.example", "http://app.example", "null"):
        refused = call("POST", "/size", {"Origin": origin})
        assert "Access-Control-Allow-Origin" not in refused.headers
        assert refused.headers["Vary"] == "origin"
    assert "Access-Control-Allow-Origin" not in call("GET", "/who", PAGE).headers


def test_every_origin_may_read_public_endpoints(call: Caller) -> None:
    answer = call("GET", "/any", PAGE)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize(
    ("configured", "origin", "allowed"),
    [
        ("*", "https://anything.example", True),
        ("*", "null", True),
        ("https://*.example.com", "https://app.example.com", True),
        ("https://*.example.com", "https://a.b.example.com", True),
        ("https://*.example.com", "https://example.com", False),
        ("https://*.example.com", "https://evil.com/.example.com", False),
        ("https://*.example.com", "https://app.example.com:8443", False),
        ("https://*.example.com", "http://app.example.com", False),
        ("http://localhost:*", "http://localhost:3000", True),
        ("https://App.Example", "https://app.example", True),
        ("https://app.example", "https://appXexample", False),
    ],
)
def test_configured_origins_may_contain_an_asterisk(configured: str, origin: str, *, allowed: bool) -> None:
    assert AllowedOrigins.of([configured]).allow(origin) is allowed


def settings(engine: EngineServer, origins: list[str]) -> object:
    """The authorization server settings with these allowed origins."""
    with engine.core.configuration.reading() as view:
        stored = view.singleton(SETTINGS)
    return {**stored.model_dump(mode="json", by_alias=True), "allowedOrigins": origins}
