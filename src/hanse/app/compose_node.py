"""Composes an engine of a cluster: one process, or a keeper with engine workers."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial

from hanse.app.application_parts import EngineParts, Job, Parts
from hanse.app.cluster_engine import EngineNode, follow_publications
from hanse.app.compose_engine import follow_snapshots
from hanse.app.core import ProcessEnvironment
from hanse.app.engine_app import (
    accepted_certificates,
    after_change,
    correlation_header,
    dispatcher,
    gauges_of,
    new_builder,
    proxy_fields,
    trace_gauges,
)
from hanse.app.engine_services import engine_jobs, engine_services
from hanse.app.log_verbosity import keep_applied, new_verbosity
from hanse.app.node_board import NodeBoard
from hanse.app.replica_file import end_when_replaced, joined_copy
from hanse.app.replica_source import ReplicaSource
from hanse.app.shared_configuration import shared_configuration
from hanse.app.support_data_worker import support_worker
from hanse.cluster.replication.freshness import CURRENT, Freshness
from hanse.cluster.replication.replicator import Replicator
from hanse.config.commit_watch import watch
from hanse.engine.keys.dynamic_keys import DynamicKeys
from hanse.engine.services import Services
from hanse.engine.snapshot.follower import BEHIND, Follower
from hanse.kit.options import Options
from hanse.ops.logging.verbosity import Verbosity

Gauges = Mapping[str, tuple[str, Callable[[], float]]]


def compose_engine_node(
    options: Options, environment: ProcessEnvironment, verbosity: Verbosity, cleanup: ExitStack
) -> Parts:
    """Return the parts of an engine that is one process."""
    node = follow_publications(options, environment, cleanup)
    replicator = node.replicator
    shared = shared_configuration(node.core, options, cleanup)
    services = engine_services(node.core, node.follower, options, cleanup, configuration=shared)
    parts = _engine_parts(
        services,
        node.follower,
        lambda: replicator.freshness,
        environment,
        {**_node_gauges(replicator), **_publication_gauge(lambda: replicator.has.attempt)},
    )
    jobs = (*_node_jobs(node, options, verbosity), *engine_jobs(services))
    return Parts(engine=parts, jobs=jobs, configuration=node.core.configuration)


def compose_keeper(
    options: Options,
    environment: ProcessEnvironment,
    cleanup: ExitStack,
    board: NodeBoard,
    prepared: Callable[[], None],
) -> Parts:
    """Return the parts of the process that follows the publications beside engine workers, and has no listener.

    `prepared` is called when the workers can use the copy.
    """
    verbosity = new_verbosity(options, environment, cleanup, reports_migration=True)
    node = follow_publications(options, environment, cleanup, board)
    prepared()
    services = engine_services(node.core, node.follower, options, cleanup)
    parts = EngineParts(gauges=_node_gauges(node.replicator))
    jobs = (*_node_jobs(node, options, verbosity), *engine_jobs(services))
    return Parts(engine=parts, jobs=jobs)


def compose_node_worker(
    options: Options, environment: ProcessEnvironment, cleanup: ExitStack, board: NodeBoard, worker: int
) -> Parts:
    """Return the parts of one of several processes that serve from the node's copy."""
    verbosity = new_verbosity(options, environment, cleanup, reports_migration=False)
    core = cleanup.enter_context(joined_copy(options, environment))
    clock, configuration = environment.clock, core.configuration
    dynamic_keys = DynamicKeys(configuration.database, core.keyring, clock, environment.randomness)
    builder = new_builder(core, dynamic_keys)
    source = ReplicaSource(core, builder, partial(board.show_write, worker))
    follower = Follower(source, watch(configuration.database), after_check=source.show)
    follower.start()
    cleanup.callback(follower.close)
    follow_snapshots(follower, verbosity)
    shared = shared_configuration(core, options, cleanup)
    services = engine_services(core, follower, options, cleanup, configuration=shared)
    gauges = _publication_gauge(lambda: source.publication)
    parts = _engine_parts(services, follower, board.freshness, environment, gauges)
    keep: Job = partial(keep_applied, configuration, verbosity, reads=False)
    jobs = (keep, end_when_replaced(options), *engine_jobs(services, sweeps=False))
    return Parts(engine=parts, jobs=jobs, configuration=configuration)


def _node_jobs(node: EngineNode, options: Options, verbosity: Verbosity) -> tuple[Job, ...]:
    """Return the jobs that only one process of a node does."""
    follow_snapshots(node.follower, verbosity)
    keep = partial(keep_applied, node.core.configuration, verbosity, reads=False)
    return (support_worker(node.core, options, node).run, keep)


def _engine_parts(
    services: Services,
    follower: Follower,
    freshness: Callable[[], Freshness],
    environment: ProcessEnvironment,
    gauges: Gauges,
) -> EngineParts:
    clock = environment.clock

    def state() -> str:
        return BEHIND if follower.state() == BEHIND else freshness().state(clock.now())

    def age() -> int | None:
        found = freshness()
        return None if state() == CURRENT or not found.verified else round(found.age(clock.now()))

    return EngineParts(
        proxy_fields=partial(proxy_fields, follower),
        correlation_header=partial(correlation_header, follower),
        accepted_certificates=accepted_certificates(follower),
        after_change=after_change(follower),
        direct=dispatcher(services, environment.log_health),
        checks={"configuration": follower.check},
        states={
            "configuration": state,
            "configurationAgeSeconds": age,
            # Not a readiness check: users are served without it, so load balancers should not stop using the node.
            "database": lambda: "ok" if freshness().is_reachable else "away",
        },
        # All engines share it: while it is unreachable, all of them continue with requests that do not need it.
        probes={"runtimeState": services.state.ping},
        gauges={
            **gauges_of(follower),
            "hanse_engine_configuration_age_seconds": (
                "Seconds since the configuration in use was last known to be the latest publication.",
                lambda: freshness().age(clock.now()),
            ),
            **trace_gauges(services),
            **gauges,
        },
        counters=services.counters,
        spans=services.spans,
    )


def _publication_gauge(publication: Callable[[], int]) -> Gauges:
    return {"hanse_engine_publication": ("Number of the publication in use.", publication)}


def _node_gauges(replicator: Replicator) -> Gauges:
    """Return the metrics of the process that follows the publications."""
    return {
        "hanse_engine_replication_bytes": (
            "Bytes of documents read from the shared database since the start.",
            lambda: replicator.bytes_read,
        ),
        "hanse_engine_replication_failures": (
            "Publications that could not be applied since the start.",
            lambda: replicator.failures,
        ),
    }
