"""Temporary databases with empty tables for measurements, one of each kind."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support import databases

from hanse.config.database import open_database, wait_until_reachable


@contextmanager
def sqlite_file() -> Iterator[str]:
    """Yield the URL of a file."""
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as name:
        yield databases.sqlite_database(Path(name), databases.sqlite_template(Path(name)))


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of a server's database; the server syncs each commit."""
    with databases.own_server() as server:
        database = open_database(server.url, Path())
        wait_until_reachable(database, seconds=10)
        database.close()
        databases.make_tables(server.url)
        yield server.url


def each_kind() -> Iterator[tuple[str, str]]:
    """Yield the title and the URL of a database of each kind, one after the other."""
    for title, made in (("SQLite", sqlite_file), ("PostgreSQL", postgres)):
        with made() as url:
            yield title, url
