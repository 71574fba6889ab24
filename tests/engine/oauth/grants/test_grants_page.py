"""The page with a user's own grants, which only this user can see and revoke."""

import httpx

from hanse.resources.authentication.sessions import APPLICATION_SESSIONS, AUTHENTICATION_SESSIONS
from tests.engine.oauth.grants.stored_grants import add_consent, add_grant, has_consent, is_in_force
from tests.engine.signin.site import SignInSite, Visitor, form_of, title_of

PAGE = "/as/grants.oauth2"
LIST = "Applications with access"


def open_page(signin: SignInSite, user: str = "joe") -> tuple[Visitor, httpx.Response]:
    visitor = signin.browser()
    return visitor, visitor.sign_in(visitor.browser.get(PAGE), user)


def press(visitor: Visitor, page: httpx.Response, name: str, value: str) -> httpx.Response:
    action, hidden = form_of(page)
    return visitor.follow(visitor.browser.post(action, {**hidden, name: value}))


def test_grants_are_shown_only_after_sign_in(signin: SignInSite) -> None:
    add_grant(signin.engine)
    page = signin.browser().browser.get(PAGE)
    assert title_of(page) == "Sign in"
    assert "web" not in page.text


def test_users_see_only_their_own_grants(signin: SignInSite) -> None:
    add_grant(signin.engine)
    add_grant(signin.engine, "grant-2", user_key="amy", client_id="gone", scopes=("openid", "unknown"))
    _, joes = open_page(signin)
    assert title_of(joes) == "Applications with access"
    assert "Name of web" in joes.text
    assert "2026-11-21" in joes.text
    assert "gone" not in joes.text
    _, amys = open_page(signin, "amy")
    assert "gone" in amys.text
    assert "unknown" in amys.text
    assert "Name of web" not in amys.text


def test_a_grant_is_revoked_after_a_confirmation_with_the_consent(signin: SignInSite) -> None:
    add_grant(signin.engine)
    add_consent(signin.engine)
    joe, page = open_page(signin)
    question = press(joe, page, "revoke", "grant-1")
    assert title_of(question) == "Revoke access of Name of web?"
    cookies = press(joe, question, "cancel", "yes")
    assert is_in_force(signin.engine)
    done = press(joe, press(joe, cookies, "revoke", "grant-1"), "confirm", "yes")
    assert "Name of web no longer has access." in done.text
    assert "No application has access to your account." in done.text
    assert not is_in_force(signin.engine)
    assert not has_consent(signin.engine)


def test_a_grant_of_another_user_cannot_be_revoked(signin: SignInSite) -> None:
    add_grant(signin.engine)
    amy, page = open_page(signin, "amy")
    assert title_of(press(amy, page, "revoke", "grant-1")) == "Applications with access"
    assert is_in_force(signin.engine)


def test_a_form_of_another_site_revokes_nothing(signin: SignInSite) -> None:
    add_grant(signin.engine)
    joe, page = open_page(signin)
    question = press(joe, page, "revoke", "grant-1")
    action, hidden = form_of(question)
    joe.browser.post(action, {"confirm": "yes"})
    joe.browser.post(action, {"flow_token": "forged", "confirm": "yes"})
    # Another browser has the whole form, but not the cookie.
    signin.browser().browser.post(action, {**hidden, "confirm": "yes"})
    assert is_in_force(signin.engine)


def test_many_grants_are_shown_page_by_page(signin: SignInSite) -> None:
    for number in range(60):
        add_grant(signin.engine, f"grant-{number:02}", client_id=f"application-{number:02}")
    joe, page = open_page(signin)
    assert "application-49" in page.text
    assert "application-50" not in page.text
    more = press(joe, page, "after", "grant-49")
    assert "application-50" in more.text
    assert "application-59" in more.text


def test_an_expired_grant_is_not_shown(signin: SignInSite) -> None:
    add_grant(signin.engine, expires=signin.engine.now() + 60)
    signin.engine.clock.advance(minutes=2)
    _, page = open_page(signin)
    assert "No application has access to your account." in page.text


def test_cancelling_the_sign_in_shows_an_error_page(signin: SignInSite) -> None:
    joe = signin.browser()
    page = joe.send(joe.browser.get(PAGE), "pf.cancel")
    assert page.status_code == 400
    assert "location" not in page.headers


class TestApplicationSession:
    """The application session policy, which applies to the page."""

    def test_the_page_needs_no_new_sign_in_until_it_is_idle(self, signin: SignInSite) -> None:
        signin.engine.save(APPLICATION_SESSIONS, {"idleTimeoutMins": 20, "maxTimeoutMins": 60})
        joe, _ = open_page(signin)
        for _ in range(2):
            signin.engine.clock.advance(minutes=19)
            assert title_of(joe.browser.get(PAGE)) == LIST
        signin.engine.clock.advance(minutes=21)
        assert title_of(joe.browser.get(PAGE)) == "Sign in"

    def test_the_session_ends_at_its_maximum_even_in_use(self, signin: SignInSite) -> None:
        signin.engine.save(APPLICATION_SESSIONS, {"idleTimeoutMins": 20, "maxTimeoutMins": 40})
        joe, _ = open_page(signin)
        for _ in range(2):
            signin.engine.clock.advance(minutes=18)
            assert title_of(joe.browser.get(PAGE)) == LIST
        signin.engine.clock.advance(minutes=5)
        assert title_of(joe.browser.get(PAGE)) == "Sign in"

    def test_the_page_session_lasts_as_long_as_the_session_policy_says(self, signin: SignInSite) -> None:
        signin.engine.save(APPLICATION_SESSIONS, {"idleTimeoutMins": 60, "maxTimeoutMins": 480})
        add_grant(signin.engine)
        joe, page = open_page(signin)
        signin.engine.clock.advance(minutes=50)
        question = press(joe, page, "revoke", "grant-1")
        signin.engine.clock.advance(minutes=50)
        press(joe, question, "confirm", "yes")
        assert not is_in_force(signin.engine)

    def test_a_page_left_open_revokes_nothing_after_the_session(self, signin: SignInSite) -> None:
        signin.engine.save(APPLICATION_SESSIONS, {"idleTimeoutMins": 5, "maxTimeoutMins": 480})
        add_grant(signin.engine)
        joe, page = open_page(signin)
        question = press(joe, page, "revoke", "grant-1")
        signin.engine.clock.advance(minutes=6)
        assert press(joe, question, "confirm", "yes").status_code == 400
        assert is_in_force(signin.engine)

    def test_the_session_ends_with_a_sign_out(self, signin: SignInSite) -> None:
        add_grant(signin.engine)
        joe, page = open_page(signin)
        cookies = dict(joe.browser.cookies)
        joe.browser.get("/idp/startSLO.ping")
        assert title_of(joe.browser.get(PAGE)) == "Sign in"
        joe.browser.cookies.update(cookies)
        assert title_of(joe.browser.get(PAGE)) == "Sign in"
        assert press(joe, page, "revoke", "grant-1").status_code == 400

    def test_the_session_is_not_valid_for_other_applications(self, signin: SignInSite) -> None:
        joe, _ = open_page(signin)
        assert title_of(joe.authorize()) == "Sign in"

    def test_the_session_ends_with_the_browser_and_is_bound_to_it(self, signin: SignInSite) -> None:
        joe, _ = open_page(signin)
        assert title_of(signin.browser().browser.get(PAGE)) == "Sign in"
        joe.browser.close()
        assert title_of(joe.browser.get(PAGE)) == "Sign in"

    def test_an_sso_session_skips_the_sign_in_page(self, signin: SignInSite) -> None:
        signin.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
        signin.engine.save(APPLICATION_SESSIONS, {"idleTimeoutMins": 5, "maxTimeoutMins": 5})
        joe, _ = open_page(signin)
        signin.engine.clock.advance(minutes=6)
        assert title_of(joe.browser.get(PAGE)) == LIST
