"""Remembers which connection settings have worked lately, so that repeated saves do not connect each time."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import Final

# More than an installation has data stores.
_MOST: Final = 64


class RecentChecks:
    """The last successful connection checks of this process, by connection settings with credentials."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._moments: OrderedDict[Hashable, datetime] = OrderedDict()

    def add(self, settings: Hashable, now: datetime) -> None:
        """Remember that a connection with these settings works."""
        with self._lock:
            self._moments[settings] = now
            self._moments.move_to_end(settings)
            while len(self._moments) > _MOST:
                self._moments.popitem(last=False)

    def remove(self, settings: Hashable) -> None:
        """Forget these settings, because a connection with them has failed."""
        with self._lock:
            self._moments.pop(settings, None)

    def include(self, settings: Hashable, now: datetime, age: timedelta) -> bool:
        """Return whether a check with these settings has succeeded less than `age` ago."""
        with self._lock:
            moment = self._moments.get(settings)
        # A clock that was set back must not extend the time for which a check is reused.
        return moment is not None and timedelta(0) <= now - moment < age
