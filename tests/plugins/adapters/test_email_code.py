"""The e-mail code adapter."""

import re
from typing import Any

import pytest

from hanse.plugins.adapters.email_code.messages import masked
from hanse.plugins.adapters.email_code.plugin import EMAIL_CODE
from hanse.plugins.contracts.adapters import Failure, ShowPage, Success
from tests.plugins.adapters.directory import AdapterUser, Services, plugin_maker
from tests.plugins.adapters.html_forms import error_of

JOE: dict[str, Any] = {"user_id": "joe", "user_id_fixed": True, "chained": {"form": {"mail": "joe@example.com"}}}


def code_user(**settings: str) -> AdapterUser:
    return AdapterUser(plugin_maker(EMAIL_CODE, {}, **settings), Services(is_random=True))


def code_of(user: AdapterUser) -> str:
    """Return the code in the newest message."""
    to, template, values = user.services.sent[-1]
    assert (to, template) == ("joe@example.com", "message-template-sign-in-code.html")
    return values["code"]


def enter(user: AdapterUser, code: str) -> Any:
    return user.resume({"otp": code, "pf.ok": "clicked"})


@pytest.mark.parametrize("length", ["6", "7", "8"])
def test_the_code_of_the_message_signs_the_user_in(length: str) -> None:
    joe = code_user(Code_Length=length)
    page = joe.start(**JOE)
    assert page.values["address"] == "j•••@e•••.com"
    assert re.fullmatch(f"[0-9]{{{length}}}", code_of(joe))
    assert error_of(enter(joe, "x")) == "email_code.wrong"
    assert enter(joe, f" {code_of(joe)} ") == Success(
        attributes={"subject": "joe", "method": "email_code"}, amr=("otp",)
    )


def test_the_code_is_not_in_the_page_or_in_the_stored_state() -> None:
    joe = code_user()
    page = joe.start(**JOE)
    assert code_of(joe) not in repr((page.values, page.state))


def test_the_code_expires() -> None:
    joe = code_user(Code_Lifetime="1")
    joe.start(**JOE)
    joe.wait(seconds=61)
    assert error_of(enter(joe, code_of(joe))) == "email_code.expired"


def test_a_code_works_once_even_in_forms_at_the_same_moment() -> None:
    joe = code_user()
    page = joe.start(**JOE)
    assert isinstance(enter(joe, code_of(joe)), Success)
    joe.page = page
    assert error_of(enter(joe, code_of(joe))) == "email_code.wrong"


def test_a_new_code_replaces_the_old_one_and_their_number_is_limited() -> None:
    joe = code_user(Maximum_Resends="2")
    joe.start(**JOE)
    first = code_of(joe)
    assert joe.submit("pf.resend").values["can_resend"]
    assert error_of(enter(joe, first)) == "email_code.wrong"
    assert not joe.submit("pf.resend").values["can_resend"]
    assert error_of(joe.submit("pf.resend")) == "email_code.no_more"
    assert len(joe.services.sent) == 3
    assert isinstance(enter(joe, code_of(joe)), Success)


def test_wrong_codes_lock_the_user_across_sign_ins() -> None:
    joe = code_user(Challenge_Retries="2")
    joe.start(**JOE)
    assert error_of(enter(joe, "0")) == "email_code.wrong"
    assert error_of(enter(joe, "0")) == "login.locked"
    joe.start(**JOE)
    assert error_of(enter(joe, code_of(joe))) == "login.locked"
    joe.wait(seconds=61)
    assert isinstance(enter(joe, code_of(joe)), Success)


def test_messages_to_an_address_are_limited() -> None:
    joe = code_user()
    results = [joe.start(**JOE) for _ in range(11)]
    assert all(isinstance(each, ShowPage) for each in results[:10])
    assert results[10] == Failure(code="too_many_messages")
    assert len(joe.services.sent) == 10
    joe.wait(minutes=16)
    assert isinstance(joe.start(**JOE), ShowPage)


@pytest.mark.parametrize(
    "known",
    [
        {**JOE, "user_id_fixed": False},
        {**JOE, "chained": {}},
        {**JOE, "chained": {"form": {"mail": ""}}},
        {**JOE, "chained": {"form": {"mail": "joe@example.com\nBcc: all@example.com"}}},
        {**JOE, "chained": {"form": {"other": "joe@example.com"}}},
    ],
)
def test_without_a_user_and_an_address_from_the_policy_no_message_is_sent(known: dict[str, Any]) -> None:
    joe = code_user()
    assert isinstance(joe.start(**known), Failure)
    assert joe.services.sent == []


def test_the_nearest_step_with_the_attribute_has_the_address() -> None:
    joe = code_user(**{"E-Mail Attribute": "address"})
    steps = {"near": {"mail": "no@example.com"}, "far": {"address": ["joe@example.com", "second@example.com"]}}
    joe.start(**{**JOE, "chained": steps})
    assert code_of(joe)


def test_cancelling_ends_the_sign_in() -> None:
    joe = code_user()
    joe.start(**JOE)
    assert joe.submit("pf.cancel") == Failure(code="cancelled")


@pytest.mark.parametrize(
    ("address", "shown"), [("joe@mail.example.com", "j•••@m•••.com"), ("a@localhost", "a•••@l•••")]
)
def test_the_page_shows_little_of_the_address(address: str, shown: str) -> None:
    assert masked(address) == shown
