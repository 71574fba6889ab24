"""Logs SQL statements while the log category is verbose.

A node polls several times a second for changes by others. These queries would fill the log, so each statement within
`routine_statements` is logged once a minute, with the number of times it was omitted before.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import structlog
from sqlalchemy import Connection, Engine, event

LOG = structlog.stdlib.get_logger("hanse.database")
ROUTINE_SECONDS = 60.0
# The standard library's logger, for the check that every statement makes.
_LEVEL = logging.getLogger("hanse.database")
_STARTED = "hanse_started"
# A statement that inserts a thousand rows names a thousand parameters, which nobody reads.
_LONGEST = 2000
_ROUTINE: ContextVar[bool] = ContextVar("routine", default=False)


@contextmanager
def routine_statements() -> Iterator[None]:
    """Mark queries within the block, on this thread, as repeated and mostly without results."""
    token = _ROUTINE.set(True)
    try:
        yield
    finally:
        _ROUTINE.reset(token)


@dataclass
class _Routine:
    """The time at which each routine statement was last logged, and the number of omissions since. Few texts occur."""

    now: Callable[[], float]
    last_logged: dict[str, float] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)

    def counts_to_log(self, text: str) -> dict[str, int] | None:
        """Return additional log fields, or None if this statement is left out."""
        now = self.now()
        last = self.last_logged.get(text)
        if last is not None and now - last < ROUTINE_SECONDS:
            self.left_out[text] = self.left_out.get(text, 0) + 1
            return None
        self.last_logged[text] = now
        return {"left_out": self.left_out.pop(text, 0)}


def log_statements(engine: Engine, now: Callable[[], float] = time.monotonic) -> None:
    """Log each statement at debug level: its text with placeholders for values, its rows and its duration."""
    routine = _Routine(now)

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
        besides = routine.counts_to_log(text) if _ROUTINE.get() else {}
        if besides is not None:
            LOG.debug("statement", statement=text, rows=cursor.rowcount, milliseconds=spent, **besides)

    @event.listens_for(engine, "commit")
    def _commit(_connection: Connection) -> None:
        _log_end("commit")

    @event.listens_for(engine, "rollback")
    def _rollback(_connection: Connection) -> None:
        _log_end("rollback")


def _log_end(how: str) -> None:
    if _LEVEL.isEnabledFor(logging.DEBUG) and not _ROUTINE.get():
        LOG.debug(how)
