"""Who somebody says they are."""

from typing import Any
from urllib.parse import quote

import pytest

from hanse.plugins.adapters.identifier_first.plugin import IDENTIFIER_FIRST
from hanse.plugins.contracts.adapters import Failure, ShowPage, Success
from tests.plugins.adapters.directory import Person, Services, made


def person(**settings: str) -> Person:
    return Person(made(IDENTIFIER_FIRST, {}, **settings), Services())


def enters(somebody: Person, identifier: str, **known: Any) -> Any:
    somebody.begins(**known)
    return somebody.sends(subject=identifier)


def test_an_identifier_is_split_and_proves_nothing() -> None:
    result = enters(person(), " joe@Example.COM ")
    assert isinstance(result, Success)
    assert result.attributes == {"subject": "joe@Example.COM", "domain": "example.com"}
    assert result.amr == ()
    assert person().make().identifies_only


@pytest.mark.parametrize("identifier", ["", "   ", "a\x00b", "x" * 1_025])
def test_an_invalid_identifier_is_requested_again(identifier: str) -> None:
    result = enters(person(), identifier)
    assert isinstance(result, ShowPage)
    assert result.values["error"] in ("identifier.wrong", "identifier.missing")


def test_the_browser_remembers_identifiers_to_choose_from() -> None:
    joe = person(Maximum_Identifiers_Count="2")
    for identifier in ("joe@a.example", "amy@b.example", "zoe@c.example"):
        joe.page = None
        joe.begins()
        joe.sends("add.identifier")
        joe.sends(subject=identifier)
    page = joe.begins()
    assert page.values["identifiers"] == ["zoe@c.example", "amy@b.example"]
    result = joe.sends("pf.ok", identifier_selection="amy@b.example")
    assert result.attributes["subject"] == "amy@b.example"
    assert joe.begins().values["identifiers"] == ["amy@b.example", "zoe@c.example"]


def test_an_identifier_can_be_removed_from_the_list() -> None:
    joe = person()
    enters(joe, "joe@a.example")
    joe.begins()
    page = joe._resumed({"clear.previous.selected.subject": "joe@a.example"})
    assert page.values["identifiers"] == []
    assert joe.cookies == {}


def test_only_remembered_identifiers_can_be_chosen() -> None:
    joe = person()
    enters(joe, "joe@a.example")
    joe.begins()
    page = joe._resumed({"identifier.selection": "amy@b.example"})
    assert isinstance(page, ShowPage)


@pytest.mark.parametrize(
    "cookie", ["no json", "{}", "[1]", '["a\\u0000"]', "[" * 5_000, '["x", ' + '"y", ' * 500 + '"z"]']
)
def test_a_forged_cookie_is_harmless(cookie: str) -> None:
    joe = person()
    joe.cookies["identifiers"] = cookie
    assert len(joe.begins().values["identifiers"]) <= 5


def test_long_identifiers_do_not_make_the_cookie_too_large() -> None:
    joe = person(Maximum_Identifiers_Count="100")
    for number in range(10):
        joe.begins()
        joe.sends("add.identifier")
        joe.sends(subject=f"{number}{'x' * 900}")
    assert len(joe.cookies["identifiers"]) <= 2_000


def test_without_a_cookie_nothing_is_remembered() -> None:
    joe = person(Identifier_Cookie_Lifetime="0")
    enters(joe, "joe@a.example")
    assert joe.cookies == {}


def test_selection_can_be_cancelled_where_the_settings_allow_it() -> None:
    joe = person(Allow_Cancelling_Identifier_Selection="true")
    joe.begins()
    assert isinstance(joe.sends("pf.cancel"), Failure)
    strict = person()
    strict.begins()
    assert isinstance(strict.sends("pf.cancel"), ShowPage)


def test_a_user_named_by_the_policy_is_not_requested_and_one_named_by_the_application_is_suggested() -> None:
    named = person().begins(user_id="joe@a.example", user_id_fixed=True)
    assert isinstance(named, Success)
    hinted = person().begins(user_id="joe@a.example")
    assert hinted.values["identifier"] == "joe@a.example"


def test_the_limit_of_the_cookie_applies_to_its_encoded_length() -> None:
    joe = person(Maximum_Identifiers_Count="100")
    for number in range(40):
        joe.page = None
        joe.begins()
        joe.sends("add.identifier")
        joe.sends(subject=f"öäüß{number}@bücher.example")
    kept = joe.cookies["identifiers"]
    assert len(quote(kept, safe="")) <= 3_000
    assert "öäüß39@bücher.example" in kept
