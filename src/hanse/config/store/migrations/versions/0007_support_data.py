"""Archives of support data; `hanse.ops.support_data.schema` describes the tables."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "support_archive",
        sa.Column("archive_id", sa.String(64), primary_key=True),
        sa.Column("collection_id", sa.String(64), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("node_index", sa.Integer, nullable=False),
        sa.Column("role", sa.String(64), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("sealed_passphrase", sa.Text),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("requested", sa.String(32), nullable=False),
        sa.Column("finished", sa.String(32)),
        sa.Column("worker", sa.String(64)),
        sa.Column("deadline", sa.String(32), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("chunks", sa.Integer, nullable=False),
        sa.Column("file_name", sa.Text),
    )
    op.create_index("support_archive_by_node", "support_archive", ["status", "node_index"])
    archive = sa.ForeignKey("support_archive.archive_id", ondelete="CASCADE")
    op.create_table(
        "support_chunk",
        sa.Column("archive_id", sa.String(64), archive, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
