"""Opens the run-time state of a server."""

from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

from hanse.engine.state.sealing import Sealer, SealingKeys
from hanse.engine.state.sqlite import SqliteRunner
from hanse.engine.state.statements import StatementRunner
from hanse.engine.state.store import StoredState
from hanse.kit.randomness import Randomness

# In a file beside the configuration's own, so that an import of configuration never delays a token.
FILE: Final = "state.db"


def open_state(
    folder: Path,
    database: str | None = None,
    *,
    keys: SealingKeys,
    short_lived_keys: SealingKeys | None = None,
    randomness: Randomness,
    boot: str,
) -> StoredState:
    """Open the state in PostgreSQL, if `database` is its URL, or else in a file in the data folder.

    The tables are upgraded to this version: in a file now, in PostgreSQL with the first connection. `boot` identifies a
    start of the server. Processes of one start pass the same, so that non-persistent sessions survive when one of the
    processes is replaced, and end with the server. `short_lived_keys` seal values with a short lifetime; consoles have
    none of these, and leave them out. Raises `kit.errors.Unavailable` for a file that cannot be opened.
    """
    sealer = Sealer(keys, randomness)
    short_lived = sealer if short_lived_keys is None else Sealer(short_lived_keys, randomness)
    return StoredState(_runner(folder, database), sealer, randomness, boot, short_lived=short_lived)


def is_shared(database: str | None) -> bool:
    """Return whether the state is in a database that other servers may share."""
    return database is not None and make_url(database).get_backend_name() == "postgresql"


def _runner(folder: Path, database: str | None) -> StatementRunner:
    if database is None or not is_shared(database):
        return SqliteRunner(folder / FILE)
    # The driver takes time to import, and is needed for PostgreSQL only.
    from hanse.engine.state.postgresql import PostgresqlRunner  # noqa: PLC0415 - the comment above says why.

    return PostgresqlRunner(database)
