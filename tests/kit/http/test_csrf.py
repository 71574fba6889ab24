"""Protection against cross-site requests: one row for each kind of caller."""

from typing import Any

import pytest

from hanse.kit.errors import NotAllowed
from hanse.kit.http.csrf import AntiForgery, GuardedPaths

API, UI = "/pf-admin-api/v1/serverSettings", "/pf-admin-ui/login"
XSRF = {"x-xsrf-header": "anything"}
OWN = {"origin": "https://console.example:9999"}
SAME = {"sec-fetch-site": "same-origin"}


def status(method: str, path: str, fields: dict[str, str], **settings: Any) -> int:
    host = {"host": settings.pop("host", "console.example:9999")}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "scheme": settings.pop("scheme", "https"),
        "headers": [(name.encode(), value.encode()) for name, value in (host | fields).items()],
    }
    try:
        AntiForgery(**settings).check(scope)
    except NotAllowed as error:
        return error.status.value
    return 200


@pytest.mark.parametrize(
    ("method", "path", "fields", "expected"),
    [
        # A program, which sends none of a browser's header fields.
        ("GET", API, XSRF, 200),
        ("GET", API, {}, 403),
        ("GET", API, {"x-xsrf-header": ""}, 200),
        ("PUT", API, {}, 403),
        ("GET", "/pf-admin-api", {}, 403),
        ("GET", UI, {}, 200),
        ("POST", UI, {}, 403),
        ("POST", UI, XSRF, 200),
        # The console.
        ("PUT", API, XSRF | OWN | SAME, 200),
        ("POST", UI, XSRF | OWN | SAME, 200),
        ("GET", UI, SAME, 200),
        # A user who enters the address.
        ("GET", UI, {"sec-fetch-site": "none"}, 200),
        # A page of another site; its browser sends the Origin header, Sec-Fetch-Site or both.
        ("PUT", API, XSRF | {"origin": "https://evil.example"}, 403),
        ("PUT", API, XSRF | {"origin": "null"}, 403),
        ("PUT", API, XSRF | {"origin": ""}, 403),
        ("PUT", API, XSRF | {"origin": "http://console.example:9999"}, 403),
        ("PUT", API, XSRF | {"origin": "https://console.example"}, 403),
        ("PUT", API, XSRF | {"origin": "https://console.example:9999.evil.example"}, 403),
        ("GET", API, XSRF | {"sec-fetch-site": "cross-site"}, 403),
        ("GET", API, XSRF | {"sec-fetch-site": "same-site"}, 403),
        ("GET", UI, {"sec-fetch-site": "cross-site"}, 403),
        ("POST", UI, XSRF | OWN | {"sec-fetch-site": "cross-site"}, 403),
        # Not protected: the console's own pages, and paths that only begin with the same characters.
        ("GET", "/", {"sec-fetch-site": "cross-site"}, 200),
        ("GET", "/pf-admin-apis", {}, 200),
    ],
)
def test_cross_site_requests_are_refused(method: str, path: str, fields: dict[str, str], expected: int) -> None:
    assert status(method, path, fields) == expected


def test_default_ports_and_letter_case_make_no_difference() -> None:
    assert status("PUT", API, XSRF | {"origin": "https://console.example:443"}, host="Console.example") == 200
    assert status("PUT", API, XSRF | {"origin": "https://console.example"}, host="console.example:443") == 200
    assert status("PUT", API, XSRF | {"origin": "https://[::1]:9999"}, host="[::1]:9999") == 200


def test_pages_open_without_the_header_but_changes_are_refused() -> None:
    rules = GuardedPaths(documents=frozenset({API}))
    assert status("GET", API, {"sec-fetch-site": "none"}, rules=rules) == 200
    assert status("POST", API, {}, rules=rules) == 403
    assert status("GET", API + "/x", {}, rules=rules) == 403


def test_a_proxy_may_terminate_tls() -> None:
    assert status("PUT", API, XSRF | OWN, scheme="http") == 403
    assert status("PUT", API, XSRF | OWN, scheme="http", behind_proxy=True) == 200
    assert status("PUT", API, XSRF | {"origin": "https://evil.example"}, scheme="http", behind_proxy=True) == 403
