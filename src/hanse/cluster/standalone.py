"""The answers of a server outside a cluster: there is one node, and saved changes apply immediately."""

from collections.abc import Collection
from typing import Any

from hanse.cluster.database_clock import now
from hanse.cluster.node_table import AdminConsoleInfo, ClusterNode, is_overdue, read_rows
from hanse.cluster.operation_filters import NOT_CLUSTERED_TEXT, NotClustered
from hanse.cluster.status import ActivePassiveConsoleInfo, ClusterStatus, ReplicationInfo
from hanse.config.change.change import Change
from hanse.config.database import Database
from hanse.config.declare.handles import Handle
from hanse.config.declare.resource import ReplicationScope
from hanse.config.declare.view import View
from hanse.kit.options import OptionsError


def refuse_beside_cluster(database: Database) -> None:
    """Raise OptionsError while cluster nodes use the same database: a standalone server ignores console roles."""
    if database.is_sqlite:
        return
    with database.reading() as connection:
        moment = now(connection)
        running = [row["address"] for row in read_rows(connection) if not is_overdue(row, moment)]
    if running:
        where = ", ".join(running[:3])
        remedy = "start this one with --mode console or --mode engine, or give it a database of its own"
        raise OptionsError([f"--mode: nodes of a cluster are running on this database ({where}); {remedy}"])


class StandaloneReplication:
    """Answers `config.declare.replication.Replication` for a server that applies every change immediately."""

    def published(self, _view: View, _scope: ReplicationScope) -> int | None:
        """Return None: everything is published."""
        return None

    def published_alone(self, _view: View, _resource: Handle[Any], _id: str) -> int | None:
        """Return None: no document is published alone."""
        return None


class StandaloneAnswers:
    """Answers for a standalone server.

    Operations about a cluster are refused (`operation_filters.admit_standalone`).
    """

    def nodes(self, _view: View) -> list[ClusterNode]:
        """Return no nodes: the landing page shows nodes of clusters only."""
        return []

    def replication(self, _view: View) -> ReplicationInfo:
        """Return that there is nothing to replicate."""
        return ReplicationInfo(nodes=[])

    def consoles(self, _view: View) -> tuple[ActivePassiveConsoleInfo, int]:
        """Return that this is the only console."""
        return ActivePassiveConsoleInfo(), 0

    def status(self, _view: View) -> ClusterStatus:
        """Raise NotClustered."""
        raise NotClustered(NOT_CLUSTERED_TEXT)

    def own_console(self, _view: View) -> AdminConsoleInfo:
        """Raise NotClustered."""
        raise NotClustered(NOT_CLUSTERED_TEXT)

    def replicate(self, _change: Change) -> None:
        """Raise NotClustered."""
        raise NotClustered(NOT_CLUSTERED_TEXT)

    def become_active(self, _expected: Collection[int] | None) -> list[str]:
        """Raise NotClustered."""
        raise NotClustered(NOT_CLUSTERED_TEXT)

    def remove_node(self, _change: Change, _index: int) -> None:
        """Raise NotClustered."""
        raise NotClustered(NOT_CLUSTERED_TEXT)
