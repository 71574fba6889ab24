"""Finds the marked fields of a model and the values they have in a document's body.

A *pattern* is the way from a model's top to a field: wire names, with `EACH` for "every item of this list or map".
"""

import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel

from hanse.config.fields import MARKERS, Marker

EACH = "*"
Pattern = tuple[str, ...]
M = TypeVar("M", bound=Marker)


@dataclass(frozen=True)
class MarkedField:
    """One field that carries markers, and where it is."""

    pattern: Pattern
    markers: tuple[Marker, ...]

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
    return tuple(_walk_model(model, ()))


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
            yield MarkedField(pattern, markers)
        yield from _walk_type(info.annotation, pattern)


def _walk_type(annotation: Any, pattern: Pattern) -> Iterator[MarkedField]:
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *metadata = get_args(annotation)
        markers = tuple(m for m in metadata if isinstance(m, MARKERS))
        if markers:
            yield MarkedField(pattern, markers)
        yield from _walk_type(inner, pattern)
    elif origin in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _walk_type(member, pattern)
    elif origin in (list, tuple, set, frozenset):
        yield from _walk_type(get_args(annotation)[0], (*pattern, EACH))
    elif origin is dict:
        yield from _walk_type(get_args(annotation)[1], (*pattern, EACH))
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield from _walk_model(annotation, pattern)
