"""An index for searches of the embedded database, which otherwise read every document."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the index on SQLite.

    A search then scans the search texts without the bodies. PostgreSQL refuses texts in an index that are longer than a
    third of a page.
    """
    if op.get_context().dialect.name == "sqlite":
        op.create_index("document_by_search_text", "document", ["kind", "sort_key", "id", "search_text"])
