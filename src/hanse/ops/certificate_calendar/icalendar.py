"""Writes calendars in the format of RFC 5545."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

MEDIA_TYPE: Final = "text/calendar; charset=utf-8"
_PRODUCT: Final = "-//Hanse//Certificate calendar//EN"
# RFC 5545, section 3.1: a line has at most 75 octets without its end.
_LINE_OCTETS: Final = 75
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


@dataclass(frozen=True)
class AllDayEvent:
    """An event on one day that does not make anybody busy."""

    uid: str
    moment: datetime
    summary: str
    description: str


def calendar(name: str, events: Iterable[AllDayEvent], now: datetime) -> str:
    """Return a calendar as text. `now` is the time at which the calendar was made."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{_PRODUCT}", "CALSCALE:GREGORIAN"]
    # RFC 7986, sections 5.1 and 5.7.
    lines += [f"NAME:{_text(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT12H"]
    for event in events:
        lines += _event(event, now)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(event: AllDayEvent, now: datetime) -> Iterator[str]:
    day = event.moment.astimezone(UTC).date()
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(event.uid)}"
    yield f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{day.isoformat().replace('-', '')}"
    # The end is the day after, unless the calendar has none (RFC 5545, section 3.6.1, allows events without an end).
    if day != day.max:
        yield f"DTEND;VALUE=DATE:{(day + timedelta(days=1)).isoformat().replace('-', '')}"
    yield f"SUMMARY:{_text(event.summary)}"
    yield f"DESCRIPTION:{_text(event.description)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _text(value: str) -> str:
    """Return a value of the type TEXT (RFC 5545, section 3.3.11), without control characters."""
    kept = (each for each in value.replace("\r\n", "\n") if each == "\n" or (each >= " " and each != "\x7f"))
    return "".join(kept).translate(_ESCAPES)


def _folded(line: str) -> Iterator[str]:
    """Yield the physical lines of a content line. A character is never divided."""
    start, octets = 0, 0
    for index, character in enumerate(line):
        size = len(character.encode("utf-8", "replace"))
        if octets + size > _LINE_OCTETS:
            yield line[start:index] if start == 0 else f" {line[start:index]}"
            # The space at the beginning of a continued line is one octet.
            start, octets = index, 1
        octets += size
    yield line[start:] if start == 0 else f" {line[start:]}"
