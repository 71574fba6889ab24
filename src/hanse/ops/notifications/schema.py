"""The run-time tables of notifications; their migration is in `config.store.migrations`."""

from sqlalchemy import Column, Index, Integer, MetaData, String, Table, Text

from hanse.config.columns import KEY

metadata = MetaData()

# Events that were reported already, as long as their causes last.
told = Table(
    "told",
    metadata,
    Column("key", KEY, primary_key=True),
    # When; and of accounts, up to where the log of changes was read.
    Column("value", String(64), nullable=False),
)

# Messages that were not sent yet.
outgoing = Table(
    "outgoing_message",
    metadata,
    Column("id", String(64), primary_key=True),
    # A publisher's id, or nothing for the one that is the default when it is sent.
    Column("publisher", KEY),
    Column("recipient", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("body", Text, nullable=False),
    # When it is to be tried next. Whoever tries it puts this off first, so that nobody else does.
    Column("due", String(32), nullable=False),
    # Number of attempts.
    Column("attempts", Integer, nullable=False),
    Index("outgoing_message_by_due", "due"),
)
