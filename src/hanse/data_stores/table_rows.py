"""Rows of users that are written into a table: one for each value of a column that identifies users."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import NullType

from hanse.data_stores.database import DatabaseClient, quoted_column, quoted_table
from hanse.data_stores.settings import ConstraintViolated, SourceFailed


@dataclass(frozen=True)
class UserRow:
    """The row of a user: the column that identifies it, and the values of all columns to write."""

    table: str
    schema: str | None
    key: str
    values: Mapping[str, str] = field(repr=False)

    def save(self, client: DatabaseClient, *, updates: bool) -> None:
        """Insert the row, unless there is one with its key; then replace its other values, if `updates` is true.

        Raises SourceFailed.
        """
        try:
            client.change(lambda connection: self._save(connection, updates=updates))
        except ConstraintViolated:
            # A simultaneous sign-in may have inserted it. Otherwise the constraint is about another column.
            if not client.change(self._exists):
                raise
            if updates:
                client.change(self._update)

    def _save(self, connection: sa.Connection, *, updates: bool) -> None:
        if not self._exists(connection):
            values = {name: _bound(value) for name, value in self.values.items()}
            columns = [quoted_column(name) for name in values]
            table = sa.table(self._table.name, *columns, schema=self._table.schema)
            connection.execute(sa.insert(table).values(values))
        elif updates:
            self._update(connection)

    def _exists(self, connection: sa.Connection) -> bool:
        found: Sequence[Any] = connection.execute(
            sa.select(sa.literal_column("1")).select_from(self._table).where(self._is_own).limit(2)
        ).fetchall()
        if len(found) > 1:
            raise SourceFailed("Several rows have the unique ID of the user.")
        return bool(found)

    def _update(self, connection: sa.Connection) -> None:
        others = {name: _bound(value) for name, value in self.values.items() if name != self.key}
        if others:
            columns = [quoted_column(name) for name in others]
            table = sa.table(self._table.name, *columns, schema=self._table.schema)
            connection.execute(sa.update(table).where(self._is_own).values(others))

    @property
    def _table(self) -> sa.TableClause:
        return quoted_table(self.table, self.schema)

    @property
    def _is_own(self) -> sa.ColumnElement[bool]:
        return quoted_column(self.key) == _bound(self.values[self.key])


def _bound(value: str) -> sa.BindParameter[Any]:
    # Values are parameters. Without a type, the database converts a text to the type of the column itself.
    return sa.bindparam(None, value, type_=NullType(), unique=True)
