"""Run-time state in an SQLite file that several processes share.

One thread of a process writes. It takes all waiting operations, executes them in one transaction and commits once
(group commit), so that they share the cost of a sync to the disk. Reads are single statements that look up some rows by
an index; they run on the caller's thread, because passing them to another thread costs more than they do.
"""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Final

from hanse.engine.state.schema import VERSIONS, ddl
from hanse.engine.state.sqlite_writer import SqliteWriter, is_unavailable
from hanse.engine.state.statements import Rows, Statement, Step, Values
from hanse.engine.state.writer_queue import WriterQueue
from hanse.kit.errors import Unavailable

# Readers of a WAL file do not wait, except for a moment while another process recovers or closes the file.
_READER_WAIT_MILLISECONDS: Final = 50
_WAIT_SECONDS: Final = 10.0


class SqliteRunner:
    """Executes statements on a file. Raises `kit.errors.Unavailable` if the file cannot be opened."""

    def __init__(self, path: Path, *, wait_seconds: float = _WAIT_SECONDS) -> None:
        """`wait_seconds` is the maximum wait of an operation, for example for a process that holds the file."""
        try:
            # SQLite gives its companion files the permissions of the database file.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            turns = WriterQueue(path.with_name(f"{path.name}-turn"))
            # The first process that opens a new file switches it to WAL; meanwhile SQLite refuses others instead of
            # waiting.
            with WriterQueue(path.with_name(f"{path.name}-opening")).mine_once():
                writing = _connect(path)
                writing.execute(f"PRAGMA busy_timeout = {round(wait_seconds * 1000)}")
                _migrate(writing)
                self._reading = _connect(path)
                self._reading.execute(f"PRAGMA busy_timeout = {_READER_WAIT_MILLISECONDS}")
        except (OSError, sqlite3.OperationalError) as error:
            raise Unavailable(f"The run-time state in {path} cannot be opened: {error}.") from error
        self._reader = Lock()
        self._writer = SqliteWriter(writing, turns, wait_seconds)
        self._writer.start()

    async def read(self, statement: Statement, values: Values) -> Rows:
        """Return the rows of one statement."""
        try:
            with self._reader:
                return self._reading.execute(statement.sqlite, values).fetchall()
        except sqlite3.OperationalError as error:
            if not is_unavailable(error):
                raise
        # The writer can wait longer without blocking the event loop.
        return (await self.write((statement, values), durable=False))[0]

    async def write(self, *steps: Step, durable: bool) -> Sequence[Rows]:
        """Execute all steps or none."""
        return await self._writer.submit(steps, durable=durable)

    def close(self) -> None:
        """Finish what is queued, then close the connections."""
        self._writer.finish()
        with self._reader:
            self._reading.close()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    if _version(connection) >= len(VERSIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been faster.
        for statement in ddl(_version(connection), sqlite=True):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(VERSIONS)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
