"""The replication state that resources can query; the composition root provides the implementation."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Protocol

from hanse.config.declare.handles import Handle
from hanse.config.declare.ports import Ports
from hanse.config.declare.resource import ReplicationScope
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument


class DocumentReplicationStatus(StrEnum):
    """The replication status of a document: whether its stored version has been published to the engines."""

    REPLICATED = "REPLICATED"
    NOT_REPLICATED = "NOT_REPLICATED"


class Replication(Protocol):
    """Knows the revisions that the nodes of a cluster should apply."""

    def published(self, view: View, scope: ReplicationScope) -> int | None:
        """Return the revision up to which nodes should apply a replication scope.

        None on a server without a cluster, where saved changes apply immediately.
        """
        ...

    def published_alone(self, view: View, resource: Handle[Any], id_: str) -> int | None:
        """Return the revision as of which a document is published without its replication scope; None if it is not."""
        ...


def replication_status(
    view: View, ports: Ports, scope: ReplicationScope, resource: Handle[Any]
) -> Callable[[StoredDocument], DocumentReplicationStatus]:
    """Return a function that tells whether the stored version of a document of a resource is replicated."""
    replication = ports.get(Replication)
    published = replication.published(view, scope)

    def status(stored: StoredDocument) -> DocumentReplicationStatus:
        is_published = (
            published is None
            or stored.revision <= published
            or stored.revision <= (replication.published_alone(view, resource, stored.id) or 0)
        )
        return DocumentReplicationStatus.REPLICATED if is_published else DocumentReplicationStatus.NOT_REPLICATED

    return status
