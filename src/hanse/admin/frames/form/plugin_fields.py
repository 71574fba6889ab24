"""The fields and tables of a plug-in's form as widgets, and their values between what forms have and what the API has.

The form names the fields of a plug-in by their positions, `f3`, and the columns of tables by `t0[2].c1`, because names
can contain any character. The body of the API has all fields in the order of their declaration, so that the paths of
its errors lead back to widgets.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hanse import handles
from hanse.config.declare.fields import sealed_name
from hanse.config.declare.plugin_fields import FALSE, TRUE, Field, FieldType, Form, Table
from hanse.config.declare.ui.widgets import (
    ChoiceInput,
    Dependence,
    ReferenceInput,
    RowsInput,
    SecretInput,
    TextInput,
    Widget,
    WidgetKind,
    WidgetOption,
)
from hanse.config.plugins.numbers import NumberCheck
from hanse.kit.texts.messages import message

Body = dict[str, Any]
CONFIGURATION = "configuration"
FIELD, COLUMN, TABLE = "f", "c", "t"
# The resources whose instances have attributes that the contract of another instance can be extended with.
ATTRIBUTE_SOURCES = frozenset({handles.PASSWORD_VALIDATORS})
INHERITED, DEFAULT_ROW = "Inherited", "default"
_KINDS = {
    FieldType.TEXT: WidgetKind.TEXT,
    FieldType.HASHED_TEXT: WidgetKind.SECRET,
    FieldType.TEXT_AREA: WidgetKind.AREA,
    FieldType.CHECK_BOX: WidgetKind.FLAG,
    FieldType.RADIO_GROUP: WidgetKind.CHOICE,
    FieldType.SELECT: WidgetKind.CHOICE,
    FieldType.FILTERABLE_SELECT: WidgetKind.CHOICE,
    FieldType.UPLOAD_FILE: WidgetKind.FILE,
}


def widgets_of(form: Form, *, has_parent: bool) -> Iterator[Widget]:
    """Yield the widgets of a form, with a check box for each that inherits the parent's value.

    Tables that need a row come first, then the fields, then the tables that may be empty.
    """
    yield from _tables(form, required=True, has_parent=has_parent)
    names = {field.name: f"{FIELD}{index}" for index, field in enumerate(form.fields)}
    for index, field in enumerate(form.fields):
        # Values that this server does not support cannot be chosen.
        if field.lacks:
            continue
        when = tuple((f"{CONFIGURATION}.{names[name]}", values) for name, values in field.only_with.items())
        made = widget_of(f"{FIELD}{index}", field)
        yield replace(made, dependence=replace(made.dependence, when=when))
        if has_parent:
            taking = _inheriting(f"{FIELD}{index}", field.label or field.name, advanced=field.advanced)
            yield replace(taking, dependence=replace(taking.dependence, when=when))
    yield from _tables(form, required=False, has_parent=has_parent)


def _tables(form: Form, *, required: bool, has_parent: bool) -> Iterator[Widget]:
    for index, table in enumerate(form.tables):
        if table.required is required:
            made = _rows(f"{TABLE}{index}", table)
            yield replace(made, required=required and not has_parent)
            if has_parent:
                yield _inheriting(f"{TABLE}{index}", table.label or table.name)


def _inheriting(name: str, label: str, *, advanced: bool = False) -> Widget:
    text = message("Inherit from parent: {label}", label=message(label))
    return Widget(name=name + INHERITED, kind=WidgetKind.FLAG, label=text, default=False, advanced=advanced)


def _rows(name: str, table: Table) -> Widget:
    label = table.label or table.name
    columns = [widget_of(f"{COLUMN}{index}", column) for index, column in enumerate(table.columns)]
    if table.require_default_row:
        help_text = "Mark one row, which is used if no other row applies."
        columns.append(Widget(name=DEFAULT_ROW, kind=WidgetKind.FLAG, label="Default", help=help_text, default=False))
    item = Widget(name="", kind=WidgetKind.GROUP, label=label, members=tuple(columns))
    return Widget(
        name=name,
        kind=WidgetKind.ROWS,
        label=label,
        help=table.description,
        rows=RowsInput(item=item, is_ordered=True),
        default=[],
    )


def widget_of(name: str, field: Field) -> Widget:
    """Return the widget of a field."""
    made = Widget(
        name=name,
        kind=_KINDS[field.type],
        label=field.label or field.name,
        help=field.description,
        required=field.required,
        default=_in_form(field, field.default),
        advanced=field.advanced,
        text=TextInput(height=field.rows, is_number=isinstance(field.check, NumberCheck)),
        secret=SecretInput(clearable=field.is_secret and not field.required),
    )
    if field.is_secret and field.type is not FieldType.UPLOAD_FILE:
        return replace(made, kind=WidgetKind.SECRET)
    # The documents of a resource are searched for, because a page cannot list all of them.
    if field.reference is not None and not field.options:
        reference = ReferenceInput(target=field.reference, others=field.others)
        refreshing = Dependence(refreshes=field.reference in ATTRIBUTE_SOURCES)
        return replace(made, kind=WidgetKind.REFERENCE, reference=reference, dependence=refreshing)
    options = tuple(WidgetOption(option.value, option.name) for option in field.options)
    return replace(made, choice=ChoiceInput(options=options, is_radio=field.type is FieldType.RADIO_GROUP))


def to_form(form: Form, configuration: Mapping[str, Any]) -> Body:
    """Return the form values of a configuration of the API."""
    body = dict(_opened_fields(FIELD, form.fields, configuration.get("fields") or []))
    tables = {table["name"]: table for table in configuration.get("tables") or []}
    for index, table in enumerate(form.tables):
        found = tables.get(table.name, {"inherited": True})
        body[f"{TABLE}{index}{INHERITED}"] = bool(found.get("inherited"))
        body[f"{TABLE}{index}"] = [
            {
                **dict(_opened_fields(COLUMN, table.columns, row.get("fields") or [])),
                DEFAULT_ROW: bool(row.get("defaultRow")),
            }
            for row in found.get("rows") or []
        ]
    return body


def _opened_fields(prefix: str, declared: Sequence[Field], fields: Sequence[Body]) -> Iterator[tuple[str, Any]]:
    by_name = {field["name"]: field for field in fields}
    for index, field in enumerate(declared):
        name, found = f"{prefix}{index}", by_name.get(field.name, {"inherited": True})
        yield name, _in_form(field, found.get("value") or field.default)
        if prefix == FIELD:
            yield name + INHERITED, bool(found.get("inherited"))
        if sealed := found.get("encryptedValue"):
            yield sealed_name(name), sealed


def to_api(form: Form, body: Mapping[str, Any]) -> Body:
    """Return the configuration of the API for what was entered."""
    return {
        "fields": [_sent_field(FIELD, index, field, body) for index, field in enumerate(form.fields)],
        "tables": [_sent_table(index, table, body) for index, table in enumerate(form.tables)],
    }


def _sent_table(index: int, table: Table, body: Mapping[str, Any]) -> Body:
    if body.get(f"{TABLE}{index}{INHERITED}"):
        return {"name": table.name, "inherited": True}
    return {
        "name": table.name,
        "rows": [
            {
                "fields": [_sent_field(COLUMN, at, column, row) for at, column in enumerate(table.columns)],
                **({"defaultRow": bool(row.get(DEFAULT_ROW))} if table.require_default_row else {}),
            }
            for row in body.get(f"{TABLE}{index}") or []
        ],
    }


def _sent_field(prefix: str, index: int, field: Field, body: Mapping[str, Any]) -> Body:
    name = f"{prefix}{index}"
    if field.lacks:
        return {"name": field.name, **({} if field.default is None else {"value": field.default})}
    if body.get(name + INHERITED):
        return {"name": field.name, "inherited": True}
    value, sealed = body.get(name), body.get(sealed_name(name))
    if isinstance(value, bool):
        value = TRUE if value else FALSE
    if value is None:
        return {"name": field.name, **({} if sealed is None else {"encryptedValue": sealed})}
    return {"name": field.name, "value": str(value)}


def _in_form(field: Field, value: str | None) -> Any:
    return value == TRUE if field.type is FieldType.CHECK_BOX else value
