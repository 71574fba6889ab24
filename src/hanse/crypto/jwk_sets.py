"""JSON Web Key Sets of others (RFC 7517, section 5): their public keys."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey

from hanse.crypto.jwk import Jwk
from hanse.crypto.jws_signing import algorithms_of
from hanse.crypto.key_pairs import PublicKey

# A signature without a key id is tried with each matching key, up to this number.
_MOST_TRIED: Final = 10


@dataclass(frozen=True)
class JwkSetKey:
    """A public key. Empty strings are members that the key does not have."""

    key: PublicKey
    key_id: str
    algorithm: str
    use: str

    @cached_property
    def algorithms(self) -> frozenset[str]:
        """Return the algorithms that the key may be used with; empty for a key that is not for signatures."""
        if self.use not in ("", "sig"):
            return frozenset()
        return frozenset(each for each in algorithms_of(self.key) if self.algorithm in ("", each))


@dataclass(frozen=True)
class JwkSet:
    """A key set. Keys of unknown types are omitted, as RFC 7517, section 5, requires."""

    keys: tuple[JwkSetKey, ...]

    def verifying(self, algorithm: str, key_id: str | None) -> tuple[PublicKey, ...]:
        """Return the keys that may have signed a text with this header."""
        fitting = [each for each in self.keys if algorithm in each.algorithms]
        if key_id is not None:
            fitting = [each for each in fitting if each.key_id in ("", key_id)]
        return tuple(each.key for each in fitting[:_MOST_TRIED])

    def has_key_id(self, key_id: str) -> bool:
        """Return whether a key has this id."""
        return any(each.key_id == key_id for each in self.keys)


def published_keys(jwks: Iterable[Jwk]) -> JwkSet:
    """Return the supported keys among some JSON Web Keys; others are omitted."""
    return JwkSet(tuple(_read(jwks)))


def _read(jwks: Iterable[Jwk]) -> Iterator[JwkSetKey]:
    for each in jwks:
        public = _public(each)
        if public is not None:
            yield JwkSetKey(public, _text(each, "kid"), _text(each, "alg"), _text(each, "use"))


def _public(jwk: Jwk) -> PublicKey | None:
    try:
        if jwk.get("kty") == "RSA":
            return RSAKey.import_key(jwk).public_key
        return ECKey.import_key(jwk).public_key if jwk.get("kty") == "EC" else None
    except (JoseError, ValueError, TypeError, KeyError):
        return None


def _text(jwk: Jwk, name: str) -> str:
    found = jwk.get(name)
    return found if isinstance(found, str) else ""
