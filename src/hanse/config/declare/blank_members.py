"""Removes members of a request that are present but carry no value.

Clients of the API contract, including the vendor's own, send an empty string for an optional value that is not set, and
a reference without an ID for one that refers to nothing. Both mean the same as leaving the member out. They are removed
here, once, before a body becomes a model, so that resources need not handle them. Only optional members are removed: an
empty string in a required member remains, and is reported as missing.
"""

import re
import types
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import from_json, to_json

from hanse.config.declare.fields import ResourceLink

_LINK_MEMBERS = frozenset({"id", "location"})
# Every body with a member that carries no value has one of these.
_MAY_HAVE_BLANKS = re.compile(rb'""|\{\s*\}|null|"location"')


@dataclass(frozen=True)
class _Member:
    """The possible types of a member."""

    is_optional: bool
    # True if an empty string is treated like an absent member.
    refuses_empty_text: bool
    # The models of an object in it, and of the objects in its list or map.
    models: tuple[type[BaseModel], ...]
    items: tuple[type[BaseModel], ...]

    @property
    def is_link(self) -> bool:
        """Return whether the member is a single reference."""
        return bool(self.models) and not self.items and all(issubclass(each, ResourceLink) for each in self.models)

    def is_blank(self, value: Any) -> bool:
        """Return whether a value means the same as its absence."""
        if not self.is_optional:
            return False
        if value == "":
            return self.refuses_empty_text
        return self.is_link and isinstance(value, dict) and value.keys() <= _LINK_MEMBERS and not value.get("id")


def without_blanks(model: type[BaseModel], data: bytes) -> bytes:
    """Return the JSON text of a body without the members that carry no value.

    Text that is not JSON is returned unchanged.
    """
    # Most bodies are not decoded a second time.
    if not _MAY_HAVE_BLANKS.search(data):
        return data
    try:
        body = from_json(data)
    except ValueError:
        return data
    _clean(body, (model,))
    return to_json(body)


def _clean(value: Any, models: tuple[type[BaseModel], ...]) -> None:
    """Remove blanks from an object, or from each object of a list, that is of one of these models."""
    if isinstance(value, list):
        for item in value:
            _clean(item, models)
    elif isinstance(value, dict):
        for name, inner in list(value.items()):
            members = [found for each in models if (found := _members(each).get(name)) is not None]
            if members and all(member.is_blank(inner) for member in members):
                del value[name]
                continue
            for member in members:
                _clean(inner, member.models)
                _clean(list(inner.values()) if isinstance(inner, dict) else inner, member.items)


@cache
def _members(model: type[BaseModel]) -> dict[str, _Member]:
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    return {info.alias or name: _member(info.alias or name, info) for name, info in model.model_fields.items()}


def _member(name: str, info: FieldInfo) -> _Member:
    kinds = tuple(_kinds(info.annotation))
    is_text = any(_is_text(kind) for kind, is_item in kinds if not is_item)
    found = [(kind, is_item) for kind, is_item in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return _Member(
        is_optional=not info.is_required(),
        # An ID is never empty, even if the model accepts any text.
        refuses_empty_text=is_text and not info.is_required() and (name == "id" or _refuses_empty_text(info)),
        models=tuple(kind for kind, is_item in found if not is_item),
        items=tuple(kind for kind, is_item in found if is_item),
    )


def _kinds(annotation: Any, *, is_item: bool = False) -> Iterator[tuple[Any, bool]]:
    """Yield the types that a value may have; for each, whether it is the type of the items of a list or map."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _kinds(get_args(annotation)[0], is_item=is_item)
    elif origin in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _kinds(member, is_item=is_item)
    elif origin in (list, tuple, set, frozenset):
        yield from _kinds(get_args(annotation)[0], is_item=True)
    elif origin is dict:
        yield from _kinds(get_args(annotation)[1], is_item=True)
    else:
        yield annotation, is_item


def _is_text(kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return all(isinstance(each, str) for each in get_args(kind))
    return isinstance(kind, type) and issubclass(kind, str | Enum)


def _refuses_empty_text(info: FieldInfo) -> bool:
    adapter: TypeAdapter[Any] = TypeAdapter(info.rebuild_annotation())
    try:
        adapter.validate_json(b'""', strict=True)
    except ValidationError:
        return True
    return False
