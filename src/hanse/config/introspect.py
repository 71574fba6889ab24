"""Finds the marked fields of a model and the values they have in a document's body.

A *pattern* is the way from a model's top to a field: wire names, with `EACH` for "every item of this list or map".
"""

import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel

from hanse.config.fields import MARKERS, Marker

EACH = "*"
Pattern = tuple[str, ...]
M = TypeVar("M", bound=Marker)


@dataclass(frozen=True)
class MarkedField:
    """One field that carries markers, where it is, and the model that declares it."""

    pattern: Pattern
    markers: tuple[Marker, ...]
    owner: type[BaseModel] = field(compare=False)

    def marker(self, kind: type[M]) -> M | None:
        """Return the field's marker of this kind, if it has one."""
        return next((m for m in self.markers if isinstance(m, kind)), None)


@dataclass(frozen=True)
class Place:
    """One concrete value in a body; `container[key]` is the value, `path` is how messages name it."""

    container: Any
    key: str | int
    path: str

    @property
    def value(self) -> Any:
        """What is there now."""
        return self.container[self.key]


@cache
def marked_fields(model: type[BaseModel]) -> tuple[MarkedField, ...]:
    """Return every marked field of a model, nested ones included, in declaration order."""
    # Members of a union may declare the same field alike; that is one field.
    return tuple(dict.fromkeys(_walk_model(model, ())))


def fields_with(model: type[BaseModel], kind: type[Marker]) -> tuple[MarkedField, ...]:
    """Return the fields of a model that carry a marker of this kind."""
    return tuple(f for f in marked_fields(model) if f.marker(kind) is not None)


def places(body: Any, pattern: Pattern, path: str = "") -> Iterator[Place]:
    """Yield each value that a pattern finds in a body; absent members are passed over."""
    step, rest = pattern[0], pattern[1:]
    for key in _keys(body, step):
        here = _join(path, key)
        if rest:
            yield from places(body[key], rest, here)
        else:
            yield Place(body, key, here)


@dataclass(frozen=True)
class Holder:
    """An object that may have a marked member, and the object in the document's older body that it continues."""

    body: dict[str, Any]
    old: dict[str, Any] | None
    path: str

    def path_of(self, name: str) -> str:
        """Return how messages name a member."""
        return _join(self.path, name)


def holders(body: Any, old: Any, pattern: Pattern) -> Iterator[Holder]:
    """Yield each object that a pattern's last step is looked for in, whether it has that member or not."""
    yield from _descend(body, old, pattern[:-1], "")


def _descend(body: Any, old: Any, steps: Pattern, path: str) -> Iterator[Holder]:
    if not steps:
        if isinstance(body, dict):
            yield Holder(body, old if isinstance(old, dict) else None, path)
        return
    for key in _keys(body, steps[0]):
        older = _continued(body, key, old) if isinstance(key, int) else old.get(key) if isinstance(old, dict) else None
        yield from _descend(body[key], older, steps[1:], _join(path, key))


def _continued(items: list[Any], index: int, olds: Any) -> Any:
    """Return the item of an older list that this one continues, or None when that cannot be told.

    Items that have an id or a name go by it, so that one that moved up takes its own secret with it and never its
    neighbour's. Nameless ones go by their position, and only while none was added or removed.
    """
    if not isinstance(olds, list):
        return None
    item = items[index]
    for name in ("id", "name"):
        if isinstance(item, dict) and item.get(name) is not None:
            same = [old for old in olds if isinstance(old, dict) and old.get(name) == item[name]]
            return same[0] if len(same) == 1 else None
    return olds[index] if len(olds) == len(items) else None


def _keys(body: Any, step: str) -> list[Any]:
    if step == EACH:
        return list(range(len(body))) if isinstance(body, list) else list(body) if isinstance(body, dict) else []
    return [step] if isinstance(body, dict) and step in body else []


def _join(path: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def _walk_model(model: type[BaseModel], prefix: Pattern) -> Iterator[MarkedField]:
    for name, info in model.model_fields.items():
        pattern = (*prefix, info.alias or name)
        markers = tuple(m for m in info.metadata if isinstance(m, MARKERS))
        if markers:
            yield MarkedField(pattern, markers, model)
        yield from _walk_type(info.annotation, pattern, model)


def _walk_type(annotation: Any, pattern: Pattern, owner: type[BaseModel]) -> Iterator[MarkedField]:
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *metadata = get_args(annotation)
        markers = tuple(m for m in metadata if isinstance(m, MARKERS))
        if markers:
            yield MarkedField(pattern, markers, owner)
        yield from _walk_type(inner, pattern, owner)
    elif origin in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _walk_type(member, pattern, owner)
    elif origin in (list, tuple, set, frozenset):
        yield from _walk_type(get_args(annotation)[0], (*pattern, EACH), owner)
    elif origin is dict:
        yield from _walk_type(get_args(annotation)[1], (*pattern, EACH), owner)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from _walk_model(annotation, pattern)
