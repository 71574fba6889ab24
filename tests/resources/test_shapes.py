"""Error messages: every pattern has an explanation, and resources have a singular name."""

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel

from hanse.config.declare.fields import ConfigModel, HoldsPattern
from hanse.resources.all_resources import RESOURCES


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for each in model.__subclasses__():
        yield each
        yield from models(each)


def notes(annotation: Any) -> Iterator[Any]:
    for each in (*getattr(annotation, "__metadata__", ()), *get_args(annotation)):
        yield each
        yield from getattr(each, "metadata", ())
        yield from notes(each)


def test_every_pattern_has_an_explanation() -> None:
    assert RESOURCES
    found = [
        (f"{model.__name__}.{name}", note)
        for model in models(ConfigModel)
        if model.__module__.startswith("hanse.")
        for name, info in model.model_fields.items()
        for note in (*info.metadata, *notes(info.annotation))
        if getattr(note, "pattern", None)
    ]
    assert [place for place, note in found if not isinstance(note, HoldsPattern)] == []
    assert len({note.pattern for _, note in found}) > 5
    assert all(note.expected.endswith(".") for _, note in found)


def test_the_name_of_one_item_is_singular() -> None:
    several = [each.called for each in RESOURCES if not each.is_singleton and each.called.endswith("s")]
    assert several == []
