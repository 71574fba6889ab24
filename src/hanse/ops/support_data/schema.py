"""The run-time tables of support data; their migration is in `config.store.migrations`."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

support_archive = Table(
    "support_archive",
    metadata,
    Column("archive_id", String(64), primary_key=True),
    # The collection to which archives belong, and their order in it.
    Column("collection_id", String(64), nullable=False),
    Column("position", Integer, nullable=False),
    # The node with this index takes the job. Its role and address are those at the time of the request.
    Column("node_index", Integer, nullable=False),
    Column("role", String(64), nullable=False),
    Column("address", Text, nullable=False),
    Column("actor", Text, nullable=False),
    # The options of the collection in JSON, without the passphrase.
    Column("settings", Text, nullable=False),
    # Sealed with the newest configuration encryption key, and deleted when the node takes the job.
    Column("sealed_passphrase", Text),
    # IN_PROGRESS, COMPLETED or FAILED.
    Column("status", String(16), nullable=False),
    # The node's current step, or the reason of a failure, for people.
    Column("step", Text, nullable=False),
    Column("reason", Text),
    # RFC 3339 in UTC with milliseconds, which sorts by time.
    Column("requested", String(32), nullable=False),
    Column("finished", String(32)),
    # The process that took the job, and the deadline of its next heartbeat.
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
