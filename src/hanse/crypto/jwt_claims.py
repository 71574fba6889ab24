"""Claims of JWTs that several kinds of tokens have in common (RFC 7519, section 4.1)."""

from collections.abc import Mapping
from typing import Any, Final

_LONGEST_ID: Final = 512


class ClaimsRefused(Exception):
    """A JWT is not accepted; the text says why, without the values of claims."""


def number(claims: Mapping[str, Any], name: str) -> float | None:
    """Return a claim that is a time in seconds; None where it is missing. Raises ClaimsRefused."""
    found = claims.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < 2**53:
        raise ClaimsRefused(f"{name} is not a number of seconds")
    return float(found)


def token_id(claims: Mapping[str, Any]) -> str | None:
    """Return `jti`; None where it is missing. Raises ClaimsRefused."""
    found = claims.get("jti")
    if found is None:
        return None
    if not isinstance(found, str) or not 0 < len(found) <= _LONGEST_ID:
        raise ClaimsRefused("jti is malformed")
    return found
