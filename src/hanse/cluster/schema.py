"""The run-time tables of a cluster. How they come to be is in `hanse.config.store.migrations`.

All times are RFC 3339 in UTC with milliseconds by the clock of the database, the one clock that all nodes share.
"""

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, Text

metadata = MetaData()

_KEY = Text().with_variant(Text(collation="C"), "postgresql")

cluster_node = Table(
    "cluster_node",
    metadata,
    # Made once and kept in the node's data folder, so that a node which comes back is the same one.
    Column("id", String(64), primary_key=True),
    # Made anew at each start: two processes that claim to be one node are told apart by it.
    Column("incarnation", String(64), nullable=False),
    Column("node_index", Integer, nullable=False, unique=True),
    Column("address", Text, nullable=False),
    Column("mode", String(32), nullable=False),
    Column("version", String(64), nullable=False),
    Column("node_group", Text, nullable=False),
    Column("node_tags", Text, nullable=False),
    Column("heartbeat", String(32), nullable=False),
    # When this process joined for the first time; none of nodes whose version did not write it.
    Column("started", String(32)),
    # Of engines: the revision of each scope that is applied there, as a JSON object; none before the first.
    Column("applied", Text),
    # The publication that `status` is about.
    Column("attempt", BigInteger),
    # Time of the publication that is applied there.
    Column("configuration_time", String(32)),
    # Of engines how far they are with the newest publication, of passive consoles with following the active one.
    Column("status", String(32)),
    Column("status_time", String(32)),
    Column("failure", Text),
)

cluster_state = Table(
    "cluster_state",
    metadata,
    # There is one row, made by the first node.
    Column("id", Integer, primary_key=True, autoincrement=False),
    # Counts what was published: engines try each publication anew, also one of what they could not apply before.
    Column("attempt", BigInteger, nullable=False),
    # The node whose console is active, and how often that has changed: writers of an older epoch are fenced off.
    Column("active_console", String(64)),
    Column("epoch", BigInteger, nullable=False),
    Column("role_updated", String(32)),
)

published = Table(
    "published",
    metadata,
    # A member of `config.resource.Scope`.
    Column("scope", _KEY, primary_key=True),
    # Up to which revision engines take over documents of this scope.
    Column("revision", BigInteger, nullable=False),
    # When somebody published it last; none when nobody ever did.
    Column("time", String(32)),
)
