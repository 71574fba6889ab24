"""The run-time tables of support data; their migration is in `config.store.migrations`."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

support_archive = Table(
    "support_archive",
    metadata,
    Column("archive_id", String(64), primary_key=True),
    # Archives that were asked for together, and their order there.
    Column("collection_id", String(64), nullable=False),
    Column("position", Integer, nullable=False),
    # Whose archive it is: the node with this index takes it. Its role and address are as they were then.
    Column("node_index", Integer, nullable=False),
    Column("role", String(64), nullable=False),
    Column("address", Text, nullable=False),
    Column("actor", Text, nullable=False),
    # What to collect, in JSON, without the passphrase.
    Column("settings", Text, nullable=False),
    # Sealed with the newest configuration encryption key until the node takes it, and then gone.
    Column("sealed_passphrase", Text),
    # IN_PROGRESS, COMPLETED or FAILED.
    Column("status", String(16), nullable=False),
    # What a node is at, and why it failed; for people.
    Column("step", Text, nullable=False),
    Column("reason", Text),
    # RFC 3339 in UTC with milliseconds, whose order is that of time.
    Column("requested", String(32), nullable=False),
    Column("finished", String(32)),
    # The process that took it, and until when it is to give the next sign of life.
    Column("worker", String(64)),
    Column("deadline", String(32), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("chunks", Integer, nullable=False),
    Column("file_name", Text),
    Index("support_archive_by_node", "status", "node_index"),
)

support_chunk = Table(
    "support_chunk",
    metadata,
    Column(
        "archive_id",
        String(64),
        ForeignKey("support_archive.archive_id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)
