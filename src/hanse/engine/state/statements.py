"""Statements that both databases understand, and the runner that executes them.

An operation is a list of steps. The runner executes them in one transaction and returns the rows of each step. Steps
never depend on the results of earlier steps: a later step that applies only if an earlier one did has that condition in
its own `WHERE`. So PostgreSQL gets a whole operation in one round trip, and SQLite many operations in one transaction.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

# Represents "does not expire", so that expiration is one comparison; adding it to a time gives itself.
NEVER: Final = 1e18
_NAMED: Final = re.compile(r":(\w+)")

Values = Mapping[str, Any]
Row = tuple[Any, ...]
Rows = Sequence[Row]


class Statement:
    """One SQL statement with named parameters, written `:name`."""

    __slots__ = ("postgresql", "sqlite")

    def __init__(self, text: str) -> None:
        self.sqlite = " ".join(text.split())
        self.postgresql = _NAMED.sub(r"%(\1)s", self.sqlite)


Step = tuple[Statement, Values]


class StatementRunner(Protocol):
    """Executes statements on one kind of database. Raises `kit.errors.Unavailable` if it does not answer."""

    async def read(self, statement: Statement, values: Values) -> Rows:
        """Return the rows of one statement that changes nothing."""
        ...

    async def write(self, *steps: Step, durable: bool) -> Sequence[Rows]:
        """Execute all steps or none, and return the rows that each returns.

        A durable operation survives the loss of power once it has returned; any other survives the end of the process.
        """
        ...

    def close(self) -> None:
        """Finish queued operations, then close all connections; blocks until then."""
        ...
