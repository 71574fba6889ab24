"""A clock that changes only when a test sets it."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)


class ManualClock:
    """Returns the time it was set to."""

    def __init__(self, moment: datetime = START) -> None:
        self._moment = moment

    def now(self) -> datetime:
        return self._moment

    def advance(self, **span: float) -> None:
        """Move forward; the arguments are those of `timedelta`: `advance(minutes=5)`."""
        self._moment += timedelta(**span)

    def set(self, moment: datetime) -> None:
        self._moment = moment
