"""Connections to PostgreSQL that any event loop of the process may use, one at a time.

psycopg's own pool belongs to one event loop and keeps tasks running on it. This one has no tasks: it opens a connection
if none is idle, and checks whether an idle one was closed by the server before it uses it.
"""

import asyncio
import select
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from psycopg import AsyncConnection
from psycopg.pq import TransactionStatus
from sqlalchemy.engine import make_url

from hanse.engine.state.schema import VERSION_TABLE, VERSIONS, ddl

# Each worker process has these; PostgreSQL accepts a hundred connections by default.
_MOST: Final = 8
# With more waiting for a connection, the server does not keep up.
_MOST_WAITING: Final = 1000
# Time after a failure during which others fail at once instead of waiting for the same.
_PAUSE_SECONDS: Final = 1.0
_SETTINGS: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "application_name": "hanse state",
    # A server that vanished without closing its connections is detected within seconds.
    "tcp_user_timeout": 5000,
    "keepalives_idle": 10,
    "options": "-c statement_timeout=6s -c lock_timeout=5s -c idle_in_transaction_session_timeout=10s",
}
_LOCK: Final = 0x68616E73652D73  # "hanse-s": the advisory lock for the creation of the tables.


class ConnectionPool:
    """Connections to one server."""

    def __init__(self, url: str, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`url` has the same form as that of the configuration database."""
        parsed = make_url(url).set(drivername="postgresql+psycopg")
        self._arguments: dict[str, Any] = {**parsed.get_dialect()().create_connect_args(parsed)[1], **_SETTINGS}
        self._monotonic = monotonic
        self._lock = Lock()
        self._idle: deque[AsyncConnection[Any]] = deque()
        # Waiting callers are on an event loop; a server process has one.
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()
        self._waiting = 0
        self._failed = float("-inf")
        self._has_tables = False
        self._is_closed = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection[Any]]:
        """Yield a connection in autocommit mode. Raises `psycopg.OperationalError`."""
        with self._lock:
            turns = self._turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(_MOST))
            if self._waiting > _MOST_WAITING:
                raise psycopg.OperationalError("too many operations wait for a connection")
            self._waiting += 1
        try:
            await turns.acquire()
        finally:
            with self._lock:
                self._waiting -= 1
        try:
            connection = self._idle_connection() or await self._connect()
            try:
                yield connection
            except BaseException:
                # After an error, possibly in the middle of an exchange, the next caller gets a new connection.
                connection.pgconn.finish()
                raise
            self._put_back(connection)
        finally:
            turns.release()

    def close(self) -> None:
        """Close idle connections now, and connections in use when they are returned."""
        with self._lock:
            self._is_closed = True
            for connection in self._idle:
                connection.pgconn.finish()
            self._idle.clear()

    def _idle_connection(self) -> AsyncConnection[Any] | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if not _is_readable(connection):
                return connection
            # Nothing was requested, so the server is closing the connection.
            connection.pgconn.finish()

    def _put_back(self, connection: AsyncConnection[Any]) -> None:
        with self._lock:
            is_usable = connection.pgconn.transaction_status == TransactionStatus.IDLE
            if is_usable and not self._is_closed:
                self._idle.append(connection)
                return
        connection.pgconn.finish()

    async def _connect(self) -> AsyncConnection[Any]:
        if self._is_closed:
            raise psycopg.OperationalError("the pool is closed")
        if self._monotonic() < self._failed + _PAUSE_SECONDS:
            raise psycopg.OperationalError("the server did not answer a moment ago")
        try:
            connection = await AsyncConnection.connect(autocommit=True, **self._arguments)
        except psycopg.Error:
            self._failed = self._monotonic()
            raise
        try:
            if not self._has_tables:
                await _make_tables(connection)
                self._has_tables = True
        except BaseException:
            connection.pgconn.finish()
            raise
        return connection


def _is_readable(connection: AsyncConnection[Any]) -> bool:
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


async def _make_tables(connection: AsyncConnection[Any]) -> None:
    if await _version(connection) >= len(VERSIONS):
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        # Another process may have been faster.
        version = await _version(connection)
        for statement in ddl(version, sqlite=False):
            await connection.execute(statement)
        await connection.execute(f"CREATE TABLE IF NOT EXISTS {VERSION_TABLE} (version INTEGER NOT NULL)")
        await connection.execute(f"DELETE FROM {VERSION_TABLE}")
        await connection.execute(f"INSERT INTO {VERSION_TABLE} (version) VALUES (%s)", (len(VERSIONS),))


async def _version(connection: AsyncConnection[Any]) -> int:
    # Not to_regclass: a connection caches failed look-ups until something invalidates them.
    tables = "SELECT 1 FROM pg_catalog.pg_tables WHERE tablename = %s AND schemaname = ANY (current_schemas(false))"
    if await (await connection.execute(tables, (VERSION_TABLE,))).fetchone() is None:
        return 0
    row = await (await connection.execute(f"SELECT version FROM {VERSION_TABLE}")).fetchone()
    return 0 if row is None else int(row[0])
