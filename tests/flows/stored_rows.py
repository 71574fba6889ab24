"""The rows that a server stores, to detect writes."""

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from sqlalchemy import MetaData, event, select
from sqlalchemy.exc import SAWarning

from hanse.config.database import Database
from tests.flows.server import FlowServer

# Sessions and personal preferences, which are not configuration.
RUN_TIME = {"admin_session", "admin_token", "login_failure", "known_address", "shortcut_choice", "recent_page"}
WRITING = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) \"?(\w+)", re.IGNORECASE)


def dump(server: FlowServer) -> dict[str, list[Any]]:
    """Return all rows except those of sessions and personal preferences."""
    database = server.core.configuration.database
    with database.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in _tables(database).sorted_tables
            if table.name not in RUN_TIME
        }


@contextmanager
def writes(database: Database) -> Iterator[set[str]]:
    """Collect the tables that are written to, except run-time tables. This is faster than comparing all rows."""
    found = set[str]()

    @event.listens_for(database.engine, "before_cursor_execute")
    def _note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if (written := WRITING.match(statement)) and written[1] not in RUN_TIME:
            found.add(written[1])

    yield found
    event.remove(database.engine, "before_cursor_execute", _note)


@lru_cache(maxsize=1)
def _tables(database: Database) -> MetaData:
    """Return all existing tables, read from the database."""
    found = MetaData()
    with warnings.catch_warnings():
        # Indexes over expressions cannot be reflected. Only the columns are needed.
        warnings.simplefilter("ignore", SAWarning)
        found.reflect(database.engine)
    return found
