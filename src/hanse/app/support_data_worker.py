"""Support data in this process: the nodes that can collect, and the worker for this one."""

import os
from asyncio import AbstractEventLoop
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Protocol

from hanse.app.cluster_node import facts_of
from hanse.app.core import Core
from hanse.cluster.node_table import ClusterNode, NodeStatus
from hanse.cluster.status import ClusterAnswers
from hanse.config.database import Database
from hanse.config.declare.validation import to_body
from hanse.config.transaction_view import TransactionView
from hanse.kit.options import Options
from hanse.kit.randomness import new_id
from hanse.kit.time_format import TimeFormat
from hanse.ops.support_data.archives import Archives
from hanse.ops.support_data.content.entry import CollectionSources
from hanse.ops.support_data.jobs import Jobs
from hanse.ops.support_data.operations import Nodes
from hanse.ops.support_data.settings import ArchiveMember
from hanse.ops.support_data.worker import CollectionWorker


def support_archives(core: Core, timezone: str) -> Archives:
    """Return the archives of a server's database. Messages have times in this time zone."""
    environment = core.environment
    moments = TimeFormat(timezone)
    return Archives(core.configuration.database, core.keyring, environment.clock, environment.randomness, moments)


def support_nodes(cluster: ClusterAnswers, options: Options) -> Nodes:
    """Return the nodes that can collect: those of the cluster, or the standalone server."""
    if options.mode != "standalone":
        return Nodes(lambda view: [_member(node) for node in cluster.nodes(view)], clustered=True)
    facts = facts_of(options)
    alone = ArchiveMember(options.node_index, facts.address, facts.mode.value)
    return Nodes(lambda _view: [alone], clustered=False)


class CollectingNode(Protocol):
    """The facts about a node and its cluster for its archives."""

    @property
    def shared(self) -> Database:
        """Return the shared database, which has the jobs."""
        ...

    @property
    def index(self) -> Callable[[], int]:
        """Return the current index of the node."""
        ...

    @property
    def nodes(self) -> Callable[[TransactionView], list[ClusterNode]]:
        """Return the nodes of the cluster."""
        ...


def support_worker(core: Core, options: Options, node: CollectingNode) -> CollectionWorker:
    """Return the worker for the archives that are addressed to this node."""
    configuration, (clock, randomness) = core.configuration, (core.environment.clock, core.environment.randomness)

    def nodes(view: TransactionView) -> list[dict[str, Any]]:
        return [to_body(each) for each in node.nodes(view)]

    def sources(loop: AbstractEventLoop) -> CollectionSources:
        return CollectionSources(
            configuration=configuration,
            shared=node.shared,
            clock=clock,
            log_folder=options.data / "log",
            options={option.name: str(getattr(options, option.name)) for option in fields(options)},
            environment=dict(os.environ),
            nodes=nodes,
            loop=loop,
        )

    jobs = Jobs(node.shared, core.keyring, clock, new_id(randomness))
    return CollectionWorker(jobs, node.index, sources, randomness)


def _member(node: ClusterNode) -> ArchiveMember:
    return ArchiveMember(node.index, node.address, str(node.mode), node.status is NodeStatus.RUNNING)
