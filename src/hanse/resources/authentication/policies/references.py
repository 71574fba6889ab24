"""References of a policy tree that its model does not declare.

These are adapters and connections, selectors, and the extended properties that rules and mappings use.
"""

from collections.abc import Iterator
from typing import Any

from hanse import handles
from hanse.config.declare.options import Referral
from hanse.resources.authentication.policies.node_inputs import SOURCES
from hanse.resources.mapping.properties import property_references

Body = dict[str, Any]


def tree_references(body: Body) -> Iterator[Referral]:
    """Yield the references in a document that has a tree: the path, the resource and the target's id."""
    yield from _below(body.get("rootNode"), "rootNode")
    yield from property_references(body.get("rootNode"), "rootNode")


def source_references(body: Body) -> Iterator[Referral]:
    """Yield the references of the default authentication sources."""
    for index, source in enumerate(body.get("defaultAuthenticationSources", ())):
        yield reference_to_source(source, f"defaultAuthenticationSources[{index}]")


def _below(node: Body | None, path: str) -> Iterator[Referral]:
    if node is None:
        return
    action = node["action"]
    if "authenticationSource" in action:
        yield reference_to_source(action["authenticationSource"], f"{path}.action.authenticationSource")
    elif "authenticationSelectorRef" in action:
        yield f"{path}.action.authenticationSelectorRef", handles.SELECTORS, action["authenticationSelectorRef"]["id"]
    for index, child in enumerate(node.get("children", ())):
        yield from _below(child, f"{path}.children[{index}]")


def reference_to_source(source: Body, path: str) -> Referral:
    """Return the reference of an authentication source at a path."""
    return f"{path}.sourceRef", SOURCES[source["type"]], source["sourceRef"]["id"]
