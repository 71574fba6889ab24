"""The table of nodes: which ones exist, what they run, and their replication status."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from enum import StrEnum
from typing import TypeVar

from sqlalchemy import Connection, RowMapping, delete, select

from hanse.cluster.database_clock import age, now
from hanse.cluster.schema import cluster_node
from hanse.config.declare.access import Area, Intent
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import from_text, to_text
from hanse.kit.errors import Conflict, NotFound
from hanse.kit.texts.messages import message

W = TypeVar("W", bound=StrEnum)
BEAT_SECONDS = 2.0
# Several heartbeats, so that one slow commit does not make a node appear unreachable.
OVERDUE = timedelta(seconds=10)
# A node that was stopped disappears immediately; one that died is shown for a day.
FORGOTTEN = timedelta(hours=24)


class NodeMode(StrEnum):
    """The mode of a node, as the API contract defines it."""

    ENGINE = "CLUSTERED_ENGINE"
    CONSOLE = "CLUSTERED_CONSOLE"
    DUAL = "CLUSTERED_DUAL"
    STANDALONE = "STANDALONE"


class NodeStatus(StrEnum):
    """The status of a node: running if its heartbeat arrives in time, unreachable if it is overdue."""

    RUNNING = "RUNNING"
    UNREACHABLE = "UNREACHABLE"


class ReplicationStatus(StrEnum):
    """The replication status of a node (specification 2, section 4)."""

    OUT_OF_DATE = "OUT_OF_DATE"
    RETRIEVING = "RETRIEVING"
    APPLYING = "APPLYING"
    FAILED = "FAILED"
    SUCCEEDED = "SUCCEEDED"


class ConsoleRole(StrEnum):
    """The role of a console: active if administrators can save changes on it, passive if it follows the active one."""

    ACTIVE = "ACTIVE"
    PASSIVE = "PASSIVE"


class SyncStatus(StrEnum):
    """The synchronization status of a passive console."""

    NONE = "NONE"
    RETRIEVING = "RETRIEVING"
    APPLYING = "APPLYING"
    FAILED = "FAILED"
    SUCCEEDED = "SUCCEEDED"


class AdminConsoleInfo(ConfigModel):
    """The state of a node's console. Times are RFC 3339 in UTC."""

    console_role: ConsoleRole
    console_role_last_update_date: str | None = None
    config_sync_status: SyncStatus | str = SyncStatus.NONE
    # Time at which it was last up to date.
    config_sync_timestamp: str | None = None


class ClusterNode(ConfigModel):
    """A node; the names are those of `/cluster/status` (specification 2, section 3). Times are RFC 3339 in UTC."""

    index: int
    address: str
    # A node of a newer version may have a mode or status that this version does not know; it is returned unchanged.
    mode: NodeMode | str
    status: NodeStatus
    version: str
    last_heartbeat: str
    node_group: str = ""
    node_tags: str = ""
    # Time of the publication that the node has applied.
    configuration_timestamp: str | None = None
    # For engines only, and only after the first replication. The state of an unreachable engine is judged by its last
    # report.
    replication_status: ReplicationStatus | str | None = None
    # The reason why it could not apply the publication; only with FAILED.
    replication_failure: str | None = None
    # For nodes that run a console only.
    admin_console_info: AdminConsoleInfo | None = None


class ClusterNodeList(ConfigModel):
    """The nodes, ordered by index; empty if the server does not belong to a cluster."""

    items: list[ClusterNode]


Nodes = Callable[[TransactionView], Iterable[ClusterNode]]


def read_rows(connection: Connection) -> list[RowMapping]:
    """Return the rows of all nodes, ordered by index."""
    return list(connection.execute(select(cluster_node).order_by(cluster_node.c.node_index)).mappings())


def remove_row(connection: Connection, index: int) -> None:
    """Remove a node that cannot be reached; raises NotFound, or Conflict if it is running.

    A node that was only disconnected joins again with its next heartbeat.
    """
    row = next((each for each in read_rows(connection) if each["node_index"] == index), None)
    if row is None:
        raise NotFound(message("There is no node with the index {index}.", index=index))
    overdue = connection.execute(
        delete(cluster_node).where(
            cluster_node.c.id == row["id"], cluster_node.c.heartbeat < to_text(from_text(now(connection)) - OVERDUE)
        )
    )
    if overdue.rowcount == 0:
        raise Conflict(
            message("The node at {address} is running. Stop it before you remove it.", address=row["address"])
        )


def is_overdue(row: RowMapping, moment: str) -> bool:
    """Return whether a node's heartbeat is overdue."""
    return age(row["heartbeat"], moment) > OVERDUE


def shown(
    rows: Iterable[RowMapping], state: Mapping[str, object], published: Mapping[str, int], moment: str
) -> Iterator[ClusterNode]:
    """Yield nodes in their API form; `state` is the row of `cluster_state`."""
    for row in rows:
        overdue = is_overdue(row, moment)
        is_engine = row["mode"] == NodeMode.ENGINE
        replication = _replication(row, state, published, overdue=overdue) if is_engine else None
        yield ClusterNode(
            index=row["node_index"],
            address=row["address"],
            mode=_word(NodeMode, row["mode"]),
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
) -> ReplicationStatus | str | None:
    applied = json.loads(row["applied"]) if row["applied"] else {}
    # Nodes of older versions do not report every scope. A missing scope has the revision of the configuration.
    is_current = bool(applied) and {**published, **applied} == published
    if overdue:
        return None if state["attempt"] == 0 or is_current else ReplicationStatus.OUT_OF_DATE
    reported = _word(ReplicationStatus, row["status"]) if row["attempt"] == state["attempt"] and row["status"] else None
    if state["attempt"] == 0:
        # Nothing was ever published. An engine that cannot even start with the initial configuration reports that.
        return reported if reported is ReplicationStatus.FAILED else None
    if reported is not None:
        return reported
    return ReplicationStatus.SUCCEEDED if is_current else ReplicationStatus.OUT_OF_DATE


def _console(row: RowMapping, state: Mapping[str, object]) -> AdminConsoleInfo:
    is_active = row["id"] == state["active_console"]
    # A console that was started after the last switch has its role since then. Both times have the same format, so the
    # later one is the greater text.
    updated = max((str(each) for each in (state["role_updated"], row["started"]) if each), default=None)
    return AdminConsoleInfo(
        console_role=ConsoleRole.ACTIVE if is_active else ConsoleRole.PASSIVE,
        console_role_last_update_date=updated,
        config_sync_status=SyncStatus.NONE if is_active or not row["status"] else _word(SyncStatus, row["status"]),
        config_sync_timestamp=None if is_active else row["status_time"],
    )


def _word(words: type[W], text: str) -> W | str:
    """Return the member of an enumeration, or the text itself if there is none."""
    try:
        return words(text)
    except ValueError:
        return text


def nodes_operation(nodes: Nodes) -> Operation:
    """Return the operation that lists the nodes."""

    def run(call: Call) -> OperationResult:
        return OperationResult(ClusterNodeList(items=sorted(nodes(call.view), key=lambda node: node.index)))

    return Operation(
        method="GET",
        path=f"{API}/internal/nodes",
        area=Area.CONSOLE,
        intent=Intent.READ,
        summary="List the nodes of the cluster",
        run=run,
        tag="Cluster",
        answer=ClusterNodeList,
        on_passive=True,
    )
