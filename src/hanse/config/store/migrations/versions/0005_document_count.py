"""A table with the number of documents of each kind."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table and count the documents; writers maintain it from now on (`hanse.config.store.documents`)."""
    op.create_table(
        "document_count",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("documents", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO document_count (kind, documents) SELECT kind, count(*) FROM document GROUP BY kind")
