"""The calls that test and validate expressions, with the answers of document 3, section 7."""

from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer, account


@pytest.fixture(scope="module")
def ada(shared_server: FlowServer) -> Client:
    """A client with only the role of an expression administrator."""
    body = account("ada", ["EXPRESSION_ADMINISTRATOR"])
    made = shared_server.basic("Administrator").post(f"{API}/administrativeAccounts", body)
    assert made.status_code == 200, made.text
    return shared_server.basic("ada")


def call_expression(client: Client, call: str, expression: str, **values: Any) -> Any:
    body = {"expression": expression, "substitutionValues": values}
    return client.post(f"{API}/internal/expressions/{call}", body)


@pytest.mark.parametrize(
    ("expression", "item"),
    [
        ("attributes.mail.endsWith('@example.com')", "true"),
        ("attributes.groups[1]", "b"),
        ("attributes.groups", '["a", "b"]'),
    ],
)
def test_a_test_answers_the_result_as_item(ada: Client, expression: str, item: str) -> None:
    answer = call_expression(ada, "test", expression, mail="joe@example.com", groups=["a", "b"])
    assert (answer.status_code, answer.json()) == (200, {"item": item})


@pytest.mark.parametrize(
    ("expression", "item"),
    [
        ("1 +\n  foo", "To use an attribute, write attributes.foo (line 2, column 3)"),
        ("attributes.phone", "There is no attribute “phone”."),
        ("['a']" + ".map(x, x + x)" * 24, "too much time or memory"),
    ],
)
def test_a_test_without_a_result_answers_the_reason_as_item(ada: Client, expression: str, item: str) -> None:
    answer = call_expression(ada, "test", expression)
    assert answer.status_code == 422
    assert item in answer.json()["item"]
    assert answer.json()["message"] == answer.json()["item"]


def test_a_valid_expression_has_no_findings(ada: Client) -> None:
    answer = call_expression(ada, "validate", "attributes.phone == '1'")
    assert (answer.status_code, answer.json()) == (200, {"items": []})


def test_an_invalid_expression_is_the_first_finding(ada: Client) -> None:
    answer = call_expression(ada, "validate", "1 +")
    assert answer.status_code == 422
    assert answer.json()["items"][0]["message"].startswith("The expression ends too early")
    assert answer.json()["items"][0]["message"].endswith("(line 1, column 4)")
    assert answer.json()["validationErrors"][0]["fieldPath"] == "expression"
