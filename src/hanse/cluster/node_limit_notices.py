"""The notice that there are more nodes than the license allows. Users are served nevertheless."""

from collections.abc import Callable, Iterator, Sequence

from hanse.cluster.node_table import ClusterNode
from hanse.cluster.status import running
from hanse.config.declare.access import Area
from hanse.config.declare.notice_sources import NoticeSource
from hanse.config.declare.notices import Notice
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from hanse.kit.ports import Entitlements
from hanse.kit.texts.messages import message


def node_notices(nodes: Callable[[View], Sequence[ClusterNode]]) -> NoticeSource:
    """Return the source of the notice."""

    def find_notices(view: View, ports: Ports) -> Iterator[Notice]:
        limit, count = ports.get(Entitlements).node_limit, running(nodes(view))
        if limit is not None and count > limit:
            yield Notice(
                id="licenseNodes",
                label=message("License warning"),
                description=message(
                    "The license allows {limit} cluster nodes, and {count} are running. Stop some of them, or import a"
                    " license that allows more nodes.",
                    limit=limit,
                    count=count,
                ),
                path="/system/server/license",
            )

    return NoticeSource(Area.LICENSE, find_notices)
