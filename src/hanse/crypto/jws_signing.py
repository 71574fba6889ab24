"""Signing of tokens: the JWS Compact Serialization (RFC 7515, section 7.1) with RSA and EC keys and shared secrets.

This is an implementation of its own, because every token is signed here: libraries look up keys, algorithms and header
parameters by name at each call, which halves the rate of ES256. Tests verify its results with two libraries. It signs
only; tokens of others are read by a library.
"""

import hmac
from binascii import b2a_base64
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from hanse.crypto.key_pairs import LEAST_RSA_BITS, PrivateKey, PublicKey

# RFC 7518, section 3.1. `none` is missing on purpose, and so are the MACs, which need no key pair.
RSA_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
_EC_ALGORITHMS: Final = {"secp256r1": "ES256", "secp384r1": "ES384", "secp521r1": "ES512"}
# The most common algorithm first, for callers that use the first one that fits.
ALGORITHMS: Final = (*RSA_ALGORITHMS, *_EC_ALGORITHMS.values())
_HASHES: Final[dict[str, type[hashes.HashAlgorithm]]] = {
    "256": hashes.SHA256,
    "384": hashes.SHA384,
    "512": hashes.SHA512,
}
# RFC 4648, section 5.
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
# RFC 7518, section 3.2: the digests, and the minimum number of octets of a key, which equals the digest's.
_DIGESTS: Final = {"HS256": "sha256", "HS384": "sha384", "HS512": "sha512"}
LEAST_SECRET_OCTETS: Final = {"HS256": 32, "HS384": 48, "HS512": 64}


class UnfitAlgorithm(ValueError):
    """A key cannot sign with an algorithm."""


def algorithms_of(key: PrivateKey | PublicKey) -> tuple[str, ...]:
    """Return the algorithms of a key, the most common first; an EC key has exactly one (RFC 7518, section 3.4)."""
    if isinstance(key, (rsa.RSAPrivateKey, rsa.RSAPublicKey)):
        # RFC 7518, sections 3.3 and 3.5.
        return RSA_ALGORITHMS if key.key_size >= LEAST_RSA_BITS else ()
    algorithm = _EC_ALGORITHMS.get(key.curve.name)
    return () if algorithm is None else (algorithm,)


class PreparedSigner:
    """Signs with one key and one protected header, which is encoded once. Safe to share between threads."""

    __slots__ = ("_sign", "_start")

    def __init__(self, sign: Callable[[bytes], bytes], header: Mapping[str, Any]) -> None:
        self._sign = sign
        self._start = _encoded(msgspec.json.encode(header)) + b"."

    def sign(self, payload: bytes) -> str:
        """Return a payload in the compact serialization."""
        signed = self._start + _encoded(payload)
        return (signed + b"." + _encoded(self._sign(signed))).decode("ascii")


def mac_signer(secret: bytes, algorithm: str, header: Mapping[str, Any]) -> PreparedSigner:
    """Return a signer with a secret that the verifier shares (RFC 7518, section 3.2). Raises UnfitAlgorithm."""
    if len(secret) < LEAST_SECRET_OCTETS[algorithm]:
        raise UnfitAlgorithm(f"{algorithm} needs a key of at least {LEAST_SECRET_OCTETS[algorithm]} octets.")
    digest = _DIGESTS[algorithm]
    return PreparedSigner(lambda content: hmac.digest(secret, content, digest), {**header, "alg": algorithm})


class CompactSigner:
    """Signs with one key, one algorithm and an optional key id. Safe to share between threads."""

    def __init__(self, key: PrivateKey, algorithm: str, key_id: str | None) -> None:
        if algorithm not in algorithms_of(key):
            raise UnfitAlgorithm(f"This key cannot sign with {algorithm}.")
        self._sign = _function(key, algorithm)
        self._own = {"alg": algorithm} if key_id is None else {"alg": algorithm, "kid": key_id}

    def sign(self, payload: bytes, header: Mapping[str, Any]) -> str:
        """Return a signed payload; `header` adds to the protected header, and changes neither `alg` nor `kid`."""
        return self.prepared(header).sign(payload)

    def prepared(self, header: Mapping[str, Any]) -> PreparedSigner:
        """Return a signer for tokens that share a header; it adds the same parameters as `sign`."""
        return PreparedSigner(self._sign, {**header, **self._own})


def _function(key: PrivateKey, algorithm: str) -> Callable[[bytes], bytes]:
    hash_ = _HASHES[algorithm[2:]]()
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return partial(_sign_ec, key, ec.ECDSA(hash_), (key.key_size + 7) // 8)
    if algorithm.startswith("PS"):
        # RFC 7518, section 3.5: the same hash function in MGF1, and a salt of its length.
        scheme: padding.AsymmetricPadding = padding.PSS(padding.MGF1(hash_), hash_.digest_size)
    else:
        scheme = padding.PKCS1v15()
    return lambda content: key.sign(content, scheme, hash_)


def _sign_ec(key: ec.EllipticCurvePrivateKey, scheme: ec.ECDSA, octets: int, content: bytes) -> bytes:
    # RFC 7518, section 3.4: both numbers with as many octets as the curve's order has, instead of DER.
    r, s = decode_dss_signature(key.sign(content, scheme))
    return r.to_bytes(octets, "big") + s.to_bytes(octets, "big")


def _encoded(content: bytes) -> bytes:
    return b2a_base64(content, newline=False).translate(_URL_SAFE).rstrip(b"=")
