"""Redirect URIs of clients: a requested one must equal a registered one, character by character.

There are two exceptions. A native application on a loopback address may listen at any port (RFC 8252, section 7.3; RFC
9700, section 2.1). And administrators may register an asterisk for a part of a path, which RFC 9700, section 4.1,
advises against; the caller logs every use of such an entry.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hanse.resources.applications.clients.addresses import MOST_LENGTH, WILDCARD

_LOOPBACK: Final = re.compile(r"http://(127\.0\.0\.1|\[::1\]|localhost)(?::([0-9]{1,5}))?((?:/[^#]*)?)")
_MOST_PORT: Final = 65_535
# A registered pattern: a scheme, a literal authority if there is one, and a path, which may contain asterisks.
_PATTERN: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*:(?://[^/?#*@\\]+)?)/(?!/)[^?#]*")
# The characters that an asterisk matches: unreserved ones and slashes. No percent sign, so that nothing is hidden by an
# encoding, and no character that begins a query, a fragment or another authority.
_GAP: Final = re.compile(r"[A-Za-z0-9._~/-]*")
_ODD_SEGMENT: Final = re.compile(r"//|/\.\.?(?:/|$)")


@dataclass(frozen=True)
class Match:
    """A redirect URI that may be used. `pattern` is the registered entry with an asterisk that allowed it, if any."""

    uri: str
    pattern: str = ""


def match(registered: Sequence[str], requested: str) -> Match | None:
    """Return the requested redirect URI if the client registered it, else None."""
    if len(requested) > MOST_LENGTH:
        return None
    for entry in registered:
        if WILDCARD not in entry and (entry == requested or _differ_in_port_only(entry, requested)):
            return Match(requested)
    for entry in registered:
        if WILDCARD in entry and _fits(entry, requested):
            return Match(requested, entry)
    return None


def only_one(registered: Sequence[str]) -> Match | None:
    """Return the redirect URI of a client that registered exactly one complete one (RFC 6749, section 3.1.2.3)."""
    return Match(registered[0]) if len(registered) == 1 and WILDCARD not in registered[0] else None


def _differ_in_port_only(entry: str, requested: str) -> bool:
    ours, theirs = _LOOPBACK.fullmatch(entry), _LOOPBACK.fullmatch(requested)
    if ours is None or theirs is None:
        return False
    port = theirs[2]
    return ours[1] == theirs[1] and ours[3] == theirs[3] and (port is None or 0 < int(port) <= _MOST_PORT)


def _fits(entry: str, requested: str) -> bool:
    path, question, query = entry.partition("?")
    pattern = _PATTERN.fullmatch(path)
    if pattern is None or WILDCARD in query:
        return False
    requested_path, requested_question, requested_query = requested.partition("?")
    if (question, query) != (requested_question, requested_query) or "#" in query:
        return False
    first, *parts = path.split(WILDCARD)
    if not requested_path.startswith(first) or not _fill_gaps(parts, requested_path[len(first) :]):
        return False
    return not _ODD_SEGMENT.search(requested_path, pattern.end(1))


def _fill_gaps(parts: Sequence[str], rest: str) -> bool:
    """Return whether a text consists of the parts in their order, each after a gap, in linear time."""
    *middle, last = parts
    for part in middle:
        gap, found, rest = rest.partition(part) if part else ("", "", rest)
        if part and (not found or not _GAP.fullmatch(gap)):
            return False
    return rest.endswith(last) and bool(_GAP.fullmatch(rest[: len(rest) - len(last)]))
