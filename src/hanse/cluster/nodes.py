"""The table of nodes: who is there, what runs there, and how far it is."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from enum import StrEnum

from sqlalchemy import Connection, RowMapping, select

from hanse.cluster.moments import age
from hanse.cluster.schema import cluster_node
from hanse.config.declare.access import Area, Intent
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Answer, Call, Operation
from hanse.config.view import View

BEAT_SECONDS = 2.0
# Several beats, so that one slow commit makes nobody unreachable.
OVERDUE = timedelta(seconds=10)
# A node that was stopped is gone at once; one that died is shown until somebody has seen it.
FORGOTTEN = timedelta(hours=24)


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


class SyncStatus(StrEnum):
    """How far a passive console is with following the active one; the active one follows nobody."""

    NONE = "NONE"
    RETRIEVING = "RETRIEVING"
    APPLYING = "APPLYING"
    FAILED = "FAILED"
    SUCCEEDED = "SUCCEEDED"


class AdminConsoleInfo(ConfigModel):
    """What there is to know of a node's console. Times are RFC 3339 in UTC."""

    console_role: ConsoleRole
    console_role_last_update_date: str | None = None
    config_sync_status: SyncStatus = SyncStatus.NONE
    # When it last had everything.
    config_sync_timestamp: str | None = None


class ClusterNode(ConfigModel):
    """One node; the names are those of `/cluster/status` (specification 2, section 3). Times are RFC 3339 in UTC."""

    index: int
    address: str
    mode: NodeMode
    status: NodeStatus
    version: str
    last_heartbeat: str
    node_group: str = ""
    node_tags: str = ""
    # When what is in force there was published.
    configuration_timestamp: str | None = None
    # Only of engines, and not before something was replicated. Of one that cannot be reached it is known only that it
    # is out of date, by what it had when it was last heard from.
    replication_status: ReplicationStatus | None = None
    # Why it could not apply what was published, for a person to act on; only with FAILED.
    replication_failure: str | None = None
    # Only of nodes that run a console.
    admin_console_info: AdminConsoleInfo | None = None


class ClusterNodeList(ConfigModel):
    """The nodes, by index; none when the server is no part of a cluster."""

    items: list[ClusterNode]


Nodes = Callable[[View], Iterable[ClusterNode]]


def read_rows(connection: Connection) -> list[RowMapping]:
    """Return the rows of all nodes, by index."""
    return list(connection.execute(select(cluster_node).order_by(cluster_node.c.node_index)).mappings())


def is_overdue(row: RowMapping, moment: str) -> bool:
    """Tell whether a node's heartbeat is overdue."""
    return age(row["heartbeat"], moment) > OVERDUE


def shown(
    rows: Iterable[RowMapping], state: Mapping[str, object], published: Mapping[str, int], moment: str
) -> Iterator[ClusterNode]:
    """Yield nodes as people see them; `state` is the row of `cluster_state`."""
    for row in rows:
        overdue = is_overdue(row, moment)
        is_engine = row["mode"] == NodeMode.ENGINE
        replication = _replication(row, state, published, overdue=overdue) if is_engine else None
        yield ClusterNode(
            index=row["node_index"],
            address=row["address"],
            mode=NodeMode(row["mode"]),
            status=NodeStatus.UNREACHABLE if overdue else NodeStatus.RUNNING,
            version=row["version"],
            last_heartbeat=row["heartbeat"],
            node_group=row["node_group"],
            node_tags=row["node_tags"],
            configuration_timestamp=row["configuration_time"],
            replication_status=replication,
            replication_failure=row["failure"] if replication is ReplicationStatus.FAILED else None,
            admin_console_info=None if is_engine else _console(row, state),
        )


def _replication(
    row: RowMapping, state: Mapping[str, object], published: Mapping[str, int], *, overdue: bool
) -> ReplicationStatus | None:
    applied = json.loads(row["applied"]) if row["applied"] else {}
    if overdue:
        return None if state["attempt"] == 0 or applied == published else ReplicationStatus.OUT_OF_DATE
    said = ReplicationStatus(row["status"]) if row["attempt"] == state["attempt"] and row["status"] else None
    if state["attempt"] == 0:
        # Nobody ever published anything. An engine that cannot even begin with what there is says so.
        return said if said is ReplicationStatus.FAILED else None
    if said is not None:
        return said
    return ReplicationStatus.SUCCEEDED if applied == published else ReplicationStatus.OUT_OF_DATE


def _console(row: RowMapping, state: Mapping[str, object]) -> AdminConsoleInfo:
    is_active = row["id"] == state["active_console"]
    updated = state["role_updated"]
    return AdminConsoleInfo(
        console_role=ConsoleRole.ACTIVE if is_active else ConsoleRole.PASSIVE,
        console_role_last_update_date=None if updated is None else str(updated),
        config_sync_status=SyncStatus.NONE if is_active or not row["status"] else SyncStatus(row["status"]),
        config_sync_timestamp=None if is_active else row["status_time"],
    )


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
