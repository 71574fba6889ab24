"""The attribute rules of a node, with the messages of document 3, section 5.1, and the right to add expressions."""

from typing import Any

import pytest

from hanse.config.change.expressions import NOT_ALLOWED
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Principal, Role
from hanse.resources.authentication.policies.attribute_rules import NOT_PERMITTED
from hanse.resources.authentication.policies.resource import POLICIES
from tests.resources.authentication.policies.adapters import problems
from tests.support.configurations import AUTHOR, Body, as_model
from tests.support.policies import basic, done, expression, policy, source

PATH = "rootNode.action.attributeRules.items"
PLAIN = Author("plain", principal=Principal("plain", frozenset({Role.ADMINISTRATOR})))
EXPERT = Author("expert", principal=Principal("expert", frozenset({Role.EXPRESSION_ADMINISTRATOR})))


def with_rules(*rules: Body) -> Body:
    branches = [done("Fail"), *map(done, dict.fromkeys(rule["result"] for rule in rules)), done()]
    return policy("Ruled", source("form", *branches, rules={"items": list(rules)}))


def refused(configuration: Configuration, *rules: Body, author: Author = AUTHOR) -> list[tuple[str, str]]:
    return problems(configuration, with_rules(*rules), author)


@pytest.mark.parametrize(
    ("missing", "field"),
    [
        ({"attributeSource": None}, "attributeSource"),
        ({"attributeName": " "}, "attributeName"),
        ({"condition": None}, "condition"),
        ({"expectedValue": ""}, "expectedValue"),
        ({"attributeSource": {"type": "EXPRESSION"}, "attributeName": "", "condition": None, "expectedValue": None},
         "expression"),
    ],
)  # fmt: skip
def test_every_field_is_required(configuration: Configuration, missing: dict[str, Any], field: str) -> None:
    rule = {name: value for name, value in basic("Joe", **missing).items() if value is not None}
    message = "Required field(s) missing for policy rule #2"
    assert (f"{PATH}[1].{field}", message) in refused(configuration, basic("A"), rule)


def test_a_result_is_required(configuration: Configuration) -> None:
    message = "Required field(s) missing for policy rule #1"
    assert (f"{PATH}[0].result", message) in refused(configuration, basic(""))


@pytest.mark.parametrize("result", ["fail", "SUCCESS", "Action"])
def test_some_results_are_not_permitted(configuration: Configuration, result: str) -> None:
    assert (f"{PATH}[0].result", NOT_PERMITTED) in refused(configuration, basic(result))
    assert NOT_PERMITTED == "'Fail', 'Action' and 'Success' are not permitted as result values."


def test_results_are_unique(configuration: Configuration) -> None:
    message = "Result values must be unique. Duplicate configured for: Joe"
    assert refused(configuration, basic("Joe"), basic("A"), basic("Joe")) == [(f"{PATH}[2].result", message)]


def test_a_rule_uses_an_existing_attribute(configuration: Configuration) -> None:
    found = refused(
        configuration,
        basic("A", attributeSource={"type": "ADAPTER", "id": "otp"}),
        basic("B", attributeName="phone"),
        basic("C", attributeSource={"type": "CONTEXT"}, attributeName="ClientIp"),
        basic("D", attributeSource={"type": "EXTENDED_PROPERTIES"}, attributeName="Region"),
        basic("E", attributeSource={"type": "INPUTS"}),
    )
    before = "This source does not precede the rule on its path through the policy."
    assert found == [
        (f"{PATH}[0].attributeSource", before),
        (f"{PATH}[1].attributeName", "Form has no attribute 'phone'."),
        (f"{PATH}[4].attributeSource", before),
    ]


def test_expressions_are_checked(configuration: Configuration) -> None:
    [(path, message)] = refused(configuration, basic("A"), expression("B", "attributes.username =="))
    assert path == f"{PATH}[1].expression"
    assert message.startswith("Expression is invalid for policy rule #2. Reason: ")
    [(_, message)] = refused(configuration, expression("B", "'neither true nor false'"))
    assert message == "Expression is invalid for policy rule #1. Reason: The expression never returns true or false."


def test_only_expression_administrators_may_add_expressions(configuration: Configuration) -> None:
    assert refused(configuration, expression("A"), author=PLAIN) == [(f"{PATH}[0].expression", NOT_ALLOWED)]
    assert refused(configuration, expression("A"), expression("B", "true"), author=EXPERT) == []
    body = with_rules(basic("C"), expression("B", "true"), expression("Other"))
    with configuration.changing(PLAIN) as change:
        change.replace(POLICIES, "ruled", as_model(POLICIES, body))
