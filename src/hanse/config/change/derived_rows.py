"""Rows that are derived from documents: sort keys, search texts, references, unique values, ends of validity."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection

from hanse.config.change import bodies
from hanse.config.change.draft import Draft
from hanse.config.change.reference_checks import references_of, resolved
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.list_query import StoredDocument
from hanse.config.references import Reference
from hanse.config.store import documents, indexes
from hanse.config.store.expirations import replace_expirations

Body = dict[str, Any]


def row_of(resource: Resource[Any], stored: StoredDocument) -> documents.DocumentRow:
    """Return a document as the store keeps it."""
    return documents.DocumentRow(
        stored, bodies.sort_key(resource, stored.body, stored.id), bodies.search_text(resource, stored.body)
    )


def index(
    connection: Connection, registry: Registry, resource: Resource[Any], bodies_by_id: Mapping[str, Body]
) -> None:
    """Update references, unique values and ends of validity of documents; a deleted document has an empty body.

    The targets of references must be written before.
    """
    references = {id_: tuple(references_of(resource, body, registry)) for id_, body in bodies_by_id.items()}
    values = {id_: bodies.unique_values(resource, body) for id_, body in bodies_by_id.items()}
    _replace(connection, resource.kind, references, values)
    _replace_expirations(connection, resource, bodies_by_id)


def index_draft(connection: Connection, draft: Draft[Any]) -> None:
    """Update references, unique values and ends of validity of a document after its draft was written."""
    _replace(connection, draft.resource.kind, {draft.id: draft.references}, {draft.id: draft.unique_values})
    _replace_expirations(connection, draft.resource, {draft.id: draft.body})


def _replace(
    connection: Connection,
    kind: str,
    references: Mapping[str, tuple[Reference, ...]],
    values: Mapping[str, Iterable[tuple[str, str, str, str]]],
) -> None:
    # If the target may belong to several kinds, the store shows to which.
    open_ones = (each for found in references.values() for each in found if each.other_kinds)
    there = documents.present(connection, (name for each in open_ones for name in each.names))
    indexes.replace_references(connection, kind, {id_: resolved(found, there) for id_, found in references.items()})
    indexes.replace_unique_values(
        connection, kind, {id_: [(field, value) for field, value, *_ in found] for id_, found in values.items()}
    )


def _replace_expirations(connection: Connection, resource: Resource[Any], bodies_by_id: Mapping[str, Body]) -> None:
    find = resource.storage.expirations
    if find is not None:
        found = {id_: tuple(find(body)) if body else () for id_, body in bodies_by_id.items()}
        replace_expirations(connection, resource.kind, found)
