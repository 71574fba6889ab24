"""The identifier-first adapter."""

from typing import Any
from urllib.parse import quote

import pytest

from hanse.plugins.adapters.identifier_first.plugin import IDENTIFIER_FIRST
from hanse.plugins.contracts.adapters import Failure, ShowPage, Success
from tests.plugins.adapters.directory import AdapterUser, Services, plugin_maker


def adapter_user(**settings: str) -> AdapterUser:
    return AdapterUser(plugin_maker(IDENTIFIER_FIRST, {}, **settings), Services())


def enter_identifier(user: AdapterUser, identifier: str, **known: Any) -> Any:
    user.start(**known)
    return user.submit(subject=identifier)


def test_an_identifier_is_split_and_proves_nothing() -> None:
    result = enter_identifier(adapter_user(), " joe@Example.COM ")
    assert isinstance(result, Success)
    assert result.attributes == {"subject": "joe@Example.COM", "domain": "example.com"}
    assert result.amr == ()
    assert adapter_user().make().identifies_only


@pytest.mark.parametrize("identifier", ["", "   ", "a\x00b", "x" * 1_025])
def test_an_invalid_identifier_is_requested_again(identifier: str) -> None:
    result = enter_identifier(adapter_user(), identifier)
    assert isinstance(result, ShowPage)
    assert result.values["error"] in ("identifier.wrong", "identifier.missing")


def test_the_browser_remembers_identifiers_to_choose_from() -> None:
    joe = adapter_user(Maximum_Identifiers_Count="2")
    for identifier in ("joe@a.example", "amy@b.example", "zoe@c.example"):
        joe.page = None
        joe.start()
        joe.submit("add.identifier")
        joe.submit(subject=identifier)
    page = joe.start()
    assert page.values["identifiers"] == ["zoe@c.example", "amy@b.example"]
    result = joe.submit("pf.ok", identifier_selection="amy@b.example")
    assert result.attributes["subject"] == "amy@b.example"
    assert joe.start().values["identifiers"] == ["amy@b.example", "zoe@c.example"]


def test_an_identifier_can_be_removed_from_the_list() -> None:
    joe = adapter_user()
    enter_identifier(joe, "joe@a.example")
    joe.start()
    page = joe.resume({"clear.previous.selected.subject": "joe@a.example"})
    assert page.values["identifiers"] == []
    assert joe.cookies == {}


def test_only_remembered_identifiers_can_be_chosen() -> None:
    joe = adapter_user()
    enter_identifier(joe, "joe@a.example")
    joe.start()
    page = joe.resume({"identifier.selection": "amy@b.example"})
    assert isinstance(page, ShowPage)


@pytest.mark.parametrize(
    "cookie", ["no json", "{}", "[1]", '["a\\u0000"]', "[" * 5_000, '["x", ' + '"y", ' * 500 + '"z"]']
)
def test_a_forged_cookie_is_harmless(cookie: str) -> None:
    joe = adapter_user()
    joe.cookies["identifiers"] = cookie
    assert len(joe.start().values["identifiers"]) <= 5


def test_long_identifiers_do_not_make_the_cookie_too_large() -> None:
    joe = adapter_user(Maximum_Identifiers_Count="100")
    for number in range(10):
        joe.start()
        joe.submit("add.identifier")
        joe.submit(subject=f"{number}{'x' * 900}")
    assert len(joe.cookies["identifiers"]) <= 2_000


def test_without_a_cookie_nothing_is_remembered() -> None:
    joe = adapter_user(Identifier_Cookie_Lifetime="0")
    enter_identifier(joe, "joe@a.example")
    assert joe.cookies == {}


def test_selection_can_be_cancelled_where_the_settings_allow_it() -> None:
    joe = adapter_user(Allow_Cancelling_Identifier_Selection="true")
    joe.start()
    assert isinstance(joe.submit("pf.cancel"), Failure)
    without_cancel = adapter_user()
    without_cancel.start()
    assert isinstance(without_cancel.submit("pf.cancel"), ShowPage)


def test_an_identifier_from_the_policy_is_final_and_one_from_the_application_a_suggestion() -> None:
    named = adapter_user().start(user_id="joe@a.example", user_id_fixed=True)
    assert isinstance(named, Success)
    hinted = adapter_user().start(user_id="joe@a.example")
    assert hinted.values["identifier"] == "joe@a.example"


def test_the_limit_of_the_cookie_applies_to_its_encoded_length() -> None:
    joe = adapter_user(Maximum_Identifiers_Count="100")
    for number in range(40):
        joe.page = None
        joe.start()
        joe.submit("add.identifier")
        joe.submit(subject=f"öäüß{number}@bücher.example")
    kept = joe.cookies["identifiers"]
    assert len(quote(kept, safe="")) <= 3_000
    assert "öäüß39@bücher.example" in kept
