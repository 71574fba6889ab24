"""Connections and transactions on SQLite or PostgreSQL."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection, Engine, Table, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError

from hanse.config.statement_log import log_statements
from hanse.kit.errors import Unavailable
from hanse.kit.options import EMBEDDED_DATABASE

LOG = structlog.stdlib.get_logger("hanse.database")

_WRITES = "hanse_writes"
_GROWN = "hanse_grown"
_BUSY = "The configuration database is busy: other changes took too long. Nothing was changed; try again."
_RETRY_SECONDS = 5
# PostgreSQL, appendix A: the error code of a statement that waited longer than `lock_timeout`.
_LOCK_NOT_AVAILABLE = "55P03"
_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # A confirmed save must survive a loss of power, so each commit is synced to the disk.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 10000",
)


class Database:
    """One database and its pool of connections; safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @property
    def is_sqlite(self) -> bool:
        """Return whether this is the embedded database."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection with a read-only transaction that sees one consistent state."""
        with _translated(), self.engine.connect() as connection:
            if not self.is_sqlite:
                # SQLite's readers always see one state; PostgreSQL's default isolation sees a new one with each
                # statement.
                connection = connection.execution_options(isolation_level="REPEATABLE READ")  # noqa: PLW2901 - the same connection, marked.
            with connection.begin() as transaction:
                yield connection
                transaction.rollback()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection with a transaction, which is committed if the block succeeds and rolled back otherwise."""
        with _translated(), self.engine.connect() as connection:
            connection = connection.execution_options(**{_WRITES: True})  # noqa: PLW2901 - the same connection, marked.
            try:
                with connection.begin():
                    yield connection
            except BaseException:
                connection.info.pop(_GROWN, None)
                raise
            for name in sorted(connection.info.pop(_GROWN, ())):
                self._tidy(name)

    def insert(self, table: Table) -> Any:
        """Return an insert that supports `on_conflict_…`, which is not part of standard SQL."""
        # Only the dialect in use is imported; the other one would delay every start by some hundredths of a second.
        if self.is_sqlite:
            from sqlalchemy.dialects import sqlite  # noqa: PLC0415 - the comment above says why.

            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - the comment above says why.

        return postgresql.insert(table)

    def _tidy(self, table: str) -> None:
        # Until PostgreSQL's autovacuum runs a minute or so later, the planner would use outdated statistics, and
        # index-only scans would read every row to check its visibility.
        if self.is_sqlite:
            return
        try:
            with self.engine.connect() as connection:
                apart = connection.execution_options(isolation_level="AUTOCOMMIT")
                apart.exec_driver_sql(f'VACUUM (ANALYZE, SKIP_LOCKED) "{table}"')
        except DBAPIError as error:
            # The save is complete; autovacuum processes the table soon.
            LOG.warning("VACUUM of a table failed", table=table, reason=str(error.orig).strip())

    def ping(self) -> None:
        """Check that the database responds; raises Unavailable if it does not."""
        with self.reading() as connection:
            connection.execute(text("SELECT 1"))

    def is_reachable(self) -> bool:
        """Return whether the database responds."""
        try:
            self.ping()
        except Unavailable:
            return False
        return True

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def vacuum_after_commit(connection: Connection, table: Table) -> None:
    """Vacuum a table after the commit of this transaction, which adds many rows. Has no effect on SQLite."""
    connection.info.setdefault(_GROWN, set()).add(table.name)


def open_database(url: str | None, data_folder: Path, *, idle_connections: int = 10) -> Database:
    """Open the database of a URL, or the embedded one in the data folder if there is no URL.

    `idle_connections` is the number of connections that stay open while they are idle. Accepts `postgresql://…` and
    `sqlite:///…`; raises ValueError for anything else.
    """
    if url is None:
        url = f"sqlite:///{data_folder / EMBEDDED_DATABASE}"
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        # Connections are checked before use, so that a database that was restarted causes no error.
        engine = create_engine(
            parsed.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            hide_parameters=True,
            pool_size=idle_connections,
            max_overflow=20 - idle_connections,
            isolation_level="READ COMMITTED",
            connect_args={
                "connect_timeout": 5,
                "application_name": "hanse",
                # Writers wait ten seconds for a lock, as on SQLite. A writer whose node has frozen in the middle of a
                # transaction must not block all nodes for longer than a minute. Statements are planned for their actual
                # values, because the best plan for a rare word is the worst for a common one.
                "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"
                " -c plan_cache_mode=force_custom_plan",
            },
        )
    elif parsed.drivername == "sqlite":
        engine = create_engine(parsed, hide_parameters=True, pool_size=10, max_overflow=10)
        _prepare_sqlite(engine)
    else:
        raise ValueError(f"the database must be postgresql:// or sqlite://, not {parsed.drivername}://")
    log_statements(engine)
    return Database(engine)


def wait_until_reachable(database: Database, *, seconds: float) -> None:
    """Wait for a database that is still starting; raises Unavailable if it is not ready in time."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            database.ping()
        except Unavailable:
            if time.monotonic() >= deadline:
                raise
            time.sleep(0.25)
        else:
            return


def _prepare_sqlite(engine: Engine) -> None:
    # Python's sqlite3 module opens transactions implicitly and too late. This is switched off, and transactions begin
    # explicitly, those of writers with IMMEDIATE, so that two writers queue instead of failing halfway.
    @event.listens_for(engine, "connect")
    def _connect(dbapi_connection: Any, _record: Any) -> None:
        dbapi_connection.isolation_level = None
        # By default SQLite creates files that everybody may read. Its files for the write-ahead log have the same mode.
        file = Path(engine.url.database or "")
        if file.is_file() and not file.stat().st_size:
            file.chmod(0o600)
        for pragma in _SQLITE_PRAGMAS:
            dbapi_connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _translated() -> Iterator[None]:
    """Turn "busy" and "unreachable" into expected failures; every other error stays a defect."""
    try:
        yield
    except OperationalError as error:
        if _is_busy(error):
            raise Unavailable(_BUSY, retry_after=_RETRY_SECONDS) from error
        raise Unavailable("The configuration database cannot be reached.") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise Unavailable("The configuration database cannot be reached.") from error
        raise


def _is_busy(error: OperationalError) -> bool:
    """Return whether a writer's wait for others timed out: on SQLite for the file, on PostgreSQL for a row."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    # The low byte of an extended result code of SQLite is the primary result code.
    busy = code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return busy or getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE
