"""The time of the database's clock, which all nodes share."""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from hanse.kit.clock import from_text

# The format of `kit.clock.to_text`.
NOW: ColumnElement[Any] = func.to_char(func.timezone("UTC", func.clock_timestamp()), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')


def now(connection: Connection) -> str:
    """Return the database's time. PostgreSQL only, like everything in a cluster."""
    return str(connection.execute(select(NOW)).scalar_one())


def age(text: str, moment: str) -> timedelta:
    """Return how long before a given time something happened."""
    return from_text(moment) - from_text(text)
