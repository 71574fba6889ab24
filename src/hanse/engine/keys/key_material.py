"""The keys of an issuer: for signing and for publication."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import msgspec

from hanse.crypto.jwk import Jwk
from hanse.crypto.jwk_sets import JwkSet, published_keys
from hanse.crypto.jws_signing import ALGORITHMS, CompactSigner
from hanse.crypto.key_pairs import PrivateKey, key_from_text
from hanse.plugins.contracts.access_tokens import SigningKey


class NoSuchKey(Exception):
    """An issuer has no key for an algorithm; callers must check `algorithms` first."""


class HeldKey:
    """A private key in clear text, in memory only; several snapshots share one."""

    __slots__ = ("__weakref__", "private")

    def __init__(self, private: PrivateKey) -> None:
        self.private = private

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the key in a PKCS #8 text that this server checked before sealing it; raises UnfitKey."""
        return cls(key_from_text(text, checked=True))


@dataclass(frozen=True)
class ActiveKey:
    """A key that signs, with its algorithm and key ID."""

    algorithm: str
    key_id: str
    key: HeldKey
    # `x5t` of the certificate (RFC 7515, section 4.1.7); empty for a key without a certificate.
    certificate_thumbprint: str = ""


class KeyMaterial:
    """The keys of one issuer, or of all issuers that share a key set. Safe to share between threads."""

    def __init__(self, active: Iterable[ActiveKey], published: Iterable[Jwk]) -> None:
        found = {each.algorithm: each for each in active}
        self._active: Mapping[str, ActiveKey] = {name: found[name] for name in ALGORITHMS if name in found}
        self._signers: dict[str, CompactSigner] = {}
        self._signing_keys: dict[str, SigningKey] = {}
        self.jwks: bytes = msgspec.json.encode({"keys": list(published)})

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Return the algorithms that it can sign with, the most common first."""
        return tuple(self._active)

    def sign(self, algorithm: str, claims: Mapping[str, Any], header: Mapping[str, Any]) -> str:
        """Return claims as a signed JWT (RFC 7519); `alg` and `kid` are set here. Raises NoSuchKey."""
        return self._signer(algorithm).sign(msgspec.json.encode(claims), header)

    def signing_key(self, algorithm: str) -> SigningKey:
        """Return the key for an algorithm, for access token managers; the same object each time. Raises NoSuchKey."""
        found = self._signing_keys.get(algorithm)
        if found is None:
            active = self._active_for(algorithm)
            found = self._signing_keys.setdefault(algorithm, SigningKey(active.key.private, active.key_id))
        return found

    def same_as(self, other: "KeyMaterial") -> bool:
        """Return whether both publish and sign with the same keys; every signing key is published."""
        return (self.jwks, self.key_ids) == (other.jwks, other.key_ids)

    @cached_property
    def published(self) -> JwkSet:
        """Return the public keys as in the published key set."""
        return published_keys(msgspec.json.decode(self.jwks)["keys"])

    @cached_property
    def key_ids(self) -> dict[str, str]:
        """Return the ids of the signing keys, by algorithm."""
        return {algorithm: active.key_id for algorithm, active in self._active.items()}

    def certificate_thumbprint(self, algorithm: str) -> str:
        """Return the `x5t` of the signing key's certificate; empty if there is no certificate."""
        active = self._active.get(algorithm)
        return "" if active is None else active.certificate_thumbprint

    def _signer(self, algorithm: str) -> CompactSigner:
        signer = self._signers.get(algorithm)
        if signer is None:
            active = self._active_for(algorithm)
            signer = self._signers[algorithm] = CompactSigner(active.key.private, algorithm, active.key_id)
        return signer

    def _active_for(self, algorithm: str) -> ActiveKey:
        active = self._active.get(algorithm)
        if active is None:
            raise NoSuchKey(f"There is no key for {algorithm}.")
        return active
