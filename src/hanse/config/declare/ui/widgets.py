"""What a form is made of, from a model: one widget for each field that people set."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from hanse.config.declare.fields import Immutable, Ref, ResourceLink, Secret, ServerSet, sealed_name
from hanse.config.declare.ui.annotations import Seen, look, look_at
from hanse.config.list_query import ListQuery
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import message

# Texts that may be longer than this get several lines.
_ONE_LINE = 2048
_ALL = ListQuery()


class Kind(StrEnum):
    """What a widget looks like, and how what is posted for it is read."""

    TEXT = "text"
    AREA = "area"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    CHOICES = "choices"
    SECRET = "secret"  # noqa: S105 - the name of a kind.
    REFERENCE = "reference"
    GROUP = "group"
    ROWS = "rows"
    FILE = "file"
    # A list of texts, each on a line of its own.
    LINES = "lines"
    # The nodes of a policy, and one of them (`policies`).
    TREE = "tree"
    NODE = "node"
    # Only shown: the server decides it.
    FACT = "fact"
    # Only shown, and sent along with what is entered beside it.
    CARRIED = "carried"


@dataclass(frozen=True)
class Option:
    """One value to choose, and what people read for it: a text of ours or, where it is the value itself, a name."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Widget:
    """One field of a form. Members beyond the first belong to some kinds only."""

    name: str
    kind: Kind
    label: str
    help: str = ""
    required: bool = False
    # Whether the body may be without it.
    nullable: bool = False
    default: Any = None
    # Fixed once the document is there.
    fixed: bool = False
    is_whole: bool = True
    minimum: int | float | None = None
    maximum: int | float | None = None
    maximum_length: int | None = None
    options: tuple[Option, ...] = ()
    # The paths of what is referred to, and of what else may be meant, and whether the value is an object with an `id`.
    target: str = ""
    others: tuple[str, ...] = ()
    # What of that resource can be chosen, where not all of it can.
    among: ListQuery = _ALL
    is_link: bool = False
    members: tuple["Widget", ...] = ()
    item: "Widget | None" = None
    # Of rows that are not all alike: what a row shows, by its value. The item then has the fields of all of them.
    shaped: Callable[[Any], "Widget"] | None = None
    # Whether what else is shown depends on it.
    refreshes: bool = False
    # What beside it is chosen anew when another value of this one was chosen.
    resets: tuple[str, ...] = ()
    # Of a choice: whether all there is to choose is seen at once.
    is_radio: bool = False
    # Of a text: whether it is an expression, which the console's dialog can test.
    is_expression: bool = False
    # Of a text: whether it has to be a number, for which a short field is enough.
    is_number: bool = False
    # How many lines of a text are seen at once.
    lines: int | None = None
    # What few people need; it stands apart.
    advanced: bool = False
    # Of rows: whether their order counts, and whether there are just these.
    is_ordered: bool = False
    is_settled: bool = False
    # Of rows: whether they are a part of the form by themselves, and what is said while there are none.
    is_part: bool = False
    nothing: str = ""
    # Of a text: whether blanks around it are meant.
    is_literal: bool = False
    # Which fields have to have which values for this one to count; the script hides it otherwise.
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    # Of the item of rows: whether its fields stand side by side where there is room, and not in a table.
    is_spread: bool = False
    # Of a list of scopes: which kind of them the console's dialog offers for it.
    scope_type: str = ""
    # Of a secret: whether the server makes one, and whether it can be taken away.
    is_made: bool = False
    clearable: bool = False
    # Of lines: the member of an object that has them.
    wrapped: str = ""

    @property
    def targets(self) -> tuple[str, ...]:
        """The paths of all resources that may be referred to."""
        return (self.target, *self.others)

    @property
    def none(self) -> str:
        """What people read where nothing is chosen: of what is not there, or not said."""
        if self.required:
            return message("Choose…")
        return message("None" if self.kind is Kind.REFERENCE else "Not set")

    @property
    def sealed(self) -> str:
        """The member in which a secret comes back."""
        return sealed_name(self.name)

    @property
    def is_tabular(self) -> bool:
        """Whether a row of it fits into the row of a table."""
        simple = {Kind.TEXT, Kind.NUMBER, Kind.FLAG, Kind.CHOICE, Kind.SECRET, Kind.AREA, Kind.FACT, Kind.REFERENCE}
        simple |= {Kind.CARRIED}
        return self.kind is Kind.GROUP and not self.is_spread and all(each.kind in simple for each in self.members)

    @property
    def is_name(self) -> bool:
        """Whether there is nothing of a row but what it is called, which the server decides."""
        return [each.kind for each in self.members] == [Kind.FACT]

    def member(self, name: str) -> "Widget | None":
        """Return the member of this name."""
        return next((each for each in self.members if each.name == name), None)


@cache
def form_of(model: type[BaseModel], left_out: frozenset[str] = frozenset()) -> tuple[Widget, ...]:
    """Return the widgets of a model's fields but for those left out, by their names on the wire.

    Raises TypeError for a field that no widget shows or that has no label: a form that lacks one would be worse.
    """
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    fields = {info.alias or name: info for name, info in model.model_fields.items()}
    sealed = {sealed_name(name) for name, info in fields.items() if look_at(info).note(Secret) is not None}
    shown = {name: info for name, info in fields.items() if name not in sealed | left_out}
    return tuple(_field(name, info) for name, info in shown.items())


def _field(name: str, info: FieldInfo) -> Widget:
    seen = look_at(info)
    default = info.get_default(call_default_factory=True, validated_data={})
    made = _widget(name, seen, seen.said("title"))
    return replace(
        made,
        required=info.is_required(),
        nullable=seen.nullable,
        default=None if default is PydanticUndefined else _plain(default),
        fixed=seen.note(Immutable) is not None,
    )


def _widget(name: str, seen: Seen, label: str) -> Widget:
    if not label:
        raise TypeError(f"{name} has no label: its Field needs a title")
    bounds = [n for n in seen.notes if isinstance(n, (Ge, Gt, Le, Lt, MaxLen, MinLen))]
    limits: dict[str, Any] = {}
    for note in bounds:
        match note:
            case MaxLen(max_length=value):
                limits.setdefault("maximum_length", value)
            case Ge(ge=value) | Gt(gt=value):
                limits.setdefault("minimum", value)
            case Le(le=value) | Lt(lt=value):
                limits.setdefault("maximum", value)
            case _:
                pass
    return Widget(name=name, label=label, help=seen.said("description"), **{**limits, **_shape(name, seen, limits)})


def _shape(name: str, seen: Seen, limits: dict[str, Any]) -> dict[str, Any]:
    """Return the kind of a field, with what belongs to this kind only."""
    core, reference = seen.core, seen.note(Ref)
    if seen.note(ServerSet) is not None:
        return {"kind": Kind.FACT}
    if get_origin(core) is list:
        return _list(name, seen)
    if reference is not None:
        named = {"target": reference.path, "others": reference.others}
        return {"kind": Kind.REFERENCE, **named, "is_link": core is ResourceLink}
    if core is str:
        is_long = limits.get("maximum_length", 0) > _ONE_LINE
        if (secret := seen.note(Secret)) is not None:
            return {"kind": Kind.SECRET, "clearable": secret.clearable}
        return {"kind": Kind.AREA if is_long else Kind.TEXT}
    return _plain_shape(name, core)


def _plain_shape(name: str, core: Any) -> dict[str, Any]:
    """Return the kind that a type has by itself."""
    if core is bool:
        return {"kind": Kind.FLAG}
    if core in (int, float):
        return {"kind": Kind.NUMBER, "is_whole": core is int}
    if isinstance(core, type) and issubclass(core, BaseModel):
        return {"kind": Kind.GROUP, "members": form_of(core)}
    if isinstance(core, type) and issubclass(core, Labeled):
        return {"kind": Kind.CHOICE, "options": tuple(Option(each.value, each.label) for each in core)}
    if get_origin(core) is Literal or (isinstance(core, type) and issubclass(core, Enum)):
        raise TypeError(f"the values of {name} have no labels: its type needs to be a Labeled")
    raise TypeError(f"no widget shows {name}: {core}")


def _list(name: str, seen: Seen) -> dict[str, Any]:
    # What is noted of the list as a whole, such as what its items refer to, is said of each item.
    passed_on = tuple(note for note in seen.notes if isinstance(note, (Ref, Secret)))
    inner = look(get_args(seen.core)[0], passed_on)
    item = _widget(name, inner, inner.said("title") or seen.said("title"))
    if item.kind is Kind.CHOICE:
        return {"kind": Kind.CHOICES, "options": item.options}
    # In the row of a table, what is written comes before what is ticked.
    members = tuple(sorted(item.members, key=lambda member: member.kind is Kind.FLAG))
    made = replace(item, label=seen.said("title") or item.label, help="", members=members)
    return {"kind": Kind.ROWS, "item": made}


def _plain(value: Any) -> Any:
    """Return a default as a body has it."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_none=True)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value


def blank(widgets: Iterable[Widget]) -> dict[str, Any]:
    """Return the body that a new form begins with: the defaults."""
    return dict(_defaults(widgets))


def _defaults(widgets: Iterable[Widget]) -> Iterator[tuple[str, Any]]:
    for widget in widgets:
        if widget.default is not None:
            yield widget.name, widget.default
        elif widget.kind is Kind.GROUP:
            yield widget.name, blank(widget.members)


def widget_at(widgets: Sequence[Widget], path: str) -> Widget | None:
    """Return the widget that shows a place; the positions of rows do not matter."""
    found: Widget | None = None
    for name in re.findall(r"(?:^|\.)([^.\[\]]+)", path):
        if found is not None:
            widgets = found.item.members if found.item is not None else found.members
        found = next((each for each in widgets if each.name == name), None)
        if found is None:
            return None
    return found


def picker_at(widgets: Sequence[Widget], path: str) -> Widget | None:
    """Return the picker that shows a place: a field of its own, or what rows consist of."""
    found = widget_at(widgets, path)
    if found is not None and found.item is not None and path.endswith("]"):
        found = found.item
    return found if found is not None and found.kind is Kind.REFERENCE else None
