"""Sign-in with a password and a time-based one-time password (TOTP), on the real server."""

import asyncio
import re
from html import unescape
from typing import Any

import httpx
import pytest

from hanse.resources.authentication.adapters.resource import ADAPTERS
from tests.engine.signin.second_factor_policies import add_password_policy, second_factor
from tests.engine.signin.site import SignInSite, Visitor, error_of, form_of, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.plugins.adapters.totp_devices import app_code
from tests.support.log_lines import log_lines

ADAPTER = "totp-0"


@pytest.fixture
def joe(site: SignInSite) -> Visitor:
    site.add(ADAPTERS, second_factor("TOTP", "hanse.totp"))
    add_password_policy(site, ADAPTER)
    return site.browser()


def secret_in(page: httpx.Response) -> str:
    found = re.search(r'<p class="secret" id="secret">([^<]*)</p>', page.text)
    assert found is not None, page.text
    return unescape(found[1])


def enroll(site: SignInSite, joe: Visitor) -> tuple[str, httpx.Response]:
    """Sign in for the first time; return the secret of the device, and the page with the recovery codes."""
    page = joe.sign_in(joe.authorize())
    assert title_of(page) == "Add an authenticator app"
    secret = secret_in(page)
    page = joe.send(page, name="Phone", otp=app_code(secret, site.engine.clock.now()))
    assert title_of(page) == "Save your recovery codes"
    return secret, page


def test_a_device_is_added_and_its_codes_are_the_second_factor(site: SignInSite, joe: Visitor) -> None:
    secret, page = enroll(site, joe)
    code = code_of(site, returned(joe.send(page))["code"])
    assert (code.context.user_key, code.context.amr) == ("joe", ("pwd", "otp"))
    site.engine.clock.advance(seconds=60)
    visitor = site.browser()
    page = visitor.sign_in(visitor.authorize())
    assert "joe" in page.text
    assert error_of(visitor.send(page, otp="000000")).startswith("The code is not correct")
    page = visitor.follow(visitor.browser.get(form_of(page)[0]))
    assert returned(visitor.send(page, otp=app_code(secret, site.engine.clock.now())))["code"]
    # The same code is refused in another browser.
    another = site.browser()
    page = another.sign_in(another.authorize())
    assert "already used" in error_of(another.send(page, otp=app_code(secret, site.engine.clock.now())))


def test_a_code_that_two_browsers_send_at_once_signs_one_of_them_in(site: SignInSite, joe: Visitor) -> None:
    secret, _ = enroll(site, joe)
    site.engine.clock.advance(seconds=60)
    code = app_code(secret, site.engine.clock.now())
    forms = []
    for visitor in (site.browser(), site.browser(), site.browser()):
        action, hidden = form_of(visitor.sign_in(visitor.authorize()))
        forms.append((visitor, action, {**hidden, "otp": code, "pf.ok": "clicked"}))

    async def sent() -> list[Any]:
        calls = (
            site.engine.send("POST", action, form=form, cookies=visitor.browser.cookies)
            for visitor, action, form in forms
        )
        return await asyncio.gather(*calls)

    locations = [answer.headers["location"] for answer in asyncio.run(sent())]
    assert sum(each.startswith("https://web.example.com/callback") for each in locations) == 1


def test_a_recovery_code_replaces_the_device_and_the_last_device_stays(site: SignInSite, joe: Visitor) -> None:
    _, page = enroll(site, joe)
    codes = re.findall(r"<li>([0-9][a-z0-9]{4}-[a-z0-9]{5})</li>", page.text)
    assert len(codes) == 10
    visitor = site.browser()
    page = visitor.send(visitor.sign_in(visitor.authorize()), "pf.recovery")
    page = visitor.send(page, otp=codes[3])
    assert title_of(page) == "Your authenticator apps"
    assert "Recovery codes left: 9" in page.text
    assert "pf.remove" not in page.text
    assert returned(visitor.send(page))["code"]


def test_the_policy_must_state_that_the_user_is_authenticated(site: SignInSite) -> None:
    site.add(ADAPTERS, second_factor("TOTP", "hanse.totp"))
    add_password_policy(site, ADAPTER, is_authenticated=False)
    joe = site.browser()
    assert returned(joe.sign_in(joe.authorize()))["error"] == "access_denied"


def test_a_form_without_the_token_of_its_flow_changes_nothing(site: SignInSite, joe: Visitor) -> None:
    page = joe.sign_in(joe.authorize())
    code = app_code(secret_in(page), site.engine.clock.now())
    action, hidden = form_of(page)
    forged = {**hidden, "flow_token": "1.forged", "otp": code, "pf.ok": "clicked"}
    assert title_of(joe.follow(joe.browser.post(action, forged))) == "Add an authenticator app"
    factors = site.engine.services.state.second_factors
    assert site.run(factors.of_user(ADAPTER, "joe")) == []


def test_no_secret_is_logged(site: SignInSite, joe: Visitor) -> None:
    with log_lines() as lines:
        secret, page = enroll(site, joe)
    codes = re.findall(r"<li>([0-9][a-z0-9]{4}-[a-z0-9]{5})</li>", page.text)
    logged = lines.getvalue()
    assert "second factor registered" in logged
    assert not [each for each in (secret.replace(" ", ""), secret, *codes) if each in logged]
