"""The status of a cluster, and the protocol of its implementations."""

from collections.abc import Collection, Sequence
from typing import Protocol

from hanse.cluster.node_table import AdminConsoleInfo, ClusterNode, ConsoleRole, NodeStatus, ReplicationStatus
from hanse.config.change.change import Change
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.view import View

# Interval at which a passive console follows the active one, and the delay after which a failure is reported.
SYNCHRONIZATION_SECONDS = 10
WARNING_SECONDS = 60
NEEDS_REPLICATION = frozenset({ReplicationStatus.OUT_OF_DATE, ReplicationStatus.FAILED})
REPLICATING = frozenset({ReplicationStatus.RETRIEVING, ReplicationStatus.APPLYING})


class ClusterStatus(ConfigModel):
    """The state of the cluster (specification 2, section 3). Times are RFC 3339 in UTC; an absent time means never."""

    nodes: list[ClusterNode]
    current_node_index: int
    replication_required: bool
    # True if nodes of different versions are running.
    mixed_mode: bool
    # Maximum number of running nodes by the license; absent means no limit.
    node_limit: int | None = None
    last_config_update_time: str | None = None
    last_replication_time: str | None = None


class LaggingNode(ConfigModel):
    """An engine that is out of date."""

    index: int
    address: str
    replication_status: ReplicationStatus | str
    replication_failure: str | None = None


class ReplicationInfo(ConfigModel):
    """The console's banners about replication and about passive consoles.

    On a standalone server everything is false or absent (specification 3, section 3).
    """

    replication_required: bool = False
    # Engines that are out of date or have failed, except for those that are updating now.
    nodes: list[LaggingNode]
    # True while an engine retrieves or applies a publication.
    is_replicating: bool = False
    is_passive_admin_node: bool = False
    is_multiple_admin_nodes_enabled: bool = False
    # Time at which all passive consoles were last up to date.
    active_node_last_successful_sync_time: str | None = None


class ActivePassiveConsoleInfo(ConfigModel):
    """Console roles: whether there are several consoles, and the role of this one (specification 2, section 3).

    `clustered` is an addition: without a cluster the operations of `/cluster/` are refused, which the console must know
    before it calls one.
    """

    # True if this server is a node of a cluster.
    clustered: bool = False
    enabled: bool = False
    role: ConsoleRole = ConsoleRole.ACTIVE
    synchronization_interval_secs: int = SYNCHRONIZATION_SECONDS
    synchronization_warning_secs: int = WARNING_SECONDS
    # Time at which all passive consoles were last up to date; absent if one of them never was.
    active_node_last_successful_sync_time: str | None = None


class AdminNodeRoleServiceInfo(ConfigModel):
    """The answer after a console became active."""

    warnings: list[str]


class ClusterAnswers(Protocol):
    """Answers of this server about its cluster: `clustered.ClusteredAnswers`, or `standalone.StandaloneAnswers`."""

    def nodes(self, view: View) -> list[ClusterNode]:
        """Return the nodes of the cluster; empty without one."""
        ...

    def status(self, view: View) -> ClusterStatus:
        """Return the state of the cluster."""
        ...

    def replication(self, view: View) -> ReplicationInfo:
        """Return the values of the banners."""
        ...

    def consoles(self, view: View) -> tuple[ActivePassiveConsoleInfo, int]:
        """Return the roles of the consoles, and the epoch to which they belong."""
        ...

    def own_console(self, view: View) -> AdminConsoleInfo:
        """Return the state of this console."""
        ...

    def replicate(self, change: Change) -> None:
        """Publish everything that is saved; raises NotAllowed."""
        ...

    def become_active(self, expected: Collection[int] | None) -> list[str]:
        """Make this console the active one and return warnings; raises Conflict."""
        ...

    def remove_node(self, change: Change, index: int) -> None:
        """Remove a node that cannot be reached; raises NotFound and Conflict."""
        ...


def lagging(nodes: Sequence[ClusterNode]) -> list[LaggingNode]:
    """Return the engines that are out of date."""
    return [
        LaggingNode(
            index=node.index,
            address=node.address,
            replication_status=node.replication_status,
            replication_failure=node.replication_failure,
        )
        for node in nodes
        if node.replication_status in NEEDS_REPLICATION and node.replication_status is not None
    ]


def is_replicating(nodes: Sequence[ClusterNode]) -> bool:
    """Return whether an engine is retrieving or applying a publication."""
    return any(node.replication_status in REPLICATING for node in nodes)


def running(nodes: Sequence[ClusterNode]) -> int:
    """Return the number of running nodes."""
    return sum(node.status is NodeStatus.RUNNING for node in nodes)


def is_mixed(nodes: Sequence[ClusterNode]) -> bool:
    """Return whether nodes of different versions are running."""
    return len({node.version for node in nodes if node.status is NodeStatus.RUNNING}) > 1
