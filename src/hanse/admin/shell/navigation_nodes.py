"""The nodes of the navigation tree, and the part of it that a caller sees."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hanse.config.declare.access import Area, Intent, Principal, is_allowed
from hanse.config.declare.ui.navigation import Icon, Tile
from hanse.kit.texts.translation import localized


class NodeLevel(StrEnum):
    """Level of a node in the tree (specification 3, section 2.3)."""

    PRIMARY = "PRIMARY"
    SECONDARY = "SECONDARY"
    LEAF = "LEAF"


@dataclass(frozen=True)
class TreeNode:
    """A node. A leaf has a path, an area and an intent, which decide who sees it; other nodes have children.

    A primary node has a path too: that of its landing page.
    """

    id: str
    label: str
    level: NodeLevel
    path: str = ""
    area: Area | None = None
    intent: Intent = Intent.READ
    # True if the console renders the screen itself, false if the server renders a form.
    react: bool = False
    # Without an icon of its own, a node has that of its parent.
    icon: Icon | None = None
    # True for a default shortcut: administrators who may open the page have it until they choose their own.
    is_default: bool = False
    # Its tile on the landing page of its area.
    tile: Tile | None = None
    # Synonyms by which the search finds it.
    keywords: tuple[str, ...] = ()
    children: tuple["TreeNode", ...] = ()


def primary(id_: str, label: str, *groups: TreeNode, icon: Icon | None = None) -> TreeNode:
    """Return one of the four areas, which have landing pages in the console (specification 1, section 2)."""
    return TreeNode(id_, label, NodeLevel.PRIMARY, path=f"/{id_}", react=True, children=groups, icon=icon)


def secondary(id_: str, label: str, *leaves: TreeNode, icon: Icon | None = None) -> TreeNode:
    """Return a heading within an area."""
    return TreeNode(id_, label, NodeLevel.SECONDARY, children=leaves, icon=icon)


def leaf(
    id_: str,
    label: str,
    path: str,
    area: Area,
    *,
    react: bool,
    icon: Icon | None = None,
    is_default: bool = False,
    tile: Tile | None = None,
    keywords: tuple[str, ...] = (),
    intent: Intent = Intent.READ,
) -> TreeNode:
    """Return a page that can be opened."""
    return TreeNode(
        id_,
        label,
        NodeLevel.LEAF,
        path=path,
        area=area,
        react=react,
        icon=icon,
        is_default=is_default,
        tile=tile,
        keywords=keywords,
        intent=intent,
    )


def visible(principal: Principal, nodes: Iterable[TreeNode]) -> Iterator[dict[str, Any]]:
    """Yield the nodes that a caller may read, in the console's form; a branch without leaves is omitted."""
    for node in nodes:
        if node.area is not None:
            if is_allowed(principal, node.area, node.intent):
                yield {**_shown(node, []), **_tile(principal, node)}
        elif children := list(visible(principal, node.children)):
            yield _shown(node, children)


def locked(principal: Principal, nodes: Iterable[TreeNode]) -> Iterator[TreeNode]:
    """Yield the leaves that a caller may not read."""
    for node in nodes:
        if node.area is not None and not is_allowed(principal, node.area, node.intent):
            yield node
        yield from locked(principal, node.children)


def _shown(node: TreeNode, children: list[dict[str, Any]]) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": node.id, "label": localized(node.label), "level": node.level, "react": node.react}
    if node.path:
        shown["path"] = node.path
    if node.keywords:
        shown["keywords"] = list(node.keywords)
    return {**shown, "children": children}


def _tile(principal: Principal, node: TreeNode) -> dict[str, Any]:
    """Return the member with the tile of a page that the caller may read; empty if the caller does not see the tile."""
    if node.tile is None or node.area is None:
        return {}
    may_see = principal.auditor or not node.tile.for_writers or is_allowed(principal, node.area, Intent.WRITE)
    tile = {
        "label": localized(node.tile.label or node.label),
        "description": localized(node.tile.description),
        "icon": node.tile.icon,
        "position": node.tile.position,
    }
    return {"tile": tile} if may_see else {}
