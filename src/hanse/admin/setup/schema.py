"""The row with the state of this installation's setup."""

from sqlalchemy import Column, Integer, MetaData, String, Table, Text

metadata = MetaData()

setup_state = Table(
    "setup_state",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    # The time at which the setup was completed (RFC 3339); empty until then.
    Column("completed", String(32)),
    # SHA-256 of the key in the one-time link, until it is used, and of the cookie that replaced it.
    Column("link", String(64)),
    Column("holder", String(64)),
    # The account that the setup wizard created and may create again.
    Column("initial_account", Text),
)
