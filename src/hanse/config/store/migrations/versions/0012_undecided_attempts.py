"""A column for log-ins whose password is still being checked, which are not failures yet."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column; running nodes of the previous version do not know it."""
    op.add_column("login_failure", sa.Column("undecided", sa.Integer, nullable=False, server_default="0"))
    op.add_column("login_failure", sa.Column("last_attempt", sa.String(32), nullable=False, server_default=""))
