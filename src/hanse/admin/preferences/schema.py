"""The run-time tables of preferences. They are created in `hanse.config.store.migrations`."""

from sqlalchemy import Column, Index, MetaData, String, Table, Text

from hanse.config.columns import KEY

metadata = MetaData()

# In the database both tables refer to the account's document, by kind and id, and are deleted with it; `document` is
# declared in the configuration's own metadata, so the reference cannot be repeated here.
shortcut_choice = Table(
    "shortcut_choice",
    metadata,
    Column("kind", KEY, primary_key=True),
    Column("username", KEY, primary_key=True),
    # The ids of navigation nodes, a JSON array in the order that was chosen.
    Column("nodes", Text, nullable=False),
)

recent_page = Table(
    "recent_page",
    metadata,
    Column("kind", KEY, primary_key=True),
    Column("username", KEY, primary_key=True),
    Column("node", KEY, primary_key=True),
    # RFC 3339 in UTC with milliseconds: of fixed length, so that texts sort by time.
    Column("visited", String(32), nullable=False),
    Index("recent_page_by_visited", "kind", "username", "visited"),
)
