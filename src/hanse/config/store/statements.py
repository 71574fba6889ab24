"""Tells the log what is asked of the database, while somebody wants to know."""

import logging
import time
from typing import Any

import structlog
from sqlalchemy import Connection, Engine, event

LOG = structlog.stdlib.get_logger("hanse.database")
# The standard library's, for the look that every statement takes.
_LEVEL = logging.getLogger("hanse.database")
_STARTED = "hanse_started"
# A statement that inserts a thousand rows names a thousand places for values, which nobody reads.
_LONGEST = 2000


def tell_statements(engine: Engine) -> None:
    """Log each statement at debug level: its text, in which values are left open, its rows and its time."""

    @event.listens_for(engine, "before_cursor_execute")
    def _before(connection: Connection, *_others: Any) -> None:
        if _LEVEL.isEnabledFor(logging.DEBUG):
            connection.info[_STARTED] = time.perf_counter()

    @event.listens_for(engine, "after_cursor_execute")
    def _after(connection: Connection, cursor: Any, statement: str, *_others: Any) -> None:
        started = connection.info.pop(_STARTED, None)
        if started is None:
            return
        spent = round((time.perf_counter() - started) * 1000, 2)
        text = " ".join(statement.split())[:_LONGEST]
        LOG.debug("statement", statement=text, rows=cursor.rowcount, milliseconds=spent)

    @event.listens_for(engine, "commit")
    def _commit(_connection: Connection) -> None:
        if _LEVEL.isEnabledFor(logging.DEBUG):
            LOG.debug("commit")

    @event.listens_for(engine, "rollback")
    def _rollback(_connection: Connection) -> None:
        if _LEVEL.isEnabledFor(logging.DEBUG):
            LOG.debug("rollback")
