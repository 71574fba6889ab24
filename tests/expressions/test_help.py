"""The help page about expressions: every example has the result that it shows, and every function has an example."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hanse.expressions import tree
from hanse.expressions.engine import compiled
from hanse.expressions.functions import COSTS
from hanse.expressions.language import as_text, compile_expression

PAGE = (Path(__file__).parents[2] / "docs" / "user-guide" / "expressions.md").read_text("utf-8")
EXAMPLES = [
    (example.replace("\\|", "|"), result)
    for example, result in re.findall(r"^\| `(.+)` \| `(.+)` \|$", PAGE.split("## Values")[1], re.MULTILINE)
]
ATTRIBUTES: dict[str, str | list[str]] = {
    "mail": "joe@example.com",
    "department": "Sales",
    "groups": ["admins", "users"],
    "ip": "10.1.2.3",
    "age": "42",
}
NOW = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


@pytest.mark.parametrize(("example", "result"), EXAMPLES)
def test_an_example_shows_its_result(example: str, result: str) -> None:
    assert as_text(compile_expression(example).evaluate(ATTRIBUTES, NOW)) == result


def names(node: tree.Node) -> set[str]:
    match node:
        case tree.FunctionCall(name, arguments):
            return {name}.union(*map(names, arguments))
        case tree.FieldSelection(operand):
            return names(operand)
        case tree.CollectionLiteral(elements):
            return set().union(*map(names, elements))
        case tree.Comprehension():
            return set().union(*map(names, (node.items, node.start, node.goes_on, node.step, node.result)))
        case _:
            return set()


def test_every_function_has_an_example() -> None:
    assert set(COSTS) == set().union(*(names(compiled(example).tree) for example, _ in EXAMPLES))
