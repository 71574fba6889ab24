"""The run-time table of the keys that the server generates; its migration is in `config.store.migrations`."""

from sqlalchemy import Column, Integer, MetaData, String, Table, Text

metadata = MetaData()

dynamic_key = Table(
    "dynamic_key",
    metadata,
    # The RFC 7638 thumbprint, 43 characters.
    Column("key_id", String(64), primary_key=True),
    # Keys of one generation are created together and change their state together: pending, active, retired.
    Column("generation", Integer, nullable=False),
    # RFC 3339 in UTC with milliseconds.
    Column("created", String(32), nullable=False),
    # The public key as a JWK, so that publishing needs no decryption.
    Column("jwk", Text, nullable=False),
    # The private key in PKCS #8, sealed with the newest configuration encryption key.
    Column("sealed", Text, nullable=False),
    # The certificate in base64 of its DER; none until certificates are published.
    Column("certificate", Text),
    # The revision of the settings that the certificate was made for.
    Column("certified_revision", Integer),
)
