"""The code flow over HTTP: RFC 6749, section 4.1, and OpenID Connect Core 1.0, section 3.1."""

from hanse.engine.oauth.contracts import AuthorizationCode
from hanse.engine.state.contracts import digest
from tests.engine.oauth.site import CALLBACK, CHALLENGE, Site, answered


def code_of(site: Site, value: str) -> AuthorizationCode:
    now = site.services.clock.now().timestamp()
    body = site.run(site.services.state.grants.peek_code(digest(value), now))
    assert isinstance(body, bytes)
    return AuthorizationCode.decode(body)


def test_a_consenting_user_returns_with_a_code_for_the_granted_scopes(site: Site) -> None:
    page = site.authorize(nonce="n-1")
    assert page.status_code == 200
    assert "Your e-mail address" in page.text
    assert "joe@example.com" in page.text
    response = site.answer_form(page, **{"pf.oauth.authz.consent": "allow", "scope": ["email"]})
    assert response.headers["location"].startswith(f"{CALLBACK}?code=")
    assert response.headers["cache-control"] == "no-store"
    given = answered(response)
    assert (given["state"], given["iss"]) == ("s-1", "https://sso.example.com:9031")
    code = code_of(site, given["code"])
    assert code.client_id == "web"
    assert code.redirect_uri == CALLBACK
    assert code.scopes == ("openid", "email")
    assert (code.code_challenge, code.code_challenge_method) == (CHALLENGE, "S256")
    assert code.refresh_token
    assert (code.context.user_key, code.context.user_name) == ("joe", "joe@example.com")
    assert (code.context.nonce, code.context.session_id) == ("n-1", "session-1")
