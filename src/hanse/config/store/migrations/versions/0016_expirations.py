"""Ends of validity of certificates in documents, and the address of the certificate calendar.

`hanse.config.store.schema` and `hanse.ops.certificate_calendar.schema` describe the tables.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256

revision = "0016"
down_revision = "0015"

_KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
# The kinds of documents whose certificates this version indexes.
_KEY_PAIRS = ("keyPairs/signing", "keyPairs/sslServer", "certificates/ca")
_CONNECTIONS = "sp/idpConnections"


def upgrade() -> None:
    """Create the tables and index the certificates of existing documents; saves maintain the index from now on."""
    table = op.create_table(
        "expiration",
        sa.Column("kind", _KEY, primary_key=True),
        sa.Column("id", _KEY, primary_key=True),
        sa.Column("part", _KEY, primary_key=True),
        sa.Column("expires", _KEY, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("is_renewed", sa.Boolean, nullable=False),
    )
    op.create_index("expiration_by_time", "expiration", ["expires", "kind", "id", "part"])
    op.create_table(
        "calendar_address",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("areas", sa.Text, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("creator", sa.Text, nullable=False),
    )
    document = sa.table("document", *map(sa.column, ("kind", "id", "body")))
    query = sa.select(document).where(document.c.kind.in_((*_KEY_PAIRS, _CONNECTIONS)))
    rows = {
        (kind, id_, row["part"]): {"kind": kind, "id": id_, **row}
        for kind, id_, body in op.get_bind().execute(query).all()
        for row in _rows(kind, json.loads(body))
    }
    if rows:
        op.bulk_insert(table, list(rows.values()))


def _rows(kind: str, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if kind != _CONNECTIONS:
        if "expires" in body:
            renewed = "rotationSettings" in body
            yield {"part": "", "expires": body["expires"], "name": body.get("subjectDN", ""), "is_renewed": renewed}
        return
    for each in (body.get("credentials") or {}).get("certs") or ():
        if not (each.get("activeVerificationCert") or each.get("encryptionCert")):
            continue
        try:
            certificate = x509.load_pem_x509_certificate(each["x509File"]["fileData"].encode())
        except (KeyError, ValueError):
            # A damaged certificate must not prevent the start of the server.
            continue
        yield {
            "part": certificate.fingerprint(SHA256()).hex().upper(),
            "expires": _text(certificate.not_valid_after_utc),
            # The most specific part comes first (RFC 4514).
            "name": ", ".join(part.rfc4514_string() for part in reversed(list(certificate.subject.rdns))),
            "is_renewed": False,
        }


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
