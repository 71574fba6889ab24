"""Searches of the embedded database read an index instead of every document."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the index on SQLite.

    A scan for words goes through the texts that it looks into and not through the bodies beside them. PostgreSQL takes
    no text in an index that is longer than a third of a page.
    """
    if op.get_context().dialect.name == "sqlite":
        op.create_index("document_by_search_text", "document", ["kind", "sort_key", "id", "search_text"])
