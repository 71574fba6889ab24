"""Notifications to administrators about replication."""

from typing import cast

from hanse.cluster.node_table import ReplicationStatus
from hanse.cluster.replication_notices import PAGE, replication_notices
from hanse.cluster.status import LaggingNode, ReplicationInfo
from hanse.config.declare.access import Area
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View


def found_notices(info: ReplicationInfo) -> list[tuple[str, str]]:
    source = replication_notices(lambda _view: info)
    assert source.area is Area.CONFIGURATION
    # The replication info is fixed, and nothing else is read from the view.
    notices = list(source.find_notices(cast("View", None), Ports({})))
    assert {notice.path for notice in notices} <= {PAGE}
    return [(notice.id, notice.description) for notice in notices]


def node(index: int, status: ReplicationStatus, failure: str | None = None) -> LaggingNode:
    return LaggingNode(
        index=index, address=f"engine-{index}:9031", replication_status=status, replication_failure=failure
    )


def test_each_cause_has_one_notice() -> None:
    assert found_notices(ReplicationInfo(nodes=[])) == []
    nodes = [
        node(1, ReplicationStatus.FAILED, "A key could not be opened."),
        node(2, ReplicationStatus.OUT_OF_DATE),
        node(3, ReplicationStatus.OUT_OF_DATE),
    ]
    assert found_notices(ReplicationInfo(nodes=nodes, replication_required=True)) == [
        (
            "replicationFailed",
            "The configuration could not be applied on node engine-1:9031. A key could not be opened.",
        ),
        ("replicationOutOfDate", "The configuration of 2 nodes (engine-2:9031 first) is out of date."),
        (
            "replicationRequired",
            "Changes were saved that the nodes of the cluster do not have yet. Replicate the configuration.",
        ),
    ]
