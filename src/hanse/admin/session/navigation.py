"""The navigation tree of the console: every node that works, and who sees it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hanse.config.access import Area, Intent, Principal, is_allowed


class Level(StrEnum):
    """How deep a node is (specification 3, section 2.3)."""

    PRIMARY = "PRIMARY"
    SECONDARY = "SECONDARY"
    LEAF = "LEAF"


@dataclass(frozen=True)
class Node:
    """One node; a leaf has a path and an area, which decides who sees it, the others have children."""

    id: str
    label: str
    level: Level
    path: str = ""
    area: Area | None = None
    # Whether the console itself shows the screen; otherwise the server renders its form.
    react: bool = False
    children: tuple["Node", ...] = ()


# A node stands here once its area works: a dead link would be a defect.
TREE: tuple[Node, ...] = (
    Node(
        "system",
        "System",
        Level.PRIMARY,
        children=(
            Node(
                "system/server",
                "Server",
                Level.SECONDARY,
                children=(
                    Node(
                        "virtualHostNames",
                        "Virtual Host Names",
                        Level.LEAF,
                        path="/system/server/virtual-hostnames",
                        area=Area.CONFIGURATION,
                        react=True,
                    ),
                    Node(
                        "license",
                        "License",
                        Level.LEAF,
                        path="/system/server/license",
                        area=Area.LICENSE,
                        react=True,
                    ),
                ),
            ),
        ),
    ),
)


def visible_tree(principal: Principal, tree: Iterable[Node] = TREE) -> list[dict[str, Any]]:
    """Return the nodes that a caller may read, as the console takes them; a branch without leaves is left out."""
    return list(_visible(principal, tree))


def _visible(principal: Principal, nodes: Iterable[Node]) -> Iterator[dict[str, Any]]:
    for node in nodes:
        if node.area is not None:
            if is_allowed(principal, node.area, Intent.READ):
                yield _shown(node, [])
        elif children := list(_visible(principal, node.children)):
            yield _shown(node, children)


def _shown(node: Node, children: list[dict[str, Any]]) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": node.id, "label": node.label, "level": node.level, "react": node.react}
    if node.path:
        shown["path"] = node.path
    return {**shown, "children": children}
