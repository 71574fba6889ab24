"""Logout that starts at this server: startSLO, the logout paths of adapters, and the session revocation API."""

import base64
from typing import Any

import pytest

from hanse.engine.http.redirect_validation import RedirectUse, is_allowed
from hanse.engine.oidc import session_revocation
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.federation.default_urls import IDP_DEFAULT_URLS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION, RedirectValidationSettings
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.oidc.logout_site import NO, SLO, YES, Site, fields, is_confirmation_page, location
from tests.engine.oidc.provider import Provider
from tests.support.configurations import as_model, create
from tests.support.instances import adapter, validator

TARGET = "https://portal.example.com/bye"
USER = {"Sec-Fetch-Site": "none"}
ALLOWED = {
    "redirectValidationLocalSettings": {"whiteList": [{"validDomain": "portal.example.com", "targetResourceSLO": True}]}
}
Body = dict[str, Any]


@pytest.fixture
def site(provider: Provider) -> Site:
    made = Site.of(provider)
    made.prepare()
    provider.server.save(REDIRECT_VALIDATION, ALLOWED)
    return made


@pytest.mark.parametrize(
    "headers",
    [
        USER,
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site", "Referer": "https://web.example.com/"},
        {"Referer": "https://web.example.com/any?x"},
    ],
)
def test_users_sign_out_of_all_applications_at_once(site: Site, headers: dict[str, str]) -> None:
    cookie = site.sign_in(web="joe")
    answer = site.send(SLO, cookie, headers=headers, TargetResource=TARGET)
    assert location(answer) == TARGET
    assert not site.is_signed_in(cookie)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Referer": "https://evil.example/"},
        {"Referer": "https://web.example.com.evil.example/"},
        {"Referer": "http://web.example.com/"},
        {"Referer": "https://other.example.com/"},
        {"Sec-Fetch-Site": "none", "Sec-Purpose": "prefetch"},
    ],
)
def test_other_sites_cannot_sign_users_out(site: Site, headers: dict[str, str]) -> None:
    """Logout CSRF. The client `other` is registered, and the user has not signed in to it."""
    site.provider.save_client("other")
    cookie = site.sign_in(web="joe")
    page = site.send(SLO, cookie, headers=headers, TargetResource=TARGET)
    assert is_confirmation_page(page)
    assert site.is_signed_in(cookie)
    answer = site.send(SLO, cookie, method="POST", headers=headers, form={**fields(page), **YES})
    assert (location(answer), site.is_signed_in(cookie)) == (TARGET, False)


def test_the_user_can_cancel_and_a_changed_form_is_not_accepted(site: Site) -> None:
    cookie = site.sign_in()
    sent = fields(site.send(SLO, cookie))
    site.send(SLO, cookie, method="POST", form={**sent, **NO})
    changed = {**sent, "TargetResource": TARGET}
    assert is_confirmation_page(site.send(SLO, cookie, method="POST", form={**changed, **YES}))
    assert site.is_signed_in(cookie)


def test_a_target_that_is_not_allowed_is_not_used(site: Site) -> None:
    cookie = site.sign_in()
    answer = site.send(SLO, cookie, headers=USER, TargetResource="https://evil.example/")
    assert (answer.status, location(answer), site.is_signed_in(cookie)) == (200, "", False)
    assert location(site.send(SLO, headers=USER, TargetResource="https://evil.example/")) == ""
    assert location(site.send(SLO, headers=USER, TargetResource=TARGET)) == TARGET


def test_the_default_url_applies_without_an_allowed_target(site: Site) -> None:
    default = "https://intranet.example.com/signed-out"
    site.provider.server.save(IDP_DEFAULT_URLS, {"idpErrorMsg": "Error", "idpSloSuccessUrl": default})
    for target in ("", "https://evil.example/"):
        cookie = site.sign_in()
        assert location(site.send(SLO, cookie, headers=USER, TargetResource=target)) == default
    assert location(site.send(SLO, site.sign_in(), headers=USER, TargetResource=TARGET)) == TARGET


def test_users_are_always_asked_if_the_settings_say_so(site: Site) -> None:
    default = "https://intranet.example.com/signed-out"
    values = {"idpErrorMsg": "Error", "confirmIdpSlo": True, "idpSloSuccessUrl": default}
    site.provider.server.save(IDP_DEFAULT_URLS, values)
    cookie = site.sign_in(web="joe")
    page = site.send(SLO, cookie, headers=USER)
    assert (is_confirmation_page(page), site.is_signed_in(cookie)) == (True, True)
    answer = site.send(SLO, cookie, method="POST", headers=USER, form={**fields(page), **YES})
    assert (location(answer), site.is_signed_in(cookie)) == (default, False)


def settings(*hosts: Body, uris: tuple[Body, ...] = (), **more: bool) -> RedirectValidationSettings:
    local = {
        "whiteList": [{"targetResourceSLO": True, **each} for each in hosts],
        "uriAllowList": [{"targetResourceSLO": True, **each} for each in uris],
        **more,
    }
    made: RedirectValidationSettings = as_model(REDIRECT_VALIDATION, {"redirectValidationLocalSettings": local})
    return made


@pytest.mark.parametrize(
    ("target", "host", "expected"),
    [
        ("https://a.example/x", {"validDomain": "a.example"}, True),
        ("https://A.Example/x", {"validDomain": "a.example"}, True),
        ("https://a.example:8443/", {"validDomain": "a.example"}, True),
        ("https://a.example.evil.example/", {"validDomain": "a.example"}, False),
        ("https://evil.example/a.example", {"validDomain": "a.example"}, False),
        ("https://b.a.example/", {"validDomain": "a.example"}, False),
        ("https://b.a.example/", {"validDomain": "*.a.example"}, True),
        ("https://xa.example/", {"validDomain": "*.a.example"}, False),
        ("https://a.example/", {"validDomain": "*.a.example"}, False),
        ("http://a.example/", {"validDomain": "a.example"}, False),
        ("http://a.example/", {"validDomain": "a.example", "requireHttps": False}, True),
        ("https://a.example/x?y", {"validDomain": "a.example"}, False),
        ("https://a.example/x#y", {"validDomain": "a.example"}, False),
        ("https://a.example/x?y#z", {"validDomain": "a.example", "allowQueryAndFragment": True}, True),
        ("https://a.example/x", {"validDomain": "a.example", "validPath": "/x"}, True),
        ("https://a.example/x/y", {"validDomain": "a.example", "validPath": "/x"}, False),
        ("https://a.example/x", {"validDomain": "a.example", "targetResourceSLO": False}, False),
        ("https://a.example@evil.example/", {"validDomain": "a.example"}, False),
        ("https://evil.example\\@a.example/", {"validDomain": "a.example"}, False),
        ("https://evil.example\t.a.example/", {"validDomain": "*.a.example"}, False),
        ("//a.example/", {"validDomain": "a.example"}, False),
        ("javascript://a.example/%0aalert(1)", {"validDomain": "a.example"}, False),
        ("https://a.example:x/", {"validDomain": "a.example"}, False),
        ("https://ä.example/", {"validDomain": "a.example"}, False),
    ],
)
def test_targets_are_compared_with_the_allowed_hosts(target: str, host: Body, expected: bool) -> None:
    assert is_allowed(settings(host), target, RedirectUse.LOGOUT) is expected


@pytest.mark.parametrize(
    ("target", "uri", "expected"),
    [
        ("https://a.example/x", {"validUri": "https://a.example/x"}, True),
        ("https://a.example/x/", {"validUri": "https://a.example/x"}, False),
        ("https://b.a.example/x", {"validUri": "https://*.a.example/x"}, True),
        ("https://evil.example/.a.example/x", {"validUri": "https://*.a.example/x"}, False),
        ("https://evil.example?.a.example/x", {"validUri": "https://*.a.example/x"}, False),
        ("https://a.example/u/1/x", {"validUri": "https://a.example/*/x"}, True),
        ("https://a.example/u?/x", {"validUri": "https://a.example/*/x"}, False),
        ("https://a.example/x?y", {"validUri": "https://a.example/x"}, False),
        ("https://a.example/x?y", {"validUri": "https://a.example/x", "allowQueryAndFragment": True}, True),
    ],
)
def test_targets_are_compared_with_the_allowed_uris(target: str, uri: Body, expected: bool) -> None:
    assert is_allowed(settings(uris=(uri,)), target, RedirectUse.LOGOUT) is expected


def test_without_validation_web_addresses_are_allowed() -> None:
    found = settings(enableTargetResourceValidationForSLO=False)
    assert is_allowed(found, "https://anywhere.example/", RedirectUse.LOGOUT)
    assert not is_allowed(found, "javascript:alert(1)", RedirectUse.LOGOUT)
    assert not is_allowed(found, "data:text/html,x", RedirectUse.LOGOUT)


def test_an_adapter_can_have_its_own_logout_path(site: Site) -> None:
    configuration = site.provider.server.core.configuration
    create(configuration, VALIDATORS, validator("used"))
    body = adapter()
    body["configuration"]["fields"] += [
        {"name": "Logout Path", "value": "/sign-out"},
        {"name": "Logout Redirect", "value": "https://elsewhere.example/"},
    ]
    create(configuration, ADAPTERS, body)
    site.provider.server.caught_up()
    cookie = site.sign_in(web="joe")
    assert site.send("/ext/other", cookie, headers=USER).status == 404
    page = site.send("/ext/sign-out", cookie)
    assert is_confirmation_page(page)
    assert site.is_signed_in(cookie)
    answer = site.send("/ext/sign-out", cookie, headers=USER)
    assert (location(answer), site.is_signed_in(cookie)) == ("https://elsewhere.example/", False)


# The session revocation API

SECRET = base64.b64encode(b"web:clear-secret-of-web").decode()
HEADERS = {"Authorization": f"Basic {SECRET}", "X-XSRF-Header": "any", "Content-Type": "application/json"}


def call(site: Site, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Any:
    given = HEADERS if headers is None else headers
    return site.provider.server.request(method, path, headers=given, content=body)


@pytest.fixture
def granted(provider: Provider) -> Site:
    made = Site.of(provider)
    made.prepare(grantAccessSessionRevocationApi=True)
    return made


def test_a_revoked_session_is_reported_as_revoked(granted: Site) -> None:
    cookie = granted.sign_in()
    path = session_revocation.PATH
    assert call(granted, "GET", f"{path}/session-1").status_code == 404
    answer = call(granted, "POST", path, b'{"id": "session-1"}')
    assert (answer.status_code, answer.json()) == (201, {"id": "session-1"})
    answer = call(granted, "GET", f"{path}/session-1")
    assert (answer.status_code, answer.json()) == (200, {"id": "session-1"})
    assert not granted.is_signed_in(cookie)
    granted.provider.server.clock.advance(minutes=490)
    assert call(granted, "GET", f"{path}/session-1").status_code == 404


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"id": 1}', b'{"id": ""}', b'{"id": "' + b"x" * 300 + b'"}', b"[" * 5000]
)
def test_bodies_without_a_session_are_refused(granted: Site, body: bytes) -> None:
    answer = call(granted, "POST", session_revocation.PATH, body)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_only_permitted_clients_may_revoke_sessions(granted: Site) -> None:
    provider, body = granted.provider, b'{"id": "session-1"}'
    provider.save_client("other")
    provider.save_client("public", clientAuth={"type": "NONE"}, oidcPolicy={"grantAccessSessionRevocationApi": True})
    other = base64.b64encode(b"other:clear-secret-of-other").decode()
    wrong = base64.b64encode(b"web:wrong").decode()
    refusals = {
        401: [{"Authorization": ""}, {"Authorization": f"Basic {wrong}"}],
        403: [{"Authorization": f"Basic {other}"}],
    }
    for status, headers in refusals.items():
        for each in headers:
            for method, path in (("POST", session_revocation.PATH), ("GET", f"{session_revocation.PATH}/session-1")):
                assert call(granted, method, path, body, {**HEADERS, **each}).status_code == status, each
    without = {name: value for name, value in HEADERS.items() if name != "X-XSRF-Header"}
    assert call(granted, "POST", session_revocation.PATH, body, without).status_code == 400
    assert not granted.is_revoked()
