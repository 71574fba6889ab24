"""Choosing the language of a page."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

DEFAULT_LOCALE: Final = "en"
_MOST_RANGES: Final = 20


def choose_locale(ui_locales: Sequence[str], accept_language: str, available: Collection[str]) -> str:
    """Return the language of a page: that of `ui_locales`, or else of `Accept-Language`, or else English.

    A language tag is shortened from its end until there is a catalogue for it (RFC 4647, section 3.4), so that `de-AT`
    is answered in German.
    """
    by_tag = {each.lower(): each for each in available}
    for wanted in (*ui_locales[:_MOST_RANGES], *_accepted(accept_language)):
        parts = wanted.strip().lower().replace("_", "-").split("-")
        while parts:
            if (found := by_tag.get("-".join(parts))) is not None:
                return found
            parts.pop()
    return DEFAULT_LOCALE


def _accepted(header: str) -> Iterator[str]:
    """Yield the language ranges of a header, the best first (RFC 9110, section 12.5.4)."""
    weighted: list[tuple[float, str]] = []
    for each in header.split(",")[:_MOST_RANGES]:
        tag, _, parameter = each.partition(";")
        weight = _weight(parameter)
        if tag.strip() not in ("", "*") and weight > 0:
            weighted.append((weight, tag))
    return (tag for _, tag in sorted(weighted, key=lambda pair: -pair[0]))


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
