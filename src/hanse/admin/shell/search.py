"""The search of the console's header: by name, ID, type and the searchable fields of lists."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from hanse.admin.shell.item_types import ItemTypes, item_types, with_types
from hanse.admin.shell.navigation import leaves
from hanse.admin.shell.navigation_nodes import TreeNode
from hanse.config.change import bodies
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.handles import Handle
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import Call, Operation, OperationResult, QueryParameter
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.kind import PluginKind
from hanse.kit.texts.translation import localized, localized_message

UI = "/pf-admin-ui"
TAG = "Console"
# Maximum number of hits per area: to find further ones, users open the list, or type more of the name.
SHOWN = 5
_FILTER = QueryParameter("filter", str, "Words that the searchable fields must contain.", "")


class Hit(ConfigModel):
    """A configured item that was found, and the console's page for it."""

    id: str
    label: str
    # The type or the ID of the item. Absent if the ID is composed of others.
    detail: str | None = None
    path: str


class HitGroup(ConfigModel):
    """The first hits of one area."""

    kind: str
    title: str
    items: list[Hit]
    has_more: bool


class SearchResult(ConfigModel):
    """The results by area, in the order of the navigation."""

    items: list[HitGroup]


def search_operation(navigation: tuple[TreeNode, ...], kinds: Iterable[PluginKind[Any]]) -> Operation:
    """Return the operation. `navigation` has the order and the headings of the hits, `kinds` the names of plug-ins."""
    return Operation(
        path=f"{UI}/search",
        area=Area.CONSOLE,
        tag=TAG,
        summary="Search the configuration",
        query=(_FILTER,),
        run=partial(_search, navigation=navigation, kinds={each.resource.kind: each for each in kinds}),
        answer=SearchResult,
        extra_statuses=(422,),
    )


def _search(call: Call, *, navigation: tuple[TreeNode, ...], kinds: Mapping[str, PluginKind[Any]]) -> OperationResult:
    shown = [each for each in call.view.registry if _has_pages(each)]
    titles = _titles(shown, navigation)
    by_kind = {each.kind: each for each in shown}
    resources = [by_kind[kind] for kind in titles if _may_see(call, by_kind[kind])]
    text = call.query["filter"]
    by_words = {resource.kind: hits for resource, hits in call.view.search(resources, text, limit=SHOWN)}
    groups = []
    for resource in resources:
        types = item_types(resource, kinds.get(resource.kind))
        found = with_types(call.view, resource, types, text, by_words.get(resource.kind), limit=SHOWN)
        if found is not None:
            items = [_hit(call, resource, types, stored) for stored in found.items]
            title = localized(titles[resource.kind])
            groups.append(HitGroup(kind=resource.kind, title=title, items=items, has_more=found.has_more))
    return OperationResult(SearchResult(items=groups))


def _has_pages(resource: Resource[Any]) -> bool:
    """Return whether each document of a resource has a page."""
    return resource.ui is not None and bool(resource.ui.page_of_item) and not resource.is_singleton


def _titles(resources: Sequence[Resource[Any]], navigation: tuple[TreeNode, ...]) -> dict[str, str]:
    """Return the heading of each kind's hits, in the order of the navigation.

    It is the label of the kind's page, unless several kinds share the page.
    """
    places = [
        (leaf.label, each)
        for leaf in leaves(navigation)
        for each in resources
        if each.ui is not None and each.ui.page.id == leaf.id
    ]
    counted = Counter(label for label, _ in places)
    return {each.kind: label if counted[label] == 1 else each.text.title for label, each in places}


def _may_see(call: Call, resource: Resource[Any]) -> bool:
    return is_allowed(call.principal, resource.area, Intent.READ)


def _hit(call: Call, resource: Resource[Any], types: ItemTypes | None, stored: StoredDocument) -> Hit:
    naming = resource.ui.items.naming if resource.ui is not None and resource.ui.items is not None else None
    page = resource.page_of(stored.id) or ""
    if naming is not None:
        # Such an id is composed of the ids of other documents. Their names are shown in its place.
        return Hit(id=stored.id, label=localized_message(naming(stored.body, partial(_name, call))), path=page)
    label = bodies.name_of(resource, stored.id, stored.body)
    detail = types.of(stored) if types is not None else stored.id
    return Hit(id=stored.id, label=label, detail=None if detail == label else detail, path=page)


def _name(call: Call, target: Handle[Any], id_: str) -> str:
    """Return the name of a document; its ID if there is no such document or the caller may not read it."""
    registry = call.view.registry
    if not id_ or not registry.has_path(target.path) or not _may_see(call, registry.by_path(target.path)):
        return id_
    stored = call.view.find(registry.by_path(target.path), id_)
    return id_ if stored is None else bodies.name_of(registry.by_path(target.path), stored.id, stored.body)
