"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 21, 8, 30, tzinfo=UTC)


class ManualClock:
    """Tells the time it was set to."""

    def __init__(self, moment: datetime = START) -> None:
        self._moment = moment

    def now(self) -> datetime:
        return self._moment

    def advance(self, **span: float) -> None:
        """Move forward by a `timedelta`, named as its arguments are: `advance(minutes=5)`."""
        self._moment += timedelta(**span)

    def set(self, moment: datetime) -> None:
        self._moment = moment
