"""No text of Pydantic reaches a user: every error type has a message of the product."""

from typing import Annotated, Any, Literal, get_args

import pytest
from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError, PydanticKnownError, _pydantic_core
from pydantic_core.core_schema import ErrorType

from hanse.config.declare.fields import ConfigModel, HoldsPattern, ResourceId
from hanse.config.declare.validation import parse
from hanse.config.declare.validation_messages import explain
from hanse.kit.errors import ValidationFailed

EXAMPLES: dict[str, Any] = {each["type"]: each for each in _pydantic_core.list_all_errors()}


class Strict(ConfigModel):
    count: Annotated[int, Field(ge=1, le=9)] = 1
    code: Annotated[
        str, Field(min_length=3, max_length=4), HoldsPattern(r"^[a-z]+$", "Letters a to z are expected.")
    ] = "abc"
    names: Annotated[list[str], Field(min_length=1, max_length=1)] = Field(default_factory=lambda: ["a"])
    color: Literal["red", "green", "blue"] = "red"
    key: ResourceId = "a"
    checked: str = ""

    @field_validator("checked")
    @classmethod
    def _check(cls, value: str) -> str:
        if value == "custom":
            raise PydanticCustomError("house_rule", "This is our {what}", {"what": "rule"})
        if value:
            raise ValueError("must be empty, as we say")
        return value


def test_the_examples_cover_every_error_type() -> None:
    assert set(EXAMPLES) == set(get_args(ErrorType))


@pytest.mark.parametrize("kind", sorted(set(get_args(ErrorType)) - {"value_error", "assertion_error"}))
def test_every_error_type_has_a_message_of_the_product(kind: Any) -> None:
    context = EXAMPLES[kind]["example_context"]
    message = PydanticKnownError(kind, context).message()
    error_id, text = explain({"type": kind, "msg": message, "ctx": context or {}})
    assert error_id
    assert text.startswith("Th")
    assert text.endswith(".")
    assert message not in text
    assert not {"{", "}", "Input", "input", "instance", "Python", "pydantic"} & set(text.replace(".", "").split())


@pytest.mark.parametrize(
    ("body", "error_id", "message"),
    [
        ('{"count": 0}', "greater_than_equal", "This field must be at least 1."),
        ('{"count": 10}', "less_than_equal", "This field must be at most 9."),
        ('{"count": 1.5}', "invalid_type", "This field must be a valid integer."),
        ('{"count": "1"}', "invalid_type", "This field must be a valid integer."),
        ('{"code": "ab"}', "too_short", "This field needs at least 3 characters."),
        ('{"code": "abcde"}', "string_too_long", "This field can have at most 4 characters."),
        (
            '{"code": "ABC"}',
            "string_pattern_mismatch",
            "Letters a to z are expected.",
        ),
        (
            '{"key": "a b"}',
            "string_pattern_mismatch",
            "This ID can have the letters A to Z, digits, and - . _ ~ only.",
        ),
        ('{"names": []}', "too_short", "This list must not be empty."),
        ('{"names": ["a", "b"]}', "too_long", "This list can have at most 1 item."),
        ('{"color": "or"}', "literal_error", "This field must be one of 'red', 'green', 'blue'."),
        ('{"checked": "x"}', "value_error", "must be empty, as we say."),
        ('{"checked": "custom"}', "house_rule", "This is our rule."),
    ],
)
def test_messages_explain_the_limit_that_a_value_violates(body: str, error_id: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        parse(Strict, body.encode())
    (error,) = caught.value.errors
    assert (error.error_id, error.message) == (error_id, message)
