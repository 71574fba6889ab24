"""Each way in which a request can be wrong has its own clear answer, whatever operation it was meant for."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.flows.server import API, UI, Client, FlowServer

HOSTS = f"{API}/virtualHostNames"
SETTINGS = f"{API}/serverSettings"
ACCOUNTS = f"{API}/administrativeAccounts"
CONNECTIONS = f"{API}/pingOneConnections"
BODIES = [("PUT", HOSTS), ("PUT", SETTINGS), ("POST", ACCOUNTS), ("POST", CONNECTIONS), ("PUT", f"{API}/license")]
JSON = {"Content-Type": "application/json"}
MEBIBYTE = 1024 * 1024


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


@pytest.fixture(autouse=True)
def nothing_is_saved(shared_server: FlowServer) -> Iterator[None]:
    before = shared_server.revision()
    yield
    assert shared_server.revision() == before


def send(client: Client, method: str, path: str, text: str | bytes, **headers: str | bytes) -> Any:
    return client.request(method, path, content=text, headers={**JSON, **headers})


@pytest.mark.parametrize(("method", "path"), BODIES)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The request body is not valid JSON."),
        ("{", "The request body is not valid JSON."),
        ("{'a': 1}", "The request body is not valid JSON."),
        ('{"a": 1} extra', "The request body is not valid JSON."),
        ('{"a": NaN}', "The request body is not valid JSON."),
        ('{"a": -Infinity}', "The request body is not valid JSON."),
        ('{"a": "\x01"}', "The request body is not valid JSON."),
        ('{"a": "\x00"}', "The request body is not valid JSON."),
        ('\ufeff{"a": 1}', "The request body is not valid JSON."),
        ("[" * 100_000 + "]" * 100_000, "The request body is not valid JSON."),
        ('{"a":' * 500 + "1" + "}" * 500, "The request body is not valid JSON."),
        ('{"name": "\\ud800"}', "The request body is not valid JSON."),
        ('{"\\udfff": 1}', "The request body is not valid JSON."),
        ('{"a": 1, "a": 1}', "The request body names 'a' more than once in one object."),
        ('{"a": {"b": 1, "\\u0062": 2}}', "The request body names 'b' more than once in one object."),
        ('{"\\ud800": 1, "\\ud800": 1}', "The request body names '\\ud800' more than once in one object."),
        (b'{"a": "\xff"}', "The request body is not UTF-8 text."),
        (b'{"a": "\xed\xa0\x80"}', "The request body is not UTF-8 text."),
        ('{"a": 1}'.encode("utf-16"), "The request body is not UTF-8 text."),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, str | bytes) else None,
)
def test_what_is_no_json(admin: Client, method: str, path: str, text: str | bytes, message: str) -> None:
    answer = send(admin, method, path, text)
    assert answer.status_code == 400
    assert answer.json() == {"resultId": "request_incorrectly_formatted", "message": message}


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_unknown_fields(admin: Client, method: str, path: str) -> None:
    answer = admin.request(method, path, {"surprise": 1})
    assert answer.status_code == 422
    body = answer.json()
    assert (body["resultId"], body["message"]) == ("validation_error", "Validation error(s) occurred.")
    finding = {"errorId": "unknown_field", "message": "This field is not known.", "fieldPath": "surprise"}
    assert finding in body["validationErrors"]


@pytest.mark.parametrize(
    ("method", "path", "body", "findings"),
    [
        ("PUT", HOSTS, [], [("", "invalid_type", "This field must be an object.")]),
        ("PUT", HOSTS, None, [("", "invalid_type", "This field must be an object.")]),
        ("PUT", HOSTS, "text", [("", "invalid_type", "This field must be an object.")]),
        ("PUT", HOSTS, {}, [("virtualHostNames", "required_field", "This field is required.")]),
        (
            "PUT",
            HOSTS,
            {"virtualHostNames": None},
            [("virtualHostNames", "invalid_type", "This field must be a list.")],
        ),
        ("PUT", HOSTS, {"virtualHostNames": "a"}, [("virtualHostNames", "invalid_type", "This field must be a list.")]),
        (
            "PUT",
            HOSTS,
            {"virtualHostNames": ["a.example", 7, "", "-"]},
            [
                ("virtualHostNames[1]", "invalid_type", "This field must be a text."),
                ("virtualHostNames[2]", "required_field", "This field is required."),
                ("virtualHostNames[3]", "invalid_host_name", "This must be a host name such as sso.example.com."),
            ],
        ),
        (
            "PUT",
            SETTINGS,
            {"rolesAndProtocols": {"oauthRole": {"enableOauth": "yes"}}, "contactInfo": {"phone": 112}},
            [
                ("contactInfo.phone", "invalid_type", "This field must be a text."),
                ("rolesAndProtocols.oauthRole.enableOauth", "invalid_type", "This field must be true or false."),
            ],
        ),
        (
            "PUT",
            SETTINGS,
            {"emailServer": {"sourceAddr": "a@b.example", "emailServer": "b.example", "port": 10**400}},
            [("emailServer.port", None, None)],
        ),
        ("PUT", SETTINGS, {"federationInfo": {"baseUrl": "https://\0"}}, [("federationInfo.baseUrl", None, None)]),
        ("PUT", SETTINGS, {"contactInfo": {"company": "a\0b"}}, [("contactInfo.company", None, None)]),
        ("POST", CONNECTIONS, {}, [("name", "required_field", "This field is required.")]),
        ("POST", CONNECTIONS, {"name": " \t"}, [("name", "required_field", "This field is required.")]),
        ("POST", CONNECTIONS, {"name": "a"}, [("credential", "required_field", "This field is required.")]),
        ("PUT", f"{API}/license", {"fileData": ""}, [("fileData", "too_short", "This field must not be empty.")]),
        ("PUT", f"{API}/license/agreement", {"accepted": False}, [("accepted", "agreement_not_accepted", None)]),
    ],
)
def test_wrong_content(
    admin: Client, method: str, path: str, body: Any, findings: list[tuple[str, str | None, str | None]]
) -> None:
    answer = send(admin, method, path, json.dumps(body))
    assert answer.status_code == 422, answer.text
    found = answer.json()["validationErrors"]
    assert sorted(each.get("fieldPath", "") for each in found) == sorted(path for path, _, _ in findings)
    by_path = {each.get("fieldPath", ""): each for each in found}
    for field, error_id, message in findings:
        assert by_path[field]["errorId"] == error_id or error_id is None
        assert by_path[field]["message"] == message or message is None


@pytest.mark.parametrize("digits", [20, 400, 4_000, 900_000])
def test_huge_numbers_are_refused_and_cost_nothing(admin: Client, digits: int) -> None:
    answer = send(admin, "PUT", HOSTS, '{"virtualHostNames": [' + "9" * digits + "]}")
    # Beyond 4,300 digits it is the reader that gives up, as RFC 8259, section 9 lets it.
    assert answer.status_code == (400 if digits > 4_300 else 422)


@pytest.mark.parametrize(("method", "path"), BODIES)
@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_wrong_content_type(admin: Client, method: str, path: str, content_type: str) -> None:
    answer = send(admin, method, path, "{}", **{"Content-Type": content_type})
    assert answer.status_code == 415
    message = "The body must be of type application/json."
    assert answer.json() == {"resultId": "unsupported_media_type", "message": message}


@pytest.mark.parametrize("parameter", ["charset=utf-8", 'Charset="UTF-8"', "odata.metadata=full", "charset=utf8;x=y"])
def test_a_content_type_with_a_parameter_is_right(admin: Client, parameter: str) -> None:
    sent = {"Content-Type": f"Application/JSON; {parameter}"}
    assert send(admin, "PUT", HOSTS, '{"virtualHostNames": [1]}', **sent).status_code == 422


@pytest.mark.parametrize("charset", ["utf-16", "ISO-8859-1", "", '"utf-16le"'])
def test_json_is_in_utf_8(admin: Client, charset: str) -> None:
    sent = {"Content-Type": f"application/json;charset={charset}"}
    answer = send(admin, "PUT", HOSTS, '{"virtualHostNames": []}', **sent)
    assert (answer.status_code, answer.json()["message"]) == (415, "The body must be in UTF-8.")


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip"])
def test_compressed_bodies_are_refused(admin: Client, coding: str) -> None:
    answer = send(admin, "PUT", HOSTS, "{}", **{"Content-Encoding": coding})
    assert (answer.status_code, answer.json()["message"]) == (415, "The body must not be compressed.")


@pytest.mark.parametrize(("method", "path"), [*BODIES, ("GET", HOSTS), ("DELETE", f"{CONNECTIONS}/none")])
def test_oversized_bodies(admin: Client, method: str, path: str) -> None:
    answer = send(admin, method, path, b" " * (MEBIBYTE + 1))
    assert answer.status_code == 413
    assert answer.json() == {"resultId": "payload_too_large", "message": "The request body is too large."}


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_oversized_bodies_in_chunks(admin: Client, method: str, path: str) -> None:
    async def chunks() -> Any:
        for _ in range(20):
            yield b" " * (MEBIBYTE // 16)

    answer = admin.request(method, path, content=chunks(), headers=JSON)
    assert answer.status_code == 413
    assert answer.json()["resultId"] == "payload_too_large"


def test_the_largest_body_is_read(admin: Client) -> None:
    text = '{"virtualHostNames": [1]}'
    assert send(admin, "PUT", HOSTS, text + " " * (MEBIBYTE - len(text))).status_code == 422


def test_the_credential_check_takes_less(shared_server: FlowServer, admin: Client) -> None:
    limits = {each.path: each.body_limit for each in shared_server.administration.operations}
    path = f"{API}/internal/isw/validatePingOneCredential"
    answer = admin.request("POST", path, content="x" * (limits[path] + 1))
    assert answer.status_code == 413


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
def test_wrong_methods(admin: Client, path: str, allow: str, method: str) -> None:
    answer = admin.request(method, path)
    assert (answer.status_code, answer.headers["Allow"]) == (405, allow)
    assert answer.json() == {"resultId": "method_not_allowed", "message": f"This address takes {allow}."}


@pytest.mark.parametrize(
    "path", [f"{API}/nothing", f"{API}/virtualHostNames/", f"{API}", "/pf-admin-api/v2/version", f"{UI}/nothing"]
)
@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_unknown_addresses(admin: Client, method: str, path: str) -> None:
    answer = admin.request(method, path)
    assert answer.status_code == 404
    assert answer.json() == {"resultId": "resource_not_found", "message": "There is nothing at this address."}


@pytest.mark.parametrize("id_", ["none", "%F0%9F%A6%84", "a%20b", "%FF", "%ED%A0%80", "x" * 5000, "%2e%2e", "1e400"])
def test_unknown_items(admin: Client, id_: str) -> None:
    for path in (f"{CONNECTIONS}/{id_}", f"{ACCOUNTS}/{id_}", f"{API}/internal/history/pingOneConnections/{id_}"):
        answer = admin.get(path)
        assert (answer.status_code, answer.json()["resultId"]) == (404, "resource_not_found")


def test_an_encoded_slash_is_a_slash(admin: Client) -> None:
    assert admin.get(f"{CONNECTIONS}/a%2Fb").json()["message"] == "There is nothing at this address."


def test_a_nul_in_the_path(admin: Client) -> None:
    answer = admin.get(f"{CONNECTIONS}/a%00b")
    assert (answer.status_code, answer.json()["message"]) == (400, "The path contains a NUL character.")


@pytest.mark.parametrize(
    ("query", "name", "message"),
    [
        ("surprise=1", "surprise", "This parameter is not known."),
        ("page=1&page=2", "page", "This parameter is given more than once."),
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
def test_wrong_queries(admin: Client, query: str, name: str, message: str) -> None:
    answer = admin.get(f"{CONNECTIONS}?{query}")
    assert answer.status_code == 422
    (finding,) = answer.json()["validationErrors"]
    assert (finding["fieldPath"], finding["message"]) == (name, message)


def test_all_wrong_parameters_are_named_at_once(admin: Client) -> None:
    findings = admin.get(f"{CONNECTIONS}?page=0&x=1&sortOrder=UP").json()["validationErrors"]
    assert [each["fieldPath"] for each in findings] == ["page", "x", "sortOrder"]


@pytest.mark.parametrize("path", [HOSTS, f"{API}/license", f"{API}/version"])
def test_queries_that_nobody_declared(admin: Client, path: str) -> None:
    assert admin.get(f"{path}?x=1").status_code == 422


@pytest.mark.parametrize("tag", ["5", "five", '"', '"1" "2"', '"1", 2', '*, "1"', 'w/"1"', "", ",", b"\xe9"])
def test_what_is_no_etag(admin: Client, tag: str | bytes) -> None:
    answer = send(admin, "PUT", HOSTS, '{"virtualHostNames": []}', **{"If-Match": tag})
    assert (answer.status_code, answer.json()["message"]) == (400, "If-Match must be the ETag of an earlier answer.")


@pytest.mark.parametrize("tag", ['"5000"', '"5000", "5001"', '"five"', 'W/"1"', '""', f'"{"9" * 30}"'])
@pytest.mark.parametrize("path", [HOSTS, SETTINGS, f"{API}/license", f"{API}/license/agreement"])
def test_an_etag_that_does_not_match(admin: Client, path: str, tag: str) -> None:
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


# Who asks, and from where


@pytest.mark.parametrize("path", [HOSTS, f"{API}/version", f"{API}/nothing"])
def test_the_api_wants_its_header(admin: Client, path: str) -> None:
    answer = admin.get(path, headers={"X-XSRF-Header": None})
    assert answer.status_code == 403
    assert answer.json() == {"resultId": "forbidden", "message": "The X-XSRF-Header header field is missing."}


def test_the_session_service_wants_it_for_changes(admin: Client) -> None:
    assert admin.post(f"{UI}/apitoken", headers={"X-XSRF-Header": None}).status_code == 403
    assert admin.get(f"{UI}/uiSettings", headers={"X-XSRF-Header": None}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://hanse.example:9999", "https://hanse.example"]
)
def test_a_foreign_origin(admin: Client, origin: str) -> None:
    answer = admin.get(HOSTS, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["message"]) == (403, "The request comes from another origin.")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "surprise"])
def test_a_foreign_page(admin: Client, site: str) -> None:
    answer = admin.post(f"{UI}/apitoken", headers={"Sec-Fetch-Site": site})
    assert (answer.status_code, answer.json()["message"]) == (403, "The request comes from another site.")
    assert admin.get(HOSTS, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_the_cookie_is_nothing_at_the_api(admin: Client, shared_server: FlowServer) -> None:
    browser = shared_server.client(cookies=admin.cookies)
    assert browser.get(f"{UI}/uiSettings").status_code == 200
    assert browser.get(HOSTS).status_code == 401


def test_a_token_is_nothing_at_the_session_service(admin: Client, shared_server: FlowServer) -> None:
    program = shared_server.client()
    assert program.get(f"{UI}/uiSettings", headers={"Authorization": str(admin.authorization)}).status_code == 401


def test_a_token_is_nothing_in_a_cookie(admin: Client, shared_server: FlowServer) -> None:
    token = str(admin.authorization).partition(" ")[2]
    headers = {"Cookie": f"__Host-hanse-session={token}; access_token={token}"}
    assert shared_server.client().get(HOSTS, headers=headers).status_code == 401
    assert shared_server.client().get(f"{UI}/uiSettings", headers=headers).status_code == 401
    assert shared_server.client().get(f"{HOSTS}?access_token={token}").status_code == 401


def test_basic_is_nothing_at_the_session_service(shared_server: FlowServer) -> None:
    script = shared_server.basic("Administrator")
    assert script.get(HOSTS).status_code == 200
    assert script.get(f"{UI}/uiSettings", headers={"Authorization": str(script.authorization)}).status_code == 401
    assert script.post(f"{UI}/apitoken", headers={"Authorization": str(script.authorization)}).status_code == 401


@pytest.mark.parametrize("value", ["Basic", "Basic !", "Basic QQ==", "Bearer", "Bearer x", "Digest x", b"\xe9", ""])
def test_wrong_proofs(shared_server: FlowServer, value: str | bytes) -> None:
    answer = shared_server.client().get(HOSTS, headers={"Authorization": value})
    assert (answer.status_code, answer.json()["resultId"]) == (401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Basic realm="Hanse admin API", charset="UTF-8"'


def test_a_browser_is_not_asked_for_a_password(shared_server: FlowServer) -> None:
    page = shared_server.client().get(HOSTS, headers={"Sec-Fetch-Mode": "cors"})
    assert page.headers["WWW-Authenticate"] == 'Bearer realm="Hanse admin API"'
    assert "WWW-Authenticate" not in shared_server.client().get(f"{UI}/uiSettings").headers


@pytest.mark.parametrize("path", [f"{API}/internal/isw/initialSetupInfo", f"{API}/internal/isw/validateCurrentLicense"])
def test_the_wizards_calls_are_over_after_set_up(admin: Client, shared_server: FlowServer, path: str) -> None:
    answer = admin.get(path)
    message = "This call belongs to the set-up, which is complete."
    assert (answer.status_code, answer.json()["message"]) == (403, message)
    assert shared_server.local().get(path).status_code == 401


def test_before_set_up_the_wizard_cannot_configure(server: FlowServer) -> None:
    answer = server.local().put(HOSTS, {})
    message = "Before the set-up is complete, only the calls of its wizard can be made."
    assert (answer.status_code, answer.json()["message"]) == (403, message)


def test_refusals_carry_the_protective_headers(admin: Client) -> None:
    for answer in (admin.get(f"{API}/nothing"), admin.request("PATCH", HOSTS), send(admin, "PUT", HOSTS, "{")):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert answer.headers["X-Request-Id"]
