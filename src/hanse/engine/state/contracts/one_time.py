"""Values that can be used once."""

from enum import StrEnum
from typing import Protocol


class OneTimeKind(StrEnum):
    """The purpose of one-time values; each has its own set of keys."""

    PUSHED_REQUEST = "PUSHED_REQUEST"
    # References to pushed requests that led to an answer, with the flow that was answered.
    USED_PUSHED_REQUEST = "USED_PUSHED_REQUEST"
    # The `claims` parameters of access tokens without a grant, until the tokens expire.
    REQUESTED_CLAIMS = "REQUESTED_CLAIMS"
    NONCE = "NONCE"
    # Identifiers of client assertions (RFC 7523) that were used before.
    ASSERTION_ID = "ASSERTION_ID"
    # Identifiers of request objects (RFC 9101) that were used before.
    REQUEST_OBJECT_ID = "REQUEST_OBJECT_ID"
    # Identifiers of tokens that were exchanged (RFC 8693) and are accepted once.
    GRANT_ASSERTION_ID = "GRANT_ASSERTION_ID"
    EXCHANGED_TOKEN_ID = "EXCHANGED_TOKEN_ID"  # noqa: S105 - the name of a kind.
    # Identifiers of SAML authentication requests and logout requests that were used before.
    AUTHN_REQUEST_ID = "AUTHN_REQUEST_ID"
    LOGOUT_REQUEST_ID = "LOGOUT_REQUEST_ID"
    # Identifiers of DPoP proofs (RFC 9449) that were used before.
    PROOF_ID = "PROOF_ID"
    # One-time codes that adapters have accepted.
    ADAPTER_CODE = "ADAPTER_CODE"
    # Links and codes sent to users by e-mail.
    PASSWORD_RESET = "PASSWORD_RESET"  # noqa: S105 - the name of a kind.
    # Messages that SAML partners receive for an artifact (SAML bindings, section 3.6).
    SAML_ARTIFACT = "SAML_ARTIFACT"
    # Links for local users, which an administrator has requested.
    ACCOUNT_LINK = "ACCOUNT_LINK"


class OneTimeValues(Protocol):
    """Values that work once, on any node."""

    async def put(self, kind: OneTimeKind, key: bytes, body: bytes, expires: float) -> None:
        """Store a value."""
        ...

    async def peek(self, kind: OneTimeKind, key: bytes, now: float) -> bytes | None:
        """Return the body of a value without using it up; None if unknown or expired."""
        ...

    async def take(self, kind: OneTimeKind, key: bytes, now: float) -> bytes | None:
        """Use a value up and return its body. Of any number of callers exactly one gets it."""
        ...

    async def claim(self, kind: OneTimeKind, key: bytes, expires: float, now: float, body: bytes = b"") -> bool:
        """Remember a value until it expires. Returns False if it is remembered already, which means a replay.

        `peek` returns a body that is not empty.
        """
        ...
