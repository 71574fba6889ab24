"""The console's format for times (specification 2, section 9): weekday, month, day, time, zone, year.

The names of days and months are those of the language of the request.

`console/src/platform/page/useTimestamp.ts` does the same in the React console, with the same examples in its tests.
"""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from hanse.kit.texts.translation import calendar_names, is_english

_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z", re.ASCII)
_HOUR = timedelta(hours=1)
# Not strftime: its names follow the process's locale.
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class TimeFormat:
    """Formats times in a time zone."""

    def __init__(self, zone: str = "UTC") -> None:
        """`zone` is a name of the time zone database."""
        # UTC is available without a time zone database.
        self._zone: tzinfo = UTC if zone == "UTC" else ZoneInfo(zone)

    def __call__(self, text: str) -> str:
        """Return a time of the API (RFC 3339) as "Sat Nov 21 18:17:07 UTC 2026", and any other text unchanged."""
        moment = _parsed(text)
        if moment is None:
            return text
        try:
            local = moment.astimezone(self._zone)
        except OverflowError:  # The first or last day of the calendar, in a zone that moves it out of it.
            local = moment
        day, month = (_DAYS[local.weekday()], _MONTHS[local.month - 1]) if is_english() else calendar_names(local)
        return f"{day} {month} {local.day:02} {local:%H:%M:%S} {_zone_of(local)} {local.year:04}"

    @staticmethod
    def is_one(text: str) -> bool:
        """Return whether a text is a time."""
        return _parsed(text) is not None


def _parsed(text: str) -> datetime | None:
    if not _MOMENT.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _zone_of(local: datetime) -> str:
    """Return a zone's short name; if it has none, the name that browsers use, such as "GMT+5:45"."""
    name = local.tzname() or ""
    if name.isalpha():
        return name
    offset = local.utcoffset() or timedelta()
    hours, rest = divmod(abs(offset), _HOUR)
    minutes = rest // timedelta(minutes=1)
    return f"GMT{'-' if offset < timedelta() else '+'}{hours}" + (f":{minutes:02}" if minutes else "")
