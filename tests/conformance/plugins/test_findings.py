"""The conformance check finds violations of contracts: each plug-in here violates one rule and follows all others."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from hanse.config.declare.plugin_fields import Field, FieldType, Form, Option, Table
from hanse.kit.errors import Unavailable
from hanse.plugins.conformance import Example, check_plugin
from hanse.plugins.contracts import access_tokens, adapters, authorization_details, notification, selectors, validators
from hanse.plugins.contracts.access_tokens import AccessToken
from hanse.plugins.contracts.adapters import Cookie, Failure, Redirect, ShowPage, Success
from hanse.plugins.contracts.notification import Retries
from hanse.plugins.contracts.selectors import SelectorResult
from tests.conformance.plugins.toy_plugins import (
    PASSWORD,
    Adapter,
    Manager,
    Processor,
    Publisher,
    Selector,
    Validator,
    plugin_of,
    raising,
    returning,
)

NUMBER: dict[str, Any] = {"username": 7}
_LOGIN = {"pf.username": "joe", "pf.pass": "right"}
GOOD: Mapping[str, tuple[type[Any], Example]] = {
    adapters.KIND: (Adapter, Example(forms=(_LOGIN, {"code": "123456"}), secrets=frozenset({"pf.pass"}))),
    selectors.KIND: (Selector, Example()),
    validators.KIND: (Validator, Example(password=PASSWORD)),
    access_tokens.KIND: (Manager, Example()),
    authorization_details.KIND: (Processor, Example(detail={"type": "pay", "amount": 1})),
    notification.KIND: (Publisher, Example()),
}


def page(**changes: Any) -> Any:
    return returning(replace(ShowPage(template="login.html", values={}), **changes))


def echo_form(_self: Adapter, request: adapters.AdapterRequest) -> ShowPage:
    return ShowPage(template="login.html", values={}, state=dict(request.form or {}))


def token(**changes: Any) -> Any:
    def issue(
        self: Manager, content: access_tokens.TokenContent, services: access_tokens.TokenManagerServices
    ) -> AccessToken:
        return replace(Manager.issue(self, content, services), **changes)

    return issue


def issue_with_attributes(
    self: Manager, content: access_tokens.TokenContent, services: access_tokens.TokenManagerServices
) -> AccessToken:
    made = Manager.issue(self, content, services)
    return replace(made, claims={**made.claims, **content.attributes})


def issue_expired(
    self: Manager, content: access_tokens.TokenContent, services: access_tokens.TokenManagerServices
) -> AccessToken:
    return replace(Manager.issue(self, content, services), expires=services.now - timedelta(seconds=1))


def extend_expired_token(_self: Manager, made: AccessToken, *_times: Any, **_how: Any) -> AccessToken:
    return replace(made, expires=made.expires + timedelta(days=1))


def select_alternately(self: Any, _facts: Any, _values: Any) -> SelectorResult:
    self.is_yes = not getattr(self, "is_yes", False)
    return SelectorResult("Yes" if self.is_yes else "No")


def change_detail(_self: Processor, detail: dict[str, Any]) -> tuple[str, ...]:
    detail["seen"] = True
    return ()


def bind_with_empty_password(
    _self: Validator, username: str, password: str, services: validators.ValidatorServices
) -> Any:
    """Bind to the directory even with an empty password, which a directory accepts as an anonymous bind."""
    return {"username": username} if services.directory("d").verdict("cn=joe", password).right else None


@pytest.mark.parametrize("kind", GOOD)
def test_a_plug_in_that_keeps_its_contract_has_no_findings(kind: str) -> None:
    make, example = GOOD[kind]
    assert check_plugin(plugin_of(kind, make), example) == []


@pytest.mark.parametrize(
    ("kind", "member", "value", "finding"),
    [
        (adapters.KIND, "begin", raising, "begin raises LookupError"),
        (adapters.KIND, "resume", raising, "resume raises LookupError"),
        (adapters.KIND, "resume", returning({"template": "x"}), "resume returns dict, which is not a result"),
        (adapters.KIND, "begin", page(template="../secret"), "whose template is not a file name"),
        (adapters.KIND, "begin", page(values={"when": object()}), "values that are not JSON"),
        (adapters.KIND, "begin", page(state={"seen": {1, 2}}), "a state that is not JSON"),
        (adapters.KIND, "begin", page(state={"all": "x" * 100_000}), "a state of more than"),
        (adapters.KIND, "begin", page(cookies=(Cookie("a b", "c", 1),)), "a cookie that browsers reject"),
        (adapters.KIND, "begin", page(cookies=(Cookie("a", "b" * 3_001, 1),)), "a cookie that browsers reject"),
        (adapters.KIND, "begin", page(cookies=(Cookie("a", "b", -1),)), "a cookie that browsers reject"),
        (adapters.KIND, "begin", returning(Redirect(url="javascript:alert(1)")), "an address that is not absolute"),
        (
            adapters.KIND,
            "begin",
            returning(Redirect(url="https://a.example/\r\nx: y")),
            "an address that is not absolute",
        ),
        (adapters.KIND, "begin", returning(Success(attributes=NUMBER)), "neither a string nor a list"),
        (adapters.KIND, "begin", returning(Success(attributes={})), "without the attribute 'username'"),
        (adapters.KIND, "begin", returning(Failure(code="")), "whose code is not a short line"),
        (adapters.KIND, "resume", echo_form, "passes on a secret"),
        (adapters.KIND, "begin", returning(Failure(code="never")), "form number 1, and no page asks for it"),
        (adapters.KIND, "resume", page(), "do not sign the user in"),
        (selectors.KIND, "select", raising, "select raises LookupError"),
        (selectors.KIND, "results", raising, "results raises LookupError"),
        (selectors.KIND, "results", returning(()), "results is empty"),
        (selectors.KIND, "results", returning(("Yes", "No", "Yes")), "results has a text twice"),
        (selectors.KIND, "select", returning("Yes"), "select returns str"),
        (selectors.KIND, "select", returning(SelectorResult("Maybe")), "select returns 'Maybe'"),
        (selectors.KIND, "select", returning(SelectorResult("Yes", NUMBER)), "attributes that are not strings"),
        (selectors.KIND, "select", select_alternately, "another result"),
        (validators.KIND, "validate", raising, "validate raises LookupError"),
        (validators.KIND, "validate", returning({"username": "joe"}), "accepts a wrong password"),
        (validators.KIND, "validate", bind_with_empty_password, "accepts an empty password"),
        (validators.KIND, "validate", returning(None), "refuses the example's user"),
        (access_tokens.KIND, "issue", raising, "issue raises LookupError"),
        (access_tokens.KIND, "issue", returning("token"), "issue does not return an AccessToken"),
        (access_tokens.KIND, "issue", token(text="two words"), "a Bearer header cannot contain"),
        (access_tokens.KIND, "issue", token(text="x" * 30), "the same reference token twice"),
        (access_tokens.KIND, "issue", token(text="short"), "can be guessed"),
        (access_tokens.KIND, "issue", token(claims={"at": object()}), "claims that are not a JSON"),
        (access_tokens.KIND, "issue", token(claims={"scope": "everything"}), "scope has more than was granted"),
        (access_tokens.KIND, "issue", issue_with_attributes, "An attribute takes the place of the claim client_id"),
        (access_tokens.KIND, "issue", issue_expired, "a token that has expired"),
        (access_tokens.KIND, "expands_scope_groups", "yes", "expands_scope_groups is not a boolean"),
        (access_tokens.KIND, "extended", lambda _self, made, *_times, **_how: made, "does not live longer"),
        (access_tokens.KIND, "extended", extend_expired_token, "revives a token that has expired"),
        (authorization_details.KIND, "validate", raising, "validate raises LookupError"),
        (authorization_details.KIND, "validate", change_detail, "validate changes the detail"),
        (authorization_details.KIND, "validate", returning(("no",)), "validate refuses the example's detail"),
        (authorization_details.KIND, "validate", returning((1,)), "validate returns findings that are not strings"),
        (authorization_details.KIND, "describe", returning(" "), "describe returns no string"),
        (authorization_details.KIND, "describe", returning("x" * 20_000), "too long for a consent page"),
        (authorization_details.KIND, "describe", returning("a\x00"), "describe returns control characters"),
        (authorization_details.KIND, "enrich", returning({"type": "other"}), "enrich changes the type"),
        (authorization_details.KIND, "enrich", returning({"type": "pay", "amount": 9}), "refuses what enrich returns"),
        (
            authorization_details.KIND,
            "enrich",
            returning({"type": "pay", "at": object()}),
            "enrich does not return a JSON object",
        ),
        (authorization_details.KIND, "is_equal_or_subset", returning(False), "says that a detail exceeds itself"),
        (authorization_details.KIND, "is_equal_or_subset", returning(True), "grants a detail that has more"),
        (notification.KIND, "send", raising, "send raises LookupError"),
        (notification.KIND, "send", returning(None), "send accepts a recipient with control characters"),
        (notification.KIND, "send", returning(None), "send accepts a subject with control characters"),
        (notification.KIND, "retries", Retries(attempts=-1), "retries has a number below zero"),
        (notification.KIND, "retries", 3, "retries is not a Retries"),
    ],
)
def test_a_violation_of_the_contract_is_reported(kind: str, member: str, value: Any, finding: str) -> None:
    make, example = GOOD[kind]
    broken = type("Broken", (make,), {member: value})
    assert any(finding in each for each in check_plugin(plugin_of(kind, broken), example))


_SECRET = Field(name="A", description="a", encrypted=True)


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        ({"id": "two words"}, "is not an ASCII text without spaces"),
        ({"name": ""}, "The plug-in does not have a name"),
        ({"pseudonym": "mail"}, "The pseudonym 'mail' is not an attribute of the contract"),
        ({"form": Form(fields=(Field(name="A", description=""),))}, "The field 'A' has no description"),
        ({"form": Form(fields=(Field(name="A", description="a"),) * 2)}, "A name occurs twice: field"),
        ({"form": Form(tables=(Table(name="T", description="t", columns=()),) * 2)}, "A name occurs twice: table"),
        (
            {"form": Form(tables=(Table(name="T", description="t", columns=(Field(name="A", description="a"),) * 2),))},
            "A name occurs twice: column of 'T'",
        ),
        (
            {"form": Form(fields=(Field(name="A", description="a", type=FieldType.CHECK_BOX, default="yes"),))},
            "The field 'A' refuses its own default",
        ),
        ({"form": Form(fields=(Field(name="A", description="a", type=FieldType.SELECT),))}, "has no options"),
        (
            {
                "form": Form(
                    fields=(Field(name="A", description="a", type=FieldType.SELECT, options=(Option("1", "x"),) * 2),)
                )
            },
            "has the same option twice",
        ),
        ({"form": Form(fields=(Field(name="A", description="a", only_with={"B": ("*",)}),))}, "do not exist: ['B']"),
        (
            {"form": Form(fields=(Field(name="A", description="a", check=raising),))},
            "The check of the field 'A' raises",
        ),
        ({"form": Form(fields=(Field(name="A", description="a", check=returning(7)),))}, "neither a string nor None"),
        (
            {"form": Form(fields=(Field(name="A", description="a", type=FieldType.TEXT_AREA, encrypted=True),))},
            "is encrypted and not of the type TEXT",
        ),
        (
            {"form": Form(tables=(Table(name="T", description="t", columns=(_SECRET,)),))},
            "The table 'T' has secrets. Name the fields that determine where they are sent",
        ),
        ({"form": Form(fields=(_SECRET,))}, "The form has secrets."),
        (
            {"form": Form(fields=(_SECRET,), secret_target=("Host",))},
            "The form sends its secrets to fields that do not exist: ['Host']",
        ),
        ({"pages": Path("/nowhere")}, "There is no folder /nowhere"),
        ({"kind": "toy"}, "There is no kind 'toy'"),
        ({"make": raising}, "Making an instance of the example raises LookupError"),
        ({"make": lambda _settings: object()}, "What make returns has no results, select"),
    ],
)
def test_a_wrong_declaration_is_reported(changes: dict[str, Any], finding: str) -> None:
    plugin = plugin_of(**{"kind": selectors.KIND, "make": Selector, **changes})
    assert any(finding in each for each in check_plugin(plugin, Example()))


def test_an_error_of_the_contract_is_not_a_finding() -> None:
    def unavailable(*_arguments: Any) -> Any:
        raise Unavailable("The directory does not answer.")

    make, example = GOOD[validators.KIND]
    broken = type("Broken", (make,), {"validate": unavailable})
    assert check_plugin(plugin_of(validators.KIND, broken), replace(example, password="")) == []


def test_an_adapter_that_keeps_state_in_its_object_is_reported() -> None:
    class Remembering(Adapter):
        began = False

        def begin(self, request: adapters.AdapterRequest) -> adapters.AdapterResult:
            self.began = True
            return super().begin(request)

        def resume(self, request: adapters.AdapterRequest) -> adapters.AdapterResult:
            # Another process may serve the next page, and its object has not begun.
            return super().resume(request) if self.began else Failure(code="not_begun")

    findings = check_plugin(plugin_of(adapters.KIND, Remembering), GOOD[adapters.KIND][1])
    assert findings == ["The example has a form number 2, and no page asks for it."]
