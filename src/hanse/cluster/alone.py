"""The answers of a server that is no part of a cluster: there is one node, and whatever is saved is in force."""

from collections.abc import Collection
from dataclasses import dataclass

from hanse.cluster.identity import NodeFacts
from hanse.cluster.moments import now
from hanse.cluster.nodes import AdminConsoleInfo, ClusterNode, ConsoleRole, NodeStatus, is_overdue, read_rows
from hanse.cluster.publication import last_update
from hanse.cluster.status import ActivePassiveConsoleInfo, ClusterStatus, ReplicationInfo
from hanse.config.change.change import Change
from hanse.config.declare.resource import Scope
from hanse.config.store.database import Database
from hanse.config.view import View
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import NotAllowed
from hanse.kit.options import OptionsError


class NotClustered(NotAllowed):
    """The call is about a cluster, and this server is none."""

    result_id = "not_clustered"


def refuse_beside_cluster(database: Database) -> None:
    """Raise OptionsError while nodes of a cluster run on a database: a server that stands alone heeds no roles."""
    if database.is_sqlite:
        return
    with database.reading() as connection:
        moment = now(connection)
        running = [row["address"] for row in read_rows(connection) if not is_overdue(row, moment)]
    if running:
        where = ", ".join(running[:3])
        remedy = "start this one with --mode console or --mode engine, or give it a database of its own"
        raise OptionsError([f"--mode: nodes of a cluster are running on this database ({where}); {remedy}"])


class InForce:
    """Answers `config.replication.Replication` for one server, which has at once what it saves."""

    def published(self, _view: View, _scope: Scope) -> int | None:
        """Return that everything is."""
        return None


@dataclass(frozen=True)
class Alone:
    """Answers for one server."""

    facts: NodeFacts
    clock: Clock

    def nodes(self, _view: View) -> list[ClusterNode]:
        """Return no nodes: the landing page shows those of a cluster."""
        return []

    def status(self, view: View) -> ClusterStatus:
        """Return a state with this server in it."""
        updated = last_update(view.connection, view.registry)
        node = ClusterNode(
            index=self.facts.index,
            address=self.facts.address,
            mode=self.facts.mode,
            status=NodeStatus.RUNNING,
            version=self.facts.version,
            last_heartbeat=to_text(self.clock.now()),
            node_group=self.facts.group,
            node_tags=" ".join(self.facts.tags),
            configuration_timestamp=updated,
        )
        return ClusterStatus(
            nodes=[node],
            current_node_index=self.facts.index,
            replication_required=False,
            mixed_mode=False,
            last_config_update_time=updated,
        )

    def replication(self, _view: View) -> ReplicationInfo:
        """Return that there is nothing to replicate."""
        return ReplicationInfo(nodes=[])

    def consoles(self, _view: View) -> tuple[ActivePassiveConsoleInfo, int]:
        """Return that this is the only console."""
        return ActivePassiveConsoleInfo(), 0

    def own_console(self, _view: View) -> AdminConsoleInfo:
        """Return that it is the active one."""
        return AdminConsoleInfo(console_role=ConsoleRole.ACTIVE)

    def replicate(self, _change: Change) -> None:
        """Refuse."""
        raise NotClustered("This server is not part of a cluster: what is saved is in force at once.")

    def become_active(self, _expected: Collection[int] | None) -> list[str]:
        """Do nothing: the only console is the active one."""
        return []
