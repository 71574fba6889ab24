"""What resources may know about the nodes that apply their documents; the composition root binds it."""

from typing import Protocol

from hanse.config.declare.resource import ReplicationScope
from hanse.config.declare.view import View


class Replication(Protocol):
    """Tells what the nodes of a cluster are to have."""

    def published(self, view: View, scope: ReplicationScope) -> int | None:
        """Return the revision up to which they are to have what is replicated together.

        None on a server without a cluster, where saved changes apply immediately.
        """
        ...
