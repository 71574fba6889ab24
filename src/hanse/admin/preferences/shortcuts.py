"""The possible shortcuts of an account: the leaves of the navigation tree that it may open."""

from collections.abc import Iterator

from pydantic import Field

from hanse.admin.shell.navigation_nodes import TreeNode
from hanse.config.declare.access import Intent, Principal, is_allowed
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.navigation import Icon
from hanse.kit.texts.translation import localized

# The slots of the shortcuts bar (specification 1, section 9).
SLOTS = 11


class Shortcut(ConfigModel):
    """A page that a shortcut leads to; its path is that of the navigation node with this id."""

    id: str
    label: str
    icon_name: Icon


class ShortcutGroups(ConfigModel):
    """The possible shortcuts by area, and the recently used pages, newest first."""

    recently_used: list[Shortcut] = Field(default_factory=list)
    authentication: list[Shortcut] = Field(default_factory=list)
    applications: list[Shortcut] = Field(default_factory=list)
    security: list[Shortcut] = Field(default_factory=list)
    system: list[Shortcut] = Field(default_factory=list)


def available(principal: Principal, tree: tuple[TreeNode, ...]) -> dict[str, Shortcut]:
    """Return all possible shortcuts of an account, by id, in the order of the tree."""
    return {shortcut.id: shortcut for area in tree for shortcut in _below(area, principal, area.icon)}


def grouped(principal: Principal, recent: list[str], tree: tuple[TreeNode, ...]) -> ShortcutGroups:
    """Return the possible shortcuts, and the recently used pages that may still be opened."""
    offered = available(principal, tree)
    groups = {area.id: list(_below(area, principal, area.icon)) for area in tree}
    return ShortcutGroups(recently_used=[offered[id_] for id_ in recent if id_ in offered], **groups)


def defaults(principal: Principal, tree: tuple[TreeNode, ...]) -> list[Shortcut]:
    """Return the default shortcuts.

    They are the pages that the roles may open, so roles need no lists of their own. If there are too many, each area
    gets an equal share.
    """
    offered = available(principal, tree)
    areas = [[offered[leaf.id] for leaf in _leaves(area) if leaf.is_default and leaf.id in offered] for area in tree]
    ranked = sorted((rank, place) for place, items in enumerate(areas) for rank in range(len(items)))[:SLOTS]
    return [areas[place][rank] for place, rank in sorted((place, rank) for rank, place in ranked)]


def _below(node: TreeNode, principal: Principal, icon: Icon | None) -> Iterator[Shortcut]:
    for leaf, own in _with_icons(node, icon):
        if leaf.area is not None and is_allowed(principal, leaf.area, Intent.READ):
            yield Shortcut(id=leaf.id, label=localized(leaf.label), icon_name=own)


def _with_icons(node: TreeNode, icon: Icon | None) -> Iterator[tuple[TreeNode, Icon]]:
    """Yield the leaves, each with its own icon or that of the nearest node above it."""
    own = node.icon or icon or Icon.SYSTEM
    if node.area is not None:
        yield node, own
    for child in node.children:
        yield from _with_icons(child, own)


def _leaves(node: TreeNode) -> Iterator[TreeNode]:
    return (leaf for leaf, _ in _with_icons(node, None))
