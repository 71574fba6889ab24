"""The identifiers that a browser remembers."""

from typing import Final
from urllib.parse import quote

import msgspec

COOKIE: Final = "identifiers"
# Measured on the percent-encoded value, which browsers store. A letter such as "ö" takes six octets of it.
_LONGEST: Final = 2_000


def read_identifiers(text: str, most: int) -> tuple[str, ...]:
    """Return the identifiers in a cookie, the newest first; empty for a cookie that was not written here."""
    try:
        found = msgspec.json.decode(text, type=list[str])
    except msgspec.DecodeError:
        return ()
    return tuple(dict.fromkeys(found))[:most]


def with_identifier(identifiers: tuple[str, ...], newest: str, most: int) -> tuple[str, ...]:
    """Return the identifiers with a new one in front; the oldest are dropped if there are too many."""
    kept = (newest, *(each for each in identifiers if each != newest))[:most]
    while kept and len(quote(written(kept), safe="")) > _LONGEST:
        kept = kept[:-1]
    return kept


def written(identifiers: tuple[str, ...]) -> str:
    """Return the value of the cookie."""
    return msgspec.json.encode(identifiers).decode()
