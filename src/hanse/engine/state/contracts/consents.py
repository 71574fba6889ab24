"""Remembered consents."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Consent:
    """A user's consent for a client."""

    user_key: str
    client_id: str
    scopes: tuple[str, ...]
    # The approved authorization details (RFC 9396), as canonical JSON.
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
        """Store a consent, replacing an earlier one."""
        ...

    async def delete(self, user_key: str, client_id: str) -> bool:
        """Delete a consent."""
        ...
