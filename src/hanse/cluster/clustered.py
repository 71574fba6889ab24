"""The answers of a console that is a node of a cluster."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import RowMapping

from hanse.cluster import publication
from hanse.cluster.console_roles import Consoles
from hanse.cluster.membership import Membership
from hanse.cluster.node_listing import read_nodes
from hanse.cluster.node_table import AdminConsoleInfo, ClusterNode, ConsoleRole, NodeMode, read_rows, remove_row
from hanse.cluster.status import (
    ActivePassiveConsoleInfo,
    ClusterStatus,
    ReplicationInfo,
    is_mixed,
    is_replicating,
    lagging,
)
from hanse.config import revision_log
from hanse.config.change.change import Change
from hanse.config.declare.registry import Registry
from hanse.config.declare.view import View
from hanse.kit.ports import Entitlements


class ClusteredAnswers:
    """Answers from the tables of the cluster."""

    def __init__(self, membership: Membership, consoles: Consoles, license_: Entitlements, registry: Registry) -> None:
        self._membership = membership
        self._consoles = consoles
        self._license = license_
        self._registry = registry

    def nodes(self, view: View) -> list[ClusterNode]:
        """Return the nodes."""
        return read_nodes(view.connection)

    def status(self, view: View) -> ClusterStatus:
        """Return the state of the cluster."""
        nodes, published = self.nodes(view), publication.read_publication(view.connection)
        return ClusterStatus(
            nodes=nodes,
            current_node_index=self._membership.index,
            replication_required=publication.is_required(view.connection, self._registry, published),
            mixed_mode=is_mixed(nodes),
            node_limit=self._license.node_limit,
            last_config_update_time=publication.last_update(view.connection, self._registry),
            last_replication_time=published.time,
        )

    def replication(self, view: View) -> ReplicationInfo:
        """Return the values of the banners."""
        nodes, published = self.nodes(view), publication.read_publication(view.connection)
        consoles, _ = self.consoles(view)
        return ReplicationInfo(
            replication_required=publication.is_required(view.connection, self._registry, published),
            nodes=lagging(nodes),
            is_replicating=is_replicating(nodes),
            is_passive_admin_node=consoles.role is ConsoleRole.PASSIVE,
            is_multiple_admin_nodes_enabled=consoles.enabled,
            active_node_last_successful_sync_time=consoles.active_node_last_successful_sync_time,
        )

    def consoles(self, view: View) -> tuple[ActivePassiveConsoleInfo, int]:
        """Return the roles of the consoles, and the epoch to which they belong."""
        state = publication.read_state(view.connection)
        rows = [row for row in read_rows(view.connection) if row["mode"] == NodeMode.CONSOLE]
        is_active = state["active_console"] == self._membership.identity.id
        info = ActivePassiveConsoleInfo(
            clustered=True,
            enabled=len(rows) > 1 or not is_active,
            role=ConsoleRole.ACTIVE if is_active else ConsoleRole.PASSIVE,
            active_node_last_successful_sync_time=_last_sync(rows, state),
        )
        return info, int(str(state["epoch"]))

    def own_console(self, view: View) -> AdminConsoleInfo:
        """Return the state of this console."""
        own = [node.admin_console_info for node in self.nodes(view) if node.index == self._membership.index]
        role = ConsoleRole.ACTIVE if self._consoles.is_active else ConsoleRole.PASSIVE
        return next((info for info in own if info is not None), AdminConsoleInfo(console_role=role))

    def replicate(self, change: Change) -> None:
        """Publish everything that is saved."""
        connection, database = change.connection, self._membership.database
        publication.publish(connection, database, publication.SCOPES, revision_log.latest(connection))

    def remove_node(self, change: Change, index: int) -> None:
        """Remove a node that cannot be reached; raises NotFound and Conflict."""
        remove_row(change.connection, index)

    def become_active(self, expected: Collection[int] | None) -> list[str]:
        """Make this console the active one; raises Conflict."""
        self._consoles.switch(expected)
        return []


def _last_sync(consoles: Sequence[RowMapping], state: Mapping[str, object]) -> str | None:
    """Return when the last of the passive consoles was up to date."""
    times = [row["status_time"] for row in consoles if row["id"] != state["active_console"]]
    return None if None in times else min(times, default=None)
