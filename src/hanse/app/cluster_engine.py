"""An engine node of a cluster: it serves from its own copy of the published configuration.

One process of the node follows the publications and writes the copy. It serves requests itself, or engine
workers do (`app/compose_node.py`).
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

import structlog
from sqlalchemy import Connection, RowMapping, Table, select

from hanse.app.cluster_node import facts_of
from hanse.app.core import DATABASE_WAIT_SECONDS, Core, ProcessEnvironment, wait_for
from hanse.app.data_folder import write_private
from hanse.app.engine_app import new_builder
from hanse.app.node_board import NodeBoard
from hanse.app.replica_file import opened_copy
from hanse.cluster.membership import Membership
from hanse.cluster.node_listing import read_nodes
from hanse.cluster.node_table import ClusterNode
from hanse.cluster.replication.replica import Replica, ReplicaNotApplicable, copy_tables
from hanse.cluster.replication.replica_log import newest_write
from hanse.cluster.replication.replicator import Changed, Replicator
from hanse.cluster.replication.shipment import ShipmentReader
from hanse.config.database import Database, open_database
from hanse.config.migrate import SchemaTooNew, migrate
from hanse.config.secrets.key_table import encryption_key
from hanse.config.secrets.keyring import Keyring
from hanse.config.transaction_view import TransactionView
from hanse.engine.keys.dynamic_certificates import certificate_order
from hanse.engine.keys.dynamic_keys import DynamicKeys
from hanse.engine.keys.schema import dynamic_key
from hanse.engine.snapshot.builder import Builder
from hanse.engine.snapshot.compiler import ALL_CHANGES, Changes
from hanse.engine.snapshot.follower import Follower
from hanse.kit.errors import Unavailable
from hanse.kit.options import Options
from hanse.kit.product import VERSION

LOG = structlog.stdlib.get_logger("hanse.engine")
# PostgreSQL allows a hundred connections by default, and an engine makes a few short queries a second.
CONNECTIONS_KEPT = 2
COPIED = (encryption_key, dynamic_key)
# Longer than it takes to detect a worker that does not respond, and to start its replacement.
WORKERS_SECONDS = 30.0


@dataclass(frozen=True)
class EngineNode:
    """The process of a node that follows the publications."""

    # The configuration in its own copy.
    core: Core
    # The shared database of all nodes.
    shared: Database
    follower: Follower
    replicator: Replicator
    index: Callable[[], int]

    @property
    def nodes(self) -> Callable[[TransactionView], list[ClusterNode]]:
        """Return the nodes of the cluster, which are not in the copy."""
        return lambda _view: _nodes_in(self.shared)


def follow_publications(
    options: Options, environment: ProcessEnvironment, cleanup: ExitStack, board: NodeBoard | None = None
) -> EngineNode:
    """Join the cluster, and follow the publications with the copy and this process until `cleanup`.

    A publication is applied once the workers of the `board` have applied it too. Raises Unavailable if there is neither
    a copy nor a database to fill it from.
    """
    core = cleanup.enter_context(opened_copy(options, environment))
    replica = Replica(core.configuration, VERSION)
    shared = open_database(options.database, options.data, idle_connections=CONNECTIONS_KEPT)
    cleanup.callback(shared.close)
    _prepare_shared(shared, core.keyring, is_needed=replica.position().attempt < 0)
    serving = _Serving.of(core, shared, board or NodeBoard(0))
    serving.begin()
    membership = Membership(
        shared,
        facts_of(options),
        options.data,
        environment.randomness,
        write_private,
        # None before the first replication, with which the license arrives.
        lambda: core.license if any(replica.position().revisions.values()) else None,
    )
    membership.join_if_possible()
    replicator = Replicator(
        shared,
        replica,
        ShipmentReader(core.configuration.registry, COPIED),
        membership,
        serving.prepare,
        environment.clock,
        COPIED,
        serving.renew_keys,
        serving.board.show_freshness,
    )
    # A new node retrieves everything before the first request, if possible.
    replicator.check()
    cleanup.callback(membership.leave)
    membership.start()
    cleanup.callback(replicator.close)
    replicator.start()
    return EngineNode(core, shared, serving.follower, replicator, lambda: membership.index)


def _nodes_in(shared: Database) -> list[ClusterNode]:
    with shared.reading() as connection:
        return read_nodes(connection)


def _prepare_shared(shared: Database, keyring: Keyring, *, is_needed: bool) -> None:
    """Migrate the shared database to this version, if it can be reached; without a copy it must be reachable."""
    try:
        if is_needed:
            wait_for(shared, seconds=DATABASE_WAIT_SECONDS)
        migrate(shared)
        with shared.writing() as connection:
            keyring.load_or_create(connection)
    except Unavailable as error:
        if is_needed:
            raise
        LOG.warning("database unavailable, serving from the local copy", reason=error.message)
    except SchemaTooNew as error:
        if is_needed:
            raise
        # Nodes of a newer version run already; this one reports content that it does not understand when it reads it.
        LOG.warning("the database schema is newer than this server", reason=str(error))


@dataclass(frozen=True)
class _Serving:
    """The snapshot for requests, and the function that builds the next one."""

    core: Core
    shared: Database
    dynamic_keys: DynamicKeys
    builder: Builder
    follower: Follower
    board: NodeBoard = field(default_factory=lambda: NodeBoard(0))

    @classmethod
    def of(cls, core: Core, shared: Database, board: NodeBoard) -> "_Serving":
        """Create the parts."""
        environment = core.environment
        dynamic_keys = DynamicKeys(shared, core.keyring, environment.clock, environment.randomness)
        builder = new_builder(core, dynamic_keys)
        return cls(core, shared, dynamic_keys, builder, Follower(builder), board)

    def begin(self) -> None:
        """Serve from the existing copy, if it is not empty."""
        try:
            with self.core.configuration.reading() as view:
                apply = self.follower.prepare(view)
            apply()
        except Exception:
            # A server that cannot build a snapshot starts nevertheless, and reports that it is not ready.
            LOG.exception("the copy of the configuration cannot be applied")

    def prepare(self, view: TransactionView, changed: Changed) -> Callable[[], None]:
        """Build the next snapshot and return what applies it. Due keys are created in the shared database."""
        if self.builder.lacks_keys(view):
            self.dynamic_keys.complete(certificate_order(view))
            with self.shared.reading() as connection:
                copy_tables(view.connection, _rows(connection))
        self.core.license.current(view)
        swap = self.follower.prepare(view, ALL_CHANGES if changed is None else Changes.of(changed))
        number = newest_write(view.connection)

        def apply() -> None:
            swap()
            self._wait_for_workers(number)

        return apply

    def renew_keys(self, connection: Connection) -> None:
        """Create the next keys when they are due, so that the next check finds them."""
        now = self.core.environment.clock.now()
        if self.follower.snapshot.dynamic and self.dynamic_keys.newest(connection).due(now):
            self.dynamic_keys.rotate_if_due()

    def _wait_for_workers(self, number: int) -> None:
        """Wait until the engine workers have noticed the copy's last write; raises ReplicaNotApplicable."""
        lagging = self.board.wait_for_workers(number, WORKERS_SECONDS)
        if lagging:
            names = ", ".join(f"engine {worker + 1}" for worker in lagging)
            raise ReplicaNotApplicable(
                f"Processes of this node do not serve the published configuration: {names}. The node's log has the "
                "reason."
            )


def _rows(connection: Connection) -> dict[Table, list[RowMapping]]:
    return {table: list(connection.execute(select(table)).mappings()) for table in COPIED}
