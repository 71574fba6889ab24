"""The table of keys that the server generates itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table; `hanse.engine.keys.schema` describes it."""
    op.create_table(
        "dynamic_key",
        sa.Column("key_id", sa.String(64), primary_key=True),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("jwk", sa.Text, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
    )
