"""The presentation that a resource declares."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from hanse.config.declare.access import Principal
from hanse.config.declare.handles import Handle
from hanse.config.declare.ports import Ports
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.findings import Assessment
from hanse.config.declare.ui.form_source import FormSource
from hanse.config.declare.ui.guided import GuidedCreation
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import ConsolePage
from hanse.config.declare.ui.recent_sign_ins import RecentSignIns
from hanse.config.declare.ui.snippets import Snippets
from hanse.config.declare.ui.tweaks import Tweaks
from hanse.config.declare.ui.variants import CreationForm, Variant
from hanse.config.declare.view import View

Body = Mapping[str, Any]
# Returns the display name of a document, from its resource and its id.
NameOf = Callable[[Handle[Any], str], str]


@dataclass(frozen=True)
class DefaultItem:
    """The settings that name the default among the items, and their member."""

    settings: Handle[Any]
    member: str


@dataclass(frozen=True)
class MainSwitch:
    """The setting without which a page has no effect: its path in the API, its member, and the warning."""

    settings: Handle[Any]
    member: str
    warning: str
    # The label of the button that switches the setting on, and the confirmation.
    action: str
    done: str


@dataclass(frozen=True)
class ListFilter:
    """A selection above a list, which leaves out items with other values of a field."""

    # The query parameter of the API's list.
    parameter: str
    label: str
    # The values of the parameter with their labels.
    choices: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class ItemList:
    """The list of a collection."""

    # Singular and plural, as in "Add Policy Contract" and "No policy contracts".
    singular: str
    plural: str
    # The text of a list without items: what the items are for.
    empty: str
    # The members shown beside the name.
    columns: tuple[str, ...] = ()
    # Columns that are computed from items in their API form, by their headings. The outer function is called once for
    # a page of the list, so that it can read what all items need.
    computed: Mapping[str, Callable[[View], Callable[[Body], str]]] = field(default_factory=dict)
    # The display name of an item that has none of its own, from its body and the names of the documents to which it
    # refers.
    naming: Callable[[Body, NameOf], str] | None = None
    default: DefaultItem | None = None
    # The flag that a button of each row turns on and off; empty for none.
    switch: str = ""
    filters: tuple[ListFilter, ...] = ()
    # The heading of the certificate column, by which the list can also be sorted; empty if the list has none.
    expiry_column: str = ""
    # The placeholder of the search field, which names the searched fields.
    search_hint: str = "Search by name"


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A button on a form that tests the entered values, whether saved or not."""

    label: str
    # The operation, which receives the item; for an item with a tree, the tree and the results to try it with.
    path: str
    # The heading above the errors of the item.
    problem: str


@dataclass(frozen=True, kw_only=True)
class ItemForm:
    """The form of a document, where the server renders it."""

    layout: FormLayout = field(default_factory=FormLayout)
    # Differences from the model's declarations, and fields of new items only: attributes of widgets, by member.
    tweaks: Tweaks = field(default_factory=dict)
    only_new: Tweaks = field(default_factory=dict)
    # The form's attribute mapping, if it has one.
    mapping: MappingForm[Any] | None = None
    # Mappings that follow the first one.
    further_mappings: tuple[MappingForm[Any], ...] = ()
    # The types of items, each with a form of its own, and the member that holds the type.
    variants: tuple[Variant, ...] = ()
    variant_member: str = "type"
    # The ways to create items other than sending them.
    adding: tuple[CreationForm, ...] = ()
    # The member that is a tree of policy nodes, if there is one.
    tree: str = ""
    # Fields of a new item whose values a link to its form can name: choices and references, those that decide first.
    prefilled: tuple[str, ...] = ()
    trial: Trial | None = None
    # A source that fills in the form of a new item.
    source: FormSource | None = None
    # True if the page of a stored item shows a summary of its sections, with links that open the form at a section.
    has_summary: bool = False


@dataclass(frozen=True)
class Prerequisite:
    """Something that an item needs before it works and that is not configured."""

    text: str
    # The resource whose page helps, and which of its pages: to add an item, or the page of an item. None if the form
    # itself is the place to change it.
    resource: Handle[Any] | None = None
    adds: bool = True
    item: str = ""
    # The known values of a new item, by fields that its form declares as `prefilled`.
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ItemFacts:
    """Facts and actions that the pages of an item show besides its fields."""

    # Texts by their labels, from the item's id and the caller.
    facts: Callable[[View, str, Principal], Mapping[str, str]] = field(default=lambda _view, _id, _who: {})
    # Links to other sites, by their labels.
    links: Callable[[View, Body], Mapping[str, str]] = field(default=lambda _view, _body: {})
    # Returns an item in its form at a given time, for example with a status that depends on the time.
    at_moment: Callable[[Body, datetime], Body] = field(default=lambda body, _now: body)
    actions: tuple[ItemAction, ...] = ()
    # Returns what a stored item still lacks.
    missing: Callable[[View, Body], Iterable[Prerequisite]] = field(default=lambda _view, _body: ())
    assessment: Assessment | None = None
    # Returns the newest sign-ins that used a stored item, for its summary. It is called outside of a transaction.
    recent_sign_ins: Callable[[Ports, Body], RecentSignIns] | None = None
    snippets: Snippets | None = None

    def action(self, id_: str) -> ItemAction | None:
        """Return the action with an id."""
        return next((each for each in self.actions if each.id == id_), None)


@dataclass(frozen=True, kw_only=True)
class Ui:
    """The presentation of a resource: its page in the navigation, its list, its form and its actions."""

    page: ConsolePage
    # The page of the user guide that the help link leads to.
    guide: str = ""
    # The purpose of the page, if it differs from the description of the resource.
    description: str = ""
    # The address of one document's page, with `{id}` in it. Without it, that of the form below the list.
    item_page: str = ""
    items: ItemList | None = None
    # Without it, a page of the React console shows the resource.
    form: ItemForm | None = None
    item: ItemFacts = field(default_factory=ItemFacts)
    guided: GuidedCreation | None = None
    # Pages with the same group show links to one another.
    tabs: str = ""
    # The setting without which the page has no effect.
    switch: MainSwitch | None = None

    @property
    def page_of_item(self) -> str:
        """Return the address of one document's page, with `{id}` in it; empty if documents have none."""
        return self.item_page or (f"{self.page.path}/edit/{{id}}" if self.items is not None else "")
