"""Expressions in documents: checked on input, and accepted only from expression administrators."""

from typing import Annotated, Any

import pytest
from pydantic import Field

from hanse.config.change.expressions import NOT_ALLOWED
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.access import Area, Principal, Role
from hanse.config.declare.fields import ConfigModel, HoldsExpression, ResourceId
from hanse.config.declare.options import ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.kit.errors import ValidationFailed
from tests.support.clock import ManualClock
from tests.support.configurations import as_model, make_configuration
from tests.support.randomness import SeededRandomness


class Line(ConfigModel):
    kind: str = ""
    text: Annotated[str | None, HoldsExpression(when=lambda line: line.get("kind") == "EXPRESSION")] = None
    condition: Annotated[str | None, HoldsExpression(is_condition=True, message="No. {number}: {reason}")] = None
    lines: "list[Line]" = Field(default_factory=list)


class Script(ConfigModel):
    id: ResourceId | None = None
    lines: list[Line]


SCRIPTS = Resource(
    path="/toy/scripts",
    model=Script,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Script", description="Lines."),
    storage=StorageOptions(kind="toy/script"),
)
PLAIN = Author("plain", principal=Principal("plain", frozenset({Role.ADMINISTRATOR})))
EXPERT = Author("expert", principal=Principal("expert", frozenset({Role.ADMINISTRATOR, Role.EXPRESSION_ADMINISTRATOR})))
SERVER = Author("server")


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, [SCRIPTS], clock, randomness)


def expression(text: str) -> dict[str, Any]:
    return {"kind": "EXPRESSION", "text": text}


def save(configuration: Configuration, author: Author, *lines: dict[str, Any], new: bool = False) -> None:
    body = as_model(SCRIPTS, {"id": "s", "lines": list(lines)})
    with configuration.changing(author) as change:
        _ = change.create(SCRIPTS, body) if new else change.replace(SCRIPTS, "s", body)


def refusal(configuration: Configuration, author: Author, *lines: dict[str, Any], new: bool = False) -> Any:
    with pytest.raises(ValidationFailed) as refused:
        save(configuration, author, *lines, new=new)
    return [(error.field_path, error.message) for error in refused.value.errors]


def test_only_expression_administrators_change_expressions(configuration: Configuration) -> None:
    nested = {"lines": [{"condition": "true"}]}
    assert refusal(configuration, PLAIN, expression("1"), nested, new=True) == [
        ("lines[0].text", NOT_ALLOWED),
        ("lines[1].lines[0].condition", NOT_ALLOWED),
    ]
    save(configuration, EXPERT, expression("1"), nested, new=True)
    assert refusal(configuration, PLAIN, expression("2"), nested) == [("lines[0].text", NOT_ALLOWED)]


def test_stored_expressions_can_stay_move_or_be_removed_but_not_copied(configuration: Configuration) -> None:
    save(configuration, SERVER, expression("1"), expression("2"), {"text": "no expression at all"}, new=True)
    save(configuration, PLAIN, {"text": "another text ((("}, expression("2"), {"lines": [expression("1")]})
    assert refusal(configuration, PLAIN, expression("1"), expression("1")) == [("lines[1].text", NOT_ALLOWED)]
    # The same text in a field with other variables is another expression.
    assert refusal(configuration, PLAIN, expression("1"), {"condition": "2"}) == [("lines[1].condition", NOT_ALLOWED)]
    save(configuration, PLAIN, expression("2"))
    assert refusal(configuration, PLAIN, expression("1")) == [("lines[0].text", NOT_ALLOWED)]


def test_a_refused_expression_is_reported_with_its_reason_and_position(configuration: Configuration) -> None:
    found = refusal(configuration, EXPERT, {}, expression("1 +"), {"condition": "'text'"}, {"condition": ""}, new=True)
    assert [path for path, _ in found] == ["lines[1].text", "lines[2].condition", "lines[3].condition"]
    assert found[0][1].startswith("Expression is invalid. Reason: ")
    assert found[1][1] == "No. 3: The expression never returns true or false."
    assert found[2][1] == "No. 4: The expression is empty."


def test_a_stored_expression_that_is_now_refused_does_not_block_a_save(configuration: Configuration) -> None:
    # A newer version may reject an existing expression, but does not prevent other changes.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hanse.config.change.expressions._reason_against", lambda _written: None)
        save(configuration, SERVER, expression("1 +"), new=True)
    save(configuration, PLAIN, expression("1 +"), {"kind": "more"})
