"""A store of run-time state on each kind of database."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from hanse.engine.state.open_state import FILE, open_state
from hanse.engine.state.store import StoredState
from tests.conformance.state.example_rows import TestKeys
from tests.support.randomness import SeededRandomness


@dataclass
class Store:
    """A database whose run-time state a test can open several times."""

    url: str
    folder: Path
    randomness: SeededRandomness
    opened: list[StoredState] = field(default_factory=list)

    def open(
        self, *, boot: str = "boot-1", keys: TestKeys | None = None, short_lived_keys: TestKeys | None = None
    ) -> StoredState:
        """Open the state as another process would."""
        made = open_state(
            self.folder,
            self.url,
            keys=keys or TestKeys(),
            short_lived_keys=short_lived_keys,
            randomness=self.randomness,
            boot=boot,
        )
        self.opened.append(made)
        return made

    def execute(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Execute a statement directly on the database. The placeholder of a value is `?`."""
        if self.url.startswith("sqlite"):
            with closing(sqlite3.connect(self.folder / FILE)) as connection, connection:
                return connection.execute(statement, values).fetchall()
        with psycopg.connect(self.url.replace("+psycopg", "")) as server:
            cursor = server.execute(statement.replace("?", "%s"), values or None)
            return cursor.fetchall() if cursor.description else []

    def everything(self) -> bytes:
        """Return all stored rows in their stored form."""
        if self.url.startswith("sqlite"):
            return b"".join(path.read_bytes() for path in sorted(self.folder.glob(f"{FILE}*")))
        found = self.execute("SELECT tablename FROM pg_tables WHERE tablename LIKE 'state!_%' ESCAPE '!'")
        rows = [row for (table,) in found for row in self.execute(f"SELECT * FROM {table}")]  # noqa: S608 - a name of ours.
        return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row)


@pytest.fixture
def store(database_url: str, tmp_path: Path, randomness: SeededRandomness) -> Iterator[Store]:
    made = Store(database_url, tmp_path, randomness)
    yield made
    for each in made.opened:
        asyncio.run(each.close())


@pytest.fixture
def state(store: Store) -> StoredState:
    return store.open()
