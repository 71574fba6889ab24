"""The services for plug-ins that sign tokens: token generators and SP adapters."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from hanse.kit.randomness import Randomness
from hanse.plugins.contracts.access_tokens import SigningKey


@dataclass(frozen=True, kw_only=True)
class TokenSigningServices:
    """The services for one call. `central_key` returns the server's own key for an algorithm, or raises ValueError."""

    now: datetime
    issuer: str
    randomness: Randomness
    central_key: Callable[[str], SigningKey]
