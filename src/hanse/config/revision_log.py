"""The append-only log: numbers for writers, recording of changes, reading of the history."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, insert, or_, select, update

from hanse.config.canonical_json import to_text
from hanse.config.store.schema import head, revision

Body = dict[str, Any]
# The channel on which PostgreSQL announces new revisions.
CHANNEL: Final = "hanse_revision"


@dataclass(frozen=True)
class DocumentChange:
    """The change of one document in a revision; `before` is None for a creation, `after` for a deletion.

    An `event` is recorded for something that did not change the document; then both are the unchanged body.
    """

    number: int
    position: int
    time: str
    actor: str
    request_id: str | None
    kind: str
    id: str
    before: Body | None
    after: Body | None
    event: str | None = None


def take_number(connection: Connection) -> int:
    """Return the number of this transaction's revision.

    The update locks the row until the transaction ends, so revisions are numbered in the order of commits without gaps:
    a reader that has read up to a number has read everything.
    """
    statement = update(head).where(head.c.id == 1).values(revision=head.c.revision + 1).returning(head.c.revision)
    number = int(connection.execute(statement).scalar_one())
    if connection.dialect.name == "postgresql":
        # Delivered at the commit; on SQLite other processes check by themselves.
        connection.exec_driver_sql(f"NOTIFY {CHANNEL}")
    return number


def lock(connection: Connection) -> None:
    """Wait until this transaction is the only writer.

    On SQLite a writing transaction is the only one from its beginning, and `FOR UPDATE` has no effect.
    """
    connection.execute(select(head.c.revision).with_for_update()).scalar_one()


def latest(connection: Connection) -> int:
    """Return the number of the newest revision; 0 if nothing was ever saved."""
    return int(connection.execute(select(head.c.revision)).scalar_one())


def latest_of(connection: Connection, kinds: Sequence[str]) -> int:
    """Return the number of the newest revision of documents of these kinds; 0 if none was ever saved."""
    numbers = (select(func.max(revision.c.number)).where(revision.c.kind == kind) for kind in kinds)
    return max((connection.execute(query).scalar() or 0 for query in numbers), default=0)


def record(connection: Connection, changes: Sequence[DocumentChange]) -> None:
    """Append changes."""
    if changes:
        connection.execute(insert(revision), [_row(change) for change in changes])


def _row(change: DocumentChange) -> dict[str, Any]:
    return {
        **vars(change),
        "before": None if change.before is None else to_text(change.before),
        "after": None if change.after is None else to_text(change.after),
    }


def history(connection: Connection, kind: str, id_: str, *, limit: int) -> Iterator[DocumentChange]:
    """Yield a document's changes, the newest first."""
    query = (
        select(revision)
        .where(revision.c.kind == kind, revision.c.id == id_)
        .order_by(revision.c.number.desc(), revision.c.position.desc())
        .limit(limit)
    )
    yield from map(_change, connection.execute(query))


def of_kind(connection: Connection, kind: str, after: tuple[int, int], *, limit: int) -> Iterator[DocumentChange]:
    """Yield the changes of documents of a kind after a position in the log: a revision and a position in it."""
    number, position = after
    query = (
        select(revision)
        .where(revision.c.kind == kind, revision.c.number >= number)
        .where(or_(revision.c.number > number, revision.c.position > position))
        .order_by(revision.c.number, revision.c.position)
        .limit(limit)
    )
    yield from map(_change, connection.execute(query))


def newest(connection: Connection, *, limit: int) -> Iterator[dict[str, Any]]:
    """Yield the newest changes without their documents, the newest revision first."""
    columns = (revision.c.number, revision.c.time, revision.c.actor, revision.c.kind, revision.c.id, revision.c.event)
    query = select(*columns).order_by(revision.c.number.desc(), revision.c.position).limit(limit)
    yield from map(dict, connection.execute(query).mappings())


def since(connection: Connection, number: int) -> Iterator[DocumentChange]:
    """Yield every change after a revision, in order."""
    query = select(revision).where(revision.c.number > number).order_by(revision.c.number, revision.c.position)
    yield from map(_change, connection.execute(query))


def changed_since(connection: Connection, number: int) -> Iterator[tuple[str, str]]:
    """Yield kind and id of every document that changed after a revision."""
    query = select(revision.c.kind, revision.c.id).where(revision.c.number > number).distinct()
    yield from ((row.kind, row.id) for row in connection.execute(query))


def _change(row: Any) -> DocumentChange:
    return DocumentChange(
        row.number,
        row.position,
        row.time,
        row.actor,
        row.request_id,
        row.kind,
        row.id,
        None if row.before is None else json.loads(row.before),
        None if row.after is None else json.loads(row.after),
        row.event,
    )
