"""The pages of one area: what little a form says beyond the declaration of its resource, and what it shows of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property
from typing import Any

from hanse.admin.frames.form.mapping import OWN, Mapped
from hanse.admin.frames.form.presenting import Presentation
from hanse.admin.frames.form.variants import Adding, Ask, Tweaks, Variant, tweaked
from hanse.admin.frames.form.widgets import Kind, Option, Widget, form_of
from hanse.admin.session.navigation import TREE
from hanse.admin.session.nodes import Node
from hanse.config.access import Principal
from hanse.config.fields import ConfigModel
from hanse.config.plugins.kind import PluginKind
from hanse.config.resource import Resource
from hanse.config.view import View

# What people call a document, by the path of its collection and its id.
NameOf = Callable[[str, str], str]
# Of a list's item: what its plug-in is called.
PLUGIN = "_plugin"
_STATUS = "status"
_TREE = "What a user goes through first and, on each of its results, what follows."


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The pages of one node of the navigation: a form, or a list and the forms of its items."""

    node: str
    resource: Resource[Any]
    # One item, as in "Add policy contract".
    singular: str = ""
    # What lists show beside the name.
    columns: tuple[str, ...] = ()
    # What forms do not ask for; it stays as it is.
    left_out: frozenset[str] = frozenset()
    # Where the items are instances of plug-ins: which, as forms are then made of what plug-ins declare.
    kind: PluginKind[Any] | None = None
    # In which sections its fields stand, and which depend on others.
    presentation: Presentation = field(default_factory=Presentation)
    # What there is to know of its attribute mapping, where it has one.
    mapped: Mapped | None = None
    # What people call an item that has no name of its own, from its body and the names of what it refers to.
    naming: Callable[[Mapping[str, Any], NameOf], str] | None = None
    # The page of the documentation that its help link leads to.
    help: str = "forms"
    # Where items are of several types, each with a form of its own, and the member that says of which.
    variants: tuple[Variant, ...] = ()
    variant_member: str = "type"
    # What is different from what the model says, and what is asked for new items only.
    tweaks: Tweaks = field(default_factory=dict)
    only_new: Tweaks = field(default_factory=dict)
    # How items come to be, where that is not by sending them.
    adding: tuple[Adding, ...] = ()
    # What is said of an item beside its fields, by what it is to others.
    facts: Callable[[View, str, Principal], Mapping[str, str]] = field(default=lambda _view, _id, _who: {})
    # What is shown of an item at a moment, beyond what the API says of it.
    standing: Callable[[Mapping[str, Any], datetime], Mapping[str, Any]] = field(default=lambda body, _now: body)
    # What lists show of an item beside its own members: by the heading of the column, from its id.
    told: Mapping[str, Callable[[View, str], str]] = field(default_factory=dict)
    # What an item can be asked to do, where no plug-in says so.
    asks: tuple[Ask, ...] = ()
    # The member that is a tree of nodes, if there is one (`policies`).
    tree: str = ""
    # The nodes whose pages belong together with this one's: each shows the ways to all.
    tabs: tuple[str, ...] = ()
    # Which item counts where none is named: the settings that say so, and their member.
    default_in: tuple[Resource[Any], str] | None = None
    # What a list without items says: what would be here, and why one would want it.
    empty: str = ""

    @cached_property
    def title(self) -> str:
        """What the navigation calls it."""
        return _leaves()[self.node].label

    @property
    def plural(self) -> str:
        """What several of its items are called."""
        return f"{self.singular[:-1]}ies" if self.singular.endswith("y") else f"{self.singular}s"

    @property
    def ways(self) -> tuple[tuple[str, str, bool], ...]:
        """Where the console has the pages that belong together with these, what each is called, and which it is."""
        return tuple((_leaves()[node].path, _leaves()[node].label, node == self.node) for node in self.tabs)

    @property
    def name_member(self) -> str:
        """The member that items are known by to people."""
        return self.resource.sort_by or self.resource.id_field

    @cached_property
    def widgets(self) -> tuple[Widget, ...]:
        """The form."""
        left_out = self.left_out | self._mapping
        if not self.resource.is_singleton and not self._asks_for_id:
            left_out |= {self.resource.id_field}
        model: type[ConfigModel] = self.resource.model
        # A model that leads back to itself is no form of fields.
        form = tweaked(form_of(model, left_out | {self.tree}), {**self.tweaks, **self.only_new})
        if self.tree:
            form = (*form, Widget(name=self.tree, kind=Kind.TREE, label=self.singular, help=_TREE))
        shown = self.presentation.applied(form)
        # An id is fixed once the document is there, whatever the model says of it.
        return tuple(replace(each, fixed=True) if each.name == self.resource.id_field else each for each in shown)

    @cached_property
    def widgets_of_stored(self) -> tuple[Widget, ...]:
        """The form of an item that is there already."""
        if self.adding:
            # What comes in another way than by being sent is looked at, and not changed.
            facts = (replace(each, kind=Kind.FACT) for each in form_of(self.resource.shown_model, self.left_out))
            # How it stands comes first.
            return tuple(sorted(facts, key=lambda each: each.name != _STATUS))
        return tuple(widget for widget in self.widgets if widget.name not in self.only_new)

    def ask(self, id_: str) -> Ask | None:
        """Return what an item can be asked to do by this name."""
        return next((each for each in self.asks if each.id == id_), None)

    def variant(self, id_: str) -> Variant | None:
        """Return the type of items by this name."""
        return next((each for each in self.variants if each.id == id_), None)

    @property
    def types(self) -> Mapping[str, tuple[str, str]]:
        """The types that there are to choose from, with what each is called and what it is for."""
        if self.kind is not None:
            return {each.id: (each.name, each.form.description) for each in self.kind.plugins}
        ways: tuple[Variant | Adding, ...] = self.variants or self.adding
        return {each.id: (each.name, each.description) for each in ways}

    @cached_property
    def list_widgets(self) -> tuple[Widget, ...]:
        """What lists show beside the name; of instances first of what they are."""
        model: type[ConfigModel] = self.resource.shown_model
        by_name = {widget.name: widget for widget in form_of(model, self._unlisted)}
        found = tuple(by_name[name] for name in self.columns)
        # A parent is another item of the same list, and called as it is there.
        above = {"kind": Kind.REFERENCE, "target": self.resource.path, "is_link": True}
        types = {"options": tuple(Option(each.id, each.name) for each in self.variants)}
        found = tweaked(found, {"parentRef": above} if self.kind is not None else {})
        found = tweaked(found, {self.variant_member: types} if self.variants else {})
        return found if self.kind is None else (Widget(name=PLUGIN, kind=Kind.FACT, label="Type"), *found)

    def listed(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an item's body as lists show it."""
        if self.kind is None:
            return body
        id_ = body["pluginDescriptorRef"]["id"]
        plugin = self.kind.plugins.get(id_)
        return {**body, PLUGIN: f"{id_} (not installed)" if plugin is None else plugin.name}

    def called(self, id_: str, body: Mapping[str, Any], name_of: NameOf) -> str:
        """Return what people call an item."""
        return self.naming(body, name_of) if self.naming is not None else str(body.get(self.name_member) or id_)

    @property
    def _mapping(self) -> frozenset[str]:
        """What the form of a mapping shows by itself."""
        if self.mapped is None:
            return frozenset()
        held = frozenset({self.mapped.holder}) if self.mapped.holder else OWN
        return held | frozenset(self.mapped.maps)

    @property
    def _unlisted(self) -> frozenset[str]:
        names = {info.alias or name for name, info in self.resource.shown_model.model_fields.items()}
        return frozenset(names - set(self.columns))

    @property
    def _asks_for_id(self) -> bool:
        """Whether an id is for people to choose, because the server makes none."""
        model: type[ConfigModel] = self.resource.model
        names = {info.alias or name: info for name, info in model.model_fields.items()}
        return names[self.resource.id_field].is_required()


def instances(node: str, kind: PluginKind[Any], singular: str, empty: str, **more: Any) -> Frame:
    """Return the pages of the instances of a kind of plug-ins."""
    columns = ("id", "parentRef", "lastModified")
    return Frame(node=node, resource=kind.resource, kind=kind, singular=singular, empty=empty, columns=columns, **more)


@cache
def _leaves() -> dict[str, Node]:
    found: dict[str, Node] = {}

    def look(node: Node) -> None:
        found[node.id] = node
        for child in node.children:
            look(child)

    for node in TREE:
        look(node)
    return found
