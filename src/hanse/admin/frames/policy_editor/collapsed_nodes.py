"""Which nodes of a tree are seen: pages show so many of them, and what follows the others once they are opened.

The decision is stored in the nodes, so that it moves with them whatever happens to their neighbors, and the page
carries it with the tree. `posted_tree.plain` takes it out of what is saved.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from hanse.admin.frames.form.posted_tree import COLLAPSED, SHOWN, node_at, walk
from hanse.config.declare.marked_fields import join

Body = dict[str, Any]
# Nodes that are shown without having been asked for. Pages with many more take browsers seconds.
MOST_SEEN = 30
# Branches of one node that are shown, and how many more are each time that somebody asks for more.
PAGE = 50
# The places where somebody who may change nothing has opened or closed the tree, of the query.
# A plus behind one asks for more of its branches.
SEEN, SEPARATOR, MOST_STEPS, FURTHER = "seen", ",", 200, "+"
_CHILDREN = ".children["


def collapse(tree: Body, place: str, revealed: Iterable[str] = ()) -> None:
    """Decide of each node that is seen whether what follows it is, unless that is decided; show what has to be seen.

    `revealed` are paths in the form; the tree is at `place`.
    """
    needed: dict[str, int] = {}
    for above, index in (step for each in revealed for step in _above(each)):
        needed[above] = max(needed.get(above, 0), index + 1)
    waiting, seen = deque([(tree, place)]), 1
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


def _above(place: str) -> Iterator[tuple[str, int]]:
    """Yield the places of the nodes that a place is below, each with the position of the branch that leads there."""
    at = place.find(_CHILDREN)
    while at >= 0:
        position = place[at + len(_CHILDREN) :].partition("]")[0]
        yield place[:at], int(position) if position.isdigit() else 0
        at = place.find(_CHILDREN, at + 1)


def collapse_as_posted(tree: Body, place: str, asked: str) -> None:
    """Open and close what an address says, step by step, as it was done; what is not there is passed over."""
    for key in steps_of(asked):
        collapse(tree, place)
        name = key.removesuffix(FURTHER)
        node = next((node for each, node in walk(tree) if each == name), None)
        if node is not None and name != key:
            show_more(node)
        elif node is not None:
            node[COLLAPSED] = not node.get(COLLAPSED, True)


def steps_of(asked: str) -> list[str]:
    """Return the steps that an address names."""
    return asked.split(SEPARATOR)[:MOST_STEPS] if asked else []


def with_step(asked: str, key: str) -> str:
    """Return what an address says after one step more: who takes a step back has not taken it."""
    steps = steps_of(asked)
    if key.endswith(FURTHER):
        return SEPARATOR.join([*steps, key])
    return SEPARATOR.join([each for each in steps if each != key] if key in steps else [*steps, key])


def set_collapsed(tree: Body, key: str, *, collapsed: bool) -> None:
    """Close or open a node; raises MalformedRequest."""
    node_at(tree, key)[COLLAPSED] = collapsed


def is_collapsed(node: Body) -> bool:
    """Return whether what follows a node is not seen."""
    return bool(node.get(COLLAPSED)) and bool(node["children"])
