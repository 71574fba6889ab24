"""Expressions that would exhaust memory, time or the stack are refused before they are evaluated.

The cost of an accepted expression is measured by the number of iterations and the size of its result, not by a clock.
"""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hanse.expressions import cost as reckoning
from hanse.expressions.cost import MOST_WORK, AttributeSize, cost
from hanse.expressions.engine import compiled
from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.expressions.language import LONGEST_TEXT, SIZES, as_text, compile_expression

NOW = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[attributes.a]" + ".map(x, x + x)" * 25, "too much time or memory"),
        ("['aaaaaaaaaaaaaaaa']" + ".map(x, x + x)" * 24, "too much time or memory"),
        ("['a']" + ".map(x, [x, x])" * 25, "too much time or memory"),
        ("['a']" + ".map(x, {'a': x, 'b': x})" * 25, "too much time or memory"),
        ("[[1, 2]]" + ".map(x, x + x)" * 24, "too much time or memory"),
        ("'a'" + ".replace('', 'aaaaaaaaaaaaaaaa')" * 10, "too much time or memory"),
        ("['a', 'b']" + ".map(x, ['a', 'b'].join(x))" * 24, "too much time or memory"),
        ("['a'].map(x, '%s%s'.format([x, x]))" + ".map(x, '%s%s'.format([x, x]))" * 20, "too much time or memory"),
        ("attributes.a.split('').map(a, a).map(b, b).map(c, attributes.a.split('').map(d, d))", "too much time"),
        (
            "attributes.g.map(a, attributes.g.map(b, attributes.g.map(c, a + b + c)))",
            "too much time or memory",
        ),
        ("attributes[?'a']" + ".optMap(x, x + x)" * 30, "unsupported syntax"),
        ("optional.of('a')" + ".optMap(x, x + x)" * 24, "is not known"),
        ("[1].all(a, [1].all(b, [1].all(c, [1].all(d, true))))", "Loops are nested too deeply"),
        ("(" * 2_000 + "1" + ")" * 2_000, "nested too deeply"),
        ("[" * 100 + "1" + "]" * 100, "nested too deeply"),
        ("attributes" + ".a" * 1_500, "nested too deeply"),
        ("1" + "+1" * 1_500, "nested too deeply"),
        ("'" + "a" * LONGEST_TEXT + "'", "longer than 4,096 characters"),
        ("attributes.a.matches(attributes.b)", "as a literal"),
        ("attributes.a.matches('(x{1000}){1000}')", "not a regular expression"),
        ("attributes.g.exists(g, g.matches('((x{0,30}){0,30}y)'))", "too much time or memory"),
    ],
)
def test_unbounded_expressions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ExpressionRefused) as refused:
        compile_expression(text)
    assert reason in str(refused.value)


def test_a_pattern_with_exponential_backtracking_runs_in_linear_time() -> None:
    expression = compile_expression("attributes.a.matches('^(a+)+$')")
    assert expression.evaluate({"a": "a" * 60_000 + "b"}, NOW) is False


def test_attributes_that_are_too_large_are_refused_before_evaluation() -> None:
    expression = compile_expression("attributes.g.map(a, a + 'x').exists(a, a == 'x')")
    assert expression.evaluate({"g": ["a"] * 100}, NOW) is False
    for large in ({"g": ["a"] * 5_000}, {"g": "a" * 200_000}, {f"n{number}": "" for number in range(5_000)}):
        with pytest.raises(EvaluationFailed, match="The attributes are too large for this expression"):
            expression.evaluate(large, NOW)


def test_the_iterations_of_all_loops_are_counted_together() -> None:
    expression = compile_expression("attributes.g.exists(a, attributes.g.exists(b, a + b == 'x'))")
    with pytest.raises(EvaluationFailed, match="more than 10,000 elements"):
        expression.evaluate({"g": ["a"] * 120}, NOW)


@pytest.mark.parametrize("attributes", [{"role\0x": "admin"}, {"role": "admin\0x"}, {"role": ["user", "admin\0"]}])
def test_text_is_never_truncated(attributes: Any) -> None:
    with pytest.raises(EvaluationFailed, match="NUL"):
        compile_expression("attributes.role == 'admin' || 'admin' in attributes.role").evaluate(attributes, NOW)


def weight_of(value: Any) -> int:
    if isinstance(value, list):
        return 1 + sum(map(weight_of, value))
    if isinstance(value, dict):
        return 1 + sum(weight_of(key) + weight_of(each) for key, each in value.items())
    return 1 + len(value) if isinstance(value, str) else 1


STEPS = (".map(x, x + x)", ".map(x, [x, x])", ".filter(x, x != 'a')", ".map(x, string(x))", ".map(y, attributes.g)")
STARTS = (
    "attributes.g",
    "['a', 'bb']",
    "attributes.a.split('')",
    "(attributes.g + attributes.g)",
    "['%s'.format(['a'])]",
)


@given(
    st.sampled_from(STARTS),
    st.lists(st.sampled_from(STEPS), max_size=4),
    st.lists(st.text("ab", max_size=8), max_size=5),
)
@settings(max_examples=60, deadline=None)
def test_no_value_is_larger_than_calculated(start: str, steps: list[str], groups: list[str]) -> None:
    size = AttributeSize(400, 60)
    attributes: dict[str, Any] = {"g": groups, "a": "abc"}
    assert weight_of(attributes) <= size.weight
    try:
        engine = compiled(start + "".join(steps))
        value = engine.evaluate(attributes, NOW)
    except (ExpressionRefused, EvaluationFailed):
        return
    assert weight_of(value) <= cost(engine.tree, size)


def test_more_attributes_never_cost_less() -> None:
    tree = compiled("attributes.g.filter(g, g.contains('a')).map(g, g.lowerAscii())").tree
    costs = [cost(tree, size) for size in SIZES]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < MOST_WORK


PIECES = (
    *("attributes", ".a", "[0]", "['a']", "[?'a']", ".orValue('')", "now", "1", "'a'", "b'\\xff'", '"\\u00e9"', "null"),
    *(" + ", " - ", " in ", " == ", " && ", "?", ":", "!", "(", ")", "[", "]", "{", "}", ",", ".map(x, ", ".all(x, "),
    *(
        "x",
        ".matches('a{3}')",
        ".format([",
        ".split('')",
        "duration(",
        "type(",
        "has(",
        "\n",
        "//",
        "\\",
        "'''",
        "\x00",
    ),
)


@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=14).map("".join)))
@example("\ud800")
@example("'\ud800'")
@example("attributes[?'a'].optMap(x, x)")
@example("[optional.of(1)]")
@example("{'a': optional.none()}")
@settings(max_examples=300, deadline=None)
def test_any_text_raises_only_the_declared_error(text: str) -> None:
    with suppress(ExpressionRefused, EvaluationFailed):
        assert isinstance(as_text(compile_expression(text).evaluate({"a": "ab", "g": ["a"]}, NOW)), str)


@given(st.dictionaries(st.text(max_size=5), st.one_of(st.text(max_size=20), st.lists(st.text(max_size=5), max_size=4))))
@example({"a": "\ud800"})
@example({"\ud800": "a"})
@settings(max_examples=60, deadline=None)
def test_any_attributes_raise_only_the_declared_error(attributes: Any) -> None:
    with suppress(EvaluationFailed):
        assert compile_expression("attributes").evaluate(attributes, NOW) == attributes


def test_a_pattern_that_is_too_expensive_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def note(text: str) -> bool:
        seen.append(text)
        return True

    monkeypatch.setattr(reckoning, "is_pattern", note)
    with pytest.raises(ExpressionRefused, match="needs too much time"):
        compile_expression(f"attributes.a.matches('({'a?' * 900}){{1,100}}')")
    assert not seen
    compile_expression("attributes.a.matches('^[a-z]{2,20}$')")
    assert set(seen) == {"^[a-z]{2,20}$"}
