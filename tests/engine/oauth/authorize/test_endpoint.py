"""The endpoint's answers to invalid requests, and the response modes."""

import re
from base64 import b64encode
from hashlib import sha384
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from structlog.testing import capture_logs

from hanse.engine.oauth.paths import AUTHORIZATION_PATH as PATH
from hanse.engine.signin.contracts import SignInFailed
from hanse.kit.errors import Unavailable
from tests.engine.oauth.authorize.test_redirect_uris import SIMILAR
from tests.engine.oauth.site import CALLBACK, Site, answered

ALLOW = {"pf.oauth.authz.consent": "allow", "scope": ["openid", "email"]}


def test_without_a_valid_redirect_uri_nothing_is_redirected(site: Site) -> None:
    invalid_requests: list[dict[str, Any]] = [
        {"client_id": None},
        {"client_id": "<script>alert(1)</script>"},
        {"redirect_uri": [CALLBACK, "https://evil.example/"]},
        {"redirect_uri": None},
        {"client_id": "unknown", "redirect_uri": "https://evil.example/"},
        *({"redirect_uri": each.replace("app.example.com/cb", "web.example.com/callback")} for each in SIMILAR if each),
    ]
    for changed in invalid_requests:
        response = site.authorize(**changed)
        assert response.status_code == 400, changed
        assert "location" not in response.headers
        assert response.headers["x-request-id"] in response.text
        assert "evil.example" not in response.text
        assert "<script" not in response.text
    assert not site.sign_in.requests


def test_other_errors_are_sent_to_the_client_with_state_and_issuer(site: Site) -> None:
    response = site.authorize(scope="openid unknown")
    assert response.headers["location"].startswith(f"{CALLBACK}?error=invalid_scope&error_description=")
    given = answered(response)
    assert (given["state"], given["iss"]) == ("s-1", "https://sso.example.com:9031")
    assert answered(site.authorize(state=["a", "b"])).get("state") is None
    assert not site.sign_in.requests


def test_an_error_description_has_only_allowed_characters(site: Site) -> None:
    site.sign_in.result = SignInFailed(code="access_denied", description='No "ent\u00fcr"\r\n\\ for you')
    assert answered(site.authorize())["error_description"] == "No  ent r     for you"


@pytest.mark.parametrize("state", ["", "a b+c&d=e#f", "\u00fc\u4e2d", "x" * 8192, "%00\r\nLocation: x"])
def test_state_is_returned_unchanged(site: Site, state: str) -> None:
    given = answered(site.authorize(scope="unknown", state=state or None))
    assert given.get("state", "") == state


def test_the_query_of_the_redirect_uri_is_kept(site: Site) -> None:
    site.client(redirectUris=[f"{CALLBACK}?tenant=1"])
    response = site.authorize(redirect_uri=f"{CALLBACK}?tenant=1", scope="unknown")
    query = parse_qs(urlsplit(response.headers["location"]).query)
    assert query["tenant"] == ["1"]
    assert query["error"] == ["invalid_scope"]


def test_answers_can_be_sent_in_the_fragment_and_by_form(site: Site) -> None:
    fragment = site.authorize(scope="unknown", response_mode="fragment")
    assert fragment.headers["location"].startswith(f"{CALLBACK}#error=invalid_scope")
    page = site.authorize(scope="unknown", response_mode="form_post", state='"><script>alert(1)</script>')
    assert page.status_code == 200
    assert f'<form method="post" action="{CALLBACK}">' in page.text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page.text))
    assert fields["error"] == "invalid_scope"
    assert unescape(fields["state"]) == '"><script>alert(1)</script>'
    assert page.text.count("<script") == 1
    policy = page.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    (address, integrity) = re.findall(r'<script src="([^"]*)" integrity="([^"]*)"></script>', page.text)[0]
    script = site.services.pages.assets.answers[address.removeprefix("/assets/")]
    assert (b"content-type", b"text/javascript; charset=utf-8") in script.headers
    assert integrity == f"sha384-{b64encode(sha384(script.body).digest()).decode()}"
    assert "frame-ancestors 'none'" in policy
    assert page.headers["cache-control"] == "no-store"


def test_without_the_setting_answers_do_not_name_their_issuer(site: Site) -> None:
    site.settings(includeIssuerInAuthorizationResponse=False)
    assert "iss" not in answered(site.authorize(scope="unknown"))


def test_each_issuer_names_itself(site: Site) -> None:
    """The issuer in the response lets clients detect mix-up attacks (RFC 9207, section 2.4)."""
    site.engine.add_issuer("Partners", "partners.example.com", "/p")
    query = "&".join(f"{name}={value}" for name, value in site.parameters(scope="unknown").items())
    query = query.replace(CALLBACK, "https%3A%2F%2Fweb.example.com%2Fcallback")
    response = site.send("GET", f"/p{PATH}?{query}", headers={"Host": "partners.example.com"})
    assert answered(response)["iss"] == "https://partners.example.com:9031/p"


def test_a_request_can_be_posted(site: Site) -> None:
    page = site.post(PATH, site.parameters())
    assert "Your e-mail address" in page.text
    assert answered(site.answer_form(page, **ALLOW))["code"]


def test_a_posted_request_has_its_parameters_in_the_body_only(site: Site) -> None:
    response = site.post(f"{PATH}?client_id=web", site.parameters())
    assert (response.status_code, "location" in response.headers) == (400, False)
    body = b"client_id=web"
    for content_type in ("application/json", "multipart/form-data; boundary=x", "text/plain"):
        assert site.send("POST", PATH, body, {"Content-Type": content_type}).status_code == 400


@pytest.mark.parametrize("query", ["client_id=%ff", "client_id=\u00fc", "&".join(["a=b"] * 300), "%", "=&=&=", ""])
def test_an_unreadable_request_shows_an_error_page(site: Site, query: str) -> None:
    assert site.send("GET", f"{PATH}?{query}").status_code == 400


def test_other_methods_are_refused(site: Site) -> None:
    for method in ("PUT", "DELETE", "PATCH"):
        assert site.send(method, PATH).status_code == 405


def test_a_wildcard_is_honored_with_a_warning(site: Site) -> None:
    site.client(redirectUris=["https://web.example.com/*"])
    with capture_logs() as logs:
        assert site.authorize(redirect_uri="https://web.example.com/any/where").status_code == 200
    (warning,) = [each for each in logs if each["log_level"] == "warning"]
    assert (warning["client"], warning["pattern"]) == ("web", "https://web.example.com/*")


def test_a_failed_sign_in_returns_to_the_client_or_shows_a_page_as_the_policy_says(site: Site) -> None:
    site.sign_in.result = SignInFailed(code="login_required", description="Sign in first.")
    assert answered(site.authorize(prompt="none"))["error"] == "login_required"
    site.sign_in.result = SignInFailed(code="made_up", description="Odd.")
    assert answered(site.authorize())["error"] == "access_denied"
    site.sign_in.result = SignInFailed(code="access_denied", description="Not you.", handle_locally=True)
    page = site.authorize()
    assert "location" not in page.headers
    assert page.headers["x-request-id"] in page.text


def test_if_the_state_database_fails_a_page_is_shown_and_hidden_frames_get_an_error(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.client(bypassApprovalPage=True)

    async def fail(*_arguments: object) -> None:
        raise Unavailable("The database does not answer.")

    monkeypatch.setattr(site.services.state.grants, "put_code", fail)
    page = site.authorize()
    assert (page.status_code, "location" in page.headers) == (503, False)
    assert page.headers["retry-after"]
    assert answered(site.authorize(prompt="none"))["error"] == "temporarily_unavailable"


def test_a_defect_shows_only_a_reference_number(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.client(bypassApprovalPage=True)

    async def broken(*_arguments: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(site.services.state.grants, "put_code", broken)
    with capture_logs() as logs:
        page = site.authorize()
        hidden = answered(site.authorize(prompt="none"))
    assert page.status_code == 500
    assert "secret detail" not in page.text
    assert page.headers["x-request-id"] in page.text
    assert hidden["error"] == "server_error"
    assert "secret detail" not in str(hidden)
    assert [type(each["exc_info"]) for each in logs if each["log_level"] == "error"] == [ZeroDivisionError] * 2


@pytest.mark.usefixtures("every_log_level")
def test_no_log_line_contains_a_code_or_a_state(site: Site) -> None:
    site.client(bypassApprovalPage=True)
    with capture_logs() as logs:
        given = answered(site.authorize(state="state-of-the-client", nonce="nonce-of-the-client"))
        site.authorize(state="state-of-the-client", scope="unknown")
    assert logs
    for secret in (given["code"], "state-of-the-client", "nonce-of-the-client"):
        assert secret not in str(logs)
