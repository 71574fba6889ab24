"""What happened to documents without changing them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; the comment is in `hanse.config.store.schema`."""
    op.add_column("revision", sa.Column("event", sa.String(64)))
