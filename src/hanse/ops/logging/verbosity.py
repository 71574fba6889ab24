"""Makes log categories verbose in this process, and resets them when their time is over."""

import logging
import threading
from collections.abc import Callable

import structlog

from hanse.kit.clock import Clock, to_text
from hanse.kit.log_categories import LOG_CATEGORIES
from hanse.resources.system.log_settings.verbose_categories import Verbose

LOG = structlog.stdlib.get_logger("hanse.core")


class Verbosity:
    """Sets the levels of the categories' loggers. `is_held` returns whether settings wait (`migrated_configuration`).

    A verbose category logs at debug level whatever level the process was started with; the others inherit that one.
    """

    def __init__(self, clock: Clock, *, is_held: Callable[[], bool] = lambda: False) -> None:
        self._clock = clock
        self._is_held = is_held
        self._wanted: Verbose = {}
        self._on: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    @property
    def on(self) -> frozenset[str]:
        """Return the categories that are verbose now."""
        return self._on

    def take(self, wanted: Verbose) -> None:
        """Apply settings."""
        with self._lock:
            self._wanted = dict(wanted)
            self._apply()

    def tick(self) -> None:
        """Check the time limits, and whether the settings are still delayed; called at intervals."""
        with self._lock:
            self._apply()

    def close(self) -> None:
        """Restore the loggers, for processes that continue, such as tests."""
        self.take({})

    def _apply(self) -> None:
        now = self._clock.now()
        due = frozenset(id_ for id_, until in self._wanted.items() if until is None or now < until)
        on = frozenset() if due and self._is_held() else due
        if on == self._on:
            return
        for category in LOG_CATEGORIES:
            for name in category.loggers:
                logging.getLogger(name).setLevel(logging.DEBUG if category.id in on else logging.NOTSET)
        self._on = on
        until = {id_: to_text(end) for id_ in sorted(on) if (end := self._wanted[id_]) is not None}
        LOG.info("verbose log categories", categories=sorted(on), until=until)
