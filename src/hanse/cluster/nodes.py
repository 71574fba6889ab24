"""The nodes of a cluster, as the landing dashboard shows them."""

from collections.abc import Callable, Iterable
from enum import StrEnum

from hanse.config.access import Area, Intent
from hanse.config.fields import ConfigModel
from hanse.config.operation import API, Answer, Call, Operation
from hanse.config.view import View


class NodeMode(StrEnum):
    """What a node runs; the contract's words."""

    ENGINE = "CLUSTERED_ENGINE"
    CONSOLE = "CLUSTERED_CONSOLE"
    DUAL = "CLUSTERED_DUAL"
    STANDALONE = "STANDALONE"


class NodeStatus(StrEnum):
    """Whether a node is there: its heartbeat is in time, or it is overdue."""

    RUNNING = "RUNNING"
    UNREACHABLE = "UNREACHABLE"


class ReplicationStatus(StrEnum):
    """How far a node is with the configuration that was published last (specification 2, section 4)."""

    OUT_OF_DATE = "OUT_OF_DATE"
    RETRIEVING = "RETRIEVING"
    APPLYING = "APPLYING"
    FAILED = "FAILED"
    SUCCEEDED = "SUCCEEDED"


class ConsoleRole(StrEnum):
    """Whether administrators work on this console, or it stands by."""

    ACTIVE = "ACTIVE"
    PASSIVE = "PASSIVE"


class NodeConsole(ConfigModel):
    """What there is to know of a node's console."""

    console_role: ConsoleRole


class ClusterNode(ConfigModel):
    """One node; the names are those of `/cluster/status` (specification 2, section 3)."""

    index: int
    address: str
    mode: NodeMode
    status: NodeStatus
    version: str
    # RFC 3339 in UTC.
    last_heartbeat: str
    node_group: str = ""
    node_tags: str = ""
    replication_status: ReplicationStatus | None = None
    # Only of nodes that run a console.
    admin_console_info: NodeConsole | None = None


class ClusterNodeList(ConfigModel):
    """The nodes, by index; none when the server is no part of a cluster."""

    items: list[ClusterNode]


Nodes = Callable[[View], Iterable[ClusterNode]]


def no_cluster(_view: View) -> Iterable[ClusterNode]:
    """Return the nodes of a server that stands alone: there are none."""
    return ()


def nodes_operation(nodes: Nodes) -> Operation:
    """Return the operation that lists the nodes."""

    def run(call: Call) -> Answer:
        return Answer(ClusterNodeList(items=sorted(nodes(call.view), key=lambda node: node.index)))

    return Operation(
        method="GET",
        path=f"{API}/internal/nodes",
        area=Area.CONSOLE,
        intent=Intent.READ,
        summary="The nodes of the cluster",
        run=run,
        tag="Cluster",
        answer=ClusterNodeList,
    )
