"""The tables of configuration, secrets and administrative sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables; `hanse.config.store.schema` describes them."""
    op.create_table(
        "document",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("sort_key", _KEY, nullable=False),
        sa.Column("search_text", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
    )
    op.create_index("document_by_sort_key", "document", ["kind", "sort_key", "id"])
    op.create_table(
        "revision",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.String(32), nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text),
        sa.Column("kind", _KEY, nullable=False),
        sa.Column("id", _KEY, nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
    )
    op.create_index("revision_by_document", "revision", ["kind", "id", "number"])
    op.create_table(
        "reference",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("path", _KEY, primary_key=True),
        sa.Column("target_kind", _KEY, nullable=False),
        sa.Column("target_id", _KEY, nullable=False),
    )
    op.create_index("reference_by_target", "reference", ["target_kind", "target_id"])
    op.create_table(
        "unique_value",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("field", _KEY, primary_key=True),
        sa.Column("value", _KEY, primary_key=True),
        sa.Column("id", _KEY, nullable=False),
    )
    op.create_index("unique_value_by_document", "unique_value", ["kind", "id"])
    head = op.create_table(
        "head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(head, [{"id": 1, "revision": 0}])
    op.create_table(
        "encryption_key",
        sa.Column("key_id", sa.String(64), primary_key=True),
        sa.Column("position", sa.Integer, nullable=False, unique=True),
        sa.Column("creation_date", sa.String(32), nullable=False),
        sa.Column("wrapped", sa.LargeBinary, nullable=False),
    )
    _create_session_tables()
    op.create_table(
        "setup_state",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("completed", sa.String(32)),
        sa.Column("link", sa.String(64)),
        sa.Column("holder", sa.String(64)),
        sa.Column("initial_account", sa.Text),
    )


def _create_session_tables() -> None:
    """Create the run-time tables; `hanse.admin.session.schema` describes them."""
    op.create_table(
        "admin_session",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("username", sa.Text, nullable=False),
        sa.Column("stamp", sa.String(64), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("last_seen", sa.String(32), nullable=False),
    )
    op.create_index("admin_session_by_last_seen", "admin_session", ["last_seen"])
    op.create_table(
        "admin_token",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_index("admin_token_by_session", "admin_token", ["session"])
    op.create_table(
        "login_failure",
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last_failure", sa.String(32), nullable=False),
    )
    op.create_index("login_failure_by_last_failure", "login_failure", ["last_failure"])
    op.create_table(
        "known_address",
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("last_login", sa.String(32), nullable=False),
    )
    op.create_index("known_address_by_last_login", "known_address", ["last_login"])
