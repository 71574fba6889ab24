"""Logouts with OpenID providers, which a connection can now leave out.

Before, every connection had them, and `trackUserSessionsForLogout` had no effect and was stored as false.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_KIND = "sp/idpConnections"


def upgrade() -> None:
    """Turn the setting on in existing connections, so that they behave as before."""
    document = sa.table("document", *map(sa.column, ("kind", "id", "body")))
    query = sa.select(document.c.id, document.c.body).where(document.c.kind == _KIND)
    for id_, text in op.get_bind().execute(query).all():
        body = json.loads(text)
        provider = (body.get("idpBrowserSso") or {}).get("oidcProviderSettings")
        if provider:
            provider["trackUserSessionsForLogout"] = True
            changed = sa.update(document).where(document.c.kind == _KIND, document.c.id == id_)
            op.execute(changed.values(body=json.dumps(body, separators=(",", ":"), ensure_ascii=False)))
