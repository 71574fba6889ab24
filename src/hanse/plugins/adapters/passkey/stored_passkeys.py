"""The data of a passkey in the store."""

from hashlib import sha256
from typing import Final

import msgspec

from hanse.plugins.adapters.second_factors.factor_users import factor_key
from hanse.plugins.contracts.adapters import AdapterRequest
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor

# Web Authentication Level 3, section 4: a credential ID has at most 1,023 octets.
MOST_ID_OCTETS: Final = 1_023


class StoredPasskey(msgspec.Struct, frozen=True):
    """A passkey: its identifier, its public key in COSE format, and its user.

    `handle` identifies the user to authenticators and reveals nothing about them (section 14.6.1). `user` is the user
    ID that the policy provided when the passkey was created.
    """

    id: bytes
    public_key: bytes
    handle: bytes
    user: str
    transports: tuple[str, ...] = ()

    def written(self) -> bytes:
        """Return the data to store."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def read(cls, factor: SecondFactor) -> "StoredPasskey":
        """Return the passkey of a second factor."""
        return msgspec.msgpack.decode(factor.secret, type=cls)


def lookup_of(credential_id: bytes) -> bytes:
    """Return the digest by which a passkey is found."""
    return sha256(credential_id).digest()


def passkeys_of(request: AdapterRequest, user: str) -> list[SecondFactor]:
    """Return the passkeys of a user."""
    found = request.services.second_factors.of_user(factor_key(user))
    return [each for each in found if each.kind is FactorKind.PASSKEY]
