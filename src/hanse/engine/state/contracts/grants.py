"""Authorization codes, grants and refresh tokens."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Grant:
    """The access that a user granted, or that a client has for itself.

    A *persistent* grant has refresh tokens or is reused for later requests. `body` has the data for mappings: the
    attributes of the persistent grant contract and the origin of the user.
    """

    id: str
    user_key: str
    client_id: str
    issuer: str
    grant_type: str
    scopes: tuple[str, ...]
    issued: float
    updated: float
    # None: does not expire.
    expires: float | None
    # Seconds without use after which the grant expires; None: never.
    idle_seconds: float | None
    body: bytes = field(repr=False, default=b"")
    # The SSO session in which it was granted; empty without one.
    session_id: str = ""
    # The ID of the local user who granted it; empty for other users.
    local_user: str = ""


@dataclass(frozen=True, kw_only=True)
class RefreshToken:
    """A refresh token of a grant. For a replaced token, `replaced` is the time of the replacement.

    `family` is the digest of the characters that a token shares with its replacements. It is stored with the first of
    them, and empty in tokens that are read. `binding` is the thumbprint of the key whose holder alone can use the token
    (RFC 9449, section 5); empty if any holder of the token can.
    """

    key: bytes
    grant_id: str
    generation: int
    issued: float
    replaced: float | None = None
    family: bytes = b""
    binding: str = ""


@dataclass(frozen=True)
class GrantPage:
    """Some grants in the order of their ids, and the id after which the next page begins; None on the last page."""

    items: tuple[Grant, ...]
    next_after: str | None


@dataclass(frozen=True)
class RedeemedCode:
    """A code that was used again; `grant_id` is the grant of its first use (RFC 6749, section 4.1.2)."""

    grant_id: str


class Grants(Protocol):
    """Authorization codes, grants and refresh tokens. A confirmed grant survives kill -9 (durable writes)."""

    async def put_code(self, key: bytes, body: bytes, expires: float) -> None:
        """Store an authorization code."""
        ...

    async def peek_code(self, key: bytes, now: float) -> bytes | RedeemedCode | None:
        """Return the body of an unused code, the mark of a used one, or None when unknown or expired."""
        ...

    async def redeem_code(self, key: bytes, grant: Grant, refresh: RefreshToken | None, now: float) -> bool:
        """Use a code up and store the grant and its first refresh token, all or nothing.

        Returns False if another caller used the code first. The mark of the used code is kept until the code would have
        expired, or for 10 minutes, whichever is longer. A grant without a refresh token is stored as well, so that its
        tokens can be revoked.
        """
        ...

    async def redeem_pending(self, key: bytes, grant: Grant, refresh: RefreshToken | None, now: float) -> bool:
        """Use up a pending authorization that is approved, and store the grant as `redeem_code` does.

        Returns False when another caller was first, or it is not approved or has ended.
        """
        ...

    async def discard_code(self, key: bytes) -> None:
        """Make a code unusable, for example after a wrong PKCE verifier."""
        ...

    async def create(self, grant: Grant, refresh: RefreshToken | None) -> None:
        """Store a grant without a code, such as one of the password grant."""
        ...

    async def get(self, grant_id: str, now: float) -> Grant | None:
        """Return a grant that has not ended."""
        ...

    async def find(self, user_key: str, client_id: str, now: float, *, most: int = 50) -> Sequence[Grant]:
        """Return the grants of a user to a client, the newest first."""
        ...

    async def by_refresh_token(self, key: bytes, now: float) -> tuple[Grant, RefreshToken] | None:
        """Return the grant of a refresh token, even if it was replaced; None if unknown or expired."""
        ...

    async def by_refresh_family(self, family: bytes, now: float) -> Grant | None:
        """Return the grant of a family of refresh tokens, for a token that is not stored any more."""
        ...

    async def rotate(self, old: bytes, new: RefreshToken, now: float) -> bool:
        """Replace a refresh token that was not replaced before, and record the use of its grant.

        Of any number of callers exactly one gets True.
        """
        ...

    async def add_refresh_token(self, new: RefreshToken, now: float) -> bool:
        """Add a refresh token to a grant, for a replaced token that is used within its grace period.

        Returns False if the grant has ended.
        """
        ...

    async def used(self, grant_id: str, now: float) -> None:
        """Record the use of a grant whose refresh token stays the same."""
        ...

    async def update(self, grant: Grant) -> bool:
        """Store changed scopes, expiration and body of a grant. Returns False if it does not exist any more."""
        ...

    async def revoke(self, grant_id: str, now: float) -> bool:
        """Revoke a grant with its refresh tokens and reference tokens. Returns False if there was none."""
        ...

    async def revoke_all(
        self, now: float, *, user_key: str | None = None, client_id: str | None = None, session_id: str | None = None
    ) -> int:
        """Revoke all grants that match every given value, at least one of which is given; return their number.

        More than some hundred grants are revoked in several transactions, one after the other.
        """
        ...

    async def page(
        self,
        now: float,
        *,
        user_key: str | None = None,
        client_id: str | None = None,
        local_user: str | None = None,
        after: str = "",
        most: int = 50,
    ) -> GrantPage:
        """Return grants that have not ended, in the order of their ids, after an id."""
        ...
