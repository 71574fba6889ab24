"""Requests and responses of existing clients of the contract, independent of any resource."""

import json
from enum import StrEnum
from typing import Annotated, Any

import pytest
from pydantic import Field

from hanse.config.declare.fields import ConfigModel, ResourceId, ResourceLink
from hanse.config.declare.validation import parse_sent, to_body
from hanse.kit.errors import ValidationFailed


class Color(StrEnum):
    RED = "RED"


class Part(ConfigModel):
    id: Annotated[str | None, Field(max_length=9)] = None
    color: Color = Color.RED


class Machine(ConfigModel):
    id: ResourceId | None = None
    name: Annotated[str, Field(min_length=1)]
    note: str | None = None
    color: Color | None = None
    size: int | None = None
    owner_ref: ResourceLink | None = None
    maker_ref: ResourceLink = Field(default_factory=lambda: ResourceLink(id="home"))
    needed_ref: ResourceLink
    refs: list[ResourceLink] = Field(default_factory=list)
    parts: list[Part] = Field(default_factory=list)
    by_name: dict[str, Part] = Field(default_factory=dict)


GOOD: dict[str, Any] = {"name": "m", "neededRef": {"id": "n"}}
KEPT = {"name": "m", "makerRef": {"id": "home"}, "neededRef": {"id": "n"}, "refs": [], "parts": [], "byName": {}}


def read(body: dict[str, Any]) -> dict[str, Any]:
    return to_body(parse_sent(Machine, json.dumps(GOOD | body).encode()))


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"id": ""}, {}),
        ({"color": ""}, {}),
        ({"ownerRef": {}}, {}),
        ({"ownerRef": {"id": ""}}, {}),
        ({"ownerRef": {"id": None}}, {}),
        ({"ownerRef": {"location": "https://a/b"}}, {}),
        ({"makerRef": {"id": ""}}, {}),
        ({"parts": [{"id": "", "color": ""}]}, {"parts": [{"color": "RED"}]}),
        ({"byName": {"": {"id": ""}}}, {"byName": {"": {"color": "RED"}}}),
        # An empty text is a value if the field allows it.
        ({"note": ""}, {"note": ""}),
        ({"ownerRef": {"id": "o", "location": "https://a/b"}}, {"ownerRef": {"id": "o"}}),
        ({"refs": [{"id": "a", "location": "https://a/a"}]}, {"refs": [{"id": "a"}]}),
    ],
)
def test_empty_values_are_absent_and_locations_are_ignored(sent: dict[str, Any], kept: dict[str, Any]) -> None:
    assert read(sent) == KEPT | kept


def test_an_empty_reference_may_have_spaces() -> None:
    body = b'{"name": "m", "neededRef": {"id": "n"}, "ownerRef": { } }'
    assert to_body(parse_sent(Machine, body)) == KEPT


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"name": ""}, "name"),
        ({"neededRef": {}}, "neededRef.id"),
        ({"neededRef": {"id": ""}}, "neededRef.id"),
        ({"refs": [{"id": ""}]}, "refs[0].id"),
        ({"size": ""}, "size"),
        ({"ownerRef": {"id": "", "other": 1}}, "ownerRef.id"),
        ({"ownerRef": {"id": "o", "location": 1}}, "ownerRef.location"),
        ({"location": ""}, "location"),
    ],
)
def test_required_values_and_unknown_fields_are_still_refused(sent: dict[str, Any], path: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        read(sent)
    assert path in [error.field_path for error in caught.value.errors]
