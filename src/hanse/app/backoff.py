"""How long a supervisor waits before it starts a process again."""

from typing import Final

# A process that lived this long has started well; the next one may start at once.
HEALTHY_SECONDS: Final = 30.0
FIRST_DELAY_SECONDS: Final = 0.1
LONGEST_DELAY_SECONDS: Final = 30.0


class Backoff:
    """The delay before each start of one seat: none after a long life, a longer one after each short life."""

    def __init__(self) -> None:
        self._delay = 0.0

    def delay(self, lived: float) -> float:
        """Return the seconds to wait after a process that lived for so many seconds."""
        if lived >= HEALTHY_SECONDS:
            self._delay = 0.0
        delay = self._delay
        self._delay = min(max(2 * delay, FIRST_DELAY_SECONDS), LONGEST_DELAY_SECONDS)
        return delay
