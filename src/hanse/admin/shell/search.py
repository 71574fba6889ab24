"""The search of the console's header through what is configured: by name, id and whatever lists look into."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from hanse.admin.shell.navigation import leaves
from hanse.admin.shell.nodes import Node
from hanse.config.change import bodies
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import Answer, Call, Operation, QueryParameter
from hanse.config.listing import Stored
from hanse.kit.texts.translating import localized

UI = "/pf-admin-ui"
TAG = "Console"
# Of each area so many are shown: whoever looks for one among more goes to its list, or types more of its name.
SHOWN = 5
_FILTER = QueryParameter("filter", str, "Words that all have to occur in what lists look into.", "")


class Hit(ConfigModel):
    """Something that is configured, and the console's page for it."""

    id: str
    label: str
    path: str


class HitGroup(ConfigModel):
    """The first hits of one area."""

    kind: str
    title: str
    items: list[Hit]
    has_more: bool


class SearchResult(ConfigModel):
    """What was found, by area, in the order of the navigation."""

    items: list[HitGroup]


def search_operation(navigation: tuple[Node, ...]) -> Operation:
    """Return the call; `navigation` has the order and the headings of the hits."""
    return Operation(
        path=f"{UI}/search",
        area=Area.CONSOLE,
        tag=TAG,
        summary="Search what is configured",
        query=(_FILTER,),
        run=partial(_search, navigation=navigation),
        answer=SearchResult,
        extra_statuses=(422,),
    )


def _search(call: Call, *, navigation: tuple[Node, ...]) -> Answer:
    shown = [each for each in call.view.registry if _has_pages(each)]
    titles = _titles(shown, navigation)
    by_kind = {each.kind: each for each in shown}
    resources = [by_kind[kind] for kind in titles if _may_see(call, by_kind[kind])]
    found = call.view.search(resources, call.query["filter"], limit=SHOWN)
    groups = [
        HitGroup(
            kind=resource.kind,
            title=localized(titles[resource.kind]),
            items=[_hit(resource, stored) for stored in hits.items],
            has_more=hits.has_more,
        )
        for resource, hits in found
    ]
    return Answer(SearchResult(items=groups))


def _has_pages(resource: Resource[Any]) -> bool:
    """Tell whether documents of a resource have a page each."""
    return resource.ui is not None and bool(resource.ui.page_of_item) and not resource.is_singleton


def _titles(resources: Sequence[Resource[Any]], navigation: tuple[Node, ...]) -> dict[str, str]:
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
    return {each.kind: label if counted[label] == 1 else each.title for label, each in places}


def _may_see(call: Call, resource: Resource[Any]) -> bool:
    return is_allowed(call.principal, resource.area, Intent.READ)


def _hit(resource: Resource[Any], stored: Stored) -> Hit:
    label = bodies.name_of(resource, stored.id, stored.body)
    return Hit(id=stored.id, label=label, path=resource.page_of(stored.id) or "")
