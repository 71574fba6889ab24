"""A process that is an engine of a cluster: it serves from its own copy of what is published.

The copy lets it start and serve while the database that the nodes share is away. It can be thrown away at any time: an
engine without one takes over everything.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

import structlog
from sqlalchemy import Connection, RowMapping, Table, select
from sqlalchemy.exc import DatabaseError

from hanse.app.cluster import facts_of
from hanse.app.core import DATABASE_WAIT_SECONDS, Core, Environment, assemble, wait_for
from hanse.app.engine import gauges_of, new_builder
from hanse.app.engine_services import engine_services
from hanse.app.folder import write_private
from hanse.app.parts import EngineParts
from hanse.cluster.listing import read_nodes
from hanse.cluster.membership import Membership
from hanse.cluster.nodes import ClusterNode
from hanse.cluster.replication.replica import Replica, copy_tables
from hanse.cluster.replication.replicator import Changed, Replicator
from hanse.cluster.replication.shipment import Shipping
from hanse.config.secrets.masterkey import load_master_key
from hanse.config.store.database import Database, open_database
from hanse.config.store.migrate import SchemaTooNew, migrate
from hanse.config.store.schema import encryption_key
from hanse.config.store.trigrams import give_up_index
from hanse.config.view import View
from hanse.engine.endpoints import protocol_endpoints
from hanse.engine.http.dispatch import Dispatcher
from hanse.engine.keys.dynamic import DynamicKeys
from hanse.engine.keys.schema import dynamic_key
from hanse.engine.services import Services
from hanse.engine.snapshot.building import Builder
from hanse.engine.snapshot.compiling import EVERYTHING, Changes
from hanse.engine.snapshot.follower import BEHIND, Follower
from hanse.kit.errors import Unavailable
from hanse.kit.options import Options
from hanse.kit.product import VERSION

LOG = structlog.stdlib.get_logger("hanse.engine")
COPY = "replica.db"
# PostgreSQL takes a hundred connections unless told otherwise, and an engine asks it a few short things a second.
CONNECTIONS_KEPT = 2
COPIED = (encryption_key, dynamic_key)


@dataclass(frozen=True)
class EngineNode:
    """An engine that is a node of a cluster."""

    # On its own copy.
    core: Core
    # The database that all nodes share.
    shared: Database
    follower: Follower
    parts: EngineParts
    services: Services
    index: Callable[[], int]

    @property
    def nodes(self) -> Callable[[View], list[ClusterNode]]:
        """The nodes of the cluster, which the copy does not have."""
        return lambda _view: _nodes_in(self.shared)


def serve_published(options: Options, environment: Environment, cleanup: ExitStack) -> EngineNode:
    """Return the engine on what is published, and keep it up with that until `cleanup`.

    Raises Unavailable when there is neither a copy nor a database to fill it from.
    """
    core = cleanup.enter_context(_on_copy(options, environment))
    replica = Replica(core.configuration, VERSION)
    shared = open_database(options.database, options.data, kept=CONNECTIONS_KEPT)
    cleanup.callback(shared.close)
    _prepare_shared(shared, core, is_needed=replica.position().attempt < 0)
    serving = _Serving.of(core, shared)
    serving.begin()
    membership = Membership(
        shared,
        facts_of(options),
        options.data,
        environment.randomness,
        write_private,
        # It comes with the first replication, and is none of the older ones.
        lambda: core.licence if any(replica.position().revisions.values()) else None,
    )
    membership.join_if_possible()
    shipping = Shipping(core.configuration.registry, COPIED)
    replicator = Replicator(
        shared, replica, shipping, membership, serving.prepare, environment.clock, COPIED, serving.renew_keys
    )
    # A new node has everything before the first request, if it can be had.
    replicator.look()
    cleanup.callback(membership.leave)
    membership.start()
    cleanup.callback(replicator.close)
    replicator.start()
    services = engine_services(core, serving.follower, options, cleanup)
    parts = _parts(serving.follower, replicator, services)
    return EngineNode(core, shared, serving.follower, parts, services, lambda: membership.index)


def _nodes_in(shared: Database) -> list[ClusterNode]:
    with shared.reading() as connection:
        return read_nodes(connection)


@contextmanager
def _on_copy(options: Options, environment: Environment) -> Iterator[Core]:
    master_key = load_master_key(os.environ, options.data, environment.randomness)
    path = options.data / COPY
    core = assemble(replace(options, database=f"sqlite:///{path}"), environment, master_key)
    database = core.configuration.database
    try:
        try:
            migrate(database)
        except (SchemaTooNew, DatabaseError) as error:
            # Of a newer version, or damaged: there is another one where it came from.
            LOG.warning("the copy of the configuration is thrown away", reason=str(error).splitlines()[0])
            database.close()
            for each in path.parent.glob(f"{COPY}*"):
                each.unlink()
            migrate(database)
        with database.writing() as connection:
            # Nobody searches here, and the index for it is most of the work of taking over many documents.
            give_up_index(connection)
        with core.configuration.reading() as view:
            core.keyring.load(view.connection)
            core.licence.current(view)
        yield core
    finally:
        database.close()


def _prepare_shared(shared: Database, core: Core, *, is_needed: bool) -> None:
    """Bring the shared database to this version's form, if it is there; without a copy it has to be."""
    try:
        if is_needed:
            wait_for(shared, seconds=DATABASE_WAIT_SECONDS)
        migrate(shared)
        with shared.writing() as connection:
            core.keyring.load_or_create(connection)
    except Unavailable as error:
        if is_needed:
            raise
        LOG.warning("serving from the copy, as the database is away", reason=error.message)
    except SchemaTooNew as error:
        if is_needed:
            raise
        # Nodes of a newer version are there already; what this one does not understand it says when it meets it.
        LOG.warning("the database is of a newer version", reason=str(error))


@dataclass(frozen=True)
class _Serving:
    """What requests are answered from, and how the next one of it is made."""

    core: Core
    shared: Database
    dynamic_keys: DynamicKeys
    builder: Builder
    follower: Follower

    @classmethod
    def of(cls, core: Core, shared: Database) -> "_Serving":
        """Put the parts together."""
        clock = core.environment.clock
        dynamic_keys = DynamicKeys(shared, core.keyring, clock)
        builder = new_builder(core.configuration, dynamic_keys, clock)
        return cls(core, shared, dynamic_keys, builder, Follower(builder))

    def begin(self) -> None:
        """Serve from the copy as it is, if it has anything."""
        try:
            with self.core.configuration.reading() as view:
                put_in_force = self.follower.prepare(view)
            put_in_force()
        except Exception:
            # A server that cannot build a snapshot starts nevertheless, and says that it is not ready.
            LOG.exception("the copy of the configuration cannot be put in force")

    def prepare(self, view: View, changed: Changed) -> Callable[[], None]:
        """Build the next snapshot aside; keys that are due are made where all nodes find them."""
        if self.builder.lacks_keys(view):
            self.dynamic_keys.rotate_if_due()
            with self.shared.reading() as connection:
                copy_tables(view.connection, _rows(connection))
        self.core.licence.current(view)
        return self.follower.prepare(view, EVERYTHING if changed is None else Changes.of(changed))

    def renew_keys(self, connection: Connection) -> None:
        """Make the next keys when they are due, so that the next look finds them."""
        now = self.core.environment.clock.now()
        if self.follower.snapshot.dynamic and self.dynamic_keys.newest(connection).due(now):
            self.dynamic_keys.rotate_if_due()


def _rows(connection: Connection) -> dict[Table, list[RowMapping]]:
    return {table: list(connection.execute(select(table)).mappings()) for table in COPIED}


def _parts(follower: Follower, replicator: Replicator, services: Services) -> EngineParts:
    return EngineParts(
        direct=Dispatcher(services.snapshot, protocol_endpoints(services)),
        checks={"configuration": follower.check},
        states={
            "configuration": lambda: BEHIND if replicator.is_behind else follower.state(),
            # No check: users are served without it, and no load balancer should turn away.
            "database": lambda: "ok" if replicator.is_reachable else "away",
        },
        gauges={
            **gauges_of(follower),
            "hanse_engine_publication": (
                "Number of the publication that is in force.",
                lambda: replicator.has.attempt,
            ),
            "hanse_engine_replication_bytes": (
                "Bytes of documents read from the shared database, since the start.",
                lambda: replicator.bytes_read,
            ),
            "hanse_engine_replication_failures": (
                "Publications that could not be put in force, since the start.",
                lambda: replicator.failures,
            ),
        },
    )
