"""The operations of `/cluster/` and of the console's cluster information."""

import re
from functools import partial

import structlog

from hanse.cluster.node_table import AdminConsoleInfo, nodes_operation
from hanse.cluster.status import (
    ActivePassiveConsoleInfo,
    AdminNodeRoleServiceInfo,
    ClusterAnswers,
    ClusterStatus,
    ReplicationInfo,
)
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized

LOG = structlog.stdlib.get_logger("hanse.cluster")
TAG = "Cluster"
# Message of specification 2, section 8.
REPLICATED = "Cluster nodes notified of new configuration."


class ReplicationResult(ConfigModel):
    """Confirmation of an action."""

    result_id: str
    message: str


class ClientStorage(ConfigModel):
    """The storage of OAuth clients, which belongs to the configuration and not to a store of its own.

    Clients are always replicated with the configuration, so the console offers replication after a client is saved. The
    name of the operation comes from products that can keep clients in XML files; their API clients ask the same
    question.
    """

    is_xml_client_storage: bool = True


def cluster_operations(cluster: ClusterAnswers) -> list[Operation]:
    """Return the operations."""

    def replicate(call: Call) -> OperationResult:
        cluster.replicate(call.change)
        LOG.info("configuration published", actor=call.principal.username)
        return OperationResult(ReplicationResult(result_id="success", message=localized(REPLICATED)))

    def remove_node(call: Call) -> OperationResult:
        index = call.path["index"]
        # No node has an index with other characters; the largest index has ten digits.
        if not re.fullmatch(r"[0-9]{1,10}", index):
            raise NotFound(message("There is no node with the index {index}.", index=index))
        cluster.remove_node(call.change, int(index))
        LOG.info("node removed", actor=call.principal.username, node=int(index))
        return OperationResult(status=204)

    def become_active(call: Call) -> OperationResult:
        return OperationResult(AdminNodeRoleServiceInfo(warnings=cluster.become_active(call.expected)))

    administered = partial(Operation, area=Area.CONFIGURATION, tag=TAG)
    return [
        nodes_operation(cluster.nodes),
        administered(
            path=f"{API}/cluster/status",
            summary="Read the state of the cluster",
            run=lambda call: OperationResult(cluster.status(call.view)),
            answer=ClusterStatus,
            on_passive=True,
        ),
        administered(
            method="POST",
            path=f"{API}/cluster/replicate",
            summary="Replicate all saved configuration to the engines",
            run=replicate,
            answer=ReplicationResult,
        ),
        administered(
            path=f"{API}/cluster/adminNode/status",
            summary="Read the state of this console",
            run=lambda call: OperationResult(cluster.own_console(call.view)),
            answer=AdminConsoleInfo,
            on_passive=True,
        ),
        administered(
            method="POST",
            path=f"{API}/cluster/adminNode/role/active",
            summary="Make this console the active one",
            run=become_active,
            answer=AdminNodeRoleServiceInfo,
            open_to_setup=True,
            in_transaction=False,
            on_passive=True,
            extra_statuses=(409,),
            headers=(
                QueryParameter("If-Match", str, "ETag of activePassiveConsoleInfo, to detect a concurrent switch."),
            ),
        ),
        administered(
            method="DELETE",
            path=f"{API}/cluster/nodes/{{index}}",
            summary="Remove a node that cannot be reached",
            run=remove_node,
            status=204,
            extra_statuses=(404, 409),
        ),
        *_console_operations(cluster),
    ]


def _console_operations(cluster: ClusterAnswers) -> list[Operation]:
    """Return the operations that the console of every administrator calls to learn about its cluster."""

    def consoles(call: Call) -> OperationResult:
        info, epoch = cluster.consoles(call.view)
        return OperationResult(info, revision=epoch)

    for_everybody = partial(Operation, area=Area.CONSOLE, tag=TAG, on_passive=True)
    return [
        for_everybody(
            path=f"{API}/internal/activePassiveConsoleInfo",
            summary="Read the role of this console",
            run=consoles,
            answer=ActivePassiveConsoleInfo,
            open_to_setup=True,
        ),
        for_everybody(
            path=f"{API}/internal/replicationInfo",
            summary="Read what has to be replicated, and which engines are out of date",
            run=lambda call: OperationResult(cluster.replication(call.view)),
            answer=ReplicationInfo,
        ),
        for_everybody(
            path=f"{API}/internal/clientStorage",
            summary="Read where OAuth clients are stored",
            run=lambda _call: OperationResult(ClientStorage()),
            answer=ClientStorage,
            in_transaction=False,
        ),
    ]
