"""The changes in an engine's own copy, for the other processes of the node.

One process of a node writes the copy; its engine workers read it. Each write has a number, and the documents that it
changed are listed under it, so that a worker recompiles only those. The tables exist in the copy only. They are created
when the copy is opened and have no migration, because a copy can be discarded at any time.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, Text, delete, func, insert, select, update

_METADATA: Final = MetaData()
_WRITES: Final = Table(
    "replica_write",
    _METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("id", Text, nullable=False),
)
_STATE: Final = Table(
    "replica_state",
    _METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    # The number of the last write.
    Column("number", Integer, nullable=False),
    # A worker that has read up to an older number must read everything again.
    Column("oldest", Integer, nullable=False),
    # Time at which the copy was last known to equal the publication; RFC 3339 in UTC, empty before the first time.
    Column("verified", String(32)),
)
# Workers check many times a second, so they seldom miss a write.
KEPT_WRITES: Final = 50
# With more changes than this, compiling everything is as fast.
MOST_CHANGES: Final = 5000


def make_tables(connection: Connection) -> None:
    """Create the tables in a copy that does not have them yet."""
    _METADATA.create_all(connection)
    if connection.execute(select(_STATE.c.id)).first() is None:
        connection.execute(insert(_STATE).values(id=1, number=0, oldest=0))


def note_write(connection: Connection, changed: Iterable[tuple[str, str]] | None) -> None:
    """Assign a number to a write, in its transaction; `changed` are kinds and ids of documents, None for everything."""
    number = newest_write(connection) + 1
    rows = (
        None
        if changed is None
        else [{"number": number, "place": place, "kind": kind, "id": id_} for place, (kind, id_) in enumerate(changed)]
    )
    if rows is None or len(rows) > MOST_CHANGES:
        connection.execute(delete(_WRITES))
        connection.execute(update(_STATE).values(number=number, oldest=number))
        return
    if rows:
        connection.execute(insert(_WRITES), rows)
    gone = number - KEPT_WRITES
    connection.execute(delete(_WRITES).where(_WRITES.c.number <= gone))
    connection.execute(update(_STATE).values(number=number, oldest=func.max(_STATE.c.oldest, gone)))


def newest_write(connection: Connection) -> int:
    """Return the number of the last write; 0 before the first one."""
    return int(connection.execute(select(_STATE.c.number)).scalar_one())


def changed_since(connection: Connection, number: int) -> list[tuple[str, str]] | None:
    """Return the documents that changed after a write, by kind and id; None if everything may have changed."""
    oldest = connection.execute(select(_STATE.c.oldest)).scalar_one()
    if number < oldest:
        return None
    rows = connection.execute(select(_WRITES.c.kind, _WRITES.c.id).where(_WRITES.c.number > number).distinct())
    return [(row.kind, row.id) for row in rows]


def note_verified(connection: Connection, moment: str) -> None:
    """Record that the copy equals the publication."""
    connection.execute(update(_STATE).values(verified=moment))


def last_verified(connection: Connection) -> str | None:
    """Return when the copy was last known to equal the publication."""
    found: str | None = connection.execute(select(_STATE.c.verified)).scalar_one()
    return found
