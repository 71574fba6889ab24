"""Checks of claims that client assertions and request objects have in common (RFC 7519, section 4.1)."""

from collections.abc import Mapping
from typing import Any, Final

from hanse.crypto.jwt_claims import ClaimsRefused, number, token_id

__all__ = ["LONGEST_SECONDS", "SKEW_SECONDS", "ClaimsRefused", "check_times", "number", "token_id"]
# Long lifetimes would require long storage for replay prevention, and give thieves more time.
LONGEST_SECONDS: Final = 3600.0
# The accepted difference between clocks.
SKEW_SECONDS: Final = 60.0


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
