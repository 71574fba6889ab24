"""The shown nodes of a tree: a page shows a limited number, and the nodes below a collapsed node on request.

The decision is stored in the nodes, so that it moves with them whatever happens to their neighbors, and the page
carries it with the tree. `posted_tree.plain` takes it out of what is saved.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from hanse.admin.frames.form.posted_tree import COLLAPSED, SHOWN, node_at, walk
from hanse.config.declare.marked_fields import join

Body = dict[str, Any]
# Nodes that are shown initially. Browsers take seconds for pages with many more.
MOST_SEEN = 30
# Branches of one node that are shown initially, and added each time that more are requested.
PAGE = 50
# Query parameter with the nodes that a reader, who posts no form, has opened or closed. A plus after a node shows more
# of its branches.
SEEN, SEPARATOR, MOST_STEPS, FURTHER = "seen", ",", 200, "+"
_CHILDREN = ".children["


def collapse(tree: Body, tree_path: str, revealed: Iterable[str] = ()) -> None:
    """Decide for each shown node whether it is collapsed, unless that is decided; open the way to revealed paths.

    `revealed` are paths in the form; the tree is at `tree_path`.
    """
    needed: dict[str, int] = {}
    for above, index in (step for each in revealed for step in _above(each)):
        needed[above] = max(needed.get(above, 0), index + 1)
    waiting, seen = deque([(tree, tree_path)]), 1
    while waiting:
        node, path = waiting.popleft()
        if path in needed:
            node[COLLAPSED] = False
            node[SHOWN] = max(_shown(node), needed[path])
        children = shown_of(node)
        if not isinstance(node.get(COLLAPSED), bool):
            node[COLLAPSED] = seen + len(children) > MOST_SEEN
            seen += 0 if node[COLLAPSED] else len(children)
        if not node[COLLAPSED]:
            waiting.extend((child, join(join(path, "children"), index)) for index, child in enumerate(children))


def shown_of(node: Body) -> list[Body]:
    """Return the branches of a node that are shown where it is open: the first of many."""
    children: list[Body] = node["children"]
    return children[: _shown(node)]


def _shown(node: Body) -> int:
    number = node.get(SHOWN)
    return max(number, PAGE) if isinstance(number, int) else PAGE


def show_more(node: Body) -> int:
    """Show more of the branches of a node, and return the position of the first of these."""
    first = len(shown_of(node))
    node[SHOWN] = first + PAGE
    return first


def _above(path: str) -> Iterator[tuple[str, int]]:
    """Yield the paths of the nodes above a path, each with the position of the branch that leads there."""
    at = path.find(_CHILDREN)
    while at >= 0:
        position = path[at + len(_CHILDREN) :].partition("]")[0]
        yield path[:at], int(position) if position.isdigit() else 0
        at = path.find(_CHILDREN, at + 1)


def apply_toggles(tree: Body, tree_path: str, toggles: str) -> None:
    """Open and close the nodes that the address names, step by step. Unknown nodes are ignored."""
    for key in steps_of(toggles):
        collapse(tree, tree_path)
        name = key.removesuffix(FURTHER)
        node = next((node for each, node in walk(tree) if each == name), None)
        if node is not None and name != key:
            show_more(node)
        elif node is not None:
            node[COLLAPSED] = not node.get(COLLAPSED, True)


def steps_of(toggles: str) -> list[str]:
    """Return the nodes that the query parameter names."""
    return toggles.split(SEPARATOR)[:MOST_STEPS] if toggles else []


def with_step(toggles: str, key: str) -> str:
    """Return the query parameter after one more step. Repeating a step undoes it."""
    steps = steps_of(toggles)
    if key.endswith(FURTHER):
        return SEPARATOR.join([*steps, key])
    return SEPARATOR.join([each for each in steps if each != key] if key in steps else [*steps, key])


def set_collapsed(tree: Body, key: str, *, collapsed: bool) -> None:
    """Close or open a node; raises MalformedRequest."""
    node_at(tree, key)[COLLAPSED] = collapsed


def is_collapsed(node: Body) -> bool:
    """Return whether the nodes below a node are hidden."""
    return bool(node.get(COLLAPSED)) and bool(node["children"])
