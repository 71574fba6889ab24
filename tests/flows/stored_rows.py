"""The rows that a server stores, to detect any write to them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from sqlalchemy import MetaData, event, select

from hanse.config.database import Database
from tests.flows.server import FlowServer

# Sessions and personal preferences, which are not configuration.
RUN_TIME = {"admin_session", "admin_token", "login_failure", "known_address", "shortcut_choice", "recent_page"}
WRITING = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) \"?(\w+)", re.IGNORECASE)


def dump(server: FlowServer) -> dict[str, list[Any]]:
    """Return every row that outlives a restart and is not a session."""
    database = server.core.configuration.database
    with database.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in _tables(database).sorted_tables
            if table.name not in RUN_TIME
        }


@contextmanager
def writes(database: Database) -> Iterator[set[str]]:
    """Gather the tables that are written to, but for those of run-time; looking for it in all rows takes long."""
    found = set[str]()

    @event.listens_for(database.engine, "before_cursor_execute")
    def _note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if (written := WRITING.match(statement)) and written[1] not in RUN_TIME:
            found.add(written[1])

    yield found
    event.remove(database.engine, "before_cursor_execute", _note)


@lru_cache(maxsize=1)
def _tables(database: Database) -> MetaData:
    """Return all existing tables, whichever code uses them."""
    found = MetaData()
    found.reflect(database.engine)
    return found
