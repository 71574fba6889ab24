"""What is derived from documents' bodies and kept beside them: sort keys, search texts, references, unique values."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection

from hanse.config import bodies
from hanse.config.listing import Stored
from hanse.config.references import references_of, resolved
from hanse.config.registry import Registry
from hanse.config.resource import Resource
from hanse.config.store import documents, indexes

Body = dict[str, Any]


def row_of(resource: Resource[Any], stored: Stored) -> documents.Row:
    """Return a document as the store keeps it."""
    return documents.Row(
        stored, bodies.sort_key(resource, stored.body, stored.id), bodies.search_text(resource, stored.body)
    )


def index(
    connection: Connection, registry: Registry, resource: Resource[Any], bodies_by_id: Mapping[str, Body]
) -> None:
    """Bring references and unique values up to date; those of a document that went are those of an empty body."""
    kind = resource.kind
    is_there = partial(documents.exists, connection)
    references = {
        id_: resolved(references_of(resource, body, registry), is_there) for id_, body in bodies_by_id.items()
    }
    indexes.replace_references(connection, kind, references)
    values = {
        id_: [(field, value) for field, value, _, _ in bodies.unique_values(resource, body)]
        for id_, body in bodies_by_id.items()
    }
    indexes.replace_unique_values(connection, kind, values)
