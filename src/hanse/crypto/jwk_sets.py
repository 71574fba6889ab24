"""JSON Web Key Sets of others (RFC 7517, section 5): their public keys."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet, RSAKey

from hanse.crypto.jwk import Jwk
from hanse.crypto.jws_signing import algorithms_of
from hanse.crypto.key_pairs import PublicKey
from hanse.kit.texts.messages import message

# A signature without a key id is tried with each matching key, up to this number.
_MOST_TRIED: Final = 10
# RFC 7518, section 6: members of a private key, and the key value of a symmetric key.
_PRIVATE: Final = frozenset({"d", "p", "q", "dp", "dq", "qi", "oth", "k"})
MOST_KEYS: Final = 100


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


def jwks_problem(text: str) -> str | None:
    """Return the error in a key set, or None."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    keys = found.get("keys") if isinstance(found, dict) else None
    if not isinstance(keys, list) or not all(isinstance(key, dict) for key in keys):
        return 'This must be a JSON Web Key Set: an object with a list "keys" (RFC 7517, section 5).'
    if not 0 < len(keys) <= MOST_KEYS:
        return message("A key set must have 1 to {limit} keys.", limit=MOST_KEYS)
    if any(_PRIVATE & key.keys() for key in keys):
        return (
            "The key set contains a private or symmetric key. Enter public keys only, and replace the key that was "
            "disclosed."
        )
    try:
        KeySet.import_key_set({"keys": keys})
    except (JoseError, ValueError, TypeError, KeyError):
        return "A key of the key set cannot be read."
    return None


def key_set_of(text: str) -> JwkSet:
    """Return the supported keys of a key set in JSON. Raises ValueError for a text with a problem."""
    if problem := jwks_problem(text):
        raise ValueError(problem)
    return published_keys(json.loads(text)["keys"])


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
