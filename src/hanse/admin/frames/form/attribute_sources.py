"""The attribute sources of a mapping: lookups in data stores, with the fields of each type of store.

The type of a source follows from its data store, so that the form has no field for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from hanse import handles
from hanse.config.declare.plugin_fields import Field
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.tweaks import Tweak, Tweaks, tweaked
from hanse.config.declare.ui.widgets import (
    ChoiceInput,
    Dependence,
    RowsInput,
    TextInput,
    Widget,
    WidgetKind,
    WidgetOption,
)
from hanse.config.transaction_view import TransactionView
from hanse.kit.texts.translation import localized
from hanse.plugins.data_stores.installed import store_without_secrets
from hanse.resources.mapping.model import CustomAttributeSource, JdbcAttributeSource, LdapAttributeSource

Body = dict[str, Any]
SOURCES, STORE, BINARY, FILTERS = "attributeSources", "dataStoreRef", "binaryAttributeSettings", "filterFields"
_TYPE, _NAME, _ENCODING, _VALUE = "type", "name", "binaryEncoding", "value"
_COMMON = ("id", "description", STORE)
_ATTRIBUTE = (
    "Write ${…} for an attribute of the sources below, and ${ds.id.…} for an attribute of another attribute source."
)
_TWEAKS: Tweaks = {
    "id": Tweak(
        label="Attribute source ID",
        required=True,
        help="Letters and digits. Contract fulfillment refers to the source by this ID.",
    ),
    "description": Tweak(label="Attribute source description"),
    STORE: Tweak(dependence=Dependence(refreshes=True), required=True),
    "baseDn": Tweak(
        kind=WidgetKind.TEXT, help="Distinguished name at which the search starts. If empty, the root of the directory."
    ),
    "searchScope": Tweak(default="SUBTREE"),
    "searchFilter": Tweak(text=TextInput(height=2), help=f"For example uid=${{username}}. {_ATTRIBUTE}"),
    "searchAttributes": Tweak(kind=WidgetKind.LINES, rows=RowsInput(), help="Attributes to retrieve, one per line."),
    "memberOfNestedGroup": Tweak(help="Active Directory only: include nested groups in memberOf."),
    "schema": Tweak(help="Schema of the table, such as PUBLIC. Leave empty if the database has none."),
    "columnNames": Tweak(kind=WidgetKind.LINES, rows=RowsInput(), help="Attributes to retrieve, one per line."),
    "filter": Tweak(text=TextInput(height=2), help=f"For example uid = '${{username}}'. {_ATTRIBUTE}"),
}
_LEFT_OUT = frozenset({_TYPE, BINARY, "attributeContractFulfillment"})
_ENCODINGS = tuple(WidgetOption(name, label) for name, label in (("BASE64", "Base64"), ("HEX", "Hex"), ("SID", "SID")))


def _made(model: Any) -> tuple[Widget, ...]:
    return tweaked(form_of(model, _LEFT_OUT), _TWEAKS)


def _binary() -> Widget:
    members = (
        Widget(name=_NAME, kind=WidgetKind.TEXT, label="Attribute", required=True),
        Widget(
            name=_ENCODING,
            kind=WidgetKind.CHOICE,
            label="Encoding",
            choice=ChoiceInput(options=_ENCODINGS),
            default="BASE64",
            required=True,
        ),
    )
    return Widget(
        name=BINARY,
        kind=WidgetKind.ROWS,
        label="Binary attributes",
        help="Encoding of attribute values that are not text.",
        rows=RowsInput(item=Widget(name="", kind=WidgetKind.GROUP, label="Binary attribute", members=members)),
        default=[],
    )


# By the type of the data store.
_FORMS: Mapping[str, tuple[Widget, ...]] = {
    "JDBC": _made(JdbcAttributeSource),
    "LDAP": (*_made(LdapAttributeSource), _binary()),
    "CUSTOM": tuple(
        replace(each, rows=replace(each.rows, is_settled=True)) if each.name == FILTERS else each
        for each in _made(CustomAttributeSource)
    ),
}
_LIKE = {"PING_ONE_LDAP_GATEWAY": "LDAP"}


class SourceRows:
    """The rows of attribute sources in one form."""

    def __init__(self) -> None:
        # The types of the data stores that the form names, and the filter fields of custom ones.
        self._types: dict[str, str] = {}
        self._filters: dict[str, tuple[Field, ...]] = {}

    @property
    def widget(self) -> Widget:
        """Return the widget. Rows are read with the fields of all types, and shown with those of their own type."""
        everything = {each.name: each for form in _FORMS.values() for each in form}
        item = Widget(name="", kind=WidgetKind.GROUP, label="Attribute source", members=tuple(everything.values()))
        return Widget(
            name=SOURCES,
            kind=WidgetKind.ROWS,
            label="Attribute sources",
            help=(
                "Lookups in data stores, in this order. Contract fulfillment and issuance criteria can use the results."
            ),
            rows=RowsInput(item=item, is_ordered=True, is_part=True, shaped=self._shaped),
            default=[],
        )

    def follow(self, view: TransactionView, rows: Iterable[Body]) -> list[Body]:
        """Note the types of the chosen data stores, and return the rows with the defaults of their types."""
        rows = list(rows)
        for row in rows:
            id_ = _store_of(row)
            stored = view.find(handles.DATA_STORES, id_) if id_ and view.knows(handles.DATA_STORES) else None
            if stored is not None:
                self._types[id_] = str(stored.body.get(_TYPE) or "")
                made = store_without_secrets(view, stored.body)
                self._filters[id_] = () if made is None else tuple(made.filter_fields)
        return [self._with_defaults(row) for row in rows]

    def _with_defaults(self, row: Body) -> Body:
        form = _FORMS.get(_LIKE.get(self.type_of(row), self.type_of(row)), ())
        defaults = {each.name: each.default for each in form if each.default is not None}
        made = {**defaults, **{name: value for name, value in row.items() if value is not None}}
        return {**made, FILTERS: filters} if (filters := self._filter_rows(row)) else made

    def _filter_rows(self, row: Body) -> list[Body]:
        """Return a row for each filter field of a custom data store. A posted form has only their order."""
        declared, sent = self._filters.get(_store_of(row), ()), row.get(FILTERS) or []
        by_name = {each[_NAME]: each.get(_VALUE) for each in sent if each.get(_NAME)}
        if not by_name and len(sent) == len(declared):
            by_name = {field.name: each.get(_VALUE) for field, each in zip(declared, sent, strict=True)}
        return [{_NAME: field.name, _VALUE: by_name.get(field.name) or ""} for field in declared]

    def type_of(self, row: Body) -> str:
        """Return the type of a row's data store. If the data store was deleted, the stored type."""
        return self._types.get(_store_of(row)) or str(row.get(_TYPE) or "")

    def _shaped(self, row: Any) -> Widget:
        row = row if isinstance(row, dict) else {}
        form = _FORMS.get(_LIKE.get(self.type_of(row), self.type_of(row)))
        members = form if form is not None else tuple(each for each in _FORMS["LDAP"] if each.name in _COMMON)
        if filters := self._filters.get(_store_of(row)):
            members = tuple(_settled(each, filters) if each.name == FILTERS else each for each in members)
        label = str(row.get("description") or row.get("id") or "New attribute source")
        return Widget(name="", kind=WidgetKind.GROUP, label=label, members=members)

    def to_form(self, rows: Iterable[Body]) -> list[Body]:
        """Return the form values of the rows of the API."""
        return [
            {**row, BINARY: [{_NAME: name, **each} for name, each in (row.get(BINARY) or {}).items()]} for row in rows
        ]

    def typed(self, rows: Iterable[Body]) -> list[Body]:
        """Return the rows with the types of their data stores."""
        return [{**row, _TYPE: self.type_of(row)} for row in rows]

    def to_api(self, rows: Iterable[Body]) -> list[Body]:
        """Return the rows of the API, each with the members of its type."""
        return [self._sent(row) for row in rows]

    def _sent(self, row: Body) -> Body:
        type_ = self.type_of(row)
        form = _FORMS.get(_LIKE.get(type_, type_), ())
        names = {each.name for each in form} or set(_COMMON)
        made = {name: value for name, value in row.items() if name in names and value is not None}
        settings = {
            each[_NAME]: {_ENCODING: each.get(_ENCODING) or "BASE64"}
            for each in row.get(BINARY) or []
            if each.get(_NAME)
        }
        made.pop(BINARY, None)
        if FILTERS in made:
            rows = self._filter_rows(row) or made[FILTERS]
            made[FILTERS] = [each for each in rows if each.get(_VALUE)]
        return {_TYPE: type_, **made, **({BINARY: settings} if settings and BINARY in names else {})}


def _settled(widget: Widget, filters: tuple[Field, ...]) -> Widget:
    """Return the widget of filter fields with the names and descriptions of those that the data store has."""
    item = widget.rows.item
    if item is None:
        return widget
    members = tuple(
        replace(each, kind=WidgetKind.FACT) if each.name == _NAME else replace(each, text=TextInput(height=2))
        for each in item.members
    )
    about = " ".join(f"{each.name}: {localized(each.description)}" for each in filters)
    return replace(
        widget,
        help=f"{about} {localized(_ATTRIBUTE)}",
        rows=replace(widget.rows, item=replace(item, members=members)),
    )


def form_path(path: str) -> str:
    """Return the path of the form field that shows a path of a source."""
    # The form has no field for the type: it follows from the data store.
    return path.removesuffix(f".{_TYPE}") + f".{STORE}" if path.endswith(f"].{_TYPE}") else path


def _store_of(row: Body) -> str:
    link = row.get(STORE)
    return str(link.get("id") or "") if isinstance(link, dict) else ""
