"""The changes that an engine has to apply, read from the log. The effort depends only on the number of changes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, Table, select

from hanse.cluster.publication import SCOPES, Publication, kinds_of, read_publication
from hanse.cluster.published_documents import published_bodies
from hanse.config import replica_store
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import ReplicationScope
from hanse.config.replica_store import DocumentKey, Kinds

# A document by kind and id; its stored body, or None if it was deleted.
Changes = Mapping[tuple[str, str], str | None]
Rows = Mapping[Table, Sequence[RowMapping]]
NOTHING: Mapping[str, int] = {scope.value: 0 for scope in SCOPES}


@dataclass(frozen=True)
class ReplicaPosition:
    """The state of an engine: the revision of each scope, and the last known entry of the log.

    After a restored backup the log may have another entry under that number. Then the engine must read everything
    again.
    """

    revisions: Mapping[str, int]
    attempt: int = -1
    anchor: tuple[int, str] | None = None


@dataclass(frozen=True)
class Shipment:
    """The changes to apply; `whole` replaces everything."""

    publication: Publication
    anchor: tuple[int, str] | None
    whole: bool
    changes: Changes
    # Small tables with keys, which are copied as a whole.
    tables: Rows

    @property
    def size(self) -> int:
        """Return the total size of the bodies in bytes."""
        return sum(len(kind) + len(id_) + len(body or "") for (kind, id_), body in self.changes.items())


class ShipmentReader:
    """Reads shipments, each in one consistent view of the shared database."""

    def __init__(self, registry: Registry, tables: Iterable[Table]) -> None:
        self._tables = tuple(tables)
        own = {scope: tuple(kinds_of(registry, scope)) for scope in ReplicationScope}
        # Kinds that this version does not know belong to the configuration: they are shipped, and reported as unknown.
        others = tuple(
            kind for scope in ReplicationScope if scope is not ReplicationScope.CONFIGURATION for kind in own[scope]
        )
        self._kinds: dict[ReplicationScope, Kinds] = {
            ReplicationScope.CONFIGURATION: Kinds(others, are_excluded=True),
            ReplicationScope.CONNECTIONS: Kinds(own[ReplicationScope.CONNECTIONS]),
            ReplicationScope.CLIENTS: Kinds(own[ReplicationScope.CLIENTS]),
            ReplicationScope.LOG_SETTINGS: Kinds(own[ReplicationScope.LOG_SETTINGS]),
        }

    def read(self, connection: Connection, has: ReplicaPosition) -> Shipment:
        """Return the published changes that the engine does not have yet."""
        publication = read_publication(connection)
        whole = not self._can_build_on(connection, has, publication)
        changes = self._whole(connection, publication) if whole else self._since(connection, has, publication)
        # Documents that were published alone are newer than the publications of their scopes.
        changes |= published_bodies(connection, -1 if whole else has.attempt)
        if whole:
            changes = {key: body for key, body in changes.items() if body is not None}
        newest = max(publication.revisions.values())
        return Shipment(publication, replica_store.entry_of(connection, newest), whole, changes, self.keys(connection))

    def keys(self, connection: Connection) -> Rows:
        """Return the tables that are copied as a whole."""
        return {
            table: list(connection.execute(select(table).order_by(*table.primary_key)).mappings())
            for table in self._tables
        }

    def _can_build_on(self, connection: Connection, has: ReplicaPosition, publication: Publication) -> bool:
        if has.attempt < 0 or any(has.revisions[scope] > publication.revisions[scope] for scope in has.revisions):
            return False
        return has.anchor is None or replica_store.entry_of(connection, has.anchor[0]) == has.anchor

    def _since(
        self, connection: Connection, has: ReplicaPosition, publication: Publication
    ) -> dict[DocumentKey, str | None]:
        """Return the last body of each document that was changed."""
        ranges = [
            (self._kinds[scope], has.revisions[scope.value], publication.revisions[scope.value])
            for scope in SCOPES
            if has.revisions[scope.value] < publication.revisions[scope.value]
        ]
        return replica_store.newest_bodies(connection, ranges)

    def _whole(self, connection: Connection, publication: Publication) -> dict[DocumentKey, str | None]:
        """Return all published documents; None for those that did not exist yet."""
        found: dict[DocumentKey, str | None] = {}
        for scope in SCOPES:
            found |= replica_store.bodies_at(connection, self._kinds[scope], publication.revisions[scope.value])
        return found
