"""Scripts of allowed origins may call the admin API, and no others. No script of another origin may call the session
service."""

import httpx
import pytest
from sqlalchemy import event

from hanse.app.api_origins import refresh
from hanse.kit.http.cross_origin import ApiOrigins
from tests.flows.server import API, UI, Client, FlowServer, account

CORS = f"{API}/administrativeApi/corsSettings"
HOSTS = f"{API}/virtualHostNames"
TOOLS = "https://tools.example.com"
LOCAL = "http://localhost:8080"
READABLE = "Access-Control-Allow-Origin"


@pytest.fixture
def admin(server: FlowServer) -> Client:
    client = server.set_up()
    allow(client, TOOLS, LOCAL)
    return client


def allow(client: Client, *origins: str, enabled: bool = True) -> None:
    saved = client.put(CORS, {"enabled": enabled, "allowedOriginsList": list(origins)})
    assert saved.status_code == 200, saved.text


def script(client: Client, method: str, path: str, origin: str, **fields: str | None) -> httpx.Response:
    """Send a request like a browser does for a script of another site."""
    body = {"virtualHostNames": ["a.example"]} if method == "PUT" else None
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    return client.request(
        method,
        path,
        body,
        headers={"Origin": origin, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", **named},
    )


def preflight(client: Client, path: str, origin: str) -> httpx.Response:
    """Send a preflight request, without credentials and without the script's own header fields."""
    return script(
        Client(client.server),
        "OPTIONS",
        path,
        origin,
        X_XSRF_Header=None,
        Access_Control_Request_Method="PUT",
        Access_Control_Request_Headers="authorization,content-type,x-xsrf-header",
    )


def test_by_default_no_origin_is_allowed(server: FlowServer) -> None:
    client = server.set_up()
    assert client.get(CORS).json() == {"enabled": False, "allowedOriginsList": []}
    assert preflight(client, HOSTS, TOOLS).status_code == 403
    assert script(client, "GET", HOSTS, TOOLS).status_code == 403


@pytest.mark.parametrize("origin", [TOOLS, LOCAL])
def test_a_preflight_request_of_an_allowed_origin_is_answered(admin: Client, origin: str) -> None:
    answer = preflight(admin, HOSTS, origin)
    assert (answer.status_code, answer.headers[READABLE]) == (204, origin)
    assert answer.headers["Access-Control-Allow-Methods"] == "DELETE, GET, HEAD, POST, PUT"
    fields = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert {"authorization", "content-type", "if-match", "x-xsrf-header"} <= set(fields)
    assert "Origin" in answer.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert answer.headers["X-Request-Id"]


def test_scripts_of_an_allowed_origin_read_and_change(admin: Client) -> None:
    saved = script(admin, "PUT", HOSTS, TOOLS)
    assert (saved.status_code, saved.headers[READABLE]) == (200, TOOLS)
    read = script(admin, "GET", HOSTS, TOOLS)
    assert read.json() == {"virtualHostNames": ["a.example"]}
    assert "etag" in read.headers["Access-Control-Expose-Headers"]
    assert "Origin" in read.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in read.headers


def test_scripts_of_an_allowed_origin_can_read_errors(admin: Client) -> None:
    for answer, status in (
        (script(admin, "GET", f"{API}/nothing", TOOLS), 404),
        (script(Client(admin.server), "GET", HOSTS, TOOLS), 401),
    ):
        assert (answer.status_code, answer.headers[READABLE]) == (status, TOOLS)


def test_the_anti_forgery_header_stays_mandatory(admin: Client) -> None:
    for method in ("GET", "PUT", "OPTIONS"):
        refused = script(admin, method, HOSTS, TOOLS, X_XSRF_Header=None)
        assert (refused.status_code, refused.json()["message"]) == (403, "The X-XSRF-Header header field is missing.")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "*",
        "",
        "http://tools.example.com",
        "https://tools.example.com:8443",
        "https://tools.example.com.evil.example",
        "https://evil-tools.example.com",
        "https://a.tools.example.com",
        "https://tools.example.com/",
        "http://localhost",
    ],
)
def test_other_origins_are_refused(admin: Client, origin: str) -> None:
    for answer in (
        preflight(admin, HOSTS, origin),
        script(admin, "GET", HOSTS, origin),
        script(admin, "PUT", HOSTS, origin),
    ):
        assert answer.status_code == 403
        assert not [name for name in answer.headers if name.startswith("access-control-")]
    assert admin.get(HOSTS).json() == {"virtualHostNames": []}


def test_two_origins_are_refused(admin: Client) -> None:
    assert script(admin, "GET", HOSTS, f"{TOOLS}, {TOOLS}").status_code == 403


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", f"{UI}/uiSettings"), ("POST", f"{UI}/apitoken"), ("POST", f"{UI}/logout"), ("GET", "/")],
)
def test_scripts_of_an_allowed_origin_cannot_call_the_session_service_or_the_console(
    admin: Client, method: str, path: str
) -> None:
    for answer in (preflight(admin, path, TOOLS), script(admin, method, path, TOOLS)):
        assert not [name for name in answer.headers if name.startswith("access-control-")]
    if method == "POST":
        assert script(admin, method, path, TOOLS).status_code == 403
    assert admin.get(f"{UI}/uiSettings").status_code == 200


def test_the_session_cookie_is_no_credential_for_scripts(admin: Client) -> None:
    admin.authorization = None
    assert dict(admin.cookies)
    assert script(admin, "PUT", HOSTS, TOOLS).status_code == 401


def test_a_save_applies_to_the_next_request(admin: Client) -> None:
    allow(admin, "https://other.example:8443")
    assert preflight(admin, HOSTS, TOOLS).status_code == 403
    assert preflight(admin, HOSTS, "https://other.example:8443").status_code == 204
    allow(admin, TOOLS, enabled=False)
    assert preflight(admin, HOSTS, TOOLS).status_code == 403


def test_origins_are_compared_as_browsers_write_them(admin: Client) -> None:
    allow(admin, "HTTPS://Tools.Example.com:443", "http://127.0.0.1:80", "https://[0:0::1]:8443")
    for origin in (TOOLS, "http://127.0.0.1", "https://[::1]:8443"):
        assert preflight(admin, HOSTS, origin).status_code == 204


@pytest.mark.parametrize(
    "origin",
    [
        "*",
        "null",
        "https://*.example.com",
        "https://*",
        "tools.example.com",
        "http://tools.example.com",
        "http://localhost.evil.example",
        "https://tools.example.com/",
        "https://joe@tools.example.com",
        "https://tools.example.com?x",
        "https://tools.example.com:0",
        "https://tools.example.com:65536",
        "https://[:::]",
        "https://b\u00fcro.example",
        "https://tools.example.com\n",
        "file://",
        "https://",
    ],
)
def test_only_exact_and_secure_origins_can_be_listed(admin: Client, origin: str) -> None:
    refused = admin.put(CORS, {"enabled": True, "allowedOriginsList": [TOOLS, origin]})
    assert refused.status_code == 422
    assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == ["allowedOriginsList[1]"]


def test_an_auditor_reads_and_cannot_change(admin: Client, server: FlowServer) -> None:
    created = admin.post(f"{API}/administrativeAccounts", account("Audrey", auditor=True))
    assert created.status_code == 200, created.text
    auditor = server.client().sign_in("Audrey")
    assert auditor.get(CORS).json()["allowedOriginsList"] == sorted([TOOLS, LOCAL])
    refused = auditor.put(CORS, {"enabled": True, "allowedOriginsList": ["https://evil.example"]})
    assert refused.status_code == 403
    assert preflight(admin, HOSTS, "https://evil.example").status_code == 403


def test_a_save_in_another_process_applies_after_a_refresh(admin: Client, server: FlowServer) -> None:
    """The periodic job of a second console calls `refresh`."""
    elsewhere = ApiOrigins()
    refresh(server.core.configuration, elsewhere)
    scope = {"type": "http", "path": HOSTS, "headers": [(b"origin", TOOLS.encode())]}
    assert elsewhere.find(scope) == TOOLS.encode()
    allow(admin)
    refresh(server.core.configuration, elsewhere)
    assert elsewhere.find(scope) is None


def test_preflight_requests_read_no_database(admin: Client, server: FlowServer) -> None:
    statements: list[object] = []
    engine = server.core.configuration.database.engine

    def note(*given: object) -> None:
        statements.append(given)

    event.listen(engine, "before_cursor_execute", note)
    try:
        assert preflight(admin, HOSTS, TOOLS).status_code == 204
        assert preflight(admin, HOSTS, "https://evil.example").status_code == 403
        assert statements == []
        # The listener works: other requests read the database.
        assert admin.get(HOSTS).status_code == 200
        assert statements
    finally:
        event.remove(engine, "before_cursor_execute", note)
