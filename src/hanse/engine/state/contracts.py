"""What a store of run-time state does.

All methods are coroutines, are one transaction each, and raise `kit.errors.Unavailable` when the database does not
answer; then nothing has happened, or all of it when only the database's answer was lost. `now` and all expiry times are
seconds since the epoch. Keys are SHA-256 digests of the values that users and clients hold, so that a copy of the
database grants nothing. `body` is opaque to the store, which seals it (encrypts it with a key that is not in the
database).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Protocol


def digest(value: str) -> bytes:
    """Return the key under which a secret value is stored."""
    return sha256(value.encode()).digest()


# One-time values


class OneTimeKind(StrEnum):
    """What one-time values are for; each kind has its own set of keys."""

    PUSHED_REQUEST = "PUSHED_REQUEST"
    DEVICE_CODE = "DEVICE_CODE"
    CIBA_REQUEST = "CIBA_REQUEST"
    NONCE = "NONCE"
    # Identifiers of client assertions (RFC 7523) and proofs that were used before.
    ASSERTION_ID = "ASSERTION_ID"
    # One-time codes that adapters have accepted.
    ADAPTER_CODE = "ADAPTER_CODE"
    # Links and codes sent to users by e-mail.
    PASSWORD_RESET = "PASSWORD_RESET"  # noqa: S105 - the name of a kind.


class OneTimeValues(Protocol):
    """Values that work once, on any node."""

    async def put(self, kind: OneTimeKind, key: bytes, body: bytes, expires: float) -> None:
        """Store a value."""
        ...

    async def peek(self, kind: OneTimeKind, key: bytes, now: float) -> bytes | None:
        """Return the body of a value without using it up; None when unknown or expired."""
        ...

    async def take(self, kind: OneTimeKind, key: bytes, now: float) -> bytes | None:
        """Use a value up and return its body. Of any number of callers exactly one gets it."""
        ...

    async def claim(self, kind: OneTimeKind, key: bytes, expires: float, now: float) -> bool:
        """Remember a value until it expires. Returns False when it is remembered already: a replay."""
        ...


# Grants and refresh tokens


@dataclass(frozen=True, kw_only=True)
class Grant:
    """What a user, or a client for itself, was granted.

    A *persistent* grant has refresh tokens or is reused for later requests. `body` has what mappings need: the
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


@dataclass(frozen=True, kw_only=True)
class RefreshToken:
    """One refresh token of a grant. A token that was replaced has `replaced` set to the time."""

    key: bytes
    grant_id: str
    generation: int
    issued: float
    replaced: float | None = None


@dataclass(frozen=True)
class GrantPage:
    """Some grants in the order of their ids, and the id after which the next page begins; None on the last page."""

    items: tuple[Grant, ...]
    next_after: str | None


@dataclass(frozen=True)
class RedeemedCode:
    """A code was used a second time; `grant_id` is what the first use made, to be revoked (RFC 6749, section 4.1.2)."""

    grant_id: str


class Grants(Protocol):
    """Authorization codes, grants and refresh tokens. An answered grant survives kill -9 (durable writes)."""

    async def put_code(self, key: bytes, body: bytes, expires: float) -> None:
        """Store an authorization code."""
        ...

    async def peek_code(self, key: bytes, now: float) -> bytes | RedeemedCode | None:
        """Return the body of an unused code, the mark of a used one, or None when unknown or expired."""
        ...

    async def redeem_code(self, key: bytes, grant: Grant, refresh: RefreshToken | None, now: float) -> bool:
        """Use a code up and store the grant and its first refresh token, all or nothing.

        Returns False when another caller used the code first. The mark of the used code is kept until the code would
        have expired, or for 10 minutes, whichever is longer. A grant without a refresh token is stored as well, so
        that its tokens can be revoked.
        """
        ...

    async def discard_code(self, key: bytes) -> None:
        """Make a code unusable, as after a wrong PKCE verifier."""
        ...

    async def create(self, grant: Grant, refresh: RefreshToken | None) -> None:
        """Store a grant that has no code, as of the password grant."""
        ...

    async def get(self, grant_id: str, now: float) -> Grant | None:
        """Return a grant that is in force."""
        ...

    async def find(self, user_key: str, client_id: str, now: float, *, most: int = 50) -> Sequence[Grant]:
        """Return the grants of a user to a client, the newest first."""
        ...

    async def by_refresh_token(self, key: bytes, now: float) -> tuple[Grant, RefreshToken] | None:
        """Return the grant of a refresh token, also of one that was replaced; None when unknown or out of force."""
        ...

    async def rotate(self, old: bytes, new: RefreshToken, now: float) -> bool:
        """Replace a refresh token that was not replaced before, and note the use of its grant.

        Of any number of callers exactly one gets True.
        """
        ...

    async def add_refresh_token(self, new: RefreshToken, now: float) -> bool:
        """Give a grant one more refresh token, as for a replaced token that is used within its grace period.

        Returns False when the grant is not in force any more.
        """
        ...

    async def used(self, grant_id: str, now: float) -> None:
        """Note the use of a grant whose refresh token stays the same."""
        ...

    async def update(self, grant: Grant) -> bool:
        """Store changed scopes, expiry and body of a grant. Returns False when it is not there any more."""
        ...

    async def revoke(self, grant_id: str, now: float) -> bool:
        """End a grant with its refresh tokens and reference tokens. Returns False when there was none."""
        ...

    async def revoke_all(
        self, now: float, *, user_key: str | None = None, client_id: str | None = None, session_id: str | None = None
    ) -> int:
        """End all grants that fit every given value, at least one of which is given; return how many.

        More than some hundred grants are ended in several transactions, one after the other.
        """
        ...

    async def page(
        self, now: float, *, user_key: str | None = None, client_id: str | None = None, after: str = "", most: int = 50
    ) -> GrantPage:
        """Return grants in force in the order of their ids, after an id."""
        ...


# Reference tokens and revocation


@dataclass(frozen=True, kw_only=True)
class ReferenceToken:
    """An access token that the server keeps. `manager_id` is the access token manager that issued it."""

    key: bytes
    manager_id: str
    grant_id: str
    session_id: str
    issued: float
    expires: float
    body: bytes = field(repr=False, default=b"")


class RevocationKind(StrEnum):
    """What is revoked by its identifier."""

    # The `jti` of a JWT, prefixed with the access token manager's id.
    TOKEN = "TOKEN"  # noqa: S105 - the name of a kind.
    SESSION = "SESSION"


class AccessTokens(Protocol):
    """Reference tokens, and the identifiers of revoked JWTs and sessions."""

    async def put(self, token: ReferenceToken) -> None:
        """Store a reference token."""
        ...

    async def get(self, key: bytes, now: float) -> ReferenceToken | None:
        """Return a reference token; None when unknown, expired or revoked."""
        ...

    async def extend(self, key: bytes, expires: float) -> None:
        """Move the expiry of a token that is in use."""
        ...

    async def delete(self, key: bytes) -> bool:
        """Revoke a reference token. Returns False when there was none."""
        ...

    async def revoke(self, kind: RevocationKind, id_: str, expires: float) -> None:
        """Remember an identifier as revoked until a time."""
        ...

    async def is_revoked(self, kind: RevocationKind, id_: str, now: float) -> bool:
        """Return whether an identifier is revoked."""
        ...


# Sessions and flows


@dataclass(frozen=True, kw_only=True)
class SsoSession:
    """A user's session at this server, known to the browser by a cookie whose digest is `key`.

    `id` is the session identifier that tokens may carry. `body` holds the authentication sources with their times and
    attributes, and the clients the user signed in to. `persistent` sessions survive a restart; others end with it.
    """

    key: bytes
    id: str
    user_key: str
    created: float
    updated: float
    expires: float
    persistent: bool
    version: int = 0
    body: bytes = field(repr=False, default=b"")


class Sessions(Protocol):
    """SSO sessions."""

    async def create(self, session: SsoSession) -> None:
        """Store a new session."""
        ...

    async def get(self, key: bytes, now: float) -> SsoSession | None:
        """Return a session that has not expired."""
        ...

    async def by_id(self, session_id: str, now: float) -> SsoSession | None:
        """Return a session by the identifier that tokens carry."""
        ...

    async def update(self, session: SsoSession) -> bool:
        """Store a changed session and raise its version. Returns False when somebody else changed it first.

        `session.version` is the version that was read. The key may be another than before, as after a sign-in; then
        `session.id` identifies the row.
        """
        ...

    async def delete(self, session_id: str) -> bool:
        """End a session. Returns False when there was none."""
        ...

    async def of_user(self, user_key: str, now: float, *, most: int = 50) -> Sequence[SsoSession]:
        """Return the sessions of a user."""
        ...


@dataclass(frozen=True, kw_only=True)
class Flow:
    """A sign-in, sign-out or other interaction under way, bound to a browser by a cookie whose digest is `browser`."""

    id: str
    browser: bytes
    expires: float
    version: int = 0
    body: bytes = field(repr=False, default=b"")


class Flows(Protocol):
    """Flows. They are checked by version, so that back, reload and double clicks do no harm."""

    async def create(self, flow: Flow) -> None:
        """Store a new flow."""
        ...

    async def get(self, flow_id: str, now: float) -> Flow | None:
        """Return a flow that has not expired."""
        ...

    async def update(self, flow: Flow) -> bool:
        """Store a changed flow and raise its version. Returns False when somebody else changed it first."""
        ...

    async def delete(self, flow_id: str) -> bool:
        """End a flow. Of any number of callers exactly one gets True."""
        ...


# Throttling and consents


@dataclass(frozen=True)
class Failures:
    """How often something failed within its window, and until when it is locked; 0 when it is not."""

    count: int
    locked_until: float


class Throttle(Protocol):
    """Counts failures, such as wrong passwords, per user and per network address."""

    async def look(self, key: bytes, now: float) -> Failures:
        """Return the failures of a key."""
        ...

    async def fail(self, key: bytes, now: float, *, window_seconds: float, limit: int, lock_seconds: float) -> Failures:
        """Count one failure. At `limit` failures within the window the key is locked for `lock_seconds`."""
        ...

    async def clear(self, key: bytes) -> None:
        """Forget the failures of a key, as after a right password."""
        ...


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
        """Return the consent in force."""
        ...

    async def put(self, consent: Consent) -> None:
        """Remember a consent in place of the one before."""
        ...

    async def delete(self, user_key: str, client_id: str) -> bool:
        """Forget a consent."""
        ...


class State(Protocol):
    """All of it. `sweep` removes what has expired and returns how many rows; the server calls it now and then."""

    one_time: OneTimeValues
    grants: Grants
    access_tokens: AccessTokens
    sessions: Sessions
    flows: Flows
    throttle: Throttle
    consents: Consents

    async def sweep(self, now: float, *, most: int = 1000) -> int:
        """Remove expired rows, at most so many of each table."""
        ...

    async def ping(self) -> None:
        """Ask the database for anything; raises Unavailable."""
        ...

    async def close(self) -> None:
        """Finish what is queued and close all connections."""
        ...
