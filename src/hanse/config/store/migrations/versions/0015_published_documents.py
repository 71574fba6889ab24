"""Documents that are published to engines alone."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table; `hanse.cluster.schema` describes it."""
    op.create_table(
        "published_document",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("scope", _KEY, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("attempt", sa.BigInteger, nullable=False),
    )
    op.create_index("published_document_by_attempt", "published_document", ["attempt"])
