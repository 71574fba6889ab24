"""The code flow with users who sign in in different browsers."""

from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.adapters.resource import ADAPTERS
from tests.engine.signin.site import SignInSite, form_of, returned, title_of
from tests.support.clients import client
from tests.support.configurations import replace
from tests.support.instances import adapter

ALLOW = {"pf.oauth.authz.consent": "allow"}


def require_consent(signin: SignInSite) -> None:
    """Make the client require consent."""
    replace(signin.engine.core.configuration, OAUTH_CLIENTS, "web", client("web"))
    signin.engine.caught_up()


def test_consent_from_another_browser_is_refused(signin: SignInSite) -> None:
    require_consent(signin)
    joe, mallory = signin.browser(), signin.browser()
    page = joe.sign_in(joe.authorize())
    assert title_of(page) == "Access request"
    action, hidden = form_of(page)
    forged = mallory.browser.post(action, {**hidden, **ALLOW})
    assert (forged.status_code, "location" in forged.headers) == (400, False)
    # Mallory's own flow gives no access to Joe's.
    own = mallory.sign_in(mallory.authorize(), "amy")
    _, own_hidden = form_of(own)
    for fields in (hidden, own_hidden):
        crossed = mallory.browser.post(action, {**fields, **ALLOW})
        assert "code=" not in crossed.headers.get("location", "")
    assert returned(joe.consent(page))["code"]


def test_a_form_without_its_token_gives_no_consent(signin: SignInSite) -> None:
    require_consent(signin)
    joe = signin.browser()
    page = joe.sign_in(joe.authorize())
    action, _ = form_of(page)
    for fields in (ALLOW, {"flow_token": "", **ALLOW}, {"flow_token": "1.x", **ALLOW}):
        assert "code=" not in joe.browser.post(action, fields).headers.get("location", "")
    assert returned(joe.consent(page))["code"]


def test_a_double_click_issues_one_code(signin: SignInSite) -> None:
    require_consent(signin)
    joe = signin.browser()
    page = joe.sign_in(joe.authorize())
    first, second = joe.consent(page), joe.consent(page)
    assert returned(first)["code"]
    assert first.headers["location"] == second.headers["location"]


def test_the_consent_page_cannot_be_skipped(signin: SignInSite) -> None:
    require_consent(signin)
    joe = signin.browser()
    login = joe.authorize()
    action, hidden = form_of(login)
    # A consent form before the sign-in is treated as a sign-in form without a password.
    early = joe.follow(joe.browser.post(action, {**hidden, **ALLOW}))
    assert title_of(early) == "Sign in"


def test_prompt_none_shows_no_page(signin: SignInSite) -> None:
    require_consent(signin)
    joe = signin.browser()
    assert returned(joe.authorize(prompt="none"))["error"] == "login_required"
    joe.consent(joe.sign_in(joe.authorize()))
    assert returned(joe.authorize(prompt="none"))["error"] in ("login_required", "consent_required")


def test_pages_may_redirect_only_to_the_redirect_uri(signin: SignInSite) -> None:
    require_consent(signin)
    joe = signin.browser()
    login = joe.authorize()
    page = joe.sign_in(login)
    for each in (login, page):
        policy = each.headers["content-security-policy"]
        assert "form-action 'self' https://web.example.com;" in policy
        assert "frame-ancestors 'none'" in policy


def test_only_adapters_with_a_grant_mapping_are_offered(signin: SignInSite) -> None:
    signin.add(ADAPTERS, adapter(1))
    assert title_of(signin.browser().authorize()) == "Sign in"
    signin.add_adapter(2)
    joe = signin.browser()
    page = joe.authorize()
    assert title_of(page) == "How do you want to sign in?"
    assert "adapter-1" not in page.text
    assert title_of(signin.browser().authorize(pfidpadapterid="adapter-2")) == "Sign in"
    assert title_of(signin.browser().authorize(pfidpadapterid="adapter-1")) == "How do you want to sign in?"


def test_the_consent_page_is_in_the_users_language(signin: SignInSite) -> None:
    require_consent(signin)
    joe = signin.browser()
    assert title_of(joe.sign_in(joe.authorize(ui_locales="de"))) == "Zugriffsanfrage"
