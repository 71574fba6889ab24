"""Certificates of the keys that the server makes by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the columns without values: keys have certificates only while these are published."""
    op.add_column("dynamic_key", sa.Column("certificate", sa.Text))
    op.add_column("dynamic_key", sa.Column("certified_revision", sa.Integer))
