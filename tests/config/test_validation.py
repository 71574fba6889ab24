"""Errors in what a client sent: all of them, with the paths at which a form can show them."""

import json
from contextlib import suppress
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.validation import MOST_FINDINGS, parse
from hanse.kit.errors import MalformedRequest, ValidationFailed
from tests.support.toy_resources import Device


class Circle(ConfigModel):
    type: Literal["circle"]
    radius: int


class Square(ConfigModel):
    type: Literal["square"]
    side_length: int


class Drawing(ConfigModel):
    shape: Annotated[Circle | Square, Field(discriminator="type")] | None = None
    shapes: list[Annotated[Circle | Square, Field(discriminator="type")]] = Field(default_factory=list)
    label: int | str | None = None
    by_name: dict[str, Circle] = Field(default_factory=dict)


def error_paths(model: type[ConfigModel], body: Any) -> list[str | None]:
    with pytest.raises(ValidationFailed) as caught:
        parse(model, json.dumps(body).encode())
    return [error.field_path for error in caught.value.errors]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"shape": {"type": "circle", "radius": "1"}}, ["shape.radius"]),
        ({"shape": {"type": "square"}}, ["shape.sideLength"]),
        ({"shape": {"type": "square", "sideLength": 1, "circle": 1}}, ["shape.circle"]),
        ({"shapes": [{"type": "circle", "radius": 1}, {"type": "square", "sideLength": ""}]}, ["shapes[1].sideLength"]),
        ({"shapes": [{"type": "star"}]}, ["shapes[0]"]),
        ({"label": []}, ["label", "label"]),
        ({"byName": {"a b": {"type": "circle", "radius": None}}}, ["byName.a b.radius"]),
        ({"byName": {"x": 1}}, ["byName.x"]),
        ([], [None]),
        (None, [None]),
    ],
)
def test_paths_name_fields_and_not_the_members_of_unions(body: Any, expected: list[str | None]) -> None:
    assert error_paths(Drawing, body) == expected


def test_the_number_of_reported_errors_is_limited() -> None:
    found = error_paths(Drawing, {f"surprise{number}": 1 for number in range(MOST_FINDINGS + 5)})
    assert found == [f"surprise{number}" for number in range(MOST_FINDINGS)]


def test_python_field_names_are_not_accepted_in_requests() -> None:
    assert error_paths(Drawing, {"by_name": {}}) == ["by_name"]


def test_the_nul_character_is_refused_at_its_field() -> None:
    body = {"name": "a\0b", "accounts": [{"name": "ok"}, {"name": "\0"}], "tags": ["\\u0000 spelled out"]}
    assert error_paths(Device, body) == ["name", "accounts[1].name"]
    parse(Device, json.dumps({**body, "name": "n", "accounts": []}).encode())


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_cannot_express_are_refused(number: str) -> None:
    with pytest.raises((ValidationFailed, MalformedRequest)):
        parse(Device, f'{{"name": "n", "weight": {number}}}'.encode())


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b'{"name": "\\ud800"}', b"[" * 100_000])
def test_text_that_is_not_json_is_malformed(data: bytes) -> None:
    with pytest.raises(MalformedRequest):
        parse(Device, data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.sampled_from(["id", "name"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([info.alias or "" for info in Device.model_fields.values()]), JSON))
def test_any_json_is_accepted_or_refused(body: dict[str, Any]) -> None:
    # Any other exception would be an internal server error (500) for the client.
    with suppress(ValidationFailed, MalformedRequest):
        parse(Device, json.dumps(body).encode())
