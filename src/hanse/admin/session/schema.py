"""The run-time tables of administrative sessions. They are created in `hanse.config.store.migrations`."""

from sqlalchemy import Column, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

# SHA-256 in hexadecimal, of session ids, tokens and throttled subjects.
_DIGEST = String(64)
# RFC 3339 in UTC with milliseconds: of fixed length, so that texts sort by time.
_TIME = String(32)

admin_session = Table(
    "admin_session",
    metadata,
    Column("digest", _DIGEST, primary_key=True),
    Column("username", Text, nullable=False),
    Column("stamp", _DIGEST, nullable=False),
    Column("address", Text, nullable=False),
    Column("created", _TIME, nullable=False),
    Column("last_seen", _TIME, nullable=False),
    Index("admin_session_by_last_seen", "last_seen"),
)

admin_token = Table(
    "admin_token",
    metadata,
    Column("digest", _DIGEST, primary_key=True),
    Column("session", _DIGEST, nullable=False),
    Column("expires", _TIME, nullable=False),
    Index("admin_token_by_session", "session"),
)

# `undecided` is the number of attempts whose password is being checked; the newest began at `last_attempt`.
login_failure = Table(
    "login_failure",
    metadata,
    Column("subject", _DIGEST, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last_failure", _TIME, nullable=False),
    Column("undecided", Integer, nullable=False, server_default="0"),
    Column("last_attempt", _TIME, nullable=False, server_default=""),
    Index("login_failure_by_last_failure", "last_failure"),
)

# Addresses from which an account has signed in before: the limit for the whole account does not apply to them.
known_address = Table(
    "known_address",
    metadata,
    Column("subject", _DIGEST, primary_key=True),
    Column("last_login", _TIME, nullable=False),
    Index("known_address_by_last_login", "last_login"),
)
