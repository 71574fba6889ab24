"""The form of an item with an attribute mapping: any other form, followed by the mapping.

The other form can have a mapping of its own.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hanse.admin.frames.form.body_paths import find, merged, nested
from hanse.admin.frames.form.mapping import FULFILLMENT, NAME, OWN, MappingPart
from hanse.admin.frames.form.posted_body import Posted, read
from hanse.admin.frames.pages.page_form import PageForm
from hanse.config.declare.handles import Handle
from hanse.config.declare.marked_fields import join
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.widgets import Dependence, RowsInput, Widget, WidgetKind
from hanse.config.transaction_view import TransactionView
from hanse.resources.mapping.offer import MappingOffer

Body = dict[str, Any]


def dependence_of(mapped: MappingForm[MappingOffer]) -> Dependence:
    """Return the conditions under which a mapping applies."""
    return Dependence(when=tuple((each.path, each.values) for each in mapped.when))


class MappedForm:
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
        """`posted` is the posted form, and `stored` the body of the API; it may be empty.

        `chosen` is the path of the field that was just changed, if the form is rebuilt because of it.
        """
        picked = set() if mapped.picker is None else {join(*mapped.picker[:2])}
        self._offers_others = pattern_of(chosen) in mapped.decides | picked
        self._inner = inner
        self._mapped = mapped
        self._is_stored = bool(find(stored, mapped.holder)) if mapped.holder else True
        self._part = MappingPart(writes_expressions=writes_expressions, is_plain=mapped.is_plain, member=mapped.member)
        self._plain = self._plain_widgets()
        opened = self._opened(stored)
        entered = opened if posted is None else inner.completed(read(self.widgets, posted, opened))
        self._default_mapping: Body = {}
        self.updated(view, entered)
        if mapped.picker is not None:
            self._plain = tuple(_picking(widget, entered, mapped.picker, view.knows) for widget in self._plain)

    @property
    def type(self) -> str:
        """The plug-in of the instance; empty for all other forms."""
        return self._inner.type

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The form."""
        part = self._part.widgets
        if not self._mapped.holder:
            return (*self._plain, *part)
        if self._is_inside:
            mapped = self._mapped
            named = (replace(each, label=mapped.label or each.label, help=mapped.help or each.help) for each in part)
            return with_members(self._plain, mapped.holder, tuple(named))
        return (*self._plain, self._group(part))

    def to_form(self, body: Body) -> Body:
        """Return the form values of a body of the API."""
        return self.completed(self._opened(body))

    def completed(self, body: Body) -> Body:
        """Return what was entered, with a row for each attribute of the contract."""
        made = self._inner.completed(body)
        return self._with(made, self._part.completed(self._with_defaults(self._held(made))))

    def to_api(self, body: Body) -> Body:
        """Return the body of the API for what was entered."""
        held = self._part.to_api(self._with_defaults(self._held(body)))
        made = self._with(self._inner.to_api(body), held)
        for name in self._mapped.maps:
            made[name] = {
                row["key"]: {"values": row.get("values") or []} for row in made.get(name) or [] if "key" in row
            }
        if self._mapped.default_mapping is not None and not self._is_stored and self._is_default(held):
            del made[self._mapped.holder]
        return made

    def form_path(self, path: str) -> str:
        """Return the path of the form field that shows a path of a body of the API."""
        holder = self._mapped.holder
        if not holder or path.startswith(f"{holder}."):
            below = path.removeprefix(f"{holder}.") if holder else path
            if (found := self._part.form_path(below)) != below:
                return join(holder, found)
        return next((name for name in self._mapped.maps if path.startswith(f"{name}.")), self._inner.form_path(path))

    def needs_other_fields(self, body: Body) -> bool:
        """Return whether a choice requires other fields, so that the form must be shown again before it is saved."""
        return self._inner.needs_other_fields(body)

    def updated(self, view: TransactionView, body: Body) -> Body:
        """Adapt the widgets to what was entered, and return the values that they show."""
        if self._mapped.picker is None:
            # The rows of other mappings depend on what was entered as well.
            body = self._inner.updated(view, body)
            self._plain = self._plain_widgets()
        if self._mapped.default_mapping is not None:
            self._default_mapping = self._part.to_form(self._mapped.default_mapping(view, body))
        offer = self._mapped.offer(view, body)
        held = self._part.follow(view, offer, self._with_defaults(self._held(body)))
        if self._offers_others:
            held = self._part.prefilled(self._part.fitting(held))
        return self._with(body, held)

    # Widgets

    def _plain_widgets(self) -> tuple[Widget, ...]:
        mapped = self._mapped
        shown = (with_refreshes(widget, mapped) for widget in self._inner.widgets)
        return (*shown, *(_map_widget(name, texts) for name, texts in mapped.maps.items()))

    def _group(self, members: tuple[Widget, ...]) -> Widget:
        mapped = self._mapped
        own = () if mapped.holder_model is None else form_of(mapped.holder_model, left_out=OWN)
        members = (*(with_refreshes(each, mapped, mapped.holder) for each in own), *members)
        return Widget(
            name=mapped.holder,
            kind=WidgetKind.GROUP,
            label=mapped.label,
            help=mapped.help,
            members=members,
            dependence=dependence_of(mapped),
        )

    # Bodies

    def _held(self, body: Body) -> Body:
        """Return the mapping in a body."""
        return (find(body, self._mapped.holder) or {}) if self._mapped.holder else body

    def _with(self, body: Body, held: Body) -> Body:
        mapped = self._mapped
        if self._is_inside:
            if mapped.member not in held:
                return body
            return merged(body, nested(join(mapped.holder, mapped.member), held[mapped.member]))
        return {**body, mapped.holder: held} if mapped.holder else {**body, **held}

    @property
    def _is_inside(self) -> bool:
        """Return whether the holder is a group of the rest of the form."""
        return "." in self._mapped.holder

    def _opened(self, body: Body) -> Body:
        """Return a body of the API with rows in place of maps."""
        held = self._held(body)
        made = self._with(self._inner.to_form(body), self._part.to_form(held) if held else {})
        for name in self._mapped.maps:
            made[name] = [
                {"key": key, "values": list(each.get("values") or [])} for key, each in (body.get(name) or {}).items()
            ]
        return made

    def _with_defaults(self, held: Body) -> Body:
        """Return a mapping in which attributes without a row have the source of the default mapping."""
        if not self._default_mapping:
            return held
        rows = {row.get(NAME): row for row in held.get(FULFILLMENT) or []}
        default_rows = {row[NAME]: row for row in self._default_mapping.get(FULFILLMENT) or [] if row[NAME] not in rows}
        return {**self._default_mapping, **held, FULFILLMENT: [*rows.values(), *default_rows.values()]}

    def _is_default(self, held: Body) -> bool:
        return _bare(held) == _bare(self._part.to_api(self._default_mapping))


def with_refreshes(widget: Widget, mapped: MappingForm[MappingOffer], above: str = "") -> Widget:
    """Return a widget in which a change of what the mapping depends on shows the form again."""
    path = join(above, widget.name)
    if widget.kind is WidgetKind.GROUP:
        return replace(widget, members=tuple(with_refreshes(each, mapped, path) for each in widget.members))
    if widget.kind is WidgetKind.ROWS and widget.rows.item is not None:
        item = widget.rows.item
        members = tuple(with_refreshes(each, mapped, path) for each in item.members)
        dependence = replace(item.dependence, refreshes=item.dependence.refreshes or path in mapped.decides)
        return replace(widget, rows=replace(widget.rows, item=replace(item, members=members, dependence=dependence)))
    if path not in mapped.decides:
        return widget
    # The picked item belongs to the resource of the choice, so that another choice resets it.
    group, member, _ = mapped.picker or ("", "", {})
    resets = (member,) if path.startswith(f"{group}.") else ()
    return replace(widget, dependence=replace(widget.dependence, refreshes=True, resets=resets))


def with_members(widgets: tuple[Widget, ...], path: str, members: tuple[Widget, ...]) -> tuple[Widget, ...]:
    """Return widgets in which the group at a path has further members at its end."""
    name, _, below = path.partition(".")

    def extended(group: Widget) -> Widget:
        inner = with_members(group.members, below, members) if below else (*group.members, *members)
        return replace(group, members=inner)

    return tuple(extended(each) if each.name == name else each for each in widgets)


def pattern_of(path: str) -> str:
    """Return the path of a field without the positions of the rows that it is in."""
    return re.sub(r"\[[0-9]+\]", "", path)


def _bare(held: Body) -> Body:
    """Return a mapping without what is empty."""
    return {name: value for name, value in held.items() if value not in (None, [], {})}


def _picking(
    widget: Widget, body: Body, picker: tuple[str, str, Mapping[str, Handle[Any]]], knows: Callable[[Handle[Any]], bool]
) -> Widget:
    """Return the group with the picker for the chosen type, or without a picker if the type has none.

    A type whose resource this version does not have is not offered, unless it is already chosen.
    """
    group, member, targets = picker
    if widget.name != group:
        return widget
    chosen = (body.get(group) or {}).get("type", "")
    target = targets.get(chosen)

    # The picker has the label of the choice.
    names = {option.value: option.label for each in widget.members for option in each.choice.options}

    def shown(each: Widget) -> Widget:
        if each.name == member and target:
            return replace(
                each,
                label=names.get(chosen, each.label),
                kind=WidgetKind.REFERENCE,
                reference=replace(each.reference, target=target, is_link=True),
                members=(),
                dependence=replace(each.dependence, refreshes=True),
                required=True,
            )
        absent = {value for value, resource in targets.items() if value != chosen and not knows(resource)}
        return replace(
            each,
            choice=replace(
                each.choice, options=tuple(option for option in each.choice.options if option.value not in absent)
            ),
        )

    return replace(widget, members=tuple(shown(each) for each in widget.members if each.name != member or target))


def _map_widget(name: str, texts: tuple[str, str, str]) -> Widget:
    label, key, values = texts
    columns = (
        Widget(name="key", kind=WidgetKind.TEXT, label=key, required=True),
        Widget(name="values", kind=WidgetKind.LINES, label=values, help="One per line."),
    )
    item = Widget(name="", kind=WidgetKind.GROUP, label=key, members=columns, is_spread=True)
    return Widget(name=name, kind=WidgetKind.ROWS, label=label, rows=RowsInput(item=item), default=[])
