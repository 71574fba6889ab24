"""The table of configuration encryption keys, each wrapped by the master key."""

from sqlalchemy import Column, Integer, LargeBinary, String, Table

from hanse.config.store.schema import metadata

encryption_key = Table(
    "encryption_key",
    metadata,
    Column("key_id", String(64), primary_key=True),
    Column("position", Integer, nullable=False, unique=True),
    Column("creation_date", String(32), nullable=False),
    Column("wrapped", LargeBinary, nullable=False),
)
