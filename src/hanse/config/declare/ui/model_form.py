"""Derives a form from a model: one widget for each editable field."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import Any, Literal, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from hanse.config.declare.fields import Copyable, Immutable, Ref, ResourceLink, Secret, ServerSet, sealed_name
from hanse.config.declare.ui.annotations import (
    FieldAnnotation,
    KeyedLines,
    NotInForms,
    Offers,
    RequiredMark,
    WithoutHeading,
    read_annotation,
    read_field,
)
from hanse.config.declare.ui.widgets import (
    ChoiceInput,
    LinesInput,
    ReferenceInput,
    RowsInput,
    SecretInput,
    TextInput,
    Widget,
    WidgetKind,
    WidgetOption,
)
from hanse.kit.texts.labels import Labeled

# Longer texts have several lines.
_ONE_LINE = 2048


@cache
def form_of(model: type[BaseModel], left_out: frozenset[str] = frozenset()) -> tuple[Widget, ...]:
    """Return the widgets of a model's fields, except for those left out by their paths, such as `jwks.keys`.

    Raises TypeError for a field that has no widget or no label, because a form without the field would be incomplete.
    """
    if not model.__pydantic_fields_complete__:
        model.model_rebuild()
    fields = {info.alias or name: info for name, info in model.model_fields.items()}
    sealed = {sealed_name(name) for name, info in fields.items() if read_field(info).note(Secret) is not None}
    hidden = {name for name, info in fields.items() if read_field(info).note(NotInForms) is not None}
    shown = {name: info for name, info in fields.items() if name not in sealed | left_out | hidden}
    return tuple(_field(name, info, _below(name, left_out)) for name, info in shown.items())


def _below(name: str, paths: frozenset[str]) -> frozenset[str]:
    """Return the paths below a member, relative to it."""
    return frozenset(path.removeprefix(f"{name}.") for path in paths if path.startswith(f"{name}."))


def _field(name: str, info: FieldInfo, left_out: frozenset[str]) -> Widget:
    seen = read_field(info)
    default = info.get_default(call_default_factory=True, validated_data={})
    made = _widget(name, seen, seen.field_text("title"), left_out)
    return replace(
        made,
        required=info.is_required() or seen.note(RequiredMark) is not None,
        nullable=seen.nullable,
        default=None if default is PydanticUndefined else _plain(default),
        fixed=seen.note(Immutable) is not None,
        is_identifier=seen.note(Copyable) is not None,
    )


def _widget(name: str, seen: FieldAnnotation, label: str, left_out: frozenset[str]) -> Widget:
    if not label:
        raise TypeError(f"{name} has no label: its Field needs a title")
    plain = Widget(name=name, kind=WidgetKind.TEXT, label=label, help=seen.field_text("description"))
    return _with_offered(_of_field(plain, seen, left_out), seen.note(Offers))


def _with_offered(widget: Widget, offers: Offers | None) -> Widget:
    """Return a choice with the options that the field offers."""
    if offers is None or widget.choice is None:
        return widget
    options = tuple(each for each in widget.choice.options if each.value in offers.values)
    return replace(widget, choice=replace(widget.choice, options=options))


def _of_field(widget: Widget, seen: FieldAnnotation, left_out: frozenset[str]) -> Widget:
    """Return a widget of the kind that a field's annotations and type require."""
    core, reference = seen.core, seen.note(Ref)
    if seen.note(ServerSet) is not None:
        return replace(widget, kind=WidgetKind.FACT)
    if get_origin(core) is list:
        return _list(widget, seen, left_out)
    if reference is not None:
        input_ = ReferenceInput(target=reference.resource, others=reference.others, is_link=core is ResourceLink)
        return replace(widget, kind=WidgetKind.REFERENCE, reference=input_)
    if core is str:
        if (secret := seen.note(Secret)) is not None:
            return replace(widget, kind=WidgetKind.SECRET, secret=SecretInput(clearable=secret.clearable))
        return replace(widget, kind=WidgetKind.AREA if _maximum_length(seen) > _ONE_LINE else WidgetKind.TEXT)
    return _of_type(widget, seen, left_out)


def _maximum_length(seen: FieldAnnotation) -> int:
    return next((note.max_length for note in seen.notes if isinstance(note, MaxLen)), 0)


def _of_type(widget: Widget, seen: FieldAnnotation, left_out: frozenset[str]) -> Widget:
    """Return a widget of the kind that a type requires."""
    core, keyed = seen.core, seen.note(KeyedLines)
    if keyed is not None:
        return replace(widget, kind=WidgetKind.LINES, lines=LinesInput(member=keyed.member))
    if core is bool:
        return replace(widget, kind=WidgetKind.FLAG)
    if core in (int, float):
        return replace(widget, kind=WidgetKind.NUMBER, text=TextInput(is_whole=core is int))
    if isinstance(core, type) and issubclass(core, BaseModel):
        label = "" if seen.note(WithoutHeading) is not None else widget.label
        return replace(widget, kind=WidgetKind.GROUP, label=label, members=form_of(core, left_out))
    if isinstance(core, type) and issubclass(core, Labeled):
        options = tuple(WidgetOption(each.value, each.label) for each in core)
        return replace(widget, kind=WidgetKind.CHOICE, choice=ChoiceInput(options=options))
    if get_origin(core) is Literal or (isinstance(core, type) and issubclass(core, Enum)):
        raise TypeError(f"the values of {widget.name} have no labels: its type needs to be a Labeled")
    raise TypeError(f"no widget shows {widget.name}: {core}")


def _list(widget: Widget, seen: FieldAnnotation, left_out: frozenset[str]) -> Widget:
    # Metadata of the list, such as the target of its items, applies to each item.
    passed_on = tuple(note for note in seen.notes if isinstance(note, (Ref, Secret)))
    inner = read_annotation(get_args(seen.core)[0], passed_on)
    item = _widget(widget.name, inner, inner.field_text("title") or seen.field_text("title"), left_out)
    if item.kind is WidgetKind.CHOICE:
        return replace(widget, kind=WidgetKind.CHOICES, choice=item.choice)
    # In the row of a table, text fields precede check boxes.
    members = tuple(sorted(item.members, key=lambda member: member.kind is WidgetKind.FLAG))
    made = replace(item, label=seen.field_text("title") or item.label, help="", members=members)
    return replace(widget, kind=WidgetKind.ROWS, rows=RowsInput(item=made))


def _plain(value: Any) -> Any:
    """Return a default in its JSON form."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_none=True)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value


def blank(widgets: Iterable[Widget]) -> dict[str, Any]:
    """Return the body of a new form: the defaults."""
    return dict(_defaults(widgets))


def _defaults(widgets: Iterable[Widget]) -> Iterator[tuple[str, Any]]:
    for widget in widgets:
        if widget.default is not None:
            yield widget.name, widget.default
        elif widget.kind is WidgetKind.GROUP:
            yield widget.name, blank(widget.members)


def widget_at(widgets: Sequence[Widget], path: str) -> Widget | None:
    """Return the widget for a path; positions of rows are ignored."""
    found: Widget | None = None
    for name in re.findall(r"(?:^|\.)([^.\[\]]+)", path):
        if found is not None:
            widgets = found.rows.item.members if found.rows.item is not None else found.members
        found = next((each for each in widgets if each.name == name), None)
        if found is None:
            return None
    return found


def picker_at(widgets: Sequence[Widget], path: str) -> Widget | None:
    """Return the picker for a path: a field of its own, or the content of rows."""
    found = widget_at(widgets, path)
    if found is not None and found.rows.item is not None and path.endswith("]"):
        found = found.rows.item
    return found if found is not None and found.kind is WidgetKind.REFERENCE else None
