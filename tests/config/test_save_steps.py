"""The steps of a save: all errors are reported at once, and a draft is parsed and its references extracted once."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import model_validator

from hanse.config.change import draft
from hanse.config.change.reference_checks import references_of
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.references import Reference
from hanse.kit.errors import ValidationFailed
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration, replace
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import DEVICES, GROUPS, TOYS, Device


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, TOYS, clock, randomness)


@pytest.fixture
def extractions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of the documents whose references were extracted."""
    checked: list[str] = []

    def counted(resource: Resource[Any], body: dict[str, Any], registry: Registry) -> Iterator[Reference]:
        checked.append(resource.kind)
        return references_of(resource, body, registry)

    monkeypatch.setattr(draft, "references_of", counted)
    return checked


def test_all_errors_are_reported_in_the_order_of_the_checks(configuration: Configuration) -> None:
    create(configuration, DEVICES, {"id": "first", "name": "first", "serial": "1", "hostNames": ["a"]})
    create(configuration, DEVICES, {"id": "second", "name": "second", "serial": "2"})
    wrong = {
        "name": "FIRST",
        "serial": "3",
        "tags": ["z", "forbidden"],
        "hostNames": ["b", "A"],
        "group": {"id": "nobody"},
    }
    with pytest.raises(ValidationFailed) as caught:
        replace(configuration, DEVICES, "second", wrong)
    # Paths have the positions at which the client sent the items, although sets are stored in order.
    assert [(error.field_path, error.error_id) for error in caught.value.errors] == [
        ("tags[1]", caught.value.errors[0].error_id),
        ("name", "value_in_use"),
        ("hostNames[1]", "value_in_use"),
        ("group", "reference_not_found"),
        ("serial", "immutable_field"),
    ]


def test_a_save_parses_the_request_the_draft_and_the_stored_version_once_each(
    database: Database, clock: ManualClock, randomness: SeededRandomness
) -> None:
    parsed: list[str] = []

    class CountedDevice(Device):
        @model_validator(mode="before")
        @classmethod
        def count(cls, body: Any) -> Any:
            parsed.append(body["name"])
            return body

    counted = dataclasses.replace(DEVICES, model=CountedDevice)
    configuration = make_configuration(database, [GROUPS, counted], clock, randomness)
    create(configuration, GROUPS, {"id": "g", "name": "g"})
    # Every check of a save has something to do.
    first = {"id": "one", "name": "first", "hostNames": ["a"], "group": {"id": "g"}, "tags": ["b", "a"], "serial": "1"}
    create(configuration, counted, first)
    assert parsed == ["first", "first"]
    parsed.clear()
    replace(configuration, counted, "one", {**first, "name": "second", "hostNames": ["b"]})
    assert sorted(parsed) == ["first", "second", "second"]


def test_references_are_extracted_once_or_again_after_sorting(
    configuration: Configuration, extractions: list[str]
) -> None:
    create(configuration, GROUPS, {"id": "g", "name": "g"})
    extractions.clear()
    create(configuration, DEVICES, {"name": "plain", "group": {"id": "g"}, "tags": ["a", "b"]})
    assert extractions == ["toy/device"]
    extractions.clear()
    create(configuration, DEVICES, {"name": "mixed", "group": {"id": "g"}, "tags": ["b", "a"]})
    assert extractions == ["toy/device"] * 2
    with configuration.reading() as view:
        assert {usage.path for usage in view.used_by(GROUPS, "g")} == {"group"}
