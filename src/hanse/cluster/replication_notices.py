"""Notifications about changes that are not replicated to the cluster."""

from collections.abc import Callable, Iterator

from hanse.cluster.node_table import ReplicationStatus
from hanse.cluster.status import LaggingNode, ReplicationInfo
from hanse.config.declare.access import Area
from hanse.config.declare.notice_sources import NoticeSource
from hanse.config.declare.notices import Notice
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from hanse.kit.texts.messages import Message, counted, message, message_of

PAGE = "/system/server/cluster-management"


def replication_notices(replication: Callable[[View], ReplicationInfo]) -> NoticeSource:
    """Return the source of notices about failed, late and missing replications."""

    def find_notices(view: View, _ports: Ports) -> Iterator[Notice]:
        info = replication(view)
        failed = [node for node in info.nodes if node.replication_status is ReplicationStatus.FAILED]
        late = [node for node in info.nodes if node.replication_status is ReplicationStatus.OUT_OF_DATE]
        if failed:
            reason = next((node.replication_failure for node in failed if node.replication_failure), "")
            text = message("The configuration could not be applied on {nodes}.", nodes=_which(failed))
            if reason:
                text = message("{problem} {reason}", problem=text, reason=message_of(reason))
            yield Notice(id="replicationFailed", label=message("Replication failed"), description=text, path=PAGE)
        if late:
            text = message("The configuration of {nodes} is out of date.", nodes=_which(late))
            yield Notice(
                id="replicationOutOfDate", label=message("Configuration out of date"), description=text, path=PAGE
            )
        if info.replication_required:
            text = message(
                "Changes were saved that the nodes of the cluster do not have yet. Replicate the configuration."
            )
            yield Notice(id="replicationRequired", label=message("Replication required"), description=text, path=PAGE)

    # Readers of the replication page receive the notices, which link to it.
    return NoticeSource(Area.CONFIGURATION, find_notices)


def _which(nodes: list[LaggingNode]) -> Message:
    return counted("node {first}", "{count} nodes ({first} first)", len(nodes), first=nodes[0].address)
