"""Results of expressions, and the positions of their errors."""

from datetime import UTC, datetime
from typing import Any

import pytest

from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.expressions.language import as_text, compile_expression

NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
ATTRIBUTES: dict[str, str | list[str]] = {
    "mail": "joe@example.com",
    "groups": ["admins", "users"],
    "ip": "10.1.2.3",
    "urn:oid:2.5.4.42": "Joe",
}


def shown(text: str, attributes: Any = ATTRIBUTES) -> str:
    return as_text(compile_expression(text).evaluate(attributes, NOW))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("attributes.mail", "joe@example.com"),
        ("attributes['urn:oid:2.5.4.42']", "Joe"),
        (
            "[1.5, null, true, b'x', now, duration('90s')]",
            '[1.5, null, true, "eA==", "2026-11-21T10:30:00.000Z", "90s"]',
        ),
        ("now", "2026-11-21T10:30:00.000Z"),
        ("{'a': {2: 'é'}}", '{"a": {"2": "é"}}'),
        ("type(1)", "INT"),
        ("'::ffff:10.1.2.3'.inNetwork('10.0.0.0/8')", "true"),
        ("'2001:db8::1'.inNetwork('10.0.0.0/8')", "false"),
        ("attributes.groups.exists(g, attributes.groups.exists(h, g == h))", "true"),
    ],
)
def test_an_expression_has_a_value(text: str, result: str) -> None:
    assert shown(text) == result


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "attributes.phone",
            "There is no attribute “phone”. If it can be absent, check it first: 'phone' in attributes.",
        ),
        ("1 / 0", "Division by zero."),
        ("9223372036854775807 + 1", "The number is too large."),
        ("attributes.ip.inNetwork('somewhere')", "“somewhere” is not a network such as 10.0.0.0/8."),
        ("attributes.mail.inNetwork('10.0.0.0/8')", "“joe@example.com” is not an IP address."),
        ("attributes.groups.exists(g, g > 5)", "> cannot be used with: text, integer."),
        ("!attributes.mail", "! needs true or false."),
        ("attributes.groups[7]", "There is no item 7 in a list of"),
        ("attributes.mail ? 1 : 2", "A condition must be true or false."),
        ("attributes.groups.matches('x')", "matches() cannot be used with: list, text."),
        ("int(attributes.mail)", "The text is not a number."),
        ("timestamp(attributes.mail)", "The text is not a time such as"),
        ("attributes.mail.substring(90)", "The position is after the end of the text."),
        ("now.getHours('Atlantis')", "There is no such time zone."),
    ],
)
def test_an_expression_fails_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(EvaluationFailed) as failed:
        shown(text)
    assert reason in str(failed.value)
    assert "INVALID_ARGUMENT" not in str(failed.value)


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("", "The expression is empty.", None, None),
        (" \n", "The expression is empty.", None, None),
        ("1 +", "The expression ends too early.", 1, 4),
        ("1 +\n  foo", "“foo” is not known. To use an attribute, write attributes.foo.", 2, 3),
        ("'é' + 1", "+ cannot be used with: text, integer.", 1, 5),
        ("attributes.mail.matches('(')", "'(' is not a regular expression (RE2).", None, None),
        ("attributes.mail.matches(attributes.ip)", "Write the pattern of matches as a literal", None, None),
        ("google.protobuf.Struct{}", "'google.protobuf.Struct' is a message type", None, None),
        ("attributes[?'mail']", "unsupported syntax", 1, 1),
        ("optional.of(1)", "“", 1, 1),
    ],
)
def test_a_wrong_expression_is_refused_at_its_position(
    text: str, reason: str, line: int | None, column: int | None
) -> None:
    with pytest.raises(ExpressionRefused) as refused:
        compile_expression(text)
    assert refused.value.reason.startswith(reason)
    assert (refused.value.line, refused.value.column) == (line, column)
    full_text = refused.value.reason
    assert str(refused.value) == (
        f"{full_text.removesuffix('.')} (line {line}, column {column})" if line else full_text
    )
    assert "INVALID_ARGUMENT" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "can_be_condition"), [("true", True), ("attributes.mail", True), ("'x'", False), ("1", False)]
)
def test_the_type_of_an_expression_decides_whether_it_can_be_a_condition(text: str, can_be_condition: bool) -> None:
    assert compile_expression(text).may_be_condition is can_be_condition


def test_evaluations_are_isolated() -> None:
    expression = compile_expression("attributes.mail")
    assert [expression.evaluate({"mail": each}, NOW) for each in ("a", "b", "a")] == ["a", "b", "a"]
