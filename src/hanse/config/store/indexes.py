"""The tables derived from documents: references between them, and unique values."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, Table, bindparam, delete, insert, select

from hanse.config.references import Reference, Usage
from hanse.config.store.schema import reference, unique_value


def replace_references(connection: Connection, kind: str, references: Mapping[str, Iterable[Reference]]) -> None:
    """Replace the recorded references of documents, given by their ids."""
    _forget(connection, reference, kind, references)
    rows = [
        {"kind": kind, "id": id_, "path": r.path, "target_kind": r.target_kind, "target_id": r.target_id}
        for id_, found in references.items()
        for r in found
    ]
    if rows:
        connection.execute(insert(reference), rows)


def used_by(connection: Connection, kind: str, id_: str | None, *, limit: int) -> tuple[Usage, ...]:
    """Return the places that refer to a document, in a fixed order; without an id, to any document of a kind."""
    query = (
        select(reference.c.kind, reference.c.id, reference.c.path)
        .where(reference.c.target_kind == kind)
        .order_by(reference.c.kind, reference.c.id, reference.c.path)
        .distinct()
        .limit(limit)
    )
    if id_ is not None:
        query = query.where(reference.c.target_id == id_)
    return tuple(Usage(*row) for row in connection.execute(query))


def targets_of(connection: Connection, kinds: Iterable[str], target_kind: str, *, limit: int) -> frozenset[str]:
    """Return the ids of documents of a kind that documents of other kinds refer to."""
    query = (
        select(reference.c.target_id)
        .where(reference.c.kind.in_(tuple(kinds)), reference.c.target_kind == target_kind)
        .distinct()
        .limit(limit)
    )
    return frozenset(connection.execute(query).scalars())


def holder_of(connection: Connection, kind: str, field: str, value: str) -> str | None:
    """Return the id of the document that has this unique value, or None."""
    query = select(unique_value.c.id).where(
        unique_value.c.kind == kind, unique_value.c.field == field, unique_value.c.value == value
    )
    found: str | None = connection.execute(query).scalar()
    return found


def replace_unique_values(connection: Connection, kind: str, values: Mapping[str, Iterable[tuple[str, str]]]) -> None:
    """Replace the recorded unique values, as (field, value), of documents, given by their ids."""
    _forget(connection, unique_value, kind, values)
    rows = [
        {"kind": kind, "field": field, "value": value, "id": id_}
        for id_, found in values.items()
        for field, value in sorted(set(found))
    ]
    if rows:
        connection.execute(insert(unique_value), rows)


def _forget(connection: Connection, table: Table, kind: str, ids: Iterable[str]) -> None:
    statement = delete(table).where(table.c.kind == kind, table.c.id == bindparam("of_id"))
    if parameters := [{"of_id": id_} for id_ in ids]:
        connection.execute(statement, parameters)
