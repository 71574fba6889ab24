"""Time as a value that is passed in, so that nothing below the composition root asks the machine for it."""

from datetime import UTC, datetime
from typing import Final, Protocol

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the machine's time in UTC."""
        return datetime.now(UTC)


def to_text(moment: datetime) -> str:
    """Return a moment as the admin API writes it: RFC 3339 in UTC with milliseconds, `2026-11-21T08:30:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def shown(moment: datetime) -> str:
    """Return a moment as texts for people have it: `21 Nov 2026, 08:30 UTC` (specification 1, section 9)."""
    utc = moment.astimezone(UTC)
    # Not strftime: its month names follow the process's locale.
    return f"{utc.day:02} {_MONTHS[utc.month - 1]} {utc.year:04}, {utc.hour:02}:{utc.minute:02} UTC"


def from_text(text: str) -> datetime:
    """Return the moment that an RFC 3339 text names.

    Raises ValueError when the text is no date-time or names no zone.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a date-time needs a zone")
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:  # The first and the last day of the calendar, in a zone that moves them out of it.
        raise ValueError("a date-time must lie within the calendar") from error
