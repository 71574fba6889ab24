"""Documents that are published alone: clients that registered themselves.

An administrator's changes wait until they are replicated. A client that registers itself must work on all engines at
once, and without the other changes of its replication scope, so its document is published alone. When its scope is
published, the document is part of that publication, and its row is removed.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, delete, select

from hanse.cluster.schema import published_document
from hanse.config.database import Database
from hanse.config.declare.resource import ReplicationScope
from hanse.config.replica_store import DocumentKey, body_after


def note_published(
    connection: Connection, database: Database, scope: ReplicationScope, key: DocumentKey, number: int, attempt: int
) -> None:
    """Record that engines should apply a document as of a revision."""
    kind, id_ = key
    values = {"revision": number, "attempt": attempt}
    made = database.insert(published_document).values(scope=scope.value, kind=kind, id=id_, **values)
    connection.execute(
        made.on_conflict_do_update(index_elements=[published_document.c.kind, published_document.c.id], set_=values)
    )


def forget_published(connection: Connection, scopes: Iterable[ReplicationScope]) -> None:
    """Remove the documents of some scopes, which are published as a whole now."""
    names = [scope.value for scope in scopes]
    connection.execute(delete(published_document).where(published_document.c.scope.in_(names)))


def published_bodies(connection: Connection, attempt: int) -> dict[DocumentKey, str | None]:
    """Return the documents that were published alone after a publication; None for a deleted one."""
    columns = (published_document.c.kind, published_document.c.id, published_document.c.revision)
    rows = connection.execute(select(*columns).where(published_document.c.attempt > attempt))
    bodies = {(row.kind, row.id): body_after(connection, (row.kind, row.id), row.revision) for row in rows}
    return {key: found[0] for key, found in bodies.items() if found is not None}


def published_revision(connection: Connection, kind: str, id_: str) -> int | None:
    """Return the revision as of which a document is published alone; None if it is not."""
    own = (published_document.c.kind == kind) & (published_document.c.id == id_)
    found: int | None = connection.execute(select(published_document.c.revision).where(own)).scalar()
    return found
