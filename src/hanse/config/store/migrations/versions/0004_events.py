"""A column for events that do not change a document."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; `hanse.config.store.schema` describes it."""
    op.add_column("revision", sa.Column("event", sa.String(64)))
