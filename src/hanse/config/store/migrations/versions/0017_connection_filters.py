"""Indexes for the filters of lists of connections (`hanse.config.store.member_indexes`)."""

from alembic import op

revision = "0017"
down_revision = "0016"

_MEMBERS = (
    ("sp_active", "idp/spConnections", ("active",)),
    ("sp_protocol", "idp/spConnections", ("spBrowserSso", "protocol")),
    ("idp_active", "sp/idpConnections", ("active",)),
    ("idp_protocol", "sp/idpConnections", ("idpBrowserSso", "protocol")),
)


def upgrade() -> None:
    """Create an index for each member, of the documents of its kind only."""
    is_sqlite = op.get_context().dialect.name == "sqlite"
    for name, kind, steps in _MEMBERS:
        if is_sqlite:
            path = "".join(f'."{step}"' for step in steps)
            value = f"json_extract(body, '${path}')"
        else:
            value = f"(CAST(body AS JSONB) #> CAST('{{{','.join(steps)}}}' AS TEXT[]))"
        op.execute(f"CREATE INDEX document_by_{name} ON document (kind, {value}, id) WHERE kind = '{kind}'")
    if not is_sqlite:
        # The values of an expression have statistics only after the table was analyzed.
        op.execute("ANALYZE document")
