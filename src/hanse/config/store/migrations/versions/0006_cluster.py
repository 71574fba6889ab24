"""The tables of a cluster: nodes, publications and console roles."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables; `hanse.cluster.schema` describes them."""
    op.create_table(
        "cluster_node",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("incarnation", sa.String(64), nullable=False),
        sa.Column("node_index", sa.Integer, nullable=False, unique=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("mode", sa.String(32), nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("node_group", sa.Text, nullable=False),
        sa.Column("node_tags", sa.Text, nullable=False),
        sa.Column("heartbeat", sa.String(32), nullable=False),
        sa.Column("applied", sa.Text),
        sa.Column("attempt", sa.BigInteger),
        sa.Column("configuration_time", sa.String(32)),
        sa.Column("status", sa.String(32)),
        sa.Column("status_time", sa.String(32)),
        sa.Column("failure", sa.Text),
    )
    op.create_table(
        "cluster_state",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("attempt", sa.BigInteger, nullable=False),
        sa.Column("active_console", sa.String(64)),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("role_updated", sa.String(32)),
    )
    op.create_table(
        "published",
        sa.Column("scope", _KEY, primary_key=True),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("time", sa.String(32)),
    )
    # The configuration that applied before the first publication keeps applying.
    scopes = "SELECT 'CONFIGURATION' AS scope UNION SELECT 'CONNECTIONS' UNION SELECT 'CLIENTS'"
    op.execute(f"INSERT INTO published (scope, revision) SELECT scope, revision FROM head, ({scopes}) AS scopes")  # noqa: S608 - both parts are written here.
    op.create_index("revision_by_kind", "revision", ["kind", "number"])
