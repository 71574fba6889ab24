"""A database: attributes of users in tables, looked up by a condition with bound values, and changed."""

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import QueuePool
from sqlalchemy.types import NullType

from hanse.data_stores.background_work import Background, never
from hanse.data_stores.pool_warming import PoolWarming
from hanse.data_stores.settings import (
    MOST_ROWS,
    ConstraintViolated,
    CredentialsRefused,
    DatabaseSettings,
    SourceFailed,
    Values,
)
from hanse.data_stores.sql_conditions import read_condition
from hanse.data_stores.timing_log import timed

LOG = structlog.stdlib.get_logger("hanse.data-stores")
# SQLite has no time-outs: a callback is called after this many steps, of which it makes some millions in a second.
_STEPS, _CHECKS_PER_SECOND = 100_000, 200
_LONGEST_REASON = 200
# A quotation mark of any language, and the status of a failed connection (CONNECTION_BAD).
_QUOTE, _BAD = r"[^\w\s]", 1
Row = Mapping[str, str]
T = TypeVar("T")


def quoted_table(name: str, schema: str | None = None) -> sa.TableClause:
    """Return a table; its name is quoted as a whole."""
    return sa.table(sa.quoted_name(name, quote=True), schema=sa.quoted_name(schema, quote=True) if schema else None)


def quoted_column(name: str) -> sa.ColumnClause[Any]:
    """Return a column; its name is quoted as a whole."""
    return sa.column(sa.quoted_name(name, quote=True))


class DatabaseClient:
    """The client of one database; many threads may use it."""

    def __init__(self, settings: DatabaseSettings, background: Background = never) -> None:
        self._settings = settings
        url = make_url(settings.url)
        self._is_sqlite = url.get_backend_name() == "sqlite"
        if settings.password and not self._is_sqlite:
            url = url.set(password=settings.password)
        if settings.writes and self._is_sqlite:
            # The file must exist: a misspelled name does not create an empty database.
            url = url.update_query_dict({"mode": "rw"})
        self._engine: Engine = sa.create_engine(
            url,
            poolclass=QueuePool,
            pool_size=max(1, settings.pool.maximum),
            max_overflow=0,
            pool_timeout=settings.connect_timeout if settings.pool.wait is None else settings.pool.wait,
            pool_recycle=round(settings.pool.lifetime),
            pool_pre_ping=True,
            connect_args={"check_same_thread": False} if self._is_sqlite else self._arguments(url),
            hide_parameters=True,
        )
        # A database in a file needs no waiting.
        minimum = 0 if self._is_sqlite else settings.pool.minimum
        self._warming = PoolWarming(self._engine.pool, minimum, background)
        if self._is_sqlite:
            sa.event.listen(self._engine, "connect", self._bound_sqlite)

    @timed("database", "check")
    def check(self) -> None:
        """Connect and run the test statement; raises SourceFailed."""
        with self._connection() as connection:
            connection.execute(sa.text((self._settings.validation or "SELECT 1").replace(":", "\\:"))).fetchmany(1)
        LOG.debug("database reached")

    @timed("database", "look-up")
    def look_up(
        self,
        table: str,
        columns: Sequence[str],
        condition: str,
        values: Values,
        *,
        schema: str | None = None,
        most: int = MOST_ROWS,
    ) -> list[Row]:
        """Return these columns of the rows that match a condition, at most `most`, without NULL values.

        Names of tables and columns are quoted, values are bound; raises SourceFailed.
        """
        found = read_condition(condition)
        where = sa.text(found.text)
        if found.parameters:
            # Without a type the database determines itself how a value is compared.
            where = where.bindparams(
                *(sa.bindparam(name, value, type_=NullType()) for name, value in found.values(values).items())
            )
        selected = [quoted_column(name) for name in columns]
        statement = sa.select(*selected).select_from(quoted_table(table, schema)).where(where).limit(most)
        self._warming.first()
        with self._connection() as connection:
            rows = connection.execute(statement).fetchmany(most)
        # Never the values, which are personal data.
        LOG.debug("table looked up", table=table, columns=list(columns), condition=condition, rows=len(rows))
        return [
            {name: _text(value) for name, value in zip(columns, row, strict=True) if value is not None} for row in rows
        ]

    @timed("database", "change")
    def change(self, change: Callable[[sa.Connection], T]) -> T:
        """Make a change in one transaction (`table_rows`); raises SourceFailed and ConstraintViolated.

        Requires settings with `writes`.
        """
        self._warming.first()
        with self._connection() as connection, connection.begin():
            return change(connection)

    def close(self) -> None:
        """Close idle connections."""
        self._warming.close()

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except PoolTimeout as error:
            raise SourceFailed("All connections to the database are in use.") from error
        except IntegrityError as error:
            # The database's own text has the value of the key, which is personal data.
            raise ConstraintViolated("The database refused the row because of a constraint.") from error
        except SQLAlchemyError as error:
            if _is_about_credentials(error):
                raise CredentialsRefused("The database rejected the username or its password.") from error
            raise SourceFailed(f"The database returned an error: {_reason(error)}") from error

    def _arguments(self, url: sa.URL) -> dict[str, Any]:
        settings = self._settings
        limits = f"-cstatement_timeout={round(settings.read_timeout * 1000)}"
        if not settings.writes:
            limits += " -cdefault_transaction_read_only=on"
        return {
            # Its library accepts whole seconds, at least two.
            "connect_timeout": max(2, round(settings.connect_timeout)),
            "options": f"{url.query.get('options', '')} {limits}".strip(),
            "application_name": "hanse",
        }

    def _bound_sqlite(self, connection: Any, _record: Any) -> None:
        left = max(1, round(self._settings.read_timeout * _CHECKS_PER_SECOND))

        def is_over() -> bool:
            nonlocal left
            left -= 1
            return left <= 0

        connection.set_progress_handler(is_over, _STEPS)


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, (date, datetime, time)) else str(value)


def _is_about_credentials(error: SQLAlchemyError) -> bool:
    """Return whether PostgreSQL refused a connection because of the user or the password.

    Its library provides no SQLSTATE for a failed connection, and the text is in the server's language. It names the
    user in quotation marks, and the database as well if more than the user is wrong.
    """
    cause = error.orig if isinstance(error, DBAPIError) else None
    connection = getattr(cause, "pgconn", None)
    if connection is None or connection.status != _BAD:
        return False
    text = str(cause)
    return bool(connection.needs_password) or (_names(text, connection.user) and not _names(text, connection.db))


def _names(text: str, name: bytes | None) -> bool:
    return bool(name) and re.search(f"{_QUOTE}{re.escape((name or b'').decode())}{_QUOTE}", text) is not None


def _reason(error: SQLAlchemyError) -> str:
    text = str(getattr(error, "orig", None) or error).strip()
    return text.splitlines()[0][:_LONGEST_REASON] if text else type(error).__name__
