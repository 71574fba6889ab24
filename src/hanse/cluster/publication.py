"""The configuration that engines should apply: for each scope, everything up to a revision.

A publication records revision numbers and notifies the engines; they read the changes from the log themselves. Each
scope has its own number, because connections and clients can be published alone when one is saved.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from hanse.cluster.database_clock import NOW
from hanse.cluster.published_documents import forget_published, note_published, published_revision
from hanse.cluster.schema import cluster_state, published, published_document
from hanse.config.database import Database
from hanse.config.declare.handles import Handle
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import ReplicationScope, Resource
from hanse.config.replica_store import has_changed, last_change
from hanse.config.transaction_view import TransactionView

CHANNEL = "hanse_cluster"
SCOPES = (
    ReplicationScope.CONFIGURATION,
    ReplicationScope.CONNECTIONS,
    ReplicationScope.CLIENTS,
    ReplicationScope.LOG_SETTINGS,
)
_STATE = cluster_state.c.id == 1
_NO_STATE: Mapping[str, object] = {"id": 1, "attempt": 0, "active_console": None, "epoch": 0, "role_updated": None}


@dataclass(frozen=True)
class Publication:
    """The publication: the revision of each scope, by its name, and the time of the last publication."""

    attempt: int
    revisions: Mapping[str, int]
    time: str | None


def kinds_of(registry: Registry, scope: ReplicationScope) -> list[str]:
    """Return the kinds of documents that are replicated together."""
    return [resource.kind for resource in registry if resource.replicates_with is scope]


def read_state(connection: Connection) -> Mapping[str, object]:
    """Return the row of `cluster_state`, or its initial values."""
    row = connection.execute(select(cluster_state).where(_STATE)).mappings().one_or_none()
    return _NO_STATE if row is None else dict(row)


def read_publication(connection: Connection) -> Publication:
    """Return the publication."""
    rows = {row.scope: row for row in connection.execute(select(published))}
    # A scope that was never published alone belongs to the configuration, like log settings in older versions.
    published_with = {scope: rows.get(scope, rows.get(ReplicationScope.CONFIGURATION)) for scope in SCOPES}
    revisions = {scope.value: 0 if row is None else row.revision for scope, row in published_with.items()}
    times = [row.time for row in rows.values() if row.time is not None]
    return Publication(attempt_of(read_state(connection)), revisions, max(times, default=None))


class ClusterReplication:
    """The replication of a cluster's nodes (`config.declare.replication.Replication`)."""

    def published(self, view: TransactionView, scope: ReplicationScope) -> int | None:
        """Return the published revision of a scope; None for the scope of consoles, which is never published."""
        return read_publication(view.connection).revisions.get(scope.value)

    def published_alone(self, view: TransactionView, resource: Handle[Any], id_: str) -> int | None:
        """Return the revision as of which a document is published alone; None if it is not."""
        return published_revision(view.connection, view.registry.by_path(resource.path).kind, id_)


def publish(connection: Connection, database: Database, scopes: Sequence[ReplicationScope], number: int) -> None:
    """Publish some scopes up to a revision and notify the engines; must be called in the transaction of a writer."""
    for scope in scopes:
        made = database.insert(published).values(scope=scope.value, revision=number, time=NOW)
        renewed = {"revision": number, "time": NOW}
        connection.execute(made.on_conflict_do_update(index_elements=[published.c.scope], set_=renewed))
    forget_published(connection, scopes)
    _begin_attempt(connection, database)


def publish_document(
    connection: Connection, database: Database, resource: Resource[Any], id_: str, number: int
) -> None:
    """Publish one document as of a revision and notify the engines; must be called in the transaction of a writer."""
    attempt = _begin_attempt(connection, database)
    note_published(connection, database, resource.replicates_with, (resource.kind, id_), number, attempt)


def _begin_attempt(connection: Connection, database: Database) -> int:
    """Count a publication, notify the engines, and return its number."""
    ensure_state(connection, database)
    counted = update(cluster_state).where(_STATE).values(attempt=cluster_state.c.attempt + 1)
    number = int(connection.execute(counted.returning(cluster_state.c.attempt)).scalar_one())
    wake(connection)
    return number


def ensure_state(connection: Connection, database: Database) -> None:
    """Create the row of `cluster_state` if it does not exist."""
    connection.execute(database.insert(cluster_state).values(**_NO_STATE).on_conflict_do_nothing())


def wake(connection: Connection) -> None:
    """Notify all nodes once this transaction is committed."""
    connection.exec_driver_sql(f"NOTIFY {CHANNEL}")


def is_required(connection: Connection, registry: Registry, publication: Publication) -> bool:
    """Return whether there are unpublished changes."""
    return any(
        has_changed(connection, kinds_of(registry, scope), publication.revisions[scope.value], published_document)
        for scope in SCOPES
    )


def last_update(connection: Connection, registry: Registry) -> str | None:
    """Return the time of the last change that engines should receive."""
    return last_change(connection, [kind for scope in SCOPES for kind in kinds_of(registry, scope)])


def attempt_of(state: Mapping[str, object]) -> int:
    """Return the number of the newest publication."""
    return int(str(state["attempt"]))
