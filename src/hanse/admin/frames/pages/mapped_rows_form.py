"""The form of an item with a list of attribute mappings: any other form, followed by a row for each mapping."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from hanse.admin.frames.form.attribute_sources import SOURCES
from hanse.admin.frames.form.body_paths import find, merged, nested
from hanse.admin.frames.form.mapping import OWN, MappingPart
from hanse.admin.frames.form.posted_body import Posted, read
from hanse.admin.frames.pages.mapped_form import dependence_of, pattern_of, with_members, with_refreshes
from hanse.admin.frames.pages.page_form import PageForm
from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import RowsInput, Widget, WidgetKind
from hanse.config.transaction_view import TransactionView
from hanse.resources.mapping.offer import MappingOffer

Body = dict[str, Any]


class MappedRowsForm:
    """The form; the interface is `page_form.PageForm`."""

    def __init__(
        self,
        inner: PageForm,
        mapped: MappingForm[MappingOffer],
        view: TransactionView,
        posted: Posted | None,
        stored: Body,
        *,
        writes_expressions: bool,
        chosen: str,
    ) -> None:
        """The arguments are those of `MappedForm`."""
        if mapped.item_model is None:
            raise TypeError("a list of mappings declares the model of its items")
        self._inner = inner
        self._mapped = mapped
        self._writes_expressions = writes_expressions
        self._offers_others = pattern_of(chosen) in mapped.decides
        self._plain = self._plain_widgets()
        self._fields = tuple(
            with_refreshes(each, mapped, mapped.holder) for each in form_of(mapped.item_model, left_out=OWN)
        )
        # A part for rows whose own part is not known, and the parts of the rows that were shown last. The attributes
        # and sources of a part can depend on its row.
        self._common = self._new_part()
        self._parts: dict[str, MappingPart] = {}
        self._ordered: list[MappingPart] = []
        self._kept = dict(_kept_members(mapped, find(stored, mapped.holder) or []))
        opened = self.to_form(stored)
        self.updated(view, opened if posted is None else inner.completed(read(self.widgets, posted, opened)))

    @property
    def type(self) -> str:
        """The plug-in of the instance; empty for all other forms."""
        return self._inner.type

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The form."""
        mapped = self._mapped
        rows = RowsInput(item=self._row_of(self._common), shaped=self._shaped, is_part=True)
        group, _, name = mapped.holder.rpartition(".")
        widget = Widget(
            name=name,
            kind=WidgetKind.ROWS,
            label=mapped.label,
            help=mapped.help,
            rows=rows,
            required=mapped.is_required,
            default=[],
            dependence=dependence_of(mapped),
        )
        if not group:
            return (*self._plain, widget)
        # The list of mappings is the last member of a group of the form.
        return with_members(self._plain, group, (widget,))

    def to_form(self, body: Body) -> Body:
        """Return the form values of a body of the API."""
        rows = [self._new_part().to_form(row) for row in self._rows_in(body)]
        return self._with_rows(self._inner.to_form(body), rows)

    def completed(self, body: Body) -> Body:
        """Return what was entered, with a row for each attribute of the contract in each mapping."""
        made = self._inner.completed(body)
        return self._with_rows(made, [self._part_of(row).completed(row) for row in self._rows_in(made)])

    def to_api(self, body: Body) -> Body:
        """Return the body of the API for what was entered."""
        rows = [{**self._part_of(row).to_api(row), **self._kept_of(row)} for row in self._rows_in(body)]
        return self._with_rows(self._inner.to_api(body), rows)

    def form_path(self, path: str) -> str:
        """Return the path of the form field that shows a path of a body of the API."""
        row, bracket, below = path.partition("].")
        if not bracket or not row.startswith(f"{self._mapped.holder}["):
            return self._inner.form_path(path)
        index = row.rpartition("[")[2]
        part = self._ordered[int(index)] if index.isdigit() and int(index) < len(self._ordered) else self._common
        return join(f"{row}]", part.form_path(below))

    def needs_other_fields(self, body: Body) -> bool:
        """Return whether a choice requires other fields, so that the form must be shown again before it is saved."""
        return self._inner.needs_other_fields(body)

    def updated(self, view: TransactionView, body: Body) -> Body:
        """Adapt the widgets to what was entered, and return the values that they show."""
        if isinstance(self._inner, MappedRowsForm):
            # The rows of the other mappings depend on what was entered as well.
            body = self._inner.updated(view, body)
            self._plain = self._plain_widgets()
        rows = self._rows_in(body)
        sources = [source for row in rows for source in row.get(SOURCES) or []]
        self._common = self._new_part()
        self._common.follow(view, _open_offer(self._mapped.offer(view, body)), {SOURCES: sources})
        self._parts, self._ordered = {}, []
        return self._with_rows(body, [self._updated_row(view, body, row) for row in rows])

    def _updated_row(self, view: TransactionView, body: Body, row: Body) -> Body:
        part = self._new_part()
        made = part.follow(view, self._mapped.offer(view, {**body, **row, **self._kept_of(row)}), row)
        self._parts[_key(made)] = part
        self._ordered.append(part)
        return part.prefilled(part.fitting(made)) if self._offers_others else made

    def _plain_widgets(self) -> tuple[Widget, ...]:
        return tuple(with_refreshes(widget, self._mapped) for widget in self._inner.widgets)

    def _new_part(self) -> MappingPart:
        return MappingPart(writes_expressions=self._writes_expressions)

    def _rows_in(self, body: Body) -> list[Body]:
        return [row if isinstance(row, dict) else {} for row in find(body, self._mapped.holder) or []]

    def _with_rows(self, body: Body, rows: list[Body]) -> Body:
        return merged(body, nested(self._mapped.holder, rows))

    def _kept_of(self, row: Body) -> Body:
        """Return the members of the API's mapping that the form does not show."""
        kept_with = self._mapped.kept_with
        return {} if kept_with is None else self._kept.get(_reference(row, kept_with[1]), {})

    def _shaped(self, row: Any) -> Widget:
        return self._row_of(self._part_of(row))

    def _part_of(self, row: Any) -> MappingPart:
        return self._parts.get(_key(row), self._common)

    def _row_of(self, part: MappingPart) -> Widget:
        # Parts of a form cannot be inside rows.
        members = tuple(replace(each, rows=replace(each.rows, is_part=False)) for each in part.widgets)
        return Widget(name="", kind=WidgetKind.GROUP, label="Mapping", members=(*self._fields, *members))


def _open_offer(offer: MappingOffer) -> MappingOffer:
    """Return an offer in which sources without attributes accept any: their attributes depend on a row."""
    return replace(offer, sources=tuple(replace(each, attributes=each.attributes or None) for each in offer.sources))


def _kept_members(mapped: MappingForm[MappingOffer], rows: Iterable[Body]) -> Iterator[tuple[str, Body]]:
    """Yield the members that the form keeps, by the reference that they belong to."""
    if mapped.kept_with is None:
        return
    member, link = mapped.kept_with
    for row in rows:
        if row.get(member) is not None:
            yield _reference(row, link), {member: row[member]}


def _reference(row: Body, member: str) -> str:
    """Return the ID to which a reference points; empty if there is none."""
    link = row.get(member)
    return str(link.get("id") or "") if isinstance(link, dict) else str(link or "")


def _key(row: Any) -> str:
    """Return the values of a row on which its offer depends."""
    deciding = {name: value for name, value in row.items() if name not in OWN - {SOURCES}}
    return json.dumps(deciding, sort_keys=True)
