"""Run-time state in PostgreSQL.

An operation is one round trip: a single statement commits by itself, and several are sent together in one pipeline,
which PostgreSQL executes as one transaction. A broken idle connection is detected before it is used again, so that a
restart of PostgreSQL affects only requests in progress.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import psycopg
import structlog
from psycopg import AsyncConnection, errors

from hanse.engine.state.postgresql_pool import ConnectionPool
from hanse.engine.state.statements import Rows, Statement, Step, Values
from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.state")
# Time limit of an operation, including all waiting for locks.
_SECONDS: Final = 8.0
_RETRY_SECONDS: Final = 2
_ATTEMPTS: Final = 3
_WARNING_SECONDS: Final = 10.0
_AWAY: Final = "The database of run-time state does not answer."
# PostgreSQL has rolled back the operation, and it can be repeated.
_REPEATABLE: Final = (errors.DeadlockDetected, errors.SerializationFailure)
# A server that has become a standby returns the last one.
_UNAVAILABLE: Final = (psycopg.OperationalError, psycopg.InterfaceError, errors.ReadOnlySqlTransaction, OSError)


class PostgresqlRunner:
    """Executes statements on a server.

    Connects at its first use, so that it can be created while the server is down.
    """

    def __init__(self, url: str) -> None:
        self._pool = ConnectionPool(url)
        self._monotonic = time.monotonic
        self._warned = float("-inf")

    async def read(self, statement: Statement, values: Values) -> Rows:
        """Return the rows of one statement."""
        return (await self._run(((statement, values),)))[0]

    async def write(self, *steps: Step, durable: bool) -> Sequence[Rows]:  # noqa: ARG002 - the server decides how it syncs commits.
        """Execute all steps or none."""
        return await self._run(steps)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def _warn(self, error: BaseException) -> None:
        # While the server is down every request fails, and one log line is enough.
        now = self._monotonic()
        if now >= self._warned + _WARNING_SECONDS:
            self._warned = now
            LOG.warning("run-time state cannot be reached", reason=_first_line(error))

    async def _run(self, steps: Sequence[Step]) -> Sequence[Rows]:
        matching = [step for step in steps if _can_match(*step)]
        if len(matching) < len(steps):
            # PostgreSQL's texts never contain this character, so nothing can be found by it.
            found = iter(await self._run(matching) if matching else ())
            return [next(found) if _can_match(*step) else () for step in steps]
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with asyncio.timeout(_SECONDS), self._pool.connection() as connection:
                    return await _execute(connection, steps)
            except _REPEATABLE:
                if attempt == _ATTEMPTS:
                    raise Unavailable(_AWAY, retry_after=_RETRY_SECONDS) from None
            except _UNAVAILABLE as error:
                self._warn(error)
                raise Unavailable(_AWAY, retry_after=_RETRY_SECONDS) from error
        raise AssertionError


async def _execute(connection: AsyncConnection[Any], steps: Sequence[Step]) -> Sequence[Rows]:
    if len(steps) == 1:
        ((statement, values),) = steps
        return [await _rows(await connection.execute(statement.postgresql, values))]
    async with connection.pipeline():
        cursors = [await connection.execute(statement.postgresql, values) for statement, values in steps]
    return [await _rows(cursor) for cursor in cursors]


async def _rows(cursor: psycopg.AsyncCursor[Any]) -> Rows:
    return () if cursor.description is None else await cursor.fetchall()


def _can_match(statement: Statement, values: Mapping[str, Any]) -> bool:
    has_nul = any(isinstance(value, str) and "\0" in value for value in values.values())
    if has_nul and statement.postgresql.startswith("INSERT"):
        raise ValueError("a text with a NUL character cannot be stored")
    return not has_nul


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
