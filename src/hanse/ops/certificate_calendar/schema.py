"""The run-time table of the calendar's address; its migration is in `config.store.migrations`."""

from sqlalchemy import Column, Integer, MetaData, String, Table, Text

metadata = MetaData()

# At most one row, with the id 1.
calendar_address = Table(
    "calendar_address",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    # SHA-256 of the secret in the address, in hexadecimal.
    Column("digest", String(64), nullable=False),
    # The areas that its creator could read, separated by commas.
    Column("areas", Text, nullable=False),
    Column("created", String(32), nullable=False),
    Column("creator", Text, nullable=False),
)
