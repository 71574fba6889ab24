"""The run-time tables of a cluster. They are created in `hanse.config.store.migrations`.

All times are RFC 3339 in UTC with milliseconds by the clock of the database, the one clock that all nodes share.
"""

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, Text

metadata = MetaData()

_KEY = Text().with_variant(Text(collation="C"), "postgresql")

cluster_node = Table(
    "cluster_node",
    metadata,
    # Created once and kept in the node's data folder, so that a node keeps its identity after a restart.
    Column("id", String(64), primary_key=True),
    # Created at each start, to detect two processes with the same node id.
    Column("incarnation", String(64), nullable=False),
    Column("node_index", Integer, nullable=False, unique=True),
    Column("address", Text, nullable=False),
    Column("mode", String(32), nullable=False),
    Column("version", String(64), nullable=False),
    Column("node_group", Text, nullable=False),
    Column("node_tags", Text, nullable=False),
    Column("heartbeat", String(32), nullable=False),
    # Time at which this process joined for the first time; empty for nodes whose version does not write it.
    Column("started", String(32)),
    # For engines: the revision of each scope that is applied, as a JSON object; empty before the first one.
    Column("applied", Text),
    # The publication to which `status` belongs.
    Column("attempt", BigInteger),
    # Time of the applied publication.
    Column("configuration_time", String(32)),
    # Progress: of engines with the newest publication, of passive consoles with following the active one.
    Column("status", String(32)),
    Column("status_time", String(32)),
    Column("failure", Text),
)

cluster_state = Table(
    "cluster_state",
    metadata,
    # There is one row, created by the first node.
    Column("id", Integer, primary_key=True, autoincrement=False),
    # Number of the publication: engines try each publication anew, even if the former one had the same content and
    # failed.
    Column("attempt", BigInteger, nullable=False),
    # The node whose console is active, and the number of role changes: writers with an older number are refused.
    Column("active_console", String(64)),
    Column("epoch", BigInteger, nullable=False),
    Column("role_updated", String(32)),
)

published = Table(
    "published",
    metadata,
    # A member of `config.declare.resource.ReplicationScope`.
    Column("scope", _KEY, primary_key=True),
    # The revision up to which engines apply documents of this scope.
    Column("revision", BigInteger, nullable=False),
    # Time of the last publication; empty before the first one.
    Column("time", String(32)),
)

published_document = Table(
    "published_document",
    metadata,
    Column("kind", _KEY, primary_key=True),
    Column("id", _KEY, primary_key=True),
    # The scope to which the document belongs; publishing the scope removes the row.
    Column("scope", _KEY, nullable=False),
    # The revision as of which engines apply the document.
    Column("revision", BigInteger, nullable=False),
    # The publication with which engines received it.
    Column("attempt", BigInteger, nullable=False),
)
