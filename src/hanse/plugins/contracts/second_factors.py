"""Second factors that adapters store for their users: TOTP devices, passkeys and recovery codes.

Each adapter instance has its own users. The same name at two instances stands for two users, because their accounts
may come from different directories.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class FactorKind(StrEnum):
    """The kind of a second factor."""

    # A device that computes time-based codes (RFC 6238).
    TOTP = "TOTP"
    # A public key credential (Web Authentication Level 3).
    PASSKEY = "PASSKEY"
    # A code that the user wrote down; it works once.
    RECOVERY_CODE = "RECOVERY_CODE"


@dataclass(frozen=True, kw_only=True)
class SecondFactor:
    """A registered second factor of a user. `name` is the user's own; times are seconds since the epoch."""

    id: str
    adapter: str
    user_key: str
    kind: FactorKind
    name: str
    created: float
    # 0 before the first use.
    used: float = 0.0
    # The last accepted time step of a TOTP device, or the signature counter of a passkey.
    counter: int = 0
    # The digest by which a passkey is found before the user is known; empty for other kinds.
    lookup: bytes = b""
    # The data to verify with, which is stored encrypted.
    secret: bytes = field(repr=False, default=b"")
    # The ID of the user in a local identity profile, with whose account it is deleted; empty for other users.
    local_user: str = ""


class SecondFactors(Protocol):
    """The second factors of one adapter instance. All methods raise `kit.errors.Unavailable`."""

    def of_user(self, user_key: str) -> Sequence[SecondFactor]:
        """Return the second factors of a user, the oldest first."""
        ...

    def find(self, lookup: bytes) -> SecondFactor | None:
        """Return the second factor with this digest, unless the account to which it belongs cannot sign in."""
        ...

    def add(
        self,
        user_key: str,
        kind: FactorKind,
        name: str,
        secret: bytes,
        *,
        is_first: bool = False,
        counter: int = 0,
        lookup: bytes = b"",
    ) -> bool:
        """Store a second factor. Returns False if the user has too many of this kind, or the digest is in use.

        With `is_first`, one is too many: for users who have not proved a second factor in this sign-in.
        """
        ...

    def record_use(self, factor: SecondFactor, counter: int, *, must_increase: bool) -> bool:
        """Record a use.

        Returns False if the factor was removed, its account cannot sign in, or its counter must increase and did not.

        Of several simultaneous uses with the same counter, which must increase, exactly one gets True, on any node.
        """
        ...

    def remove(self, factor: SecondFactor) -> bool:
        """Delete a second factor. Of any number of callers exactly one gets True."""
        ...

    def replace_recovery_codes(self, user_key: str, codes: Sequence[tuple[str, bytes]]) -> None:
        """Replace a user's recovery codes; each is a name and the digest of the code."""
        ...
