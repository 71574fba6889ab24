"""Results of policies: a table of trees, of the results of adapters, and of the outcome."""

from typing import Any

import pytest

from hanse.engine.signin.contracts import Origin, SignInFailed
from hanse.engine.signin.policies.outcomes import (
    BROKEN,
    DENIED,
    LOGIN_REQUIRED,
    Authenticated,
)
from hanse.engine.signin.policies.policy_runner import MOST_RESTARTS
from tests.engine.signin.policies.policy_nodes import BY_CONTRACT, BY_FORM, OF_OTHER, ends, rule_on, rules, selected
from tests.engine.signin.policies.policy_walks import FAILS, PAGE, Body, Walk, passes, plan, wanted
from tests.support.mappings import from_source, text
from tests.support.policies import basic, contract, done, expression, on, policy, source


def test_success_ends_with_the_adapters_attributes_or_with_a_contract() -> None:
    assert Walk(plan(policy("P", source())), {"form": [passes()]}).go() == BY_FORM
    mapped = policy("P", source("form", done("Fail"), contract("apc")))
    assert Walk(plan(mapped), {"form": [passes()]}).go() == BY_CONTRACT


def test_failure_ends_the_sign_in_here_or_at_the_application() -> None:
    assert Walk(plan(policy("P", source())), {"form": [FAILS]}).go() == DENIED
    local = Walk(plan(policy("P", source(), handleFailuresLocally=True)), {"form": [FAILS]}).go()
    assert isinstance(local, SignInFailed)
    assert local.handle_locally


def test_an_adapter_that_showed_a_page_is_called_again_with_the_form() -> None:
    walk = Walk(plan(policy("P", source())), {"form": [PAGE, PAGE, passes()]})
    assert walk.go() == PAGE
    assert walk.position.waiting is not None
    assert walk.go({"pf.ok": "clicked"}) == PAGE
    assert walk.go({"pf.ok": "clicked"}) == BY_FORM
    assert walk.called == ["form"] * 3


def test_after_a_failure_another_adapter_can_follow() -> None:
    root = source("form", on("Fail", source("other")), done())
    walk = Walk(plan(policy("P", root)), {"form": [FAILS], "other": [passes(username="amy")]})
    assert walk.go() == Authenticated(Origin("ADAPTER", "other"), {"username": "amy"})
    assert walk.called == ["form", "other"]


@pytest.mark.parametrize(
    ("given", "user", "end"),
    [
        (rules(basic("vip")), "joe", "vip"),
        (rules(basic("vip")), "amy", "Success"),
        (rules(basic("vip"), falls_back=False), "amy", "Fail"),
        (rules(basic("vip", expectedValue="amy"), basic("other")), "joe", "other"),
        (rules(expression("vip")), "joe", "vip"),
        (rules(expression("vip", "attributes.nothing == 'x'"), falls_back=False), "joe", "Fail"),
        (rules(basic("vip", attributeName="mail", condition="NOT_EQUAL")), "joe", "vip"),
        (
            rules(rule_on("CONTEXT", "ClientId", "web")),
            "x",
            "vip",
        ),
        (
            rules(
                basic(
                    "vip",
                    attributeSource={"type": "CONTEXT", "id": "of any name"},
                    attributeName="ClientId",
                    expectedValue="web",
                )
            ),
            "x",
            "vip",
        ),
        (rules(basic("vip", attributeSource={"type": "ADAPTER", "id": "other"}), falls_back=False), "joe", "Fail"),
        (
            rules(
                basic(
                    "vip", attributeSource={"type": "TRACKED_HTTP_PARAMS"}, attributeName="from", expectedValue="mail"
                )
            ),
            "x",
            "vip",
        ),
        (
            rules(
                basic(
                    "vip", attributeSource={"type": "EXTENDED_PROPERTIES"}, attributeName="tier", expectedValue="gold"
                )
            ),
            "x",
            "vip",
        ),
        (rules(), "joe", "Success"),
    ],
)
def test_rules_choose_the_branch(given: Body, user: str, end: str) -> None:
    branches = ["Fail", *dict.fromkeys(each["result"] for each in given["items"]), "Success"]
    root = source("form", *(on(each, source(f"after-{each}")) for each in branches), rules=given)
    walk = Walk(
        plan(policy("P", root), tracked_parameters=("from",)),
        {"form": [passes(username=user)], f"after-{end}": [passes()]},
        wanted=wanted(client_id="web", client_properties={"tier": ("gold",)}, parameters={"from": ("mail",)}),
    )
    walk.go()
    assert walk.called == ["form", f"after-{end}"]


@pytest.mark.parametrize(("way", "called"), [("Yes", ["form"]), ("No", ["other"])])
def test_a_selector_chooses_a_branch(way: str, called: list[str]) -> None:
    root = selected(on("Yes", source("form")), on("No", source("other")))
    walk = Walk(
        plan(policy("P", root)), {"form": [passes()], "other": [passes()]}, wanted=wanted(parameters={"way": (way,)})
    )
    walk.go()
    assert walk.called == called
    assert walk.position.tracked["chosen"] == "by selector"


@pytest.mark.parametrize("parameters", [{}, {"way": ("Maybe",)}])
def test_a_policy_whose_selector_has_no_branch_for_the_request_is_skipped(parameters: dict[str, Any]) -> None:
    root = selected(on("Yes", source("form")), on("No", source("form")))
    walk = Walk(
        plan(policy("P", root), policy("Q", source("other"))),
        {"other": [passes()]},
        wanted=wanted(parameters=parameters),
    )
    assert isinstance(walk.go(), Authenticated)
    assert walk.called == ["other"]


def test_continue_runs_the_next_policy_and_keeps_known_attributes() -> None:
    first = policy("P", source("form", ends("CONTINUE"), ends("CONTINUE", "Success")))
    last = policy("Q", source("other"))
    walk = Walk(plan(first, last), {"form": [FAILS], "other": [passes(username="amy")]})
    assert walk.go() == Authenticated(Origin("ADAPTER", "other"), {"username": "amy"})
    # An adapter that authenticated the user in this sign-in is not called again.
    again = policy("Q", source("form", done("Fail"), contract("apc")))
    walk = Walk(plan(first, again), {"form": [passes(), FAILS]})
    assert walk.go() == BY_CONTRACT
    assert walk.called == ["form"]
    assert Walk(plan(first), {"form": [passes()]}).go() == BY_FORM


def test_restart_begins_with_the_first_policy_and_is_bounded() -> None:
    again = policy("P", source("form", ends("RESTART"), done()))
    walk = Walk(plan(again), {"form": [FAILS, FAILS, PAGE, passes()]})
    assert walk.go() == PAGE
    assert walk.position.restarts == 2
    assert walk.go({"pf.ok": "clicked"}) == BY_FORM
    endless = Walk(plan(again), {"form": [FAILS]})
    assert endless.go() == DENIED
    assert len(endless.called) == MOST_RESTARTS + 1


def test_after_a_restart_sessions_do_not_repeat_the_same_path() -> None:
    root = source("form", done("Fail"), on("again", ends("RESTART")), done(), rules=rules(basic("again")))
    walk = Walk(plan(policy("P", root)), {"form": [PAGE]}, sessions={"form": passes("form")})
    assert walk.go() == PAGE


# Contracts


def test_issuance_criteria_refuse_with_the_administrators_message() -> None:
    node = contract("apc")
    criterion = {
        "source": {"type": "MAPPED_ATTRIBUTES"},
        "attributeName": "subject",
        "condition": "EQUALS",
        "value": "amy",
        "errorResult": "Only Amy.",
    }
    node["action"]["attributeMapping"]["issuanceCriteria"] = {"conditionalCriteria": [criterion]}
    walk = Walk(plan(policy("P", source("form", done("Fail"), node))), {"form": [passes()]})
    assert walk.go() == SignInFailed(code="access_denied", description="Only Amy.")


def test_an_expression_that_fails_ends_the_sign_in() -> None:
    broken = {"source": {"type": "EXPRESSION"}, "value": "1 / 0"}
    node = contract("apc", mail=broken, more=text("x"))
    assert Walk(plan(policy("P", source("form", done("Fail"), node))), {"form": [passes()]}).go() == BROKEN


# Users who are known already


@pytest.mark.parametrize(
    ("mapping", "more", "expected"),
    [
        (None, {}, ("", False, False)),
        (None, {"login_hint": "hint"}, ("hint", False, False)),
        ({"inputUserIdMapping": OF_OTHER}, {}, ("amy", False, True)),
        (
            {"inputUserIdMapping": OF_OTHER, "userIdAuthenticated": True},
            {},
            ("amy", True, True),
        ),
        (
            {"inputUserIdMapping": from_source("CONTEXT", "RequestedUser")},
            {"login_hint": "hint"},
            ("hint", False, True),
        ),
        ({"inputUserIdMapping": {"source": {"type": "NO_MAPPING"}}}, {"login_hint": "hint"}, ("hint", False, False)),
        ({"inputUserIdMapping": text("fixed")}, {}, ("fixed", False, True)),
        ({"inputUserIdMapping": {"source": {"type": "EXPRESSION"}, "value": "1 / 0"}}, {}, ("", False, False)),
    ],
)
def test_an_adapter_gets_the_incoming_user(mapping: Body | None, more: Body, expected: tuple[str, bool, bool]) -> None:
    root = source("other", done("Fail"), on("Success", source("form", **(mapping or {}))))
    walk = Walk(plan(policy("P", root)), {"other": [passes(username="amy")], "form": [passes()]}, wanted=wanted(**more))
    walk.go()
    user = walk.users[1]
    assert (user.text, user.is_authenticated, user.is_mapped) == expected


def test_a_session_is_used_unless_it_belongs_to_another_user() -> None:
    plain = Walk(plan(policy("P", source())), {"form": [PAGE]}, sessions={"form": passes("form")})
    assert plain.go() == BY_FORM
    assert plain.called == []
    named = source("other", done("Fail"), on("Success", source("form", inputUserIdMapping=OF_OTHER)))
    for user, called in (("JOE", ["other"]), ("amy", ["other", "form"])):
        walk = Walk(
            plan(policy("P", named)),
            {"other": [passes(username=user)], "form": [PAGE]},
            sessions={"form": passes("form")},
        )
        walk.go()
        assert walk.called == called


def test_without_pages_a_needed_page_is_an_error() -> None:
    walk = Walk(plan(policy("P", source())), {"form": [PAGE]}, wanted=wanted(passive=True))
    assert walk.go() == LOGIN_REQUIRED
    walk = Walk(plan(), {}, wanted=wanted(passive=True))
    assert walk.go() == LOGIN_REQUIRED
