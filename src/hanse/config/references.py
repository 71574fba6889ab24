"""References between documents: found by their markers, checked at each save, answered as where-used."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hanse.config.fields import Ref
from hanse.config.introspect import fields_with, places
from hanse.config.registry import Registry
from hanse.config.resource import Resource


@dataclass(frozen=True)
class Reference:
    """One reference from a document: where it stands in the body, and what it names."""

    path: str
    target_kind: str
    target_id: str


@dataclass(frozen=True)
class Usage:
    """One place that uses a document."""

    kind: str
    id: str
    path: str


def references_of(resource: Resource[Any], body: dict[str, Any], registry: Registry) -> Iterator[Reference]:
    """Yield the references in a document's body, in the order of its fields."""
    for marked in fields_with(resource.model, Ref):
        marker = marked.marker(Ref)
        if marker is None:
            continue
        target = registry.by_path(marker.path)
        for place in places(body, marked.pattern):
            yield from _references_at(place.value, place.path, target)
    for path, target_path, id_ in resource.references(body) if resource.references is not None else ():
        yield Reference(path, registry.by_path(target_path).kind, id_)


def _references_at(value: Any, path: str, target: Resource[Any]) -> Iterator[Reference]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _references_at(item, f"{path}[{index}]", target)
    elif isinstance(value, dict):
        # What is found wrong is found wrong with the field that a person chose in, and not with its `id`.
        yield from _references_at(value.get("id"), path, target)
    elif isinstance(value, str):
        yield Reference(path, target.kind, value)
