"""Checks of claims that client assertions and request objects have in common (RFC 7519, section 4.1)."""

from collections.abc import Mapping
from typing import Any, Final

# Long lifetimes would require long storage for replay prevention, and give thieves more time.
LONGEST_SECONDS: Final = 3600.0
# The accepted difference between clocks.
SKEW_SECONDS: Final = 60.0
_LONGEST_ID: Final = 512


class ClaimsRefused(Exception):
    """A JWT is not accepted; the text says why, without the values of claims."""


def check_times(claims: Mapping[str, Any], now: float) -> float:
    """Return when a JWT expires, within the next hour. Raises ClaimsRefused."""
    expires = number(claims, "exp")
    if expires is None or expires <= now - SKEW_SECONDS:
        raise ClaimsRefused("exp is missing or has passed")
    if expires > now + LONGEST_SECONDS + SKEW_SECONDS:
        raise ClaimsRefused("exp is more than an hour away")
    for name in ("nbf", "iat"):
        moment = number(claims, name)
        if moment is not None and moment > now + SKEW_SECONDS:
            raise ClaimsRefused(f"{name} is in the future")
    return expires


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
