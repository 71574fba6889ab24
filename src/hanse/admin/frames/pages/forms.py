"""Builds the form of a page, which translates between form values and bodies of the API."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from hanse.admin.frames.form.posted_tree import plain
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.page_request import OF, TYPE, PageAddress, PageRequest
from hanse.admin.frames.pages.instances import InstanceForm, parent_of, parent_settings, parents_for
from hanse.admin.frames.pages.mapped_form import MappedForm
from hanse.admin.frames.pages.mapped_rows_form import MappedRowsForm
from hanse.admin.frames.pages.page_form import PageForm
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.declare.ui.variants import CreationForm
from hanse.config.declare.ui.widgets import LinesInput, TextInput, Widget, WidgetKind
from hanse.config.plugins.kind import PluginKind
from hanse.config.transaction_view import TransactionView
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES

Body = dict[str, Any]


class ModelForm:
    """The form of a model: its bodies are the API's own."""

    type = ""

    def __init__(self, frame: Frame, view: TransactionView, *, is_new: bool) -> None:
        member = frame.form.layout.properties
        widgets = frame.widgets if is_new else frame.widgets_of_stored
        self.widgets = (*widgets, _properties(member, view)) if member else widgets

    def to_form(self, body: Body) -> Body:
        """Return the body."""
        return body

    completed = to_form

    def to_api(self, body: Body) -> Body:
        """Return the body, with trees as the API has them."""
        trees = {each.name for each in self.widgets if each.kind is WidgetKind.TREE} & body.keys()
        return {**body, **{name: plain(body[name]) for name in trees}} if trees else body

    def form_path(self, path: str) -> str:
        """Return the path."""
        return path

    def needs_other_fields(self, _body: Body) -> bool:
        """Return False: the fields do not depend on what was entered."""
        return False

    def updated(self, _view: TransactionView, body: Body) -> Body:
        """Return the body: the form does not depend on what was entered."""
        return body


def _properties(member: str, view: TransactionView) -> Widget:
    """Return the group with a field for each extended property."""
    declared = view.singleton(EXTENDED_PROPERTIES).items
    fields = tuple(
        Widget(
            name=each.name,
            kind=WidgetKind.LINES,
            label=each.name,
            help=each.description or "",
            lines=LinesInput(wrapped="values"),
            text=TextInput(height=3 if each.multi_valued else 1),
        )
        for each in declared
        # A name with these characters would be confused with a path.
        if not set(".[]") & set(each.name)
    )
    return Widget(name=member, kind=WidgetKind.GROUP, label="Extended Properties", members=fields)


class VariantForm(ModelForm):
    """The form of items of one type."""

    def __init__(self, frame: Frame, type_: str) -> None:
        variant = frame.variant(type_)
        self.type = type_
        made = variant.widgets(frame.resource.model) if variant is not None else ()
        self.widgets = frame.form.layout.applied(made)
        self._member = frame.form.variant_member

    def to_api(self, body: Body) -> Body:
        """Return the body with its type."""
        return {**body, self._member: self.type}


class AddingForm(ModelForm):
    """The form of the call that creates an item."""

    def __init__(self, request: PageRequest, creation: CreationForm) -> None:
        posted = request.posted or {}
        self.widgets = creation.widgets({name: values[-1] for name, values in posted.items() if values})

    def completed(self, body: Body) -> Body:
        """Return what was entered. Choices that are no longer offered become the default."""
        made = dict(body)
        for widget in self.widgets:
            if widget.kind is WidgetKind.CHOICE and str(made.get(widget.name)) not in {
                each.value for each in widget.choice.options
            }:
                made |= {widget.name: widget.default}
        return made

    def to_api(self, body: Body) -> Body:
        """Return what was entered, with numbers that were chosen as numbers."""
        numbers = {
            each.name for each in self.widgets if each.kind is WidgetKind.CHOICE and isinstance(each.default, int)
        }
        return {name: int(value) if name in numbers else value for name, value in body.items()}


def type_of(request: PageRequest, stored: Mapping[str, Any]) -> str:
    """Return the plug-in or the type of an item; empty if a new item's type is still to be chosen."""
    frame = request.frame
    if request.page is PageAddress.EDIT and frame.form.adding:
        return ""
    if request.page is PageAddress.EDIT and frame.types:
        return frame.type_of(stored)
    ids = list(frame.types)
    requested = request.query.get(TYPE, "")
    return ids[0] if len(ids) == 1 else requested if requested in ids else ""


def form_for(request: PageRequest, view: TransactionView, stored: Mapping[str, Any], chosen: str = "") -> PageForm:
    """Return the form of a page. `stored` is the document's body as the API shows it; empty for a new item.

    `chosen` is the path of a field that was just filled in, if no button of the form says so.
    """
    inner, declared = _plain_form(request, view, stored), request.frame.form
    if declared.mapping is None:
        return inner
    writes = is_allowed(request.principal, Area.EXPRESSIONS, Intent.WRITE)
    what, target = request.action
    for mapped in (declared.mapping, *declared.further_mappings):
        made = MappedForm if mapped.item_model is None else MappedRowsForm
        inner = made(
            inner,
            mapped,
            view,
            request.posted,
            dict(stored),
            writes_expressions=writes,
            chosen=target if what == "edit" else chosen,
        )
    return inner


def _plain_form(request: PageRequest, view: TransactionView, stored: Mapping[str, Any]) -> PageForm:
    frame = request.frame
    type_ = type_of(request, stored)
    if frame.form.variants and (frame.kind is None or any(each.id == type_ for each in frame.own_variants)):
        return VariantForm(frame, type_)
    is_new = request.page is not PageAddress.EDIT
    if frame.form.adding and is_new:
        return AddingForm(request, request.creation_form or frame.form.adding[0])
    return (
        ModelForm(frame, view, is_new=is_new)
        if frame.kind is None
        else _instance_form(frame.kind, request, view, stored)
    )


def _instance_form(
    kind: PluginKind[Any], request: PageRequest, view: TransactionView, stored: Mapping[str, Any]
) -> PageForm:
    parent = request.field("parentRef") if request.posted is not None else parent_of(stored)
    type_ = type_of(request, stored)
    # The script of a picker names the instance in its request.
    parents = parents_for(type_, request.id or request.query.get(OF, ""))
    is_chosen = bool(parent) or request.page is PageAddress.CHOICES
    return InstanceForm(
        frame=request.frame,
        type=type_,
        plugin=kind.plugins.get(type_),
        above=parent_settings(view, kind, parent, type_) if parent else None,
        parent_of_form=request.field("_parent") if request.posted is not None else parent,
        parents=parents,
        offers_parents=is_chosen or bool(view.list(kind.resource, replace(parents, number_per_page=1)).items),
        is_new=request.page is not PageAddress.EDIT,
    )


def every_widget(widgets: Iterable[Widget]) -> Iterator[Widget]:
    """Yield widgets with those that are inside them."""
    for widget in widgets:
        yield widget
        yield from every_widget(widget.members)
        yield from every_widget((widget.rows.item,) if widget.rows.item is not None else ())
