"""The active connections among those of the configuration, for the compilers of the snapshot."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from hanse.config.declare.resource import Resource
from hanse.config.list_query import ListQuery, StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.engine.snapshot.compiler import CompilerInput

T = TypeVar("T")
C = TypeVar("C")


def active_connections(view: TransactionView, resource: Resource[Any]) -> Iterator[StoredDocument]:
    """Yield the active connections of a kind."""
    return (each for each in view.list(resource, ListQuery()).items if each.body.get("active"))


def updated_connections(
    given: CompilerInput[T],
    resource: Resource[Any],
    previous: Mapping[str, C],
    make: Callable[[str, Mapping[str, Any]], C],
) -> dict[str, C]:
    """Return the active connections of a kind by id. Those that have not changed are taken from the previous ones."""
    found: dict[str, C] = {}
    for stored in active_connections(given.view, resource):
        before = None if given.changes.include(resource.kind, stored.id) else previous.get(stored.id)
        found[stored.id] = make(stored.id, stored.body) if before is None else before
    return found
