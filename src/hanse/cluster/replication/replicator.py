"""Applies publications one after the other, and reports the progress.

A check is a short read. A new publication is read (`RETRIEVING`), written into the copy on the disk and compiled in one
transaction of that copy, and then applied (`APPLYING`, `SUCCEEDED`). If any step fails, the transaction is rolled back,
the engine continues with its current configuration and reports `FAILED` with the reason. A process that dies meanwhile
finds its copy unchanged and starts over.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Connection, Table, select

from hanse.cluster.database_clock import NOW
from hanse.cluster.membership import Membership
from hanse.cluster.node_table import BEAT_SECONDS, ReplicationStatus
from hanse.cluster.publication import Publication, read_publication
from hanse.cluster.replication.channel import Channel
from hanse.cluster.replication.freshness import Freshness, Verification
from hanse.cluster.replication.replica import Replica, ReplicaNotApplicable
from hanse.cluster.replication.shipment import ReplicaPosition, Shipment, ShipmentReader
from hanse.config.database import Database
from hanse.config.secrets.key_table import encryption_key
from hanse.config.statement_log import routine_statements
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import PeriodicThread

LOG = structlog.stdlib.get_logger("hanse.cluster")
# A failed publication is retried automatically, for example because a disk has space again. A new one is tried at once.
AGAIN = timedelta(seconds=30)
THREAD = "replication"
# Kind and id of each document that changed; None for everything.
Changed = Iterable[tuple[str, str]] | None
# Builds the state for requests from a view of the copy, and returns a function that applies it.
Prepare = Callable[[TransactionView, Changed], Callable[[], None]]
Fingerprint = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class PublicationState:
    """The result of a check."""

    publication: Publication
    keys: Fingerprint


class SharedDatabaseLost(Unavailable):
    """The shared database went away while the copy was being written."""


class Replicator:
    """Used by one thread, except for the values that it shows."""

    def __init__(
        self,
        shared: Database,
        replica: Replica,
        shipping: ShipmentReader,
        membership: Membership,
        prepare: Prepare,
        clock: Clock,
        tables: Sequence[Table],
        before_each_check: Callable[[Connection], None] = lambda _connection: None,
        show: Callable[[Freshness], None] = lambda _freshness: None,
    ) -> None:
        """`before_each_check` is called with the shared database at each check, before anything is read.

        `show` is called after each check with its result.
        """
        self._shared = shared
        self._replica = replica
        self._shipping = shipping
        self._membership = membership
        self._prepare = prepare
        self._clock = clock
        self._tables = tuple(tables)
        self._before_each_check = before_each_check
        self._show = show
        self._has = replica.position()
        with replica.configuration.database.reading() as connection:
            self._keys = self._fingerprint(connection)
        self._is_success_reported = False
        self._failed: tuple[PublicationState, datetime] | None = None
        self._channel = Channel(shared)
        self._thread = PeriodicThread(
            "replication", self.check, BEAT_SECONDS / 2, thread=THREAD, first_seconds=0, pause=self._wait
        )
        self._is_reachable = True
        self._verification = Verification(clock, replica)
        # Since the start, for the metrics.
        self.bytes_read = 0
        self.failures = 0

    @property
    def freshness(self) -> Freshness:
        """Return how the applied configuration compares with the published one."""
        return Freshness(self._is_reachable, self._failed is not None, self._verification.verified)

    @property
    def has(self) -> ReplicaPosition:
        """Return the position of the applied configuration."""
        return self._has

    def start(self) -> None:
        """Start to follow publications."""
        self._thread.start()

    def close(self) -> None:
        """Stop following publications."""
        self._thread.stop()
        self._channel.close()

    def check(self) -> None:
        """Check once; after any failure the next check follows."""
        try:
            self._check()
        except Unavailable:
            # The heartbeat has logged the failure. The applied configuration stays.
            self._is_reachable = False
        except Exception:
            LOG.exception("the publication could not be read")
        else:
            self._is_reachable = True
        freshness = self.freshness
        self._verification.log_state(freshness)
        self._show(freshness)

    def _wait(self, seconds: float) -> None:
        self._channel.wait(seconds, self._thread.ending)

    def _check(self) -> None:
        with routine_statements(), self._shared.reading() as connection:
            self._before_each_check(connection)
        with routine_statements(), self._shared.reading() as connection:
            seen = PublicationState(read_publication(connection), self._fingerprint(connection))
        is_new = not self._is_applied(seen.publication) or seen.keys != self._keys
        if is_new and self._may_try(seen):
            self._take_over(seen)
        elif not is_new:
            if not self._is_success_reported:
                self._succeeded(seen.publication)
            self._verification.verify()

    def _is_applied(self, publication: Publication) -> bool:
        return (publication.revisions, publication.attempt) == (self._has.revisions, self._has.attempt)

    def _may_try(self, seen: PublicationState) -> bool:
        return self._failed is None or self._failed[0] != seen or self._clock.now() >= self._failed[1]

    def _take_over(self, seen: PublicationState) -> None:
        # While a failed publication is retried, readers still see FAILED, until the retry succeeds.
        is_again = self._failed is not None and self._failed[0] == seen
        try:
            if not is_again:
                self._report(seen.publication, ReplicationStatus.RETRIEVING)
            with self._shared.reading() as connection:
                shipment = self._shipping.read(connection, self._base(seen))
            self.bytes_read += shipment.size
            if not is_again:
                self._report(shipment.publication, ReplicationStatus.APPLYING)
            self._apply(shipment)
        except Unavailable:
            raise
        except ReplicaNotApplicable as error:
            self._fail(seen, str(error))
        except Exception as error:
            LOG.exception("the published configuration was not applied")
            self._fail(
                seen, f"The configuration could not be applied: {_text_of(error)} See the node's log for details."
            )

    def _base(self, seen: PublicationState) -> ReplicaPosition:
        """Return the position to continue from: an empty one if secrets may be sealed with other keys than here."""
        sealing = encryption_key.name
        is_same = seen.keys.get(sealing) == self._keys.get(sealing)
        return self._has if is_same else ReplicaPosition(self._has.revisions)

    def _apply(self, shipment: Shipment) -> None:
        configuration = self._replica.configuration
        with self._writing_replica() as connection:
            self._replica.write(connection, shipment)
            apply = self._built_aside(
                configuration.view(connection), None if shipment.whole else shipment.changes.keys()
            )
        apply()
        self._has = self._replica.position()
        self._keys = self._fingerprint_of(shipment)
        self._failed = None
        LOG.info(
            "configuration applied",
            publication=shipment.publication.attempt,
            documents=len(shipment.changes),
            bytes=shipment.size,
            whole=shipment.whole,
        )
        self._succeeded(shipment.publication)
        self._verification.verify()

    def _built_aside(self, view: TransactionView, changed: Changed) -> Callable[[], None]:
        try:
            return self._prepare(view, changed)
        except Unavailable as error:
            # Building may need the shared database, for keys that are due; that does not concern the copy.
            raise SharedDatabaseLost(error.message) from error

    @contextmanager
    def _writing_replica(self) -> Iterator[Connection]:
        """Yield a transaction of the copy; raises ReplicaNotApplicable if the copy cannot be written."""
        try:
            with self._replica.configuration.database.writing() as connection:
                yield connection
        except Unavailable as error:
            if isinstance(error, SharedDatabaseLost):
                raise
            cause = getattr(error.__cause__, "orig", None) or error.message
            raise ReplicaNotApplicable(
                f"The copy of the configuration in this node's data folder cannot be written: {cause}. Check the disk; "
                "the node tries again automatically."
            ) from error

    def _report(self, publication: Publication, status: ReplicationStatus, **values: Any) -> None:
        if publication.attempt == self._has.attempt:
            # A change of keys alone is no publication.
            return
        self._membership.report(
            {"attempt": publication.attempt, "status": status.value, "status_time": NOW, "failure": None, **values}
        )

    def _succeeded(self, publication: Publication) -> None:
        values = {
            "attempt": publication.attempt,
            "status": ReplicationStatus.SUCCEEDED.value,
            "status_time": NOW,
            "failure": None,
            "applied": json.dumps(publication.revisions, sort_keys=True),
            "configuration_time": publication.time,
        }
        self._membership.report(values)
        self._is_success_reported = True

    def _fail(self, seen: PublicationState, reason: str) -> None:
        self.failures += 1
        self._failed = (seen, self._clock.now() + AGAIN)
        LOG.error("configuration not applied", publication=seen.publication.attempt, reason=reason)
        self._report(seen.publication, ReplicationStatus.FAILED, failure=reason)

    def _fingerprint(self, connection: Connection) -> Fingerprint:
        return {
            table.name: [
                tuple(row) for row in connection.execute(select(*table.primary_key).order_by(*table.primary_key))
            ]
            for table in self._tables
        }

    def _fingerprint_of(self, shipment: Shipment) -> Fingerprint:
        return {
            table.name: [tuple(row[column.name] for column in table.primary_key) for row in shipment.tables[table]]
            for table in self._tables
        }


def _text_of(error: Exception) -> str:
    # SQLAlchemy's messages have many lines, including the statement.
    text = (str(error).splitlines() or [""])[0].rstrip(".")
    return f"{text or type(error).__name__}."
