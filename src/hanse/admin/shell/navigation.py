"""The navigation tree of the console, derived from the pages that resources and other parts of the server declare."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hanse.admin.shell.navigation_nodes import TreeNode, leaf, primary, secondary
from hanse.config.declare.access import Area, Intent
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.navigation import MAIN_AREAS, ConsolePage


@dataclass(frozen=True)
class OtherPage:
    """A page that belongs to no resource, and the area whose readers see it; if it only adds something, its writers."""

    page: ConsolePage
    area: Area
    intent: Intent = Intent.READ


def navigation(resources: Iterable[Resource[Any]], others: Iterable[OtherPage] = ()) -> tuple[TreeNode, ...]:
    """Return the tree; raises ValueError for pages that contradict each other.

    Every page below a heading comes from its own declaration, so there is no link to a page that nothing declares.
    """
    pages = _pages(resources, others)
    return tuple(
        primary(
            area.id,
            area.label,
            *(
                secondary(
                    heading.id,
                    heading.label,
                    *(_leaf(each) for each in pages if each.page.heading == heading),
                    icon=heading.icon,
                )
                for heading in area.headings
            ),
            icon=area.icon,
        )
        for area in MAIN_AREAS
    )


def leaves(tree: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """Yield the pages of a tree in their order."""
    for node in tree:
        if node.area is not None:
            yield node
        yield from leaves(node.children)


def _pages(resources: Iterable[Resource[Any]], others: Iterable[OtherPage]) -> list[OtherPage]:
    """Return each page once, sorted by its position below its heading."""
    declared = [OtherPage(ui.page, each.area) for each in resources for ui in each.pages]
    found: dict[str, OtherPage] = {}
    for each in (*declared, *others):
        if found.setdefault(each.page.id, each) != each:
            raise ValueError(f"the page {each.page.id} is declared in two ways")
    placed: dict[tuple[str, int], str] = {}
    for each in found.values():
        if (other := placed.setdefault((each.page.heading.id, each.page.position), each.page.id)) != each.page.id:
            raise ValueError(f"the pages {other} and {each.page.id} have the same position")
    return sorted(found.values(), key=lambda each: each.page.position)


def _leaf(declared: OtherPage) -> TreeNode:
    page = declared.page
    return leaf(
        page.id,
        page.label,
        page.path,
        declared.area,
        react=page.is_react,
        icon=page.icon,
        is_default=page.is_default_shortcut,
        tile=page.tile,
        keywords=page.keywords,
        intent=declared.intent,
    )
