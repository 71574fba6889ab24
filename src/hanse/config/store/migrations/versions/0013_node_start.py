"""When a node of a cluster started."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column without a value: nodes of the version before, which still run, do not write it."""
    op.add_column("cluster_node", sa.Column("started", sa.String(32)))
