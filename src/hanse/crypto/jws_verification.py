"""Verification of signed texts: JWS Compact Serialization (RFC 7515, section 7.1) with RSA, EC keys and secrets.

The counterpart of `jws_signing`: introspection verifies as often as the token endpoint signs. A text is parsed once,
before it is known to be genuine, because its header names the key and its payload the client. Its content must not be
trusted until `is_signed_by` or `has_mac_of` is true.

The profile is closed (RFC 8725): the caller determines the algorithm, and the text must match; `none` is no algorithm;
and a header that changes how the text is processed (`crit`, RFC 7515, section 4.1.11) is refused, because no critical
extension is supported.
"""

import hmac
from binascii import Error as NotBase64
from binascii import a2b_base64
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS, algorithms_of
from hanse.crypto.key_pairs import PublicKey

# Far longer than any token, and short enough to be parsed without delay.
MOST_CHARACTERS: Final = 32_768
_PARTS: Final = 3
_HASHES: Final[dict[str, hashes.HashAlgorithm]] = {
    "256": hashes.SHA256(),
    "384": hashes.SHA384(),
    "512": hashes.SHA512(),
}
_ECDSA: Final = {bits: ec.ECDSA(each) for bits, each in _HASHES.items()}
_DIGESTS: Final = {"HS256": "sha256", "HS384": "sha384", "HS512": "sha512"}
# Translates to the alphabet of the library; characters outside base64url become characters that neither has.
_STANDARD: Final = bytes.maketrans(b"-_+/=", b"+/!!!")
_object: Final = msgspec.json.Decoder(dict[str, Any])


class MalformedToken(ValueError):
    """A text is no JWS of this profile."""


@dataclass(frozen=True, slots=True)
class CompactToken:
    """A JWS that was parsed and is not yet verified."""

    header: dict[str, Any]
    payload: bytes = field(repr=False)
    signed: bytes = field(repr=False)
    signature: bytes = field(repr=False)

    @property
    def algorithm(self) -> str:
        """Return the header `alg`."""
        return str(self.header["alg"])

    @property
    def key_id(self) -> str | None:
        """Return the header `kid`."""
        found = self.header.get("kid")
        return found if isinstance(found, str) else None

    @property
    def type(self) -> str:
        """Return the header `typ` in lower case and without the optional `application/` (RFC 7515, 4.1.9)."""
        found = self.header.get("typ")
        return found.lower().removeprefix("application/") if isinstance(found, str) else ""

    def claims(self) -> dict[str, Any]:
        """Return the payload as the claims of a JWT (RFC 7519). Raises MalformedToken."""
        return decoded_object(self.payload)

    def is_signed_by(self, key: PublicKey, algorithm: str) -> bool:
        """Return whether a key has signed this, with exactly this algorithm."""
        if self.algorithm != algorithm or algorithm not in algorithms_of(key):
            return False
        hash_ = _HASHES[algorithm[2:]]
        try:
            if isinstance(key, ec.EllipticCurvePublicKey):
                key.verify(self._ec_signature(key), self.signed, _ECDSA[algorithm[2:]])
            else:
                key.verify(self.signature, self.signed, _scheme(algorithm, hash_), hash_)
        except InvalidSignature:
            return False
        return True

    def has_mac_of(self, secret: bytes, algorithm: str) -> bool:
        """Return whether a secret has authenticated this, with exactly this algorithm (RFC 7518, section 3.2)."""
        if self.algorithm != algorithm or len(secret) < LEAST_SECRET_OCTETS[algorithm]:
            return False
        return hmac.compare_digest(hmac.digest(secret, self.signed, _DIGESTS[algorithm]), self.signature)

    def _ec_signature(self, key: ec.EllipticCurvePublicKey) -> bytes:
        # RFC 7518, section 3.4: both numbers with as many octets as the curve's order has, instead of DER.
        octets = (key.key_size + 7) // 8
        if len(self.signature) != 2 * octets:
            raise InvalidSignature
        return encode_dss_signature(
            int.from_bytes(self.signature[:octets], "big"), int.from_bytes(self.signature[octets:], "big")
        )


def read_compact(text: str) -> CompactToken:
    """Return the unverified content of a text. Raises MalformedToken."""
    if len(text) > MOST_CHARACTERS or not text.isascii():
        raise MalformedToken("A token is ASCII and not that long.")
    octets = text.encode()
    parts = octets.split(b".")
    if len(parts) != _PARTS:
        raise MalformedToken("A compact JWS has three parts.")
    header = decoded_object(_decoded(parts[0]))
    if not isinstance(header.get("alg"), str) or "crit" in header:
        raise MalformedToken("The header does not match this profile.")
    return CompactToken(header, _decoded(parts[1]), octets[: octets.rindex(b".")], _decoded(parts[2]))


def _scheme(algorithm: str, hash_: hashes.HashAlgorithm) -> padding.AsymmetricPadding:
    # RFC 7518, section 3.5: the same hash function in MGF1, and a salt of its length.
    return padding.PSS(padding.MGF1(hash_), hash_.digest_size) if algorithm.startswith("PS") else padding.PKCS1v15()


def decoded_object(content: bytes) -> dict[str, Any]:
    """Return a JSON object. Raises MalformedToken."""
    try:
        return _object.decode(content)
    except (
        ValueError,
        RecursionError,
    ) as error:  # msgspec's own error is a ValueError, and so is the one for text that is not UTF-8.
        raise MalformedToken("A part is not a JSON object.") from error


def _decoded(part: bytes) -> bytes:
    """Return the octets of base64url without padding (RFC 7515, section 2); other characters are refused."""
    try:
        return a2b_base64(part.translate(_STANDARD) + b"=" * (-len(part) % 4), strict_mode=True)
    except NotBase64 as error:
        raise MalformedToken("A part is not base64url without padding.") from error
