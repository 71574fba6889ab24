"""Waits until something may have been committed, by this process or by another one.

On SQLite it reads the database's data version on an open connection, which takes two microseconds and can be done
often. On PostgreSQL each revision is announced with NOTIFY. Neither is reliable alone, so callers also check at
intervals.
"""

import selectors
import socket
import sqlite3
import threading
import time
from contextlib import suppress
from typing import Any, Final, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hanse.config.database import Database
from hanse.config.revision_log import CHANNEL

# Interval at which the data version of the SQLite file is read.
VERSION_SECONDS: Final = 0.025
_CHUNK: Final = 4096


class CommitWatch(Protocol):
    """Waits for commits; `wait` is for one thread."""

    def wait(self, seconds: float) -> None:
        """Return if something may have been committed, after `wake`, or when the time is over."""
        ...

    def wake(self) -> None:
        """End the current wait, or the next one; callable from any thread."""
        ...

    def close(self) -> None:
        """Release all resources; nobody may wait any more."""
        ...


class WakeWatch:
    """Reacts to calls of `wake` only."""

    def __init__(self) -> None:
        self._woken = threading.Event()

    def wait(self, seconds: float) -> None:
        """Return after `wake`, or when the time is over."""
        self._woken.wait(seconds)
        self._woken.clear()

    def wake(self) -> None:
        """End the wait."""
        self._woken.set()

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class SqliteWatch:
    """Notices each commit of another connection, in any process, by `PRAGMA data_version`."""

    def __init__(self, file: str) -> None:
        self._woken = threading.Event()
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=0)
        self._seen = self._version()

    def wait(self, seconds: float) -> None:
        """Return if something was committed since the last call, after `wake`, or when the time is over."""
        deadline = time.monotonic() + seconds
        while not self._has_changed():
            left = deadline - time.monotonic()
            if left <= 0:
                return
            if self._woken.wait(min(VERSION_SECONDS, left)):
                break
        self._woken.clear()

    def wake(self) -> None:
        """End the wait."""
        self._woken.set()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _has_changed(self) -> bool:
        version = self._version()
        changed = version is None or version != self._seen
        self._seen = version
        return changed

    def _version(self) -> int | None:
        """Return a number that changes with another connection's commit; None if the file cannot be read now."""
        try:
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return None


class PostgresWatch:
    """Listens for revisions on a connection of its own. If it cannot connect, a wait lasts its full time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._wake_reader, self._wake_writer = socket.socketpair()
        self._wake_reader.setblocking(False)
        self._wake_writer.setblocking(False)

    def wait(self, seconds: float) -> None:
        """Return when a revision was announced, after `wake`, or when the time is over."""
        try:
            driver = self._listening()
            if driver is None:
                # Earlier announcements were lost.
                return
            if self._select([driver.fileno()], seconds):
                for _ in driver.notifies(timeout=0):
                    pass
        except (self._database.engine.dialect.loaded_dbapi.Error, SQLAlchemyError, OSError):
            # Not logged here: while the database is away, the statements of other connections fail and are logged.
            self._disconnect()
            self._select([], seconds)

    def wake(self) -> None:
        """End the wait."""
        # A full pipe wakes the waiting thread as well, and a closed one has none.
        with suppress(OSError):
            self._wake_writer.send(b".")

    def close(self) -> None:
        """Stop listening."""
        self._disconnect()
        self._wake_reader.close()
        self._wake_writer.close()

    def _listening(self) -> Any:
        """Return the driver's connection, or None if it has only now begun to listen."""
        if self._connection is None:
            self._connection = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            return None
        return self._connection.connection.driver_connection

    def _select(self, files: list[int], seconds: float) -> bool:
        """Wait for one of the files or for `wake`; return whether it was a file."""
        waking = self._wake_reader.fileno()
        with selectors.DefaultSelector() as selector:
            for file in (*files, waking):
                selector.register(file, selectors.EVENT_READ)
            ready = {key.fd for key, _ in selector.select(seconds)}
        if waking in ready:
            self._wake_reader.recv(_CHUNK)
        return not ready.isdisjoint(files)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()


def watch(database: Database) -> CommitWatch:
    """Return the watch for commits to a database."""
    if not database.is_sqlite:
        return PostgresWatch(database)
    file = database.engine.url.database
    return SqliteWatch(file) if file else WakeWatch()
