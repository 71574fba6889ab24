"""Common parts of all resources' operations: declaration, the item, and its form in answers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hanse.config.change.write_transaction import WriteTransaction
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import Call, OperationResult
from hanse.config.list_query import StoredDocument
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock


def common(resource: Resource[Any], method: str) -> dict[str, Any]:
    """Return the part of an operation's declaration that follows from its resource and method."""
    return {
        "method": method,
        "area": resource.area,
        "tag": resource.text.title,
    }


def id_of(resource: Resource[Any], call: Call) -> str:
    """Return the id of the document of a call."""
    return resource.singleton_id if resource.is_singleton else call.path[resource.ids.member]


def item_answer(
    resource: Resource[Any], call: Call, stored: StoredDocument, status: int = 200, view: TransactionView | None = None
) -> OperationResult:
    """Return the form of a document for clients, with its revision; `view` is used if the call has no view."""
    (body,) = shown_of(resource, call, [stored], view)
    return OperationResult(body, status=status, revision=stored.revision)


def shown_of(
    resource: Resource[Any], call: Call, found: Iterable[StoredDocument], view: TransactionView | None = None
) -> list[dict[str, Any]]:
    """Return the form of documents for clients."""
    now = call.ports.get(Clock).now()
    if resource.answers.enrich is None:
        return [resource.shown(stored.body, now) for stored in found]
    shown = view or call.view
    if isinstance(shown, WriteTransaction):
        # The answer to a save that is replicated at once equals the answer to the next read.
        shown.follow_up()
    enrichment = resource.answers.enrich(shown, call.ports)
    # An enrichment that completes a member starts from the form in which clients see it.
    documents = (replace(stored, body=resource.shown(stored.body, now)) for stored in found)
    return [{**stored.body, **enrichment(stored)} for stored in documents]
