"""Knowledge of whether an engine serves the latest publication, and since when."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog

from hanse.cluster.node_table import OVERDUE
from hanse.cluster.replication.replica import Replica
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable

LOG = structlog.stdlib.get_logger("hanse.cluster")
CURRENT, BEHIND, UNVERIFIED = "current", "behind", "unverified"
# The time after which consoles show a node as unreachable, so that both sides report it at about the same time.
TOLERATED_SECONDS: Final = OVERDUE.total_seconds()
# Interval at which the copy records that it equals the publication, for a start without the shared database.
NOTED_SECONDS: Final = 60.0
# Interval at which the log says that it is unknown whether the configuration is the newest.
WARN_AGAIN: Final = timedelta(minutes=5)


@dataclass(frozen=True)
class Freshness:
    """The knowledge of the process that follows the publications."""

    # True if the last request to the shared database succeeded.
    is_reachable: bool = False
    # True if the newest publication could not be applied.
    is_behind: bool = False
    # Time at which the configuration was last known to equal the newest publication, in seconds since 1970; 0 means
    # never.
    verified: float = 0.0

    def age(self, now: datetime) -> float:
        """Return the seconds since the configuration was last known to equal the newest publication."""
        return max(0.0, now.timestamp() - self.verified)

    def state(self, now: datetime) -> str:
        """Return the state for `/readyz`."""
        if self.is_behind:
            return BEHIND
        return CURRENT if self.age(now) <= TOLERATED_SECONDS else UNVERIFIED


class Verification:
    """Records when the configuration was last known to equal the newest publication; for one thread."""

    def __init__(self, clock: Clock, replica: Replica) -> None:
        self._clock = clock
        self._replica = replica
        self.verified = self._noted = replica.last_verified()
        self._last_warning: datetime | None = None

    def verify(self) -> None:
        """Record that the configuration equals the newest publication."""
        now = self._clock.now()
        self.verified = now.timestamp()
        if self.verified - self._noted >= NOTED_SECONDS:
            self._noted = self.verified
            # A full disk must not change the state that is reported.
            with suppress(Unavailable):
                self._replica.note_verified(now)

    def log_state(self, freshness: Freshness) -> None:
        """Log at intervals that it is unknown whether the configuration is the newest."""
        now = self._clock.now()
        if freshness.state(now) != UNVERIFIED:
            if self._last_warning is not None:
                self._last_warning = None
                LOG.info("the configuration in use is the latest publication again")
        elif self._last_warning is None or now - self._last_warning >= WARN_AGAIN:
            self._last_warning = now
            age = round(freshness.age(now)) if freshness.verified else None
            LOG.warning("the configuration in use may be out of date", seconds_since_verified=age)
