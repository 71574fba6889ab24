"""Session quotas: a further sign-in of a user is denied, or ends other sessions of this user."""

from typing import Any

import pytest

from hanse.engine.state.contracts import RevocationKind
from hanse.resources.authentication.session_quotas import SESSION_QUOTAS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from tests.engine.signin.site import SignInSite, Visitor, returned, title_of

IDLEST, OLDEST, DENY = "DESTROY_IDLEST_SESSION", "DESTROY_OLD_SESSIONS", "DENY_ACCESS"


@pytest.fixture
def quota_site(site: SignInSite) -> SignInSite:
    site.add_adapter(0)
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    return site


def limit(site: SignInSite, behavior: str, most: int) -> None:
    quotas = {"enableSessionQuotas": True, "sessionQuotaBehavior": behavior, "sessionLimit": most}
    site.engine.save(SESSION_QUOTAS, quotas)


def signed_in(site: SignInSite, username: str = "joe") -> Visitor:
    """Sign a user in with a new browser, a minute later, and return the browser."""
    site.engine.clock.advance(minutes=1)
    visitor = site.browser()
    assert "code" in returned(visitor.sign_in(visitor.authorize(), username))
    return visitor


def has_session(visitor: Visitor) -> bool:
    page = visitor.authorize()
    if page.status_code == 200:
        assert title_of(page) == "Sign in"
        return False
    return "code" in returned(page)


def try_sign_in(visitor: Visitor, username: str = "joe", **parameters: Any) -> dict[str, str]:
    return returned(visitor.sign_in(visitor.authorize(**parameters), username))


def test_without_a_quota_there_is_no_limit(quota_site: SignInSite) -> None:
    quota_site.engine.save(SESSION_QUOTAS, {"enableSessionQuotas": False, "sessionLimit": 1})
    visitors = [signed_in(quota_site) for _ in range(3)]
    assert all(has_session(each) for each in visitors)


def test_a_further_sign_in_is_denied(quota_site: SignInSite) -> None:
    limit(quota_site, DENY, 2)
    first, second = signed_in(quota_site), signed_in(quota_site)
    answer = try_sign_in(quota_site.browser())
    assert answer["error"] == "access_denied"
    assert answer["error_description"] == "The user has reached the maximum number of sessions."
    # The quota is per user, and signing in again with the same browser adds no session.
    assert has_session(signed_in(quota_site, "amy"))
    assert "code" in try_sign_in(first, prompt="login")
    assert has_session(first)
    assert has_session(second)


def test_after_a_session_has_expired_a_further_sign_in_is_allowed(quota_site: SignInSite) -> None:
    limit(quota_site, DENY, 1)
    signed_in(quota_site)
    assert "error" in try_sign_in(quota_site.browser())
    quota_site.engine.clock.advance(hours=9)
    assert has_session(signed_in(quota_site))


def test_the_oldest_session_ends_and_is_revoked(quota_site: SignInSite) -> None:
    limit(quota_site, OLDEST, 2)
    first, second = signed_in(quota_site), signed_in(quota_site)
    quota_site.engine.clock.advance(minutes=10)
    assert has_session(first)
    store = quota_site.engine.services.state
    now = quota_site.engine.clock.now().timestamp()
    before = {each.id for each in quota_site.run(store.sessions.of_user("joe", now))}
    third = signed_in(quota_site)
    assert [has_session(each) for each in (first, second, third)] == [False, True, True]
    (ended,) = before - {each.id for each in quota_site.run(store.sessions.of_user("joe", now))}
    assert quota_site.run(store.access_tokens.is_revoked(RevocationKind.SESSION, ended, now))


def test_the_session_that_was_idle_longest_ends(quota_site: SignInSite) -> None:
    limit(quota_site, IDLEST, 2)
    first, second = signed_in(quota_site), signed_in(quota_site)
    quota_site.engine.clock.advance(minutes=10)
    assert has_session(first)
    third = signed_in(quota_site)
    assert [has_session(each) for each in (first, second, third)] == [True, False, True]


def test_a_lower_limit_ends_all_surplus_sessions_at_the_next_sign_in(quota_site: SignInSite) -> None:
    visitors = [signed_in(quota_site) for _ in range(3)]
    limit(quota_site, OLDEST, 1)
    newest = signed_in(quota_site)
    assert [has_session(each) for each in (*visitors, newest)] == [False, False, False, True]


def test_the_sign_in_of_another_user_in_the_same_browser_uses_the_quota_of_that_user(quota_site: SignInSite) -> None:
    limit(quota_site, OLDEST, 1)
    mine, other = signed_in(quota_site), signed_in(quota_site, "amy")
    assert "code" in try_sign_in(other, "joe", prompt="login")
    assert [has_session(mine), has_session(other)] == [False, True]
