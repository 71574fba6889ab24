"""Invalid requests: each kind of error has its own clear answer, for every operation."""

from typing import Any

import pytest

from tests.flows.refusals.wrong_requests import ACCOUNTS, CONNECTIONS, HOSTS, SETTINGS, send
from tests.flows.server import API, UI, Client, FlowServer


@pytest.mark.parametrize(
    ("path", "allow"),
    [
        (HOSTS, "GET, HEAD, PUT"),
        (CONNECTIONS, "GET, HEAD, POST"),
        (f"{CONNECTIONS}/any", "DELETE, GET, HEAD, PUT"),
        (f"{API}/version", "GET, HEAD"),
        (f"{UI}/login", "POST"),
    ],
)
@pytest.mark.parametrize("method", ["PATCH", "OPTIONS", "TRACE", "BREW"])
def test_unsupported_methods_are_refused(admin: Client, path: str, allow: str, method: str) -> None:
    answer = admin.request(method, path)
    assert (answer.status_code, answer.headers["Allow"]) == (405, allow)
    assert answer.json() == {"resultId": "method_not_allowed", "message": f"This address supports {allow}."}


@pytest.mark.parametrize(
    "path", [f"{API}/nothing", f"{API}/virtualHostNames/", f"{API}", "/pf-admin-api/v2/version", f"{UI}/nothing"]
)
@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_unknown_addresses_are_not_found(admin: Client, method: str, path: str) -> None:
    answer = admin.request(method, path)
    assert answer.status_code == 404
    assert answer.json() == {
        "resultId": "resource_not_found",
        "message": "Page not found, or you do not have access to it.",
    }


@pytest.mark.parametrize("id_", ["none", "%F0%9F%A6%84", "a%20b", "%FF", "%ED%A0%80", "x" * 5000, "%2e%2e", "1e400"])
def test_unknown_items_are_not_found(admin: Client, id_: str) -> None:
    for path in (f"{CONNECTIONS}/{id_}", f"{ACCOUNTS}/{id_}", f"{API}/internal/history/pingOneConnections/{id_}"):
        answer = admin.get(path)
        assert (answer.status_code, answer.json()["resultId"]) == (404, "resource_not_found")


def test_an_encoded_slash_is_a_slash(admin: Client) -> None:
    assert admin.get(f"{CONNECTIONS}/a%2Fb").json()["message"] == "Page not found, or you do not have access to it."


def test_a_nul_in_the_path_is_refused(admin: Client) -> None:
    answer = admin.get(f"{CONNECTIONS}/a%00b")
    assert (answer.status_code, answer.json()["message"]) == (400, "The path contains a NUL character.")


@pytest.mark.parametrize(
    ("query", "name", "message"),
    [
        ("surprise=1", "surprise", "This parameter is not known."),
        ("page=1&page=2", "page", "Enter this parameter only once."),
        ("page=one", "page", "This parameter must be a valid integer."),
        ("page=%D9%A1", "page", "This parameter must be a valid integer."),
        ("page=" + "9" * 40, "page", "This parameter must be a valid integer."),
        ("page=0", "page", "This parameter must be at least 1."),
        ("numberPerPage=100000", "numberPerPage", "This parameter must be at most 1000."),
        ("sortOrder=UP", "sortOrder", "This parameter must be one of ASC, DESC."),
        ("filter=a%00b", "filter", "This parameter contains a NUL character."),
        ("a%00b", "a\0b", "This parameter is not known."),
    ],
)
def test_invalid_queries_are_refused(admin: Client, query: str, name: str, message: str) -> None:
    answer = admin.get(f"{CONNECTIONS}?{query}")
    assert answer.status_code == 422
    (finding,) = answer.json()["validationErrors"]
    assert (finding["fieldPath"], finding["message"]) == (name, message)


def test_all_wrong_parameters_are_reported_at_once(admin: Client) -> None:
    findings = admin.get(f"{CONNECTIONS}?page=0&x=1&sortOrder=UP").json()["validationErrors"]
    assert [each["fieldPath"] for each in findings] == ["page", "x", "sortOrder"]


@pytest.mark.parametrize("path", [HOSTS, f"{API}/license", f"{API}/version"])
def test_undeclared_queries_are_refused(admin: Client, path: str) -> None:
    assert admin.get(f"{path}?x=1").status_code == 422


@pytest.mark.parametrize("tag", ["5", "five", '"', '"1" "2"', '"1", 2', '*, "1"', 'w/"1"', "", ",", b"\xe9"])
def test_invalid_etags_are_refused(admin: Client, tag: str | bytes) -> None:
    answer = send(admin, "PUT", HOSTS, '{"virtualHostNames": []}', **{"If-Match": tag})
    assert (answer.status_code, answer.json()["message"]) == (400, "If-Match must be the ETag of an earlier answer.")


@pytest.mark.parametrize("tag", ['"5000"', '"5000", "5001"', '"five"', 'W/"1"', '""', f'"{"9" * 30}"'])
@pytest.mark.parametrize("path", [HOSTS, SETTINGS, f"{API}/license", f"{API}/license/agreement"])
def test_an_etag_that_does_not_match_is_a_conflict(admin: Client, path: str, tag: str) -> None:
    current = admin.get(path)
    bodies: dict[str, Any] = {
        HOSTS: {"virtualHostNames": []},
        SETTINGS: {},
        f"{API}/license": {"fileData": "AAAA"},
        f"{API}/license/agreement": {"accepted": True},
    }
    body = bodies[path]
    answer = admin.put(path, body, headers={"If-Match": tag})
    assert answer.status_code == 409
    assert answer.json()["resultId"] == "conflict"
    assert answer.json()["current"] == current.json()
    assert current.headers["ETag"] == f'"{answer.json()["revision"]}"'


@pytest.mark.parametrize("path", [HOSTS, f"{API}/license", f"{API}/version", f"{UI}/session", f"{API}/nothing"])
def test_head_is_get_without_the_body(admin: Client, path: str) -> None:
    head, get = admin.request("HEAD", path), admin.get(path)
    assert head.status_code == get.status_code
    varying = {"x-request-id"}
    assert {k: v for k, v in head.headers.items() if k not in varying} == {
        k: v for k, v in get.headers.items() if k not in varying
    }


@pytest.mark.parametrize("path", [HOSTS, f"{API}/version", f"{API}/nothing"])
def test_the_api_requires_its_header(admin: Client, path: str) -> None:
    answer = admin.get(path, headers={"X-XSRF-Header": None})
    assert answer.status_code == 403
    assert answer.json() == {"resultId": "forbidden", "message": "The X-XSRF-Header header field is missing."}


def test_the_session_service_requires_it_for_changes(admin: Client) -> None:
    assert admin.post(f"{UI}/apitoken", headers={"X-XSRF-Header": None}).status_code == 403
    assert admin.get(f"{UI}/uiSettings", headers={"X-XSRF-Header": None}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://hanse.example:9999", "https://hanse.example"]
)
def test_other_origins_are_refused(admin: Client, origin: str) -> None:
    answer = admin.get(HOSTS, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["message"]) == (403, "The request comes from another origin.")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "surprise"])
def test_requests_from_other_sites_are_refused(admin: Client, site: str) -> None:
    answer = admin.post(f"{UI}/apitoken", headers={"Sec-Fetch-Site": site})
    assert (answer.status_code, answer.json()["message"]) == (403, "The request comes from another site.")
    assert admin.get(HOSTS, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_the_api_ignores_the_cookie(admin: Client, shared_server: FlowServer) -> None:
    browser = shared_server.client(cookies=admin.cookies)
    assert browser.get(f"{UI}/uiSettings").status_code == 200
    assert browser.get(HOSTS).status_code == 401


def test_the_session_service_ignores_a_token(admin: Client, shared_server: FlowServer) -> None:
    program = shared_server.client()
    assert program.get(f"{UI}/uiSettings", headers={"Authorization": str(admin.authorization)}).status_code == 401


def test_a_token_in_a_cookie_is_ignored(admin: Client, shared_server: FlowServer) -> None:
    token = str(admin.authorization).partition(" ")[2]
    headers = {"Cookie": f"__Host-hanse-session={token}; access_token={token}"}
    assert shared_server.client().get(HOSTS, headers=headers).status_code == 401
    assert shared_server.client().get(f"{UI}/uiSettings", headers=headers).status_code == 401
    assert shared_server.client().get(f"{HOSTS}?access_token={token}").status_code == 401


def test_the_session_service_ignores_basic(shared_server: FlowServer) -> None:
    script = shared_server.basic("Administrator")
    assert script.get(HOSTS).status_code == 200
    assert script.get(f"{UI}/uiSettings", headers={"Authorization": str(script.authorization)}).status_code == 401
    assert script.post(f"{UI}/apitoken", headers={"Authorization": str(script.authorization)}).status_code == 401


@pytest.mark.parametrize("value", ["Basic", "Basic !", "Basic QQ==", "Bearer", "Bearer x", "Digest x", b"\xe9", ""])
def test_invalid_credentials_are_refused(shared_server: FlowServer, value: str | bytes) -> None:
    answer = shared_server.client().get(HOSTS, headers={"Authorization": value})
    assert (answer.status_code, answer.json()["resultId"]) == (401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Basic realm="Hanse admin API", charset="UTF-8"'


def test_a_browser_gets_no_password_prompt(shared_server: FlowServer) -> None:
    page = shared_server.client().get(HOSTS, headers={"Sec-Fetch-Mode": "cors"})
    assert page.headers["WWW-Authenticate"] == 'Bearer realm="Hanse admin API"'
    assert "WWW-Authenticate" not in shared_server.client().get(f"{UI}/uiSettings").headers


@pytest.mark.parametrize("path", [f"{API}/internal/isw/initialSetupInfo", f"{API}/internal/isw/validateCurrentLicense"])
def test_the_wizards_calls_are_refused_after_set_up(admin: Client, shared_server: FlowServer, path: str) -> None:
    answer = admin.get(path)
    message = "The initial setup is already complete."
    assert (answer.status_code, answer.json()["message"]) == (403, message)
    assert shared_server.local().get(path).status_code == 401


def test_before_set_up_the_wizard_cannot_configure(server: FlowServer) -> None:
    answer = server.local().put(HOSTS, {})
    message = "Complete the initial setup first."
    assert (answer.status_code, answer.json()["message"]) == (403, message)


def test_refusals_carry_the_protective_headers(admin: Client) -> None:
    for answer in (admin.get(f"{API}/nothing"), admin.request("PATCH", HOSTS), send(admin, "PUT", HOSTS, "{")):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert answer.headers["X-Request-Id"]
