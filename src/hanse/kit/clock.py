"""Time as a value that is passed in; only the composition root reads the machine's clock."""

from datetime import UTC, datetime
from typing import Final, Protocol

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Clock(Protocol):
    """Returns the current time."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the machine's time in UTC."""
        return datetime.now(UTC)


def to_text(moment: datetime) -> str:
    """Return a time in the format of the admin API: RFC 3339 in UTC with milliseconds, `2026-11-21T08:30:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def shown(moment: datetime) -> str:
    """Return a time in its format for people: `21 Nov 2026, 08:30 UTC` (specification 1, section 9)."""
    utc = moment.astimezone(UTC)
    # Not strftime: its month names follow the process's locale.
    return f"{utc.day:02} {_MONTHS[utc.month - 1]} {utc.year:04}, {utc.hour:02}:{utc.minute:02} UTC"


def from_text(text: str) -> datetime:
    """Return the time in an RFC 3339 text.

    Raises ValueError if the text is no date-time or has no zone.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a date-time needs a zone")
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:  # The first or last day of the calendar, in a zone that moves it out of it.
        raise ValueError("a date-time must lie within the calendar") from error
