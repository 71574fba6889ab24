"""Durations in words, in the language of a page."""

import math
from datetime import timedelta
from typing import Final, Literal

# The longest unit first.
_UNITS: Final[tuple[tuple[Literal["day", "hour", "minute"], timedelta], ...]] = (
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
)


def format_duration(seconds: int, locale: str) -> str:
    """Return a duration in the longest unit in which it is a whole number, such as "36 hours".

    Seconds beyond whole minutes are left out. A language that Babel does not know, which a folder of templates can
    bring, gets English words.
    """
    # Imported at the first use: the library would delay every start.
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - the comment above says why.
    from babel.dates import format_timedelta  # noqa: PLC0415 - the comment above says why.

    whole = timedelta(minutes=seconds // 60)
    unit, _ = next((each for each in _UNITS if not whole % each[1]), _UNITS[-1])
    try:
        known = Locale.parse(locale, sep="-")
    except (UnknownLocaleError, ValueError):
        known = Locale("en")
    # With this threshold, the unit is the given one whatever the number.
    return format_timedelta(whole, unit, threshold=math.inf, locale=known)
