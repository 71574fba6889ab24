"""Log-ins whose password is being checked are no failures yet."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Count them apart; nodes of the version before, which still run, know nothing of it."""
    op.add_column("login_failure", sa.Column("undecided", sa.Integer, nullable=False, server_default="0"))
    op.add_column("login_failure", sa.Column("last_attempt", sa.String(32), nullable=False, server_default=""))
