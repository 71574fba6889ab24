"""Signing in with a password and a code that a real mail server receives."""

import asyncio
import re

import httpx
import pytest

from hanse.engine.background_jobs import outbox_sender
from tests.engine.signin.second_factor_policies import add_email_codes, add_password_policy
from tests.engine.signin.site import SignInSite, Visitor, error_of, form_of, returned, title_of
from tests.engine.signin.test_sessions import code_of
from tests.support.log_lines import log_lines
from tests.support.mail import Mailbox

ADAPTER = "email-0"
USER, PASSWORD = "joe@example.com", "Schiffer12"


@pytest.fixture
def joe(site: SignInSite, box: Mailbox) -> Visitor:
    add_email_codes(site, box, USER, PASSWORD)
    add_password_policy(site, ADAPTER, validator="validator-mail")
    return site.browser()


def request_code(joe: Visitor, page: httpx.Response, button: str = "pf.ok", **form: str) -> httpx.Response:
    """Send a form that causes an e-mail, and wait until the e-mail was delivered."""
    action, hidden = form_of(page)

    async def sent() -> httpx.Response:
        given = {**hidden, **form, button: "clicked"}
        answer = await joe.browser.engine.send("POST", action, form=given, cookies=joe.browser.cookies)
        await outbox_sender(joe.browser.engine.services).send_due()
        return answer

    return joe.follow(asyncio.run(sent()))


def code_in(box: Mailbox) -> str:
    text = box.messages[-1].get_payload(decode=True)
    assert isinstance(text, bytes)
    found = re.search(r"[0-9]{6}", text.decode())
    assert found is not None
    return found[0]


def test_a_code_by_email_is_the_second_factor(site: SignInSite, box: Mailbox, joe: Visitor) -> None:
    with log_lines() as lines:
        page = request_code(joe, joe.authorize(), **{"pf.username": USER, "pf.pass": PASSWORD})
        assert title_of(page) == "Check your email"
        assert "j•••@e•••.com" in page.text
        first = code_in(box)
        assert box.messages[-1]["To"] == USER
        page = request_code(joe, page, "pf.resend")
        page = joe.send(page, otp=first)
        assert error_of(page) == "The code is not correct."
        code = code_of(site, returned(joe.send(page, otp=code_in(box)))["code"])
    assert (code.context.user_key, code.context.amr) == (USER, ("pwd", "otp"))
    assert not [each for each in (first, code_in(box)) if each in lines.getvalue()]


def test_a_code_belongs_to_its_sign_in(site: SignInSite, box: Mailbox, joe: Visitor) -> None:
    other, form = site.browser(), {"pf.username": USER, "pf.pass": PASSWORD}
    page = request_code(joe, joe.authorize(), **form)
    first = code_in(box)
    request_code(other, other.authorize(), **form)
    assert error_of(joe.send(page, otp=code_in(box))) == "The code is not correct."
    page = joe.follow(joe.browser.get(form_of(page)[0]))
    assert returned(joe.send(page, otp=first))["code"]
