"""Finds the marked fields of a model and the values they have in a document's body.

A *pattern* is the path from a model's top to a field: JSON names, with `EACH` for "every item of this list or map" and
a `PathLoop` where a model refers to itself, as the nodes of a tree do.
"""

import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel

from hanse.config.declare.fields import MARKERS, Marker

EACH = "*"
M = TypeVar("M", bound=Marker)


@dataclass(frozen=True)
class PathLoop:
    """Any number of repetitions, including none, of one of these paths from a model back to itself."""

    ways: tuple["Pattern", ...]

    def __str__(self) -> str:
        """Return the loop in the notation of a regular expression."""
        return f"({'|'.join(map(to_text, self.ways))})*"


Pattern = tuple[str | PathLoop, ...]


@dataclass(frozen=True)
class MarkedField:
    """A field with markers, its path, and the model that declares it."""

    pattern: Pattern
    markers: tuple[Marker, ...]
    owner: type[BaseModel] = field(compare=False)

    @property
    def name(self) -> str:
        """Return the JSON name of the field, or `EACH` if each item of a list has the markers."""
        return str(self.pattern[-1])

    def marker(self, kind: type[M]) -> M | None:
        """Return the field's marker of this kind, if it has one."""
        return next((m for m in self.markers if isinstance(m, kind)), None)


@dataclass(frozen=True)
class FieldPlace:
    """A value in a body; `container[key]` is the value, `path` its name in messages."""

    container: Any
    key: str | int
    path: str

    @property
    def value(self) -> Any:
        """Return the current value."""
        return self.container[self.key]


@cache
def marked_fields(model: type[BaseModel]) -> tuple[MarkedField, ...]:
    """Return every marked field of a model, nested ones included, in declaration order."""
    # Members of a union may declare the same field in the same way; that is one field.
    return tuple(dict.fromkeys(_marked(model, (), frozenset())))


def fields_with(model: type[BaseModel], kind: type[Marker]) -> tuple[MarkedField, ...]:
    """Return the fields of a model that carry a marker of this kind."""
    return _by_marker(model).get(kind, ())


@cache
def _by_marker(model: type[BaseModel]) -> dict[type[Marker], tuple[MarkedField, ...]]:
    # Called several times for each document of an import.
    return {kind: tuple(f for f in marked_fields(model) if f.marker(kind) is not None) for kind in MARKERS}


def to_text(pattern: Pattern) -> str:
    """Return a pattern as text, for messages and as an identifier."""
    return ".".join(map(str, pattern))


def pattern_of(model: type[BaseModel], kind: type[Marker], way: tuple[str | int, ...]) -> Pattern:
    """Return the pattern of the marked field at a path of names and positions; raises KeyError."""
    for found in fields_with(model, kind):
        if _leads(found.pattern, way):
            return found.pattern
    raise KeyError(way)


def places(body: Any, pattern: Pattern, path: str = "") -> Iterator[FieldPlace]:
    """Yield each value that a pattern finds in a body; absent members are skipped."""
    for container, _, here in _descend(body, None, pattern[:-1], path):
        for key in _keys(container, str(pattern[-1])):
            yield FieldPlace(container, key, join(here, key))


@dataclass(frozen=True)
class MarkedObject:
    """An object that may have a marked member, and its counterpart in the document's older body."""

    body: dict[str, Any]
    old: dict[str, Any] | None
    path: str

    def path_of(self, name: str) -> str:
        """Return the path of a member for messages."""
        return join(self.path, name)


def holders(body: Any, old: Any, pattern: Pattern) -> Iterator[MarkedObject]:
    """Yield each object that may have the member of a pattern's last step, whether or not it has it."""
    for holder, older, path in _descend(body, old, pattern[:-1], ""):
        if isinstance(holder, dict):
            yield MarkedObject(holder, older if isinstance(older, dict) else None, path)


def _descend(body: Any, old: Any, steps: Pattern, path: str) -> Iterator[tuple[Any, Any, str]]:
    """Yield the values at the end of the steps, their counterparts in an older body, and their paths for messages."""
    if not steps:
        yield body, old, path
        return
    step, rest = steps[0], steps[1:]
    if isinstance(step, PathLoop):
        yield from _descend(body, old, rest, path)
        for way in step.ways:
            yield from _descend(body, old, (*way, *steps), path)
        return
    for key in _keys(body, step):
        older = _continued(body, key, old) if isinstance(key, int) else old.get(key) if isinstance(old, dict) else None
        yield from _descend(body[key], older, rest, join(path, key))


def _leads(steps: Pattern, way: tuple[str | int, ...]) -> bool:
    if not steps:
        return not way
    step, rest = steps[0], steps[1:]
    if isinstance(step, PathLoop):
        return _leads(rest, way) or any(way and _leads((*round_, *steps), way) for round_ in step.ways)
    return bool(way) and step in (EACH, way[0]) and _leads(rest, way[1:])


def _continued(items: list[Any], index: int, olds: Any) -> Any:
    """Return the item of an older list to which this one corresponds, or None if that is unknown.

    Items with an id or a name are matched by it, so that one that moved keeps its own secret and never gets its
    neighbor's; a mapping is matched by its adapter. Others are matched by their position, and only if none was added or
    removed.
    """
    if not isinstance(olds, list):
        return None
    item = items[index]
    for name in ("id", "name", "idpAdapterRef", "spAdapterRef"):
        if isinstance(item, dict) and item.get(name) is not None:
            same = [old for old in olds if isinstance(old, dict) and old.get(name) == item[name]]
            return same[0] if len(same) == 1 else None
    return olds[index] if len(olds) == len(items) else None


def _keys(body: Any, step: str) -> list[Any]:
    if step == EACH:
        return list(range(len(body))) if isinstance(body, list) else list(body) if isinstance(body, dict) else []
    return [step] if isinstance(body, dict) and step in body else []


def join(path: str, key: str | int) -> str:
    """Return the path of a member or item below another, for messages and for the names of inputs."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else key


def _marked(model: type[BaseModel], way: Pattern, above: frozenset[type[BaseModel]]) -> Iterator[MarkedField]:
    """Yield the marked fields below a model at the path `way`; the models `above` it have loops of their own."""
    way = (*way, *_loop(model, above))
    for pattern, found in _fields(model):
        if isinstance(found, tuple):
            yield MarkedField((*way, *pattern), found, model)
        elif found not in above and found is not model:
            yield from _marked(found, (*way, *pattern), above | {model})


def _loop(model: type[BaseModel], above: frozenset[type[BaseModel]]) -> Pattern:
    ways = tuple(dict.fromkeys(_ways(model, model, above | {model})))
    return (PathLoop(ways),) if ways else ()


def _ways(model: type[BaseModel], end: type[BaseModel], passed: frozenset[type[BaseModel]]) -> Iterator[Pattern]:
    """Yield the paths from one model to another that avoid the models passed, with the loops on the way."""
    for pattern, found in _fields(model):
        if found is end:
            yield pattern
        elif not isinstance(found, tuple) and found not in passed:
            inner = _loop(found, passed)
            for rest in _ways(found, end, passed | {found}):
                yield (*pattern, *inner, *rest)


@cache
def _fields(model: type[BaseModel]) -> tuple[tuple[Pattern, tuple[Marker, ...] | type[BaseModel]], ...]:
    """Return the markers and the models in a model's own fields, each with its path."""
    # Models refer to each other on many paths, and every path calls this again.
    return tuple(_find_fields(model))


def _find_fields(model: type[BaseModel]) -> Iterator[tuple[Pattern, tuple[Marker, ...] | type[BaseModel]]]:
    # A model that refers to a later one must be rebuilt. Others are not rebuilt, because that would build validators
    # that the start does not need.
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    for name, info in model.model_fields.items():
        pattern = (info.alias or name,)
        if markers := tuple(m for m in info.metadata if isinstance(m, MARKERS)):
            yield pattern, markers
        yield from _parts(info.annotation, pattern)


def _parts(annotation: Any, pattern: Pattern) -> Iterator[tuple[Pattern, tuple[Marker, ...] | type[BaseModel]]]:
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *metadata = get_args(annotation)
        if markers := tuple(m for m in metadata if isinstance(m, MARKERS)):
            yield pattern, markers
        yield from _parts(inner, pattern)
    elif origin in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _parts(member, pattern)
    elif origin in (list, tuple, set, frozenset):
        yield from _parts(get_args(annotation)[0], (*pattern, EACH))
    elif origin is dict:
        yield from _parts(get_args(annotation)[1], (*pattern, EACH))
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield pattern, annotation
