"""Fragments: inputs, outputs, results, and pages within a fragment."""

from typing import Any

import pytest

from hanse.engine.signin.contracts import Origin
from hanse.engine.signin.policies.outcomes import (
    DENIED,
    Authenticated,
)
from tests.engine.signin.policies.policy_nodes import BY_CONTRACT, OF_OTHER, rules, through
from tests.engine.signin.policies.policy_walks import FAILS, PAGE, Walk, fragment, passes, plan
from tests.support.mappings import from_source
from tests.support.policies import basic, contract, done, on, policy, source


def test_endless_policies_are_stopped() -> None:
    nested = [fragment(f"f{at}", through(f"f{(at + 1) % 2}", done("Fail"), done())) for at in range(2)]
    assert Walk(plan(policy("P", through("f0", done("Fail"), done())), fragments=nested), {}).go() == DENIED


def test_a_fragment_gets_inputs_and_returns_outputs() -> None:
    inner = fragment(
        "f",
        source(
            "form",
            done("Fail"),
            contract("out", subject=from_source("INPUTS", "subject", "in")),
            inputUserIdMapping=from_source("INPUTS", "subject", "in"),
        ),
        inputs={"id": "in"},
        outputs={"id": "out"},
    )
    mapping = {"attributeContractFulfillment": {"subject": OF_OTHER}}
    outer = source("other", done("Fail"), on("Success", through("f", fragmentMapping=mapping)))
    walk = Walk(
        plan(policy("P", outer), fragments=[inner], inputs={"f": "in"}),
        {"other": [passes(username="amy")], "form": [passes()]},
    )
    assert walk.go() == Authenticated(Origin("AUTHENTICATION_POLICY_CONTRACT", "apc"), {"subject": "amy"})
    assert walk.users[1].text == "amy"


def test_a_fragment_sees_only_its_inputs() -> None:
    mapped = contract("out", subject=OF_OTHER)
    inner = fragment("f", source("form", done("Fail"), mapped), outputs={"id": "out"})
    outer = source("other", done("Fail"), on("Success", through("f")))
    walk = Walk(plan(policy("P", outer), fragments=[inner]), {"other": [passes()], "form": [passes()]})
    assert walk.go() == Authenticated(Origin("AUTHENTICATION_POLICY_CONTRACT", "apc"), {})


@pytest.mark.parametrize(("answer", "called"), [(FAILS, "after-Fail"), (passes(), "after-Success")])
def test_a_fragment_without_outputs_succeeds_or_fails(answer: Any, called: str) -> None:
    outer = through("f", on("Fail", source("after-Fail")), on("Success", source("after-Success")))
    walk = Walk(plan(policy("P", outer), fragments=[fragment("f", source())]), {"form": [answer], called: [passes()]})
    walk.go()
    assert walk.called == ["form", called]


def test_rules_use_the_outputs_of_a_fragment() -> None:
    inner = fragment("f", source("form", done("Fail"), contract("out")), outputs={"id": "out"})
    rule = basic("vip", attributeSource={"type": "FRAGMENT", "id": "f"}, attributeName="subject")
    outer = through("f", done("Fail"), on("vip", source("other")), done(), attributeRules=rules(rule))
    walk = Walk(plan(policy("P", outer), fragments=[inner]), {"form": [passes()], "other": [passes()]})
    walk.go()
    assert walk.called == ["form", "other"]


def test_a_user_may_be_on_a_page_within_a_fragment() -> None:
    inner = fragment("f", source("form", done("Fail"), contract("out")), outputs={"id": "out"})
    walk = Walk(plan(policy("P", through("f")), fragments=[inner]), {"form": [PAGE, passes()]})
    assert walk.go() == PAGE
    assert walk.go({"pf.ok": "clicked"}) == BY_CONTRACT


def test_an_unknown_fragment_fails() -> None:
    assert Walk(plan(policy("P", through("gone"))), {}).go() == DENIED
