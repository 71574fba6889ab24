"""The pages of one resource that the server renders, derived from the resource's own declaration."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hanse.admin.frames.form.mapping import OWN
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.declaration import Body, ItemForm, ItemList, NameOf, Ui
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.navigation import ConsolePage
from hanse.config.declare.ui.tweaks import Tweak, tweaked
from hanse.config.declare.ui.variants import CreationForm, Variant
from hanse.config.declare.ui.widgets import ChoiceInput, ReferenceInput, Widget, WidgetKind, WidgetOption
from hanse.config.plugins.kind import PluginKind
from hanse.config.plugins.model import plugin_id_of
from hanse.kit.texts.translation import localized, localized_message, say

# The member of a list's item with the name of its plug-in.
PLUGIN = "_plugin"
_STATUS = "status"
_TREE = "The steps that a user goes through, with the next step for each of their results."


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The pages of one resource: a form, or a list and the forms of its items."""

    resource: Resource[Any]
    ui: Ui
    form: ItemForm
    # The kind of plug-ins whose instances these are; their forms are made of the plug-ins' own declarations.
    kind: PluginKind[Any] | None = None
    # The pages that show links to one another, this one included.
    tabs: tuple[ConsolePage, ...] = ()

    @property
    def node(self) -> str:
        """The id of the page in the navigation."""
        return self.ui.page.id

    @property
    def description(self) -> str:
        """The purpose of the page."""
        return self.ui.description or self.resource.text.description

    @property
    def title(self) -> str:
        """The name of the page in the navigation."""
        return self.ui.page.label

    @property
    def items(self) -> ItemList:
        """The declaration of the list; raises TypeError for a singleton."""
        if self.ui.items is None:
            raise TypeError(f"{self.resource.kind} has no list")
        return self.ui.items

    @property
    def name_member(self) -> str:
        """The member by which people know an item."""
        return self.resource.lists.sort_by or self.resource.ids.member

    @cached_property
    def widgets(self) -> tuple[Widget, ...]:
        """The form."""
        form = self.form
        left_out = form.layout.left_out | self._mapping
        if not self.resource.is_singleton and not self._needs_id:
            left_out |= {self.resource.ids.member}
        model: type[ConfigModel] = self.resource.model
        # The model of a tree's nodes refers to itself, so it cannot be turned into fields.
        found = tweaked(form_of(model, left_out | {form.tree}), {**form.tweaks, **form.only_new})
        if form.tree:
            found = (*found, Widget(name=form.tree, kind=WidgetKind.TREE, label=self.items.singular, help=_TREE))
        shown = form.layout.applied(found)
        # An id is fixed once the document exists.
        id_ = self.resource.ids.member
        return tuple(replace(each, fixed=True, is_identifier=True) if each.name == id_ else each for each in shown)

    @cached_property
    def widgets_of_stored(self) -> tuple[Widget, ...]:
        """The form of an item that is stored already."""
        if self.form.adding:
            # Items that are created by another call than a save can be read and not changed.
            of_model = form_of(self.resource.shown_model, self.form.layout.left_out_members)
            facts = (replace(each, kind=WidgetKind.FACT) for each in of_model)
            # The status comes first.
            return tuple(sorted(facts, key=lambda each: each.name != _STATUS))
        return tuple(widget for widget in self.widgets if widget.name not in self.form.only_new)

    def action(self, id_: str) -> ItemAction | None:
        """Return the action of an item by its id."""
        return self.ui.item.action(id_)

    def variant(self, id_: str) -> Variant | None:
        """Return the type of items by its id."""
        return next((each for each in self.form.variants if each.id == id_), None)

    @property
    def types(self) -> Mapping[str, tuple[str, str]]:
        """The types of items to choose from, each with its name and description."""
        plugins = {} if self.kind is None else {p.id: (p.name, p.form.description) for p in self.kind.plugins}
        ways: tuple[Variant | CreationForm, ...] = self.own_variants or self.form.adding
        return {each.id: (each.name, each.description) for each in ways} | plugins

    @property
    def own_variants(self) -> tuple[Variant, ...]:
        """The types of items that no plug-in implements."""
        return tuple(each for each in self.form.variants if self.kind is None or each.id != self.kind.variant)

    def type_of(self, body: Mapping[str, Any]) -> str:
        """Return the plug-in or the type of an item."""
        plugin = plugin_id_of(body) if self.kind is not None else ""
        return plugin or str(body.get(self.form.variant_member) or "")

    @cached_property
    def list_widgets(self) -> tuple[Widget, ...]:
        """The columns of the list beside the name; of instances, the type is the first."""
        model: type[ConfigModel] = self.resource.shown_model
        by_name = {widget.name: widget for widget in form_of(model, self._unlisted)}
        id_ = self.resource.ids.member
        found = tuple(
            replace(by_name[name], is_identifier=by_name[name].is_identifier or name == id_)
            for name in self.items.columns
        )
        # A parent is another item of the same list.
        above = Tweak(kind=WidgetKind.REFERENCE, reference=ReferenceInput(target=self.resource, is_link=True))
        types = Tweak(
            choice=ChoiceInput(options=tuple(WidgetOption(each.id, each.name) for each in self.form.variants))
        )
        found = tweaked(found, {"parentRef": above} if "parentRef" in self.items.columns else {})
        has_types = bool(self.form.variants) and self.kind is None
        found = tweaked(found, {self.form.variant_member: types} if has_types else {})
        return found if self.kind is None else (Widget(name=PLUGIN, kind=WidgetKind.FACT, label="Type"), *found)

    def listed(self, body: Body) -> Body:
        """Return the body of an item with the values that its list shows."""
        if self.kind is None:
            return body
        id_ = self.type_of(body)
        name = self.types[id_][0] if id_ in self.types else None
        return {**body, PLUGIN: say("{id} (not installed)", id=id_) if name is None else localized(name)}

    @property
    def has_composed_names(self) -> bool:
        """Return whether items have names composed of other documents' names, which the store cannot sort by."""
        return self.ui.items is not None and self.ui.items.naming is not None

    def name_of(self, id_: str, body: Body, name_of: NameOf) -> str:
        """Return the name of an item; `name_of` returns those of other documents."""
        naming = self.ui.items.naming if self.ui.items is not None else None
        if naming is None:
            return str(body.get(self.name_member) or id_)
        return localized_message(naming(body, name_of))

    @property
    def _mapping(self) -> frozenset[str]:
        """The members that mapping forms show in their own way."""
        if self.form.mapping is None:
            return frozenset()
        mappings = (self.form.mapping, *self.form.further_mappings)
        held = frozenset[str]().union(*({each.holder} if each.holder else OWN for each in mappings))
        return held.union(*(each.maps for each in mappings))

    @property
    def _unlisted(self) -> frozenset[str]:
        names = {info.alias or name for name, info in self.resource.shown_model.model_fields.items()}
        return frozenset(names - set(self.items.columns))

    @property
    def _needs_id(self) -> bool:
        """Return whether the administrator chooses the id, because the server creates none."""
        model: type[ConfigModel] = self.resource.model
        names = {info.alias or name: info for name, info in model.model_fields.items()}
        return names[self.resource.ids.member].is_required()


def frames_of(resources: Iterable[Resource[Any]], kinds: Iterable[PluginKind[Any]]) -> tuple[Frame, ...]:
    """Return the frames of all resources that declare a form; `kinds` are the kinds of plug-ins among them."""
    by_path = {kind.resource.path: kind for kind in kinds}
    declared = [(each, ui) for each in resources for ui in each.pages]
    return tuple(
        Frame(
            resource=resource,
            ui=ui,
            form=ui.form,
            kind=by_path.get(resource.path),
            tabs=_tabs([other for _resource, other in declared], ui),
        )
        for resource, ui in declared
        if ui.form is not None
    )


def _tabs(declared: Iterable[Ui], ui: Ui) -> tuple[ConsolePage, ...]:
    if not ui.tabs:
        return ()
    return tuple(sorted((each.page for each in declared if each.tabs == ui.tabs), key=lambda page: page.position))
