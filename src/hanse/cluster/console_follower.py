"""Follows the active console: a passive one updates its memory with each heartbeat.

A passive console reads the same database as the active one. Following therefore means to keep what a console holds in
memory up to date, so that it is complete when the console becomes active.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import structlog

from hanse.cluster.console_roles import Consoles
from hanse.cluster.database_clock import NOW
from hanse.cluster.membership import Membership
from hanse.cluster.node_table import SyncStatus
from hanse.cluster.status import SYNCHRONIZATION_SECONDS
from hanse.config.configuration import Configuration
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.cluster")


class ConsoleFollower:
    """Used by one thread only: the one that sends heartbeats."""

    def __init__(
        self,
        configuration: Configuration,
        membership: Membership,
        consoles: Consoles,
        clock: Clock,
        take_over: Iterable[Callable[[TransactionView], object]],
    ) -> None:
        self._configuration = configuration
        self._membership = membership
        self._consoles = consoles
        self._clock = clock
        self._take_over = tuple(take_over)
        self._last: datetime | None = None

    def check(self) -> None:
        """Check once; after any failure the next check follows."""
        try:
            with self._configuration.database.reading() as connection:
                self._consoles.refresh(connection)
            if self._consoles.is_active:
                self._last = None
            elif self._is_due():
                self._follow()
        except Unavailable:
            # The heartbeat has logged the failure.
            return
        except Exception:
            LOG.exception("the roles of the consoles could not be read")

    def _is_due(self) -> bool:
        interval = timedelta(seconds=SYNCHRONIZATION_SECONDS)
        return self._last is None or self._clock.now() - self._last >= interval

    def _follow(self) -> None:
        try:
            with self._configuration.reading() as view:
                for take_over in self._take_over:
                    take_over(view)
        except Unavailable:
            raise
        except Exception as error:
            LOG.exception("changes of the active console could not be applied")
            # The time stays unchanged: it says when this console was last up to date.
            self._membership.report({"status": SyncStatus.FAILED.value, "failure": str(error)})
        else:
            self._membership.report({"status": SyncStatus.SUCCEEDED.value, "status_time": NOW, "failure": None})
        self._last = self._clock.now()
