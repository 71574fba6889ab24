"""The search of the console's header through what is configured: by name, id and whatever lists look into."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hanse.admin.session.navigation import TREE
from hanse.admin.session.nodes import Level, Node
from hanse.config import bodies
from hanse.config.access import Area, Intent, is_allowed
from hanse.config.fields import ConfigModel
from hanse.config.listing import Stored
from hanse.config.operation import Answer, Call, Operation, QueryParameter
from hanse.config.resource import Resource

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


def search_operation() -> Operation:
    """Return the call."""
    return Operation(
        path=f"{UI}/search",
        area=Area.CONSOLE,
        tag=TAG,
        summary="Search what is configured",
        query=(_FILTER,),
        run=_search,
        answer=SearchResult,
        extra_statuses=(422,),
    )


def _search(call: Call) -> Answer:
    shown = [each for each in call.view.registry if each.page and not each.is_singleton]
    titles = _titles(shown)
    by_kind = {each.kind: each for each in shown}
    resources = [by_kind[kind] for kind in titles if _may_see(call, by_kind[kind])]
    found = call.view.search(resources, call.query["filter"], limit=SHOWN)
    groups = [
        HitGroup(
            kind=resource.kind,
            title=titles[resource.kind],
            items=[_hit(resource, stored) for stored in hits.items],
            has_more=hits.has_more,
        )
        for resource, hits in found
    ]
    return Answer(SearchResult(items=groups))


def _titles(resources: Sequence[Resource[Any]]) -> dict[str, str]:
    """Return what each kind is called above its hits, in the order of the navigation.

    That is the name of its place there, unless several kinds have one place.
    """
    places = [
        (leaf.label, each)
        for leaf in _leaves(TREE)
        for each in resources
        if each.page is not None and each.page.startswith(f"{leaf.path}/")
    ]
    counted = Counter(label for label, _ in places)
    return {each.kind: label if counted[label] == 1 else each.title for label, each in places}


def _leaves(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        if node.level is Level.LEAF:
            yield node
        yield from _leaves(node.children)


def _may_see(call: Call, resource: Resource[Any]) -> bool:
    return is_allowed(call.principal, resource.area, Intent.READ)


def _hit(resource: Resource[Any], stored: Stored) -> Hit:
    label = bodies.name_of(resource, stored.id, stored.body)
    return Hit(id=stored.id, label=label, path=resource.page_of(stored.id) or "")
