"""The row of this node in the table of nodes: joining, heartbeats, leaving."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection, RowMapping, delete, insert, select, text, update

from hanse.cluster.database_clock import NOW, now
from hanse.cluster.identity import Identity, NodeFacts, WriteFile, keep_identity, load_identity
from hanse.cluster.node_table import BEAT_SECONDS, FORGOTTEN, OVERDUE, is_overdue, read_rows
from hanse.cluster.schema import cluster_node
from hanse.config.database import Database
from hanse.config.statement_log import routine_statements
from hanse.kit.clock import from_text, to_text
from hanse.kit.errors import Unavailable
from hanse.kit.options import OptionsError
from hanse.kit.periodic import PeriodicThread
from hanse.kit.ports import Entitlements
from hanse.kit.randomness import Randomness, new_id

LOG = structlog.stdlib.get_logger("hanse.cluster")
# Nodes that join at the same time get their indexes one after the other.
_JOIN_LOCK = 0x68616E736A
THREAD = "heartbeat"


class Membership:
    """Keeps the row of this node. Safe to share between threads."""

    def __init__(
        self,
        database: Database,
        facts: NodeFacts,
        folder: Path,
        randomness: Randomness,
        keep: WriteFile,
        license_: Callable[[], Entitlements | None],
    ) -> None:
        """`license_` returns what the license allows for the cluster; None while this node has not read it."""
        self.identity = load_identity(folder, randomness, keep)
        self.facts = facts
        self.database = database
        self._folder = folder
        self._keep = keep
        self._license = license_
        self._incarnation = new_id(randomness)
        # Time at which this process joined for the first time, by the database's clock.
        self._started: str | None = None
        self._joined = False
        self._compared_with_license = False
        self._replaced = False
        # The last report of this node; a row that is created again contains it too.
        self._reported: dict[str, Any] = {}
        self._away = False
        self._thread: PeriodicThread | None = None

    @property
    def index(self) -> int:
        """Return the index of this node; 0 before it joined."""
        return self.identity.index

    def join_if_possible(self) -> None:
        """Join the cluster; if the database cannot be reached, the next heartbeat does it."""
        try:
            self.join()
        except Unavailable as error:
            self._away = True
            LOG.warning("cluster database unavailable", reason=error.message)

    def join(self) -> None:
        """Add this node to the table; raises OptionsError if the configured index belongs to another node."""
        with self.database.writing() as connection:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_JOIN_LOCK})"))
            moment = now(connection)
            self._started = self._started or moment
            self._forget(connection, moment)
            rows = read_rows(connection)
            index = self._free_index([row for row in rows if row["id"] != self.identity.id], moment)
            self._write(connection, index)
        self._joined = True
        if index != self.identity.index:
            self.identity = Identity(self.identity.id, index)
            keep_identity(self._folder, self.identity, self._keep)
        LOG.info("joined the cluster", node=index, address=self.facts.address, mode=self.facts.mode.value)

    def start(self, after_each: Callable[[], None] = lambda: None) -> None:
        """Start the heartbeats; `after_each` is called after each of them, on the same thread."""

        def step() -> None:
            self.beat()
            after_each()

        self._thread = PeriodicThread("heartbeat of the node", step, BEAT_SECONDS, thread=THREAD)
        self._thread.start()

    def beat(self) -> None:
        """Write one heartbeat; an unreachable database is logged once."""
        try:
            with routine_statements():
                self._beat()
                self.compare_with_license()
        except Unavailable as error:
            if not self._away:
                self._away = True
                LOG.warning("cluster database unavailable", reason=error.message)
        else:
            if self._away:
                self._away = False
                LOG.info("cluster database available again")

    def compare_with_license(self) -> None:
        """Log once that there are more nodes than the license allows; raises Unavailable."""
        license_ = None if self._compared_with_license else self._license()
        if license_ is None:
            return
        with self.database.reading() as connection:
            rows, moment = read_rows(connection), now(connection)
        running = sum(row["id"] != self.identity.id and not is_overdue(row, moment) for row in rows)
        refusal = license_.node_refusal(running=running)
        if refusal is not None:
            # Users are still served if there are too many nodes: this is logged, and `node_limit_notices` informs
            # administrators.
            LOG.warning("more nodes than the license allows", reason=refusal.message)
        self._compared_with_license = True

    def report(self, values: Mapping[str, Any]) -> None:
        """Record the replication progress of this node; raises Unavailable."""
        self._reported |= values
        with self.database.writing() as connection:
            connection.execute(update(cluster_node).where(self._mine).values(dict(values)))

    def leave(self) -> None:
        """Stop the heartbeats, and remove this node from the table if possible."""
        if self._thread is not None:
            self._thread.stop()
        try:
            with self.database.writing() as connection:
                # A console that is restarted keeps its index and its role; the index of an engine is released
                # immediately.
                connection.execute(delete(cluster_node).where(self._mine))
        except Unavailable as error:
            LOG.warning("node stopped without leaving the cluster", reason=error.message)

    @property
    def _mine(self) -> Any:
        return (cluster_node.c.id == self.identity.id) & (cluster_node.c.incarnation == self._incarnation)

    def _beat(self) -> None:
        if self._replaced:
            return
        if not self._joined:
            self.join()
            return
        with self.database.writing() as connection:
            beating = update(cluster_node).where(self._mine).values(heartbeat=NOW)
            if connection.execute(beating).rowcount:
                return
            holder = connection.execute(select(cluster_node.c.address).where(cluster_node.c.id == self.identity.id))
            address = holder.scalar()
        if address is None:
            # The database was unreachable for longer than rows are kept, or was restored from a backup made before this
            # node joined.
            self.join()
            return
        self._replaced = True
        LOG.error(
            "another process runs as this node: its data folder is a copy of this node's data folder",
            address=address,
            file=str(self._folder),
        )

    def _write(self, connection: Connection, index: int) -> None:
        facts = self.facts
        values = {
            "incarnation": self._incarnation,
            "node_index": index,
            "address": facts.address,
            "mode": facts.mode.value,
            "version": facts.version,
            "node_group": facts.group,
            "node_tags": " ".join(facts.tags),
            "heartbeat": NOW,
            "started": self._started,
            **self._reported,
        }
        mine = cluster_node.c.id == self.identity.id
        if connection.execute(update(cluster_node).where(mine).values(values)).rowcount == 0:
            connection.execute(insert(cluster_node).values(id=self.identity.id, **values))

    def _free_index(self, others: Sequence[RowMapping], moment: str) -> int:
        taken = {row["node_index"]: row for row in others}
        wanted = self.facts.index
        if not wanted:
            if self.identity.index and self.identity.index not in taken:
                return self.identity.index
            return next(number for number in range(1, len(taken) + 2) if number not in taken)
        if wanted in taken and not is_overdue(taken[wanted], moment):
            address = taken[wanted]["address"]
            raise OptionsError([f"--node-index: {wanted} is the index of the node at {address}; choose another"])
        return wanted

    def _forget(self, connection: Connection, moment: str) -> None:
        """Remove nodes that stopped long ago, and a stopped node that has this node's configured index."""
        start = from_text(moment)
        long_dead = cluster_node.c.heartbeat < to_text(start - FORGOTTEN)
        replaced = (cluster_node.c.node_index == self.facts.index) & (
            cluster_node.c.heartbeat < to_text(start - OVERDUE)
        )
        connection.execute(delete(cluster_node).where(cluster_node.c.id != self.identity.id, long_dead | replaced))
