"""Queries of the store for replication, and writes into an engine's copy.

The cluster package knows scopes and publications; this module knows the tables of documents and of the log.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from hanse.config.change.derived_rows import index, row_of
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.list_query import StoredDocument
from hanse.config.store import documents, trigrams
from hanse.config.store.schema import document, document_count, expiration, head, reference, revision, unique_value

Body = dict[str, Any]
# A document by kind and id; an entry of the log by its revision and a value that identifies it among entries of that
# number.
DocumentKey = tuple[str, str]
LogEntry = tuple[int, str]
_DERIVED = (document, document_count, reference, unique_value, expiration)


@dataclass(frozen=True)
class Kinds:
    """Some kinds of documents: the named ones, or all others."""

    names: tuple[str, ...]
    are_excluded: bool = False

    def match(self, column: Column[Any]) -> ColumnElement[bool]:
        """Return the condition that a column has one of these kinds."""
        return column.not_in(self.names) if self.are_excluded else column.in_(self.names)


class LoggedChange(NamedTuple):
    """A change in the log, with the stored bodies."""

    kind: str
    id: str
    before: str | None
    after: str | None

    @property
    def key(self) -> DocumentKey:
        """Return kind and id of the document."""
        return self.kind, self.id


def newest_bodies(connection: Connection, ranges: Iterable[tuple[Kinds, int, int]]) -> dict[DocumentKey, str | None]:
    """Return the last body of each document that was changed after one revision and up to another one.

    PostgreSQL only, as the shared database of a cluster.
    """
    matches = [
        and_(kinds.match(revision.c.kind), revision.c.number > low, revision.c.number <= high)
        for kinds, low, high in ranges
    ]
    if not matches:
        return {}
    query = _by_document(select(revision.c.kind, revision.c.id, revision.c.after)).where(or_(*matches))
    return {(row.kind, row.id): row.after for row in connection.execute(query)}


def bodies_at(connection: Connection, kinds: Kinds, number: int) -> dict[DocumentKey, str | None]:
    """Return the bodies of documents at a revision: the current ones, or those before the first change since then.

    A document that did not exist has None. PostgreSQL only.
    """
    query = select(document.c.kind, document.c.id, document.c.body).where(kinds.match(document.c.kind))
    found: dict[DocumentKey, str | None] = {(row.kind, row.id): row.body for row in connection.execute(query)}
    later = and_(kinds.match(revision.c.kind), revision.c.number > number)
    first = _by_document(select(revision.c.kind, revision.c.id, revision.c.before), newest=False).where(later)
    return found | {(row.kind, row.id): row.before for row in connection.execute(first)}


def _by_document(query: Select[Any], *, newest: bool = True) -> Select[Any]:
    """Return a query that yields the newest, or the oldest, change of each document."""
    # A server with the embedded database never needs this dialect.
    from sqlalchemy.dialects.postgresql import distinct_on  # noqa: PLC0415 - the comment above says why.

    order = (revision.c.number, revision.c.position)
    directed = [column.desc() for column in order] if newest else list(order)
    document_of = (revision.c.kind, revision.c.id)
    return query.ext(distinct_on(*document_of)).order_by(*document_of, *directed)


def entry_of(connection: Connection, number: int) -> LogEntry | None:
    """Return a value that identifies a log entry: after a restored backup, another one may have the same number."""
    at = (revision.c.number == number) & (revision.c.position == 0)
    columns = (revision.c.time, revision.c.actor, revision.c.request_id, revision.c.kind, revision.c.id)
    row = connection.execute(select(*columns).where(at)).one_or_none()
    return None if row is None else (number, "|".join(map(str, row)))


def changes_since(connection: Connection, kinds: Iterable[str], number: int) -> list[LoggedChange]:
    """Return the changes of some kinds after a revision, in order, without events."""
    columns = (revision.c.kind, revision.c.id, revision.c.before, revision.c.after)
    query = select(*columns).where(_changed(kinds, number)).order_by(revision.c.number, revision.c.position)
    return [LoggedChange(*row) for row in connection.execute(query)]


def body_after(connection: Connection, key: DocumentKey, number: int) -> tuple[str | None] | None:
    """Return the body of a document after a revision that changed it, None in it for a deleted document.

    Returns None if that revision did not change the document.
    """
    at = (revision.c.number == number) & (revision.c.kind == key[0]) & (revision.c.id == key[1])
    query = select(revision.c.after).where(at).order_by(revision.c.position.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else (row.after,)


def has_changed(
    connection: Connection, kinds: Iterable[str], number: int, published_alone: Table | None = None
) -> bool:
    """Return whether documents of some kinds have changed after a revision.

    `published_alone` is a table of documents with kind, id and a revision; their changes up to it are left out.
    """
    query = select(revision.c.number).where(_changed(kinds, number)).limit(1)
    if published_alone is not None:
        table = published_alone.c
        own = (table.kind == revision.c.kind) & (table.id == revision.c.id) & (table.revision >= revision.c.number)
        query = query.where(~exists().where(own))
    return connection.execute(query).first() is not None


def last_change(connection: Connection, kinds: Iterable[str]) -> str | None:
    """Return the time of the last change of documents of some kinds."""
    newest = select(revision.c.time).where(_changed(kinds, 0)).order_by(revision.c.number.desc()).limit(1)
    found: str | None = connection.execute(newest).scalar()
    return found


def _changed(kinds: Iterable[str], number: int) -> ColumnElement[bool]:
    return (revision.c.number > number) & revision.c.kind.in_(list(kinds)) & revision.c.event.is_(None)


def targets_of(connection: Connection, key: DocumentKey) -> list[DocumentKey]:
    """Return the documents that a document refers to."""
    own = (reference.c.kind == key[0]) & (reference.c.id == key[1])
    rows = connection.execute(select(reference.c.target_kind, reference.c.target_id).where(own))
    return [(row.target_kind, row.target_id) for row in rows]


def existed(connection: Connection, key: DocumentKey, number: int) -> bool:
    """Return whether a document existed at a revision."""
    until = (revision.c.kind == key[0]) & (revision.c.id == key[1]) & (revision.c.number <= number)
    newest = select(revision.c.after).where(until).order_by(revision.c.number.desc(), revision.c.position.desc())
    return connection.execute(newest.limit(1)).scalar() is not None


# An engine's copy of the published configuration.


def write_documents(
    connection: Connection,
    registry: Registry,
    bodies: Sequence[tuple[Resource[Any], int, Mapping[str, Body | None]]],
    *,
    whole: bool,
) -> None:
    """Write documents into a copy, those of each resource at a revision; None means a deleted document.

    With `whole`, they replace everything in the copy.
    """
    if whole:
        for table in _DERIVED:
            connection.execute(delete(table))
    for resource, number, changed in bodies:
        if not whole:
            documents.remove_many(connection, resource.kind, list(changed))
        there = {id_: body for id_, body in changed.items() if body is not None}
        rows = [row_of(resource, StoredDocument(id_, body, number)) for id_, body in there.items()]
        documents.insert_many(connection, resource.kind, rows)
    # References are written last, because their targets may belong to a kind that is written later.
    for resource, _, changed in bodies:
        index(connection, registry, resource, {id_: body or {} for id_, body in changed.items()})


def write_head(connection: Connection, newest: int, entry: LogEntry | None, time: str) -> None:
    """Record the revision of a copy: its log has a single entry, which is not a change."""
    connection.execute(delete(revision))
    if entry is not None:
        number, text = entry
        row = {"number": number, "position": 0, "time": time, "kind": "", "id": "", "actor": text}
        connection.execute(insert(revision).values(**row))
    connection.execute(update(head).values(revision=newest))


def read_head(connection: Connection) -> LogEntry | None:
    """Return the entry that `write_head` noted."""
    entry = connection.execute(select(revision.c.number, revision.c.actor).limit(1)).one_or_none()
    return None if entry is None else (entry.number, entry.actor)


def drop_search_index(connection: Connection) -> None:
    """Remove the index for searches, which are never made in a copy."""
    trigrams.drop_index(connection)
