"""What an engine has to take over: read from the log, so that it grows with what has changed and nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, Table, and_, or_, select

from hanse.cluster.publication import SCOPES, Publication, kinds_of, read_publication
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import ReplicationScope
from hanse.config.store.schema import document, revision

# A document by kind and id; its body as it is stored, or None when it went.
Changes = Mapping[tuple[str, str], str | None]
Rows = Mapping[Table, Sequence[RowMapping]]
NOTHING: Mapping[str, int] = {scope.value: 0 for scope in SCOPES}


@dataclass(frozen=True)
class ReplicaPosition:
    """What an engine has: the revision of each scope, and the entry of the log that it last knew of.

    After a restored backup the log can have another entry under that number: then nothing that the engine has can be
    built upon.
    """

    revisions: Mapping[str, int]
    attempt: int = -1
    anchor: tuple[int, str] | None = None


@dataclass(frozen=True)
class Shipment:
    """What to take over; `whole` is everything, in place of what there is."""

    publication: Publication
    anchor: tuple[int, str] | None
    whole: bool
    changes: Changes
    # Tables that are small and copied as they are: keys.
    tables: Rows

    @property
    def size(self) -> int:
        """How many bytes of documents were read."""
        return sum(len(kind) + len(id_) + len(body or "") for (kind, id_), body in self.changes.items())


class ShipmentReader:
    """Reads shipments, each in one consistent view of the shared database."""

    def __init__(self, registry: Registry, tables: Iterable[Table]) -> None:
        self._registry = registry
        self._tables = tuple(tables)
        own = {scope: kinds_of(registry, scope) for scope in ReplicationScope}
        # A kind that this version does not know is configuration: it is shipped, and said to be unknown.
        others = [
            kind for scope in ReplicationScope if scope is not ReplicationScope.CONFIGURATION for kind in own[scope]
        ]
        self._is_of: dict[ReplicationScope, Any] = {
            ReplicationScope.CONFIGURATION: lambda column: column.not_in(others),
            ReplicationScope.CONNECTIONS: lambda column: column.in_(own[ReplicationScope.CONNECTIONS]),
            ReplicationScope.CLIENTS: lambda column: column.in_(own[ReplicationScope.CLIENTS]),
        }

    def read(self, connection: Connection, has: ReplicaPosition) -> Shipment:
        """Return what is published and not there yet."""
        publication = read_publication(connection)
        whole = not self._can_build_on(connection, has, publication)
        changes = self._whole(connection, publication) if whole else self._since(connection, has, publication)
        newest = max(publication.revisions.values())
        return Shipment(publication, _entry(connection, newest), whole, changes, self.keys(connection))

    def keys(self, connection: Connection) -> Rows:
        """Return the tables that are copied as they are."""
        return {
            table: list(connection.execute(select(table).order_by(*table.primary_key)).mappings())
            for table in self._tables
        }

    def _can_build_on(self, connection: Connection, has: ReplicaPosition, publication: Publication) -> bool:
        if has.attempt < 0 or any(has.revisions[scope] > publication.revisions[scope] for scope in has.revisions):
            return False
        return has.anchor is None or _entry(connection, has.anchor[0]) == has.anchor

    def _since(self, connection: Connection, has: ReplicaPosition, publication: Publication) -> Changes:
        """Return the last body of each document that was changed."""
        ranges = [
            self._between(scope, has.revisions[scope.value], publication.revisions[scope.value])
            for scope in SCOPES
            if has.revisions[scope.value] < publication.revisions[scope.value]
        ]
        if not ranges:
            return {}
        query = _by_document(select(revision.c.kind, revision.c.id, revision.c.after)).where(or_(*ranges))
        return {(row.kind, row.id): row.after for row in connection.execute(query)}

    def _between(self, scope: ReplicationScope, low: int, high: int) -> ColumnElement[bool]:
        mine: ColumnElement[bool] = self._is_of[scope](revision.c.kind)
        return and_(mine, revision.c.number > low, revision.c.number <= high)

    def _whole(self, connection: Connection, publication: Publication) -> Changes:
        """Return all documents as they are published: as they are now, less what was changed since."""
        found: dict[tuple[str, str], str | None] = {}
        for scope in SCOPES:
            query = select(document.c.kind, document.c.id, document.c.body).where(self._is_of[scope](document.c.kind))
            found |= {(row.kind, row.id): row.body for row in connection.execute(query)}
            later = and_(self._is_of[scope](revision.c.kind), revision.c.number > publication.revisions[scope.value])
            first = _by_document(select(revision.c.kind, revision.c.id, revision.c.before), newest=False).where(later)
            found |= {(row.kind, row.id): row.before for row in connection.execute(first)}
        return {key: body for key, body in found.items() if body is not None}


def _by_document(query: Select[Any], *, newest: bool = True) -> Select[Any]:
    """Return a query that yields the newest, or the oldest, change of each document; PostgreSQL's own words."""
    # Imported here, as a server on the embedded database never needs this dialect.
    from sqlalchemy.dialects.postgresql import distinct_on  # noqa: PLC0415 - the comment above says why.

    order = (revision.c.number, revision.c.position)
    directed = [column.desc() for column in order] if newest else list(order)
    document_of = (revision.c.kind, revision.c.id)
    return query.ext(distinct_on(*document_of)).order_by(*document_of, *directed)


def _entry(connection: Connection, number: int) -> tuple[int, str] | None:
    """Return what tells an entry of the log from another one of the same number."""
    at = (revision.c.number == number) & (revision.c.position == 0)
    columns = (revision.c.time, revision.c.actor, revision.c.request_id, revision.c.kind, revision.c.id)
    row = connection.execute(select(*columns).where(at)).one_or_none()
    return None if row is None else (number, "|".join(map(str, row)))
