"""Reference tokens, and the identifiers of revoked JWTs and sessions."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class ReferenceToken:
    """An access token that the server stores. `manager_id` is the access token manager that issued it."""

    key: bytes
    manager_id: str
    grant_id: str
    session_id: str
    issued: float
    expires: float
    body: bytes = field(repr=False, default=b"")


class RevocationKind(StrEnum):
    """The kind of a revoked identifier."""

    # The `jti` of a JWT, prefixed with the access token manager's id.
    TOKEN = "TOKEN"  # noqa: S105 - the name of a kind.
    SESSION = "SESSION"


class AccessTokenStore(Protocol):
    """Reference tokens, and the identifiers of revoked JWTs and sessions."""

    async def put(self, token: ReferenceToken) -> None:
        """Store a reference token."""
        ...

    async def get(self, key: bytes, now: float) -> ReferenceToken | None:
        """Return a reference token; None when unknown, expired or revoked."""
        ...

    async def extend(self, key: bytes, expires: float) -> None:
        """Extend the lifetime of a token that is in use."""
        ...

    async def delete(self, key: bytes) -> bool:
        """Revoke a reference token. Returns False if there was none."""
        ...

    async def revoke(self, kind: RevocationKind, id_: str, expires: float) -> None:
        """Remember an identifier as revoked until a time."""
        ...

    async def link(self, id_: str, grant_id: str, expires: float) -> None:
        """Store the grant of a JWT that does not name it, by the identifier that revokes the JWT."""
        ...

    async def is_token_revoked(self, id_: str, now: float) -> bool:
        """Return whether a JWT is revoked, or the grant that it is linked with has ended."""
        ...

    async def is_revoked(self, kind: RevocationKind, id_: str, now: float) -> bool:
        """Return whether an identifier is revoked."""
        ...
