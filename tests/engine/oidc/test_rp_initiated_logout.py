"""Logout that a client starts (OpenID Connect RP-Initiated Logout 1.0)."""

import pytest

from tests.engine.oidc.logout_site import AFTER, NO, RP, YES, Site, fields, header, is_confirmation_page, location
from tests.engine.oidc.provider import Provider


@pytest.fixture
def site(provider: Provider) -> Site:
    made = Site.of(provider)
    made.prepare()
    return made


def test_the_users_own_client_signs_out_without_confirmation(site: Site) -> None:
    cookie = site.sign_in(web="joe")
    hint = site.provider.issue()
    answer = site.send(cookie=cookie, id_token_hint=hint, post_logout_redirect_uri=AFTER, state="a b&c")
    assert (answer.status, location(answer)) == (303, f"{AFTER}?state=a+b%26c")
    assert header(answer, b"set-cookie").startswith(b"__Host-hanse.session=;")
    assert b"Max-Age=0" in header(answer, b"set-cookie")
    assert not site.is_signed_in(cookie)
    assert site.is_revoked()


def test_a_request_by_post_is_accepted(site: Site) -> None:
    cookie = site.sign_in()
    site.send(cookie=cookie, method="POST", id_token_hint=site.provider.issue())
    assert not site.is_signed_in(cookie)


def test_an_expired_token_is_accepted_as_a_hint(site: Site) -> None:
    hint = site.provider.issue()
    site.provider.server.clock.advance(minutes=30)
    cookie = site.sign_in()
    answer = site.send(cookie=cookie, id_token_hint=hint, post_logout_redirect_uri=AFTER)
    assert (location(answer), site.is_signed_in(cookie)) == (AFTER, False)


def test_without_a_redirect_uri_the_user_sees_a_page_in_the_requested_language(site: Site) -> None:
    cookie = site.sign_in()
    answer = site.send(cookie=cookie, id_token_hint=site.provider.issue(), ui_locales="xx de en")
    assert answer.status == 200
    assert "Sie sind abgemeldet" in answer.body.decode()


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"client_id": "web"},
        {"client_id": "web", "post_logout_redirect_uri": AFTER},
        {"id_token_hint": "not.a.token"},
        {"id_token_hint": "not.a.token", "client_id": "web"},
        {"state": "alone"},
    ],
)
def test_a_request_without_proof_needs_confirmation(site: Site, parameters: dict[str, str]) -> None:
    """Logout CSRF: any site can lead a browser here."""
    cookie = site.sign_in(web="joe")
    for method in ("GET", "POST"):
        answer = site.send(cookie=cookie, method=method, form=parameters)
        assert is_confirmation_page(answer)
        assert site.is_signed_in(cookie)


def test_a_token_of_another_session_or_user_needs_confirmation(site: Site) -> None:
    other = site.provider.issue(session_id="session-2")
    cookie = site.sign_in(web="joe")
    assert is_confirmation_page(site.send(cookie=cookie, id_token_hint=other))
    # Without a session identifier in the token, the subject decides.
    plain = site.provider.issue(session_id="")
    assert not is_confirmation_page(site.send(cookie=cookie, id_token_hint=plain))
    cookie = site.sign_in("session-3", web="jane")
    assert is_confirmation_page(site.send(cookie=cookie, id_token_hint=plain))
    cookie = site.sign_in("session-4")
    assert is_confirmation_page(site.send(cookie=cookie, id_token_hint=plain))
    assert site.is_signed_in(cookie)


def test_the_user_confirms_the_sign_out(site: Site) -> None:
    cookie = site.sign_in()
    page = site.send(cookie=cookie, client_id="web", post_logout_redirect_uri=AFTER, state="s")
    assert "Name of web" in page.body.decode()
    # The answer to the form redirects to the client.
    assert b"form-action 'self' https://web.example.com" in header(page, b"content-security-policy")
    answer = site.send(cookie=cookie, method="POST", form={**fields(page), **YES})
    assert location(answer) == f"{AFTER}?state=s"
    assert not site.is_signed_in(cookie)


def test_the_user_can_stay_signed_in(site: Site) -> None:
    cookie = site.sign_in()
    page = site.send(cookie=cookie, client_id="web", post_logout_redirect_uri=AFTER)
    answer = site.send(cookie=cookie, method="POST", form={**fields(page), **NO})
    assert (location(answer), site.is_signed_in(cookie)) == (AFTER, True)
    page = site.send(cookie=cookie)
    answer = site.send(cookie=cookie, method="POST", form={**fields(page), **NO})
    assert (answer.status, site.is_signed_in(cookie)) == (200, True)


def test_a_confirmation_is_bound_to_its_browser_and_request(site: Site) -> None:
    cookie, other = site.sign_in(), site.sign_in("session-2")
    sent = fields(site.send(cookie=other, client_id="web", post_logout_redirect_uri=AFTER))
    assert is_confirmation_page(site.send(cookie=cookie, method="POST", form={**sent, **YES}))
    sent = fields(site.send(cookie=cookie, client_id="web", post_logout_redirect_uri=AFTER))
    assert is_confirmation_page(site.send(cookie=cookie, method="POST", form={**sent, "state": "changed", **YES}))
    assert is_confirmation_page(site.send(cookie=cookie, method="POST", form={**sent, "flow_token": "", **YES}))
    # Requests that a foreign page can trigger without a form change nothing.
    assert is_confirmation_page(site.send(cookie=cookie, form={**sent, **YES}))
    assert site.is_signed_in(cookie)
    site.send(cookie=cookie, method="POST", form={**sent, **YES})
    assert not site.is_signed_in(cookie)


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        f"{AFTER}/",
        f"{AFTER}?x=1",
        AFTER.upper(),
        f"{AFTER}#fragment",
        f"{AFTER}%2f..",
        "//web.example.com/after",
        "javascript:alert(1)",
    ],
)
def test_an_unregistered_address_is_not_used(site: Site, address: str) -> None:
    """Open redirects (RFC 9700, section 4.11)."""
    cookie = site.sign_in()
    page = site.send(cookie=cookie, id_token_hint=site.provider.issue(), post_logout_redirect_uri=address)
    # The conformance suite accepts an error page or a question here, not a logout.
    assert (is_confirmation_page(page), site.is_signed_in(cookie)) == (True, True)
    assert "post_logout_redirect_uri" not in fields(page)
    answer = site.send(cookie=cookie, method="POST", form={**fields(page), **YES})
    assert (location(answer), answer.status) == ("", 200)
    assert not site.is_signed_in(cookie)


def test_an_address_without_a_client_is_not_used(site: Site) -> None:
    cookie = site.sign_in()
    page = site.send(cookie=cookie, post_logout_redirect_uri=AFTER)
    assert "post_logout_redirect_uri" not in fields(page)
    answer = site.send(cookie=cookie, method="POST", form={**fields(page), **YES})
    assert location(answer) == ""


def test_the_address_of_another_client_is_not_used(site: Site) -> None:
    site.provider.save_client("other", oidcPolicy={"postLogoutRedirectUris": ["https://other.example.com/"]})
    cookie = site.sign_in()
    hint = site.provider.issue()
    answer = site.send(cookie=cookie, id_token_hint=hint, post_logout_redirect_uri="https://other.example.com/")
    assert location(answer) == ""


def test_a_mismatched_client_id_is_refused(site: Site) -> None:
    site.provider.save_client("other")
    cookie = site.sign_in()
    hint = site.provider.issue()
    for name in ("other", "unknown"):
        answer = site.send(cookie=cookie, id_token_hint=hint, client_id=name)
        assert (answer.status, is_confirmation_page(answer)) == (400, False)
    assert site.send(cookie=cookie, client_id="unknown").status == 400
    assert site.is_signed_in(cookie)


def test_a_user_without_a_session_is_redirected_too(site: Site) -> None:
    hint = site.provider.issue()
    answer = site.send(id_token_hint=hint, post_logout_redirect_uri=AFTER, state="s")
    assert location(answer) == f"{AFTER}?state=s"
    assert site.send(cookie="unknown").status == 200


@pytest.mark.parametrize(
    ("method", "headers"),
    [("HEAD", {}), ("GET", {"Sec-Purpose": "prefetch;prerender"}), ("GET", {"Purpose": "prefetch"})],
)
def test_a_prefetch_of_the_browser_signs_nobody_out(site: Site, method: str, headers: dict[str, str]) -> None:
    cookie = site.sign_in()
    site.send(RP, cookie, method=method, headers=headers, id_token_hint=site.provider.issue())
    assert site.is_signed_in(cookie)


def test_oversized_parameters_do_not_sign_the_user_out(site: Site) -> None:
    cookie = site.sign_in()
    assert site.send(cookie=cookie, state="x" * 9000).status == 400
    assert is_confirmation_page(site.send(cookie=cookie, id_token_hint="x" * 60_000))
    assert site.is_signed_in(cookie)
