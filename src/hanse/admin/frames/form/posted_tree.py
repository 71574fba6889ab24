"""The posted tree: the hidden field of the page, with the choices that were made since."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import from_json

from hanse.kit.errors import MalformedRequest

Posted = Mapping[str, Sequence[str]]
Body = dict[str, Any]
ROOT = "r"
# Deeper than any policy may be, so that the rule of policies reports the error.
_DEEPEST = 80
MAPPED, ADAPTER = "attributeMapping", "IDP_ADAPTER"
OUTBOUND = "outboundAttributeMapping"
# For a node, on the page only: whether it is collapsed (`policy_editor.collapsed_nodes`).
COLLAPSED = "_folded"
# The number of its branches that are shown, if it has very many.
SHOWN = "_shown"


def blank_node(context: str | None = None) -> Body:
    """Return a node for which nothing is chosen yet."""
    return {"action": {} if context is None else {"context": context}, "children": []}


def read_tree(posted: Posted, path: str) -> Body:
    """Return the tree. Raises MalformedRequest for a value that none of our pages posts."""
    text = (posted.get(path) or ("",))[-1]
    try:
        tree = _node(from_json(text), 0) if text else blank_node()
    except (ValueError, RecursionError) as error:
        raise MalformedRequest("The tree in the form cannot be read.") from error
    for key, node in walk(tree):
        chosen = posted.get(f"{path}:{key}")
        if chosen and chosen[-1] != choice_of(node["action"]):
            node["action"] = _made(chosen[-1], node["action"].get("context"))
    return tree


def plain(node: Body) -> Body:
    """Return the tree of the API, without the values that only the page needs."""
    made = {name: value for name, value in node.items() if name not in (COLLAPSED, SHOWN)}
    return {**made, "children": [plain(child) for child in node["children"]]} if "children" in node else made


def size(node: Body) -> int:
    """Return how many nodes there are, this one among them."""
    return 1 + sum(size(child) for child in node["children"])


def walk(node: Body, key: str = ROOT) -> Iterator[tuple[str, Body]]:
    """Yield every node with the key by which the page names it."""
    yield key, node
    for index, child in enumerate(node["children"]):
        yield from walk(child, f"{key}.{index}")


def node_at(tree: Body, key: str) -> Body:
    """Return the node of a key; raises MalformedRequest."""
    found = next((node for each, node in walk(tree) if each == key), None)
    if found is None:
        raise MalformedRequest("The tree has no such node.")
    return found


def clear(tree: Body, key: str) -> None:
    """Remove the action of a node, and all nodes below it."""
    node = node_at(tree, key)
    node.update(blank_node(node["action"].get("context")))


def choice_of(action: Body) -> str:
    """Return an action as the lists of choices name it; an empty text if none is chosen."""
    match action.get("type", ""):
        case "AUTHN_SOURCE":
            source = action.get("authenticationSource", {})
            return f"AUTHN_SOURCE {source.get('type')} {source.get('sourceRef', {}).get('id')}"
        case "AUTHN_SELECTOR":
            return f"AUTHN_SELECTOR {action.get('authenticationSelectorRef', {}).get('id')}"
        case "FRAGMENT":
            return f"FRAGMENT {action.get('fragment', {}).get('id')}"
        case "APC_MAPPING":
            return f"APC_MAPPING {action.get('authenticationPolicyContractRef', {}).get('id')}"
        case "LOCAL_IDENTITY_MAPPING":
            return f"LOCAL_IDENTITY_MAPPING {action.get('localIdentityRef', {}).get('id')}"
        case other:
            return str(other)


def _made(choice: str, context: str | None) -> Body:
    type_, _, target = choice.partition(" ")
    action: Body = {} if context is None else {"context": context}
    if not type_:
        return action
    action["type"] = type_
    match type_:
        case "AUTHN_SOURCE":
            kind, _, id_ = target.partition(" ")
            action["authenticationSource"] = {"type": kind, "sourceRef": {"id": id_}}
        case "AUTHN_SELECTOR":
            action["authenticationSelectorRef"] = {"id": target}
        case "FRAGMENT":
            action["fragment"] = {"id": target}
        case "APC_MAPPING":
            action["authenticationPolicyContractRef"] = {"id": target}
            action[MAPPED] = {"attributeContractFulfillment": {}}
        case "LOCAL_IDENTITY_MAPPING":
            action["localIdentityRef"] = {"id": target}
            action[OUTBOUND] = {"attributeContractFulfillment": {}}
        case _:
            pass
    return action


def _node(value: Any, depth: int) -> Body:
    """Return a node with the members that the rest of this package relies on; raises ValueError."""
    if not isinstance(value, dict) or depth > _DEEPEST:
        raise ValueError(depth)
    action, children = value.get("action", {}), value.get("children", [])
    if not isinstance(action, dict) or not isinstance(children, list):
        raise ValueError(depth)  # noqa: TRY004 - the caller knows one kind of malformed text.
    return {**value, "action": action, "children": [_node(child, depth + 1) for child in children]}
