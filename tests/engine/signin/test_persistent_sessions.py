"""Sessions after a restart of the server or of the browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.server import Browser, engine_server
from tests.engine.signin.site import SignInSite, Visitor, opened_site, returned, title_of
from tests.engine.signin.test_sessions import COOKIE, enable_for
from tests.engine.signin.test_with_policy import ended
from tests.support import databases
from tests.support.clock import ManualClock
from tests.support.policies import done, on, policy, source

VISIT = "__Host-hanse.visit"


@pytest.fixture
def url(sqlite_template: Path, tmp_path: Path) -> str:
    return databases.sqlite_database(tmp_path, sqlite_template)


@pytest.fixture
def site(url: str, tmp_path: Path, clock: ManualClock) -> Iterator[SignInSite]:
    """A server with two adapters, of which the first has persistent sessions, in one policy."""
    with engine_server(url, tmp_path, clock) as engine:
        site = opened_site(engine)
        for number in (0, 1):
            site.add_adapter(number)
        enable_for(site, "adapter-0", persistent=True, idleTimeoutMins=60, maxTimeoutMins=480)
        enable_for(site, "adapter-1", persistent=False, idleTimeoutMins=60, maxTimeoutMins=480)
        second = source("adapter-1", done("Fail"), ended("adapter-1"))
        site.add_policy(policy("P", source("adapter-0", done("Fail"), on("Success", second))))
        yield site


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    """Joe, who has signed in with both adapters."""
    visitor = site.browser()
    page = visitor.sign_in(visitor.authorize())
    assert returned(visitor.sign_in(page))["code"]
    return visitor


def pages_until_signed_in(visitor: Visitor) -> int:
    """Return the number of password prompts."""
    page, count = visitor.authorize(), 0
    while page.status_code == 200:
        assert title_of(page) == "Sign in"
        page, count = visitor.sign_in(page), count + 1
    assert returned(page)["code"]
    return count


def test_without_a_restart_both_sessions_are_used(joe: Visitor) -> None:
    assert pages_until_signed_in(joe) == 0


def test_only_the_persistent_session_survives_closing_the_browser(joe: Visitor) -> None:
    joe.browser.close()
    assert COOKIE in joe.browser.cookies
    assert VISIT not in joe.browser.cookies
    assert pages_until_signed_in(joe) == 1
    assert pages_until_signed_in(joe) == 0


def test_the_cookie_of_an_earlier_browser_start_is_refused(joe: Visitor) -> None:
    joe.browser.cookies[VISIT] = "A" * 43
    assert pages_until_signed_in(joe) == 1


def test_only_the_persistent_session_survives_a_restart_of_the_server(
    joe: Visitor, url: str, tmp_path: Path, clock: ManualClock
) -> None:
    with engine_server(url, tmp_path, clock, boot="boot-2") as restarted:
        again = Visitor(Browser(restarted, joe.browser.host, dict(joe.browser.cookies)))
        assert pages_until_signed_in(again) == 1
        assert pages_until_signed_in(again) == 0


def test_the_cookie_lives_as_long_as_the_session_can(joe: Visitor) -> None:
    page = joe.authorize(prompt="login")
    answer = joe.press(joe.sign_in(page), **{"pf.username": "joe", "pf.pass": "Schiffer12"})
    lines = [each for each in answer.headers.get_list("set-cookie") if each.startswith(COOKIE)]
    assert len(lines) == 1
    # The cookie ignores the idle timeout, which only the server can enforce.
    assert "Max-Age=28800" in lines[0]


def test_a_persistent_session_in_use_outlasts_its_idle_timeout(site: SignInSite, joe: Visitor) -> None:
    for _ in range(3):
        site.engine.clock.advance(minutes=50)
        assert pages_until_signed_in(joe) == 0
    joe.browser.close()
    assert pages_until_signed_in(joe) == 1
