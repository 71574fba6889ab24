"""Opens the minimum number of connections of a pool before callers need them."""

from collections.abc import Callable
from typing import Any

import structlog
from sqlalchemy.pool import QueuePool

from hanse.data_stores.background_work import Background

LOG = structlog.stdlib.get_logger("hanse.data-stores")


class PoolWarming:
    """Fills one pool, once, when it is first used: a source that is only tested gets no permanent connection."""

    def __init__(
        self, pool: Any, minimum: int, background: Background, ready: Callable[[Any], None] = lambda _made: None
    ) -> None:
        """`ready` is called with each connection that is put into the pool."""
        self._pool: QueuePool = pool
        self._minimum, self._background, self._ready = minimum, background, ready
        self._is_used = self._is_closed = False

    def first(self) -> None:
        """Start filling the pool, unless that was done; called before a connection is borrowed."""
        if not self._is_used:
            self._is_used = True
            if self._minimum:
                self._background(self._fill)

    def close(self) -> None:
        """Stop, and keep no connection that is opened from now on."""
        self._is_closed = True
        self._pool.dispose()

    def _fill(self) -> None:
        lent: list[Any] = []
        try:
            while self._lacks() and not self._is_closed:
                lent.append(self._pool.connect())
        except Exception as error:  # noqa: BLE001 - of any library; the caller that needs a connection gets the error.
            LOG.debug("pool not filled", reason=type(error).__name__)
        for each in lent:
            self._ready(each.dbapi_connection)
            each.close()
        if self._is_closed:
            self._pool.dispose()

    def _lacks(self) -> bool:
        return self._pool.checkedin() + self._pool.checkedout() < self._minimum
