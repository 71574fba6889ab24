"""The start time of a node of a cluster."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column without a value: running nodes of the previous version do not write it."""
    op.add_column("cluster_node", sa.Column("started", sa.String(32)))
