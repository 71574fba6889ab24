"""An engine's own copy of the published configuration, on its disk."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from hanse.cluster.publication import read_publication
from hanse.cluster.replication import replica_log
from hanse.cluster.replication.shipment import ReplicaPosition, Shipment
from hanse.cluster.schema import cluster_state, published
from hanse.config import replica_store
from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse
from hanse.kit.clock import from_text, to_text
from hanse.kit.errors import MalformedRequest, ValidationFailed

Body = dict[str, Any]


class ReplicaNotApplicable(Exception):
    """The publication cannot be applied on this node; the text has the reason and the remedy."""


class Replica:
    """Reads and writes the copy; `configuration` is opened on it."""

    def __init__(self, configuration: Configuration, version: str) -> None:
        self.configuration = configuration
        self._version = version
        with configuration.database.writing() as connection:
            replica_log.make_tables(connection)

    def position(self) -> ReplicaPosition:
        """Return the state of the copy; attempt -1 if it is empty."""
        with self.configuration.database.reading() as connection:
            publication = read_publication(connection)
            filled = connection.execute(select(published.c.scope).limit(1)).first() is not None
            state = connection.execute(select(cluster_state.c.attempt)).scalar()
            entry = replica_store.read_head(connection)
        attempt = int(state) if filled and state is not None else -1
        return ReplicaPosition(publication.revisions, attempt, entry)

    def write(self, connection: Connection, shipment: Shipment) -> None:
        """Write a shipment into the copy, in a transaction of its own; raises ReplicaNotApplicable."""
        bodies = self._checked(shipment)
        revisions = shipment.publication.revisions
        replica_store.write_documents(
            connection,
            self.configuration.registry,
            [(resource, revisions[resource.replicates_with.value], changed) for resource, changed in bodies],
            whole=shipment.whole,
        )
        self._note(connection, shipment)
        replica_log.note_write(connection, None if shipment.whole else shipment.changes.keys())

    def last_verified(self) -> float:
        """Return when the copy was last known to equal the publication, in seconds since 1970; 0 means never."""
        with self.configuration.database.reading() as connection:
            found = replica_log.last_verified(connection)
        return 0.0 if found is None else from_text(found).timestamp()

    def note_verified(self, moment: datetime) -> None:
        """Record that the copy equals the publication."""
        with self.configuration.database.writing() as connection:
            replica_log.note_verified(connection, to_text(moment))

    def _checked(self, shipment: Shipment) -> Iterable[tuple[Resource[Any], Mapping[str, Body | None]]]:
        """Return the bodies by resource after checking that this version understands them."""
        by_kind: dict[str, dict[str, Body | None]] = defaultdict(dict)
        for (kind, id_), body in shipment.changes.items():
            by_kind[kind][id_] = None if body is None else self._understood(kind, id_, body)
        registry = self.configuration.registry
        # Documents of a kind that this version does not know were never stored here, so they need no deletion.
        return [(registry.by_kind(kind), changed) for kind, changed in by_kind.items() if registry.knows(kind)]

    def _understood(self, kind: str, id_: str, body: str) -> Body:
        registry = self.configuration.registry
        if not registry.knows(kind):
            raise ReplicaNotApplicable(
                f"{self._i_am} does not support documents of the kind '{kind}', such as '{id_}'. {_UPGRADE}"
            )
        resource = registry.by_kind(kind)
        try:
            parse(resource.model, body.encode())
        except ValidationFailed as failed:
            found = "; ".join(f"{each.field_path or 'document'}: {each.message}" for each in failed.errors[:3])
            name = resource.text.title if resource.is_singleton else f"{resource.called} '{id_}'"
            raise ReplicaNotApplicable(f"{self._i_am} does not understand {name} ({found}). {_UPGRADE}") from None
        except MalformedRequest:
            raise ReplicaNotApplicable(f"{resource.called} '{id_}' is damaged in the database. Restore it.") from None
        decoded: Body = msgspec.json.decode(body)
        return decoded

    @property
    def _i_am(self) -> str:
        return f"This node runs version {self._version}, which"

    def _note(self, connection: Connection, shipment: Shipment) -> None:
        """Record the state of the copy."""
        publication = shipment.publication
        for table in (published, cluster_state):
            connection.execute(delete(table))
        rows = [
            {"scope": scope, "revision": number, "time": publication.time}
            for scope, number in publication.revisions.items()
        ]
        connection.execute(insert(published), rows)
        connection.execute(insert(cluster_state).values(id=1, attempt=publication.attempt, epoch=0))
        newest = max(publication.revisions.values())
        replica_store.write_head(connection, newest, shipment.anchor, publication.time or "")
        copy_tables(connection, shipment.tables)


def copy_tables(connection: Connection, rows: Mapping[Any, Any]) -> None:
    """Replace all rows of some tables."""
    for table, found in rows.items():
        connection.execute(delete(table))
        if found:
            connection.execute(insert(table), [dict(row) for row in found])


_UPGRADE = "Start it with the version of the console to apply the published configuration."
