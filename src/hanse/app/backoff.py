"""The delay before a supervisor restarts a process."""

from typing import Final

# A process that ran this long had started successfully, so the next one may start immediately.
HEALTHY_SECONDS: Final = 30.0
FIRST_DELAY_SECONDS: Final = 0.1
LONGEST_DELAY_SECONDS: Final = 30.0


class Backoff:
    """The delay before each start in one slot: none after a long run, and longer after each short one."""

    def __init__(self) -> None:
        self._delay = 0.0

    def delay(self, lived: float) -> float:
        """Return the seconds to wait after a process that ran for the given seconds."""
        if lived >= HEALTHY_SECONDS:
            self._delay = 0.0
        delay = self._delay
        self._delay = min(max(2 * delay, FIRST_DELAY_SECONDS), LONGEST_DELAY_SECONDS)
        return delay
