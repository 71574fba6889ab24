"""What the operations of all resources have in common: declaration, the item they are about, and how it looks."""

from typing import Any

from hanse.config.listing import Stored
from hanse.config.operation import Answer, Call
from hanse.config.resource import Resource
from hanse.kit.clock import Clock


def common(resource: Resource[Any], method: str) -> dict[str, Any]:
    """Return the part of an operation's declaration that follows from its resource and method."""
    return {
        "method": method,
        "area": resource.area,
        "tag": resource.title,
        "open_to_setup": method in resource.setup_methods,
    }


def id_of(resource: Resource[Any], call: Call) -> str:
    """Return the id of the document that a call is about."""
    return resource.singleton_id if resource.is_singleton else call.path[resource.id_field]


def item_answer(resource: Resource[Any], call: Call, stored: Stored, status: int = 200) -> Answer:
    """Return what a client sees of a document, with its revision."""
    body = resource.shown(stored.body, call.ports.get(Clock).now())
    return Answer(body, status=status, revision=stored.revision)
