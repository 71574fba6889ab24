"""What resources may know about the nodes that apply their documents; the composition root binds it."""

from typing import Protocol

from hanse.config.declare.resource import ReplicationScope
from hanse.config.declare.view import View


class Replication(Protocol):
    """Knows the revisions that the nodes of a cluster are to apply."""

    def published(self, view: View, scope: ReplicationScope) -> int | None:
        """Return the revision up to which nodes are to apply a replication scope.

        None on a server without a cluster, where saved changes apply immediately.
        """
        ...
