"""The tables derived from documents: who refers to whom, and which values are taken."""

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from hanse.config.references import Reference, Usage
from hanse.config.store.schema import reference, unique_value


def replace_references(connection: Connection, kind: str, id_: str, references: Iterable[Reference]) -> None:
    """Record what a document refers to, in place of what it referred to before."""
    connection.execute(delete(reference).where(reference.c.kind == kind, reference.c.id == id_))
    rows = [
        {"kind": kind, "id": id_, "path": r.path, "target_kind": r.target_kind, "target_id": r.target_id}
        for r in references
    ]
    if rows:
        connection.execute(insert(reference), rows)


def used_by(connection: Connection, kind: str, id_: str, *, limit: int) -> tuple[Usage, ...]:
    """Return the places that refer to a document, in a fixed order."""
    query = (
        select(reference.c.kind, reference.c.id, reference.c.path)
        .where(reference.c.target_kind == kind, reference.c.target_id == id_)
        .order_by(reference.c.kind, reference.c.id, reference.c.path)
        .limit(limit)
    )
    return tuple(Usage(*row) for row in connection.execute(query))


def holder_of(connection: Connection, kind: str, field: str, value: str) -> str | None:
    """Return the id of the document that has this unique value, or None."""
    query = select(unique_value.c.id).where(
        unique_value.c.kind == kind, unique_value.c.field == field, unique_value.c.value == value
    )
    found: str | None = connection.execute(query).scalar()
    return found


def replace_unique_values(connection: Connection, kind: str, id_: str, values: Iterable[tuple[str, str]]) -> None:
    """Record a document's unique values, as (field, value), in place of those it had before."""
    connection.execute(delete(unique_value).where(unique_value.c.kind == kind, unique_value.c.id == id_))
    rows = [{"kind": kind, "field": field, "value": value, "id": id_} for field, value in sorted(set(values))]
    if rows:
        connection.execute(insert(unique_value), rows)
