"""Notifications by e-mail; `hanse.ops.notifications.schema` describes the tables."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "told",
        sa.Column("key", _KEY, primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.create_table(
        "outgoing_message",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("publisher", _KEY),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("due", sa.String(32), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
    )
    op.create_index("outgoing_message_by_due", "outgoing_message", ["due"])
