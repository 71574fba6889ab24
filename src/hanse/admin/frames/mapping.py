"""The form of what has an attribute mapping: a row for each attribute of the contract, with its source and value.

Which attributes there are, and what sources have, depends on what is chosen elsewhere in the form, and is found in what
was entered. Rows are called by their positions, as names of attributes may have any character in them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hanse.admin.frames.paths import join
from hanse.admin.frames.reading import Posted, read
from hanse.admin.frames.widgets import Kind, Option, Widget, form_of
from hanse.config.view import View
from hanse.resources.mapping.model import IssuanceCriteria, SourceType
from hanse.resources.mapping.offer import Offer, Source

Body = dict[str, Any]
FULFILMENT, CRITERIA, CONDITIONS = "attributeContractFulfillment", "issuanceCriteria", "conditionalCriteria"
NAME, SOURCE, VALUE = "name", "source", "value"
# What is kept as it is, and what this module shows in its own way.
OWN = frozenset({"attributeSources", FULFILMENT, CRITERIA})


@dataclass(frozen=True, kw_only=True)
class Mapped:
    """What a form has to know of a mapping: what it is offered, and the member that holds it, if one does."""

    offer: Callable[[View, Body], Offer]
    holder: str = ""
    # Maps of lists: the member, and what people call the whole, a key and its values.
    maps: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    # Choices on which the offer depends, and a picker whose resource depends on one of them, by its value.
    decides: frozenset[str] = frozenset()
    picker: tuple[str, str, Mapping[str, str]] | None = None


class MappingForm:
    """The form; the interface is `forms.Form`."""

    type = ""

    def __init__(
        self, widgets: Sequence[Widget], mapped: Mapped, view: View, posted: Posted | None, stored: Body
    ) -> None:
        """`posted` is what came of the form before this one, and `stored` what the API has; it may be empty."""
        self._mapped = mapped
        maps = (_map_widget(name, texts) for name, texts in mapped.maps.items())
        self._plain = (*(self._shown(widget) for widget in widgets), *maps)
        opened = self._opened(stored)
        entered = opened if posted is None else read((*self._plain, *self._mapping(None)), posted, opened)
        self._offer = mapped.offer(view, entered)
        self._sources = self._offer.all_sources(self._held(entered))
        if mapped.picker is not None:
            self._plain = tuple(self._picking(widget, entered, mapped.picker) for widget in self._plain)
        self._rows = self._rows_of(entered)
        self.widgets = (*self._plain, *self._mapping(self._rows))

    # The way between the form and the API

    def opened(self, body: Body) -> Body:
        """Return a body of the API as the form has it."""
        return self.settled(self._opened(body))

    def settled(self, body: Body) -> Body:
        """Return what was entered, with a row for each attribute that there is now."""
        return self._with(body, {**self._held(body), FULFILMENT: self._rows_of(body)})

    def sent(self, body: Body) -> Body:
        """Return what was entered as the API takes it."""
        held = dict(self._held(body))
        held[FULFILMENT] = {
            row[NAME]: _value_of(row.get(SOURCE), row.get(VALUE)) for row in self._rows_of(body) if row.get(SOURCE)
        }
        if criteria := held.get(CRITERIA):
            conditions = [{**row, SOURCE: _source_of(row.get(SOURCE))} for row in criteria.get(CONDITIONS) or []]
            held[CRITERIA] = {**criteria, CONDITIONS: conditions}
        made = self._with(body, held)
        for name in self._mapped.maps:
            made[name] = {
                row["key"]: {"values": row.get("values") or []} for row in made.get(name) or [] if "key" in row
            }
        return made

    def place(self, path: str) -> str:
        """Return where the form shows a place of a body of the API."""
        prefix = join(self._mapped.holder, FULFILMENT) + "."
        if path.startswith(prefix):
            for index, name in enumerate(self._offer.target):
                below = path.removeprefix(prefix)
                if below.startswith(f"{name}."):
                    member = VALUE if below.removeprefix(f"{name}.").startswith(VALUE) else SOURCE
                    return f"{prefix[:-1]}[{index}].{member}"
            return prefix[:-1]
        return next((name for name in self._mapped.maps if path.startswith(f"{name}.")), path)

    def is_changed_by(self, _body: Body) -> bool:
        """Tell that it never is: the API says what does not fit, and the form that comes back has what does."""
        return False

    # What it consists of

    def _shown(self, widget: Widget) -> Widget:
        if widget.kind is Kind.GROUP:
            members = tuple(self._deciding(each, f"{widget.name}.{each.name}") for each in widget.members)
            return replace(widget, members=members)
        return self._deciding(widget, widget.name)

    def _deciding(self, widget: Widget, path: str) -> Widget:
        return replace(widget, refreshes=True) if path in self._mapped.decides else widget

    def _picking(self, widget: Widget, body: Body, picker: tuple[str, str, Mapping[str, str]]) -> Widget:
        """Return the group with the picker in it that a choice calls for, and without one where nothing is picked."""
        group, member, targets = picker
        if widget.name != group:
            return widget
        target = targets.get((body.get(group) or {}).get("type", ""))
        shown = (
            replace(each, kind=Kind.REFERENCE, target=target, is_link=True, members=(), refreshes=True)
            if each.name == member and target
            else each
            for each in widget.members
            if each.name != member or target
        )
        return replace(widget, members=tuple(shown))

    def _mapping(self, rows: Sequence[Body] | None) -> Iterator[Widget]:
        """Yield the widgets of the mapping; without rows, only as far as what is posted is read by them."""
        items = tuple(self._row(row) for row in rows or ())
        fulfilment = Widget(
            name=FULFILMENT,
            kind=Kind.ROWS,
            label="Contract fulfillment",
            help="Where each attribute of the contract comes from.",
            item=self._row({}),
            items=items,
            is_settled=True,
        )
        members = form_of(IssuanceCriteria)
        criteria = Widget(
            name=CRITERIA,
            kind=Kind.GROUP,
            label="Issuance criteria",
            help="What has to hold for anything to be issued at all.",
            nullable=True,
            members=tuple(self._criterion(each) for each in members),
        )
        if not self._mapped.holder:
            yield from (fulfilment, criteria)
        else:
            yield Widget(name=self._mapped.holder, kind=Kind.GROUP, label="", members=(fulfilment, criteria))

    def _row(self, row: Body) -> Widget:
        source = self._source(row.get(SOURCE))
        members = (
            Widget(name=NAME, kind=Kind.CARRIED, label="Contract"),
            self._choice(row.get(SOURCE), refreshes=True),
            _value_widget(source, str(row.get(VALUE) or "")),
        )
        return Widget(name="", kind=Kind.GROUP, label=str(row.get(NAME) or "Attribute"), members=members)

    def _criterion(self, widget: Widget) -> Widget:
        if widget.name != CONDITIONS or widget.item is None:
            return widget
        members = tuple(
            self._choice("", refreshes=False) if each.name == SOURCE else each for each in widget.item.members
        )
        return replace(widget, item=replace(widget.item, members=members))

    def _choice(self, chosen: Any, *, refreshes: bool) -> Widget:
        sources = getattr(self, "_sources", ())
        options = [Option(_key(each), each.label) for each in sources]
        if chosen and chosen not in {option.value for option in options}:
            options.append(Option(str(chosen), f"{str(chosen).partition('|')[0]} (not available here)"))
        return Widget(
            name=SOURCE, kind=Kind.CHOICE, label="Source", options=tuple(options), required=True, refreshes=refreshes
        )

    def _source(self, key: Any) -> Source | None:
        return next((each for each in getattr(self, "_sources", ()) if _key(each) == key), None)

    # Bodies

    def _held(self, body: Body) -> Body:
        """Return the mapping in a body."""
        return (body.get(self._mapped.holder) or {}) if self._mapped.holder else body

    def _with(self, body: Body, held: Body) -> Body:
        return {**body, self._mapped.holder: held} if self._mapped.holder else {**body, **held}

    def _opened(self, body: Body) -> Body:
        """Return a body of the API with rows in place of maps."""
        held = dict(self._held(body))
        fulfilled = held.get(FULFILMENT) or {}
        held[FULFILMENT] = [
            {NAME: name, SOURCE: _key_of(each.get(SOURCE)), VALUE: each.get(VALUE)} for name, each in fulfilled.items()
        ]
        if criteria := held.get(CRITERIA):
            conditions = [{**row, SOURCE: _key_of(row.get(SOURCE))} for row in criteria.get(CONDITIONS) or []]
            held[CRITERIA] = {**criteria, CONDITIONS: conditions}
        made = self._with(body, held)
        for name in self._mapped.maps:
            made[name] = [
                {"key": key, "values": list(each.get("values") or [])} for key, each in (body.get(name) or {}).items()
            ]
        return made

    def _rows_of(self, body: Body) -> list[Body]:
        """Return the rows of the contract's attributes, each with what a body has for it."""
        there = {row.get(NAME): row for row in self._held(body).get(FULFILMENT) or []}
        return [
            {**there.get(name, {}), NAME: name, SOURCE: self._named(there.get(name, {}))} for name in self._offer.target
        ]

    def _named(self, row: Body) -> str:
        """Return a row's source by the name that it is offered by: clients leave out the id of what there is one of."""
        key = str(row.get(SOURCE) or "")
        if key.endswith("|") and self._source(key) is None:
            return next((_key(each) for each in self._sources if _key(each).startswith(key)), key)
        return key


def _map_widget(name: str, texts: tuple[str, str, str]) -> Widget:
    label, key, values = texts
    columns = (
        Widget(name="key", kind=Kind.TEXT, label=key, required=True),
        Widget(name="values", kind=Kind.LINES, label=values, help="One in each line."),
    )
    item = Widget(name="", kind=Kind.GROUP, label=key, members=columns)
    return Widget(name=name, kind=Kind.ROWS, label=label, item=item, default=[])


def _key(source: Source) -> str:
    return f"{source.type}|{source.id or ''}"


def _key_of(source: Any) -> str:
    return f"{source.get('type')}|{source.get('id') or ''}" if isinstance(source, dict) else ""


def _source_of(key: Any) -> Body:
    type_, _, id_ = str(key or "").partition("|")
    return {"type": type_, **({"id": id_} if id_ else {})}


def _value_of(key: Any, value: Any) -> Body:
    source = _source_of(key)
    return {SOURCE: source, VALUE: "" if source["type"] == SourceType.NO_MAPPING else value or ""}


def _value_widget(source: Source | None, value: str) -> Widget:
    """Return what a value is entered in: one of the source's attributes, or a text."""
    if source is None or source.attributes is None:
        is_long = source is not None and source.type is SourceType.EXPRESSION
        is_none = source is not None and source.type is SourceType.NO_MAPPING
        kind = Kind.AREA if is_long else Kind.FACT if is_none else Kind.TEXT
        return Widget(name=VALUE, kind=kind, label="Value")
    options = tuple(Option(name, name) for name in source.attributes)
    if not value or value in source.attributes:
        return Widget(name=VALUE, kind=Kind.CHOICE, label="Value", options=options, required=True)
    return Widget(name=VALUE, kind=Kind.CHOICE, label="Value", options=options)
