"""The tables of administrators' own preferences; `hanse.admin.preferences.schema` describes them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables. Their rows go with the account that they belong to."""
    op.create_table(
        "shortcut_choice",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("username", _KEY, primary_key=True),
        sa.Column("nodes", sa.Text, nullable=False),
        _of_an_account(),
    )
    op.create_table(
        "recent_page",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("username", _KEY, primary_key=True),
        sa.Column("node", _KEY, primary_key=True),
        sa.Column("visited", sa.String(32), nullable=False),
        _of_an_account(),
    )
    op.create_index("recent_page_by_visited", "recent_page", ["kind", "username", "visited"])


def _of_an_account() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["kind", "username"], ["document.kind", "document.id"], ondelete="CASCADE")
