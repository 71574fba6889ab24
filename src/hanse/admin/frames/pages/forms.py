"""Which form a visit is about, and the way between what forms have and the bodies of the API."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from hanse.admin.frames.form.posted_tree import plain
from hanse.admin.frames.frame import Frame
from hanse.admin.frames.page_request import OF, TYPE, PageAddress, PageRequest
from hanse.admin.frames.pages.instances import InstanceForm, parent_of, parents_for, sets_of
from hanse.admin.frames.pages.mapped_form import MappedForm
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.declare.ui.variants import CreationForm
from hanse.config.declare.ui.widgets import LinesInput, TextInput, Widget, WidgetKind
from hanse.config.plugins.kind import PluginKind
from hanse.config.transaction_view import TransactionView
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES

Body = dict[str, Any]


class PageForm(Protocol):
    """Widgets, and what they have to do with the bodies that the API takes."""

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Return the form."""
        ...

    @property
    def type(self) -> str:
        """Return the plug-in whose instance it is about; nothing for all else."""
        ...

    def opened(self, body: Body) -> Body:
        """Return a body of the API as the form has it."""
        ...

    def settled(self, body: Body) -> Body:
        """Return what was entered, with what is not for people to enter."""
        ...

    def sent(self, body: Body) -> Body:
        """Return what was entered as the API takes it."""
        ...

    def place(self, path: str) -> str:
        """Return where the form shows a place of a body of the API."""
        ...

    def is_changed_by(self, body: Body) -> bool:
        """Return whether what was entered calls for another form before anything can be saved."""
        ...

    def followed(self, view: TransactionView, body: Body) -> Body:
        """Take account of what was entered or changed since, and return it as it is shown now."""
        ...


class ModelForm:
    """The form of a model: its bodies are the API's own."""

    type = ""

    def __init__(self, frame: Frame, view: TransactionView, *, is_new: bool) -> None:
        member = frame.form.layout.properties
        widgets = frame.widgets if is_new else frame.widgets_of_stored
        self.widgets = (*widgets, _properties(member, view)) if member else widgets

    def opened(self, body: Body) -> Body:
        """Return the body."""
        return body

    settled = opened

    def sent(self, body: Body) -> Body:
        """Return the body, with trees as the API has them."""
        trees = {each.name for each in self.widgets if each.kind is WidgetKind.TREE} & body.keys()
        return {**body, **{name: plain(body[name]) for name in trees}} if trees else body

    def place(self, path: str) -> str:
        """Return the place."""
        return path

    def is_changed_by(self, _body: Body) -> bool:
        """Return False: it never is."""
        return False

    def followed(self, _view: TransactionView, body: Body) -> Body:
        """Return the body: the form is the same whatever is entered."""
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

    def sent(self, body: Body) -> Body:
        """Return the body with its type."""
        return {**body, self._member: self.type}


class AddingForm(ModelForm):
    """The form of the call that makes an item."""

    def __init__(self, visit: PageRequest, adding: CreationForm) -> None:
        posted = visit.posted or {}
        self.widgets = adding.widgets({name: values[-1] for name, values in posted.items() if values})

    def settled(self, body: Body) -> Body:
        """Return what was entered, without choices that are not offered any more."""
        made = dict(body)
        for widget in self.widgets:
            if widget.kind is WidgetKind.CHOICE and str(made.get(widget.name)) not in {
                each.value for each in widget.choice.options
            }:
                made |= {widget.name: widget.default}
        return made

    def sent(self, body: Body) -> Body:
        """Return what was entered, with numbers that were chosen as numbers."""
        numbers = {
            each.name for each in self.widgets if each.kind is WidgetKind.CHOICE and isinstance(each.default, int)
        }
        return {name: int(value) if name in numbers else value for name, value in body.items()}


def type_of(visit: PageRequest, stored: Mapping[str, Any]) -> str:
    """Return the plug-in, or the type, that an item is of or is to be of; nothing where it is still to be chosen."""
    frame = visit.frame
    if visit.place is PageAddress.EDIT and frame.form.adding:
        return ""
    if visit.place is PageAddress.EDIT and frame.types:
        return str(stored[frame.form.variant_member] if frame.kind is None else stored["pluginDescriptorRef"]["id"])
    ids = list(frame.types)
    asked = visit.query.get(TYPE, "")
    return ids[0] if len(ids) == 1 else asked if asked in ids else ""


def form_for(visit: PageRequest, view: TransactionView, stored: Mapping[str, Any]) -> PageForm:
    """Return the form of a visit. `stored` is the document's body as the API shows it; empty where there is none."""
    inner, mapped = _plain_form(visit, view, stored), visit.frame.form.mapping
    if mapped is None:
        return inner
    writes = is_allowed(visit.principal, Area.EXPRESSIONS, Intent.WRITE)
    what, place = visit.action
    return MappedForm(
        inner,
        mapped,
        view,
        visit.posted,
        dict(stored),
        writes_expressions=writes,
        chosen=place if what == "edit" else "",
    )


def _plain_form(visit: PageRequest, view: TransactionView, stored: Mapping[str, Any]) -> PageForm:
    frame = visit.frame
    if frame.kind is None and frame.form.variants:
        return VariantForm(frame, type_of(visit, stored))
    is_new = visit.place is not PageAddress.EDIT
    if frame.form.adding and is_new:
        return AddingForm(visit, visit.adding or frame.form.adding[0])
    return (
        ModelForm(frame, view, is_new=is_new) if frame.kind is None else _instance_form(frame.kind, visit, view, stored)
    )


def _instance_form(
    kind: PluginKind[Any], visit: PageRequest, view: TransactionView, stored: Mapping[str, Any]
) -> PageForm:
    parent = visit.field("parentRef") if visit.posted is not None else parent_of(stored)
    type_ = type_of(visit, stored)
    # What a picker's script asks for is about the instance that it names.
    parents = parents_for(type_, visit.id or visit.query.get(OF, ""))
    is_asked = bool(parent) or visit.place is PageAddress.CHOICES
    return InstanceForm(
        frame=visit.frame,
        type=type_,
        plugin=kind.plugins.get(type_),
        above=sets_of(view, kind, parent, type_) if parent else None,
        came_with=visit.field("_parent") if visit.posted is not None else parent,
        parents=parents,
        offers_parents=is_asked or bool(view.list(kind.resource, replace(parents, number_per_page=1)).items),
        is_new=visit.place is not PageAddress.EDIT,
    )


def every_widget(widgets: Iterable[Widget]) -> Iterator[Widget]:
    """Yield widgets with those that are inside them."""
    for widget in widgets:
        yield widget
        yield from every_widget(widget.members)
        yield from every_widget((widget.rows.item,) if widget.rows.item is not None else ())
