"""The meaning of a field's annotation, without the layers of `Annotated` and `| None`."""

import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic.fields import FieldInfo

M = TypeVar("M")


@dataclass(frozen=True)
class RequiredMark:
    """Marks a field as required on forms where its rules demand a value and its type does not."""


@dataclass(frozen=True)
class Offers:
    """Forms offer these values of a choice only, because a rule of the resource refuses all others."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class KeyedLines:
    """Shows a map as lines such as `key=value` in a form. The value is a member of the map's objects."""

    member: str


@dataclass(frozen=True)
class NotInForms:
    """Marks a field that no form shows, because it accepts one value only."""


@dataclass(frozen=True)
class WithoutHeading:
    """Shows the fields of a group without a heading, because their own labels say enough."""


@dataclass
class FieldAnnotation:
    """A field's own type, whether it may be absent, and all its metadata, the outermost first."""

    core: Any
    nullable: bool = False
    notes: list[Any] = field(default_factory=list)

    def note(self, kind: type[M]) -> M | None:
        """Return the outermost metadata of this kind."""
        return next((each for each in self.notes if isinstance(each, kind)), None)

    def field_text(self, name: str) -> str:
        """Return a title or description from the outermost `Field(…)` that has it."""
        return next((str(getattr(each, name)) for each in self.notes if getattr(each, name, None)), "")


def read_annotation(annotation: Any, notes: tuple[Any, ...] = ()) -> FieldAnnotation:
    """Return the meaning of an annotation, after its surrounding metadata."""
    seen = FieldAnnotation(annotation, notes=list(notes))
    while True:
        origin = get_origin(seen.core)
        if origin is Annotated:
            seen.core, *more = get_args(seen.core)
            seen.notes += list(_noted(more))
        elif origin in (Union, types.UnionType):
            members = [each for each in get_args(seen.core) if each is not type(None)]
            seen.nullable = seen.nullable or len(members) < len(get_args(seen.core))
            if len(members) > 1:
                return seen
            seen.core = members[0]
        else:
            return seen


def read_field(info: FieldInfo) -> FieldAnnotation:
    """Return the meaning of a model's field."""
    return read_annotation(info.annotation, (info, *info.metadata))


def _noted(metadata: list[Any]) -> Iterator[Any]:
    for each in metadata:
        yield each
        if isinstance(each, FieldInfo):
            yield from each.metadata
