"""The run-time tables of notifications; their migration is in `config.store.migrations`."""

from sqlalchemy import Column, Index, Integer, MetaData, String, Table, Text

from hanse.config.columns import KEY

metadata = MetaData()

# Events that were already reported, as long as their causes last.
# The table keeps its first name, because nodes of the previous version use it during a rolling upgrade.
reported_events = Table(
    "told",
    metadata,
    Column("key", KEY, primary_key=True),
    # The time of the report; for accounts, the position in the log up to which it was read.
    Column("value", String(64), nullable=False),
)

# Messages that were not sent yet.
outgoing = Table(
    "outgoing_message",
    metadata,
    Column("id", String(64), primary_key=True),
    # A publisher's id; empty for the one that is the default at the time of sending.
    Column("publisher", KEY),
    Column("recipient", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("body", Text, nullable=False),
    # Time of the next attempt. A sender postpones it first, so that no other one sends the same message.
    Column("due", String(32), nullable=False),
    # Number of attempts.
    Column("attempts", Integer, nullable=False),
    Index("outgoing_message_by_due", "due"),
)
