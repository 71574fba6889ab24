"""Remembered consents."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Consent:
    """What a user agreed that a client may have."""

    user_key: str
    client_id: str
    scopes: tuple[str, ...]
    # The authorization details (RFC 9396) that were agreed to, as canonical JSON.
    details: str
    given: float
    # None: does not expire.
    expires: float | None


class Consents(Protocol):
    """Remembered consents, one for each user and client."""

    async def get(self, user_key: str, client_id: str, now: float) -> Consent | None:
        """Return the consent that has not expired."""
        ...

    async def put(self, consent: Consent) -> None:
        """Remember a consent in place of the one before."""
        ...

    async def delete(self, user_key: str, client_id: str) -> bool:
        """Forget a consent."""
        ...
