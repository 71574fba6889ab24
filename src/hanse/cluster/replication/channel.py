"""Waits for the database's notification of a publication."""

import threading
from typing import Any

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from hanse.cluster.publication import CHANNEL
from hanse.config.database import Database

LOG = structlog.stdlib.get_logger("hanse.cluster")


class Channel:
    """One connection that listens; for one thread. If it cannot be opened, each wait ends after its time-out."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None

    def wait(self, seconds: float, stop: threading.Event) -> None:
        """Wait for a notification, at most for the given seconds; earlier notifications are lost."""
        try:
            self._listen(seconds)
        except (self._database.engine.dialect.loaded_dbapi.Error, SQLAlchemyError):
            # Not logged here: while the database is away, the statements of other connections fail and are logged.
            self.close()
            stop.wait(seconds)

    def close(self) -> None:
        """Stop listening."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _listen(self, seconds: float) -> None:
        if self._connection is None:
            self._connection = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            # A notification may have been missed: callers check before they wait.
            return
        # From psycopg, which a server with an embedded database never imports.
        driver: Any = self._connection.connection.driver_connection
        for _ in driver.notifies(timeout=seconds, stop_after=1):
            pass
