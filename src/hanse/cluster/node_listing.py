"""The list of all nodes for the API, read in one consistent state."""

from sqlalchemy import Connection

from hanse.cluster.database_clock import now
from hanse.cluster.node_table import ClusterNode, read_rows, shown
from hanse.cluster.publication import read_publication, read_state


def read_nodes(connection: Connection) -> list[ClusterNode]:
    """Return the nodes, by index."""
    state, published = read_state(connection), read_publication(connection)
    return list(shown(read_rows(connection), state, published.revisions, now(connection)))
