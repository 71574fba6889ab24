"""The tables of run-time state, in versions.

The statements are the same for both databases, apart from two words that `ddl` replaces. Alembic, which manages the
tables of configuration, is not used here: nearly all content of these tables expires, so no data is transformed, and
Alembic takes a third of a second to import, for every engine process. A version may only add to the tables, never
change or remove what an older version reads, because during an upgrade nodes of two versions share them.
"""

from collections.abc import Sequence
from typing import Final

VERSION_TABLE: Final = "state_version"

_FIRST: Final = (
    # `mark` identifies the caller that redeemed the code; it has no meaning afterwards.
    """CREATE TABLE state_code (key {bytes} PRIMARY KEY, expires DOUBLE PRECISION NOT NULL, grant_id TEXT,
       mark {bytes}, body {bytes} NOT NULL)""",
    "CREATE INDEX state_code_expires ON state_code (expires)",
    """CREATE TABLE state_one_time (kind TEXT NOT NULL, key {bytes} NOT NULL, expires DOUBLE PRECISION NOT NULL,
       body {bytes} NOT NULL, PRIMARY KEY (kind, key)) {clustered}""",
    "CREATE INDEX state_one_time_expires ON state_one_time (expires)",
    # `ends` is the earlier of the expiration and the end of the idle time.
    """CREATE TABLE state_grant (id TEXT PRIMARY KEY, user_key TEXT NOT NULL, client_id TEXT NOT NULL,
       issuer TEXT NOT NULL, grant_type TEXT NOT NULL, scopes TEXT NOT NULL, issued DOUBLE PRECISION NOT NULL,
       updated DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL, idle_seconds DOUBLE PRECISION NOT NULL,
       ends DOUBLE PRECISION NOT NULL, session_id TEXT NOT NULL, body {bytes} NOT NULL)""",
    "CREATE INDEX state_grant_ends ON state_grant (ends)",
    "CREATE INDEX state_grant_user ON state_grant (user_key, id)",
    "CREATE INDEX state_grant_client ON state_grant (client_id, id)",
    "CREATE INDEX state_grant_session ON state_grant (session_id) WHERE session_id <> ''",
    """CREATE TABLE state_refresh_token (key {bytes} PRIMARY KEY,
       grant_id TEXT NOT NULL REFERENCES state_grant (id) ON DELETE CASCADE, generation INTEGER NOT NULL,
       issued DOUBLE PRECISION NOT NULL, replaced DOUBLE PRECISION, replaced_by {bytes}) {clustered}""",
    "CREATE INDEX state_refresh_token_grant ON state_refresh_token (grant_id)",
    "CREATE INDEX state_refresh_token_replaced ON state_refresh_token (replaced) WHERE replaced IS NOT NULL",
    """CREATE TABLE state_reference_token (key {bytes} PRIMARY KEY, manager_id TEXT NOT NULL, grant_id TEXT NOT NULL,
       session_id TEXT NOT NULL, issued DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL,
       body {bytes} NOT NULL)""",
    "CREATE INDEX state_reference_token_expires ON state_reference_token (expires)",
    "CREATE INDEX state_reference_token_grant ON state_reference_token (grant_id) WHERE grant_id <> ''",
    """CREATE TABLE state_revocation (kind TEXT NOT NULL, id TEXT NOT NULL, expires DOUBLE PRECISION NOT NULL,
       PRIMARY KEY (kind, id)) {clustered}""",
    "CREATE INDEX state_revocation_expires ON state_revocation (expires)",
    """CREATE TABLE state_session (id TEXT PRIMARY KEY, key {bytes} NOT NULL UNIQUE, user_key TEXT NOT NULL,
       created DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL,
       boot TEXT NOT NULL, version INTEGER NOT NULL, body {bytes} NOT NULL)""",
    "CREATE INDEX state_session_expires ON state_session (expires)",
    "CREATE INDEX state_session_user ON state_session (user_key)",
    """CREATE TABLE state_flow (id TEXT PRIMARY KEY, browser {bytes} NOT NULL, expires DOUBLE PRECISION NOT NULL,
       version INTEGER NOT NULL, body {bytes} NOT NULL)""",
    "CREATE INDEX state_flow_expires ON state_flow (expires)",
    """CREATE TABLE state_failure (key {bytes} PRIMARY KEY, count INTEGER NOT NULL,
       locked_until DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL) {clustered}""",
    "CREATE INDEX state_failure_expires ON state_failure (expires)",
    """CREATE TABLE state_consent (user_key TEXT NOT NULL, client_id TEXT NOT NULL, scopes TEXT NOT NULL,
       details {bytes} NOT NULL, given DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL,
       PRIMARY KEY (user_key, client_id))""",
    "CREATE INDEX state_consent_expires ON state_consent (expires)",
)
_OUTBOX: Final = (
    # `due` is the time of the next attempt, or the end of the lease of the current sender.
    """CREATE TABLE state_outbox (id TEXT PRIMARY KEY, kind TEXT NOT NULL, due DOUBLE PRECISION NOT NULL,
       expires DOUBLE PRECISION NOT NULL, attempts INTEGER NOT NULL, body {bytes} NOT NULL)""",
    "CREATE INDEX state_outbox_due ON state_outbox (kind, due)",
    "CREATE INDEX state_outbox_expires ON state_outbox (expires)",
)
_GRANT_LINKS: Final = (
    # The common part of refresh tokens that replace one another; stored as long as the grant.
    """CREATE TABLE state_refresh_family (key {bytes} PRIMARY KEY,
       grant_id TEXT NOT NULL REFERENCES state_grant (id) ON DELETE CASCADE) {clustered}""",
    "CREATE INDEX state_refresh_family_grant ON state_refresh_family (grant_id)",
    # The grants of JWTs that do not name them. The grant may be stored after its first token.
    """CREATE TABLE state_token_grant (id TEXT PRIMARY KEY, grant_id TEXT NOT NULL,
       expires DOUBLE PRECISION NOT NULL) {clustered}""",
    "CREATE INDEX state_token_grant_expires ON state_token_grant (expires)",
)
_TOKEN_BINDING: Final = (
    # The thumbprint of the key that a refresh token is bound to (RFC 9449, section 5); empty for none.
    "ALTER TABLE state_refresh_token ADD COLUMN binding TEXT NOT NULL DEFAULT ''",
)
_PENDING: Final = (
    # `early` and `mark` are about the last poll and about who redeemed the request.
    """CREATE TABLE state_pending (key {bytes} PRIMARY KEY, kind TEXT NOT NULL, client_id TEXT NOT NULL,
       user_code {bytes}, status TEXT NOT NULL, poll_seconds DOUBLE PRECISION NOT NULL,
       next_poll DOUBLE PRECISION NOT NULL, early INTEGER NOT NULL, ends DOUBLE PRECISION NOT NULL,
       expires DOUBLE PRECISION NOT NULL, mark {bytes}, body {bytes} NOT NULL)""",
    "CREATE UNIQUE INDEX state_pending_user_code ON state_pending (user_code) WHERE user_code IS NOT NULL",
    "CREATE INDEX state_pending_expires ON state_pending (expires)",
)
_SECOND_FACTORS: Final = (
    # `lookup` is the digest of a passkey's identifier; `counter` its signature counter, or a TOTP time step.
    """CREATE TABLE state_second_factor (id TEXT PRIMARY KEY, adapter TEXT NOT NULL, user_key TEXT NOT NULL,
       kind TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, used DOUBLE PRECISION NOT NULL, counter BIGINT NOT NULL,
       lookup {bytes}, body {bytes} NOT NULL)""",
    "CREATE INDEX state_second_factor_user ON state_second_factor (user_key, id)",
    "CREATE UNIQUE INDEX state_second_factor_lookup ON state_second_factor (adapter, lookup) WHERE lookup IS NOT NULL",
)
_LOCAL_USERS: Final = (
    # Users of local identity profiles, which do not expire. `sort_name` is the username in the form that is compared.
    """CREATE TABLE state_local_user (id TEXT PRIMARY KEY, profile TEXT NOT NULL, sort_name {bytes} NOT NULL,
       search_text TEXT NOT NULL, email {bytes} NOT NULL, status TEXT NOT NULL, email_verified INTEGER NOT NULL,
       created DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL, version INTEGER NOT NULL,
       body {bytes} NOT NULL)""",
    "CREATE UNIQUE INDEX state_local_user_order ON state_local_user (profile, sort_name, id)",
    "CREATE INDEX state_local_user_email ON state_local_user (profile, email)",
    # The names by which users sign in. Each belongs to one user of its profile.
    """CREATE TABLE state_local_user_name (profile TEXT NOT NULL, name {bytes} NOT NULL,
       user_id TEXT NOT NULL REFERENCES state_local_user (id) ON DELETE CASCADE, PRIMARY KEY (profile, name))
       {clustered}""",
    "CREATE INDEX state_local_user_name_user ON state_local_user_name (user_id)",
    # A row that changes of a profile's users lock.
    "CREATE TABLE state_local_profile (profile TEXT PRIMARY KEY, changes BIGINT NOT NULL) {clustered}",
)
_TRACES: Final = (
    # `user_search` is the user in folded letter case; `detail` and `body` are sealed.
    """CREATE TABLE state_trace (id TEXT PRIMARY KEY, started DOUBLE PRECISION NOT NULL,
       updated DOUBLE PRECISION NOT NULL, expires DOUBLE PRECISION NOT NULL, client_id TEXT NOT NULL,
       user_name TEXT NOT NULL, user_search TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL,
       detail {bytes} NOT NULL)""",
    "CREATE INDEX state_trace_started ON state_trace (started, id)",
    "CREATE INDEX state_trace_client ON state_trace (client_id, started, id)",
    "CREATE INDEX state_trace_user ON state_trace (user_search, started, id)",
    "CREATE INDEX state_trace_outcome ON state_trace (outcome, started, id)",
    "CREATE INDEX state_trace_expires ON state_trace (expires)",
    """CREATE TABLE state_trace_part (trace_id TEXT NOT NULL REFERENCES state_trace (id) ON DELETE CASCADE,
       request_id TEXT NOT NULL, time DOUBLE PRECISION NOT NULL, body {bytes} NOT NULL,
       PRIMARY KEY (trace_id, request_id)) {clustered}""",
    "CREATE INDEX state_trace_part_request ON state_trace_part (request_id)",
)
_FIGURES: Final = (
    # Sums of all engines by minute since the epoch.
    """CREATE TABLE state_figure (minute BIGINT NOT NULL, kind TEXT NOT NULL, label TEXT NOT NULL,
       amount BIGINT NOT NULL, expires DOUBLE PRECISION NOT NULL, PRIMARY KEY (minute, kind, label)) {clustered}""",
    "CREATE INDEX state_figure_expires ON state_figure (expires)",
)
_LOCAL_USER_ACCESS: Final = (
    # The local user who signed in; empty for other users.
    "ALTER TABLE state_session ADD COLUMN local_user TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX state_session_local_user ON state_session (local_user) WHERE local_user <> ''",
    "ALTER TABLE state_grant ADD COLUMN local_user TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX state_grant_local_user ON state_grant (local_user, id) WHERE local_user <> ''",
    # Time of the last sign-in; 0 before the first.
    "ALTER TABLE state_local_user ADD COLUMN signed_in DOUBLE PRECISION NOT NULL DEFAULT 0",
    # The history of a user; `actor` is an administrator, or empty for the user and for the server.
    """CREATE TABLE state_local_user_event (
       user_id TEXT NOT NULL REFERENCES state_local_user (id) ON DELETE CASCADE, number INTEGER NOT NULL,
       time DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL, actor TEXT NOT NULL, PRIMARY KEY (user_id, number))
       {clustered}""",
)
_LINKED_FACTORS: Final = (
    # The local user to whom a second factor belongs; NULL for users of other systems. The database deletes it with the
    # user, also if a node of an older version deletes the user.
    "ALTER TABLE state_second_factor ADD COLUMN local_user TEXT REFERENCES state_local_user (id) ON DELETE CASCADE",
    "CREATE INDEX state_second_factor_local_user ON state_second_factor (local_user) WHERE local_user IS NOT NULL",
)
_REMOTE_SESSIONS: Final = (
    # The sessions at other servers with which sessions of this server began; `key` is a digest.
    """CREATE TABLE state_remote_session (key {bytes} NOT NULL,
       session_id TEXT NOT NULL REFERENCES state_session (id) ON DELETE CASCADE, PRIMARY KEY (key, session_id))
       {clustered}""",
    "CREATE INDEX state_remote_session_session ON state_remote_session (session_id)",
)
# On SQLite, the table of steps becomes one with row ids: rows of this size split the pages of a clustered one, which
# doubles the time of an insertion. Columns and keys stay, so that older versions read and write it as before.
_TRACE_ROWS: Final = (
    "ALTER TABLE state_trace_part RENAME TO state_trace_part_clustered",
    """CREATE TABLE state_trace_part (trace_id TEXT NOT NULL REFERENCES state_trace (id) ON DELETE CASCADE,
       request_id TEXT NOT NULL, time DOUBLE PRECISION NOT NULL, body {bytes} NOT NULL,
       PRIMARY KEY (trace_id, request_id))""",
    """INSERT INTO state_trace_part (trace_id, request_id, time, body)
       SELECT trace_id, request_id, time, body FROM state_trace_part_clustered ORDER BY time""",
    "DROP TABLE state_trace_part_clustered",
    "CREATE INDEX state_trace_part_request ON state_trace_part (request_id)",
)
_TRACE_CONNECTIONS: Final = (
    # The IdP connection that the user signed in through.
    "ALTER TABLE state_trace ADD COLUMN connection_id TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX state_trace_connection ON state_trace (connection_id, started, id) WHERE connection_id <> ''",
)
# PostgreSQL has no clustered tables.
_SQLITE_ONLY: Final = frozenset(_TRACE_ROWS)
VERSIONS: Final[Sequence[Sequence[str]]] = (
    _FIRST,
    _OUTBOX,
    _GRANT_LINKS,
    _TOKEN_BINDING,
    _PENDING,
    _SECOND_FACTORS,
    _LOCAL_USERS,
    _TRACES,
    _FIGURES,
    _LOCAL_USER_ACCESS,
    _LINKED_FACTORS,
    _REMOTE_SESSIONS,
    _TRACE_ROWS,
    _TRACE_CONNECTIONS,
)


def ddl(version: int, *, sqlite: bool) -> list[str]:
    """Return the statements that upgrade the tables from a version to the newest one; version 0 has no tables."""
    words = {"bytes": "BLOB", "clustered": "WITHOUT ROWID"} if sqlite else {"bytes": "BYTEA", "clustered": ""}
    statements = (each for steps in VERSIONS[version:] for each in steps)
    return [each.format(**words) for each in statements if sqlite or each not in _SQLITE_ONLY]
