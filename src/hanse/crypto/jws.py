"""Signed texts: the JWS Compact Serialization (RFC 7515, section 7.1) with Ed25519 and nothing else.

The profile is closed, after RFC 8725: one algorithm (section 3.1), fully specified as RFC 9864 demands, because the
older polymorphic name `EdDSA` leaves the curve open; an explicit type (section 3.11); and a protected header of exactly
`alg`, `kid` and `typ`, so that no text can contain its own key (`jwk`, `jku`, `x5c`) or change how it is processed
(`crit`, `b64`).
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from joserfc import jws
from joserfc.errors import DecodeError, JoseError
from joserfc.jwk import OKPKey
from joserfc.util import urlsafe_b64decode

from hanse.crypto.ed25519 import key_id

ALGORITHM: Final = "Ed25519"  # RFC 9864, section 2.2.
SIGNATURE_CHARACTERS: Final = 86  # 64 octets in base64url without padding.

_PARTS: Final = 3
_HEADER_MEMBERS: Final = {"alg", "kid", "typ"}
_MAX_HEADER_CHARACTERS: Final = 512


class JwsError(ValueError):
    """A signed text is refused; each cause is a class of its own."""


class MalformedJws(JwsError):
    """The text is no JWS of this profile: it is damaged, truncated, or of another type."""


class UnsupportedAlgorithm(JwsError):
    """The text names an algorithm outside the profile, for example `none` or a MAC."""


class UnknownKey(JwsError):
    """None of the given keys has the id that the text names."""


class BadSignature(JwsError):
    """The key is known, but has not made this signature for this content."""


def sign_compact(payload: bytes, key: OKPKey, *, typ: str) -> str:
    """Return `payload` signed with the private `key`; the header names the key by its thumbprint."""
    header = {"alg": ALGORITHM, "kid": key_id(key), "typ": typ}
    return jws.serialize_compact(header, payload, key, registry=_registry(len(payload) * 2))


def verify_compact(token: bytes, keys: Mapping[str, OKPKey], *, typ: str) -> bytes:
    """Return the payload of `token` after verifying it with the key, among `keys` by id, that it names.

    The caller limits the size of `token`. Raises MalformedJws, UnsupportedAlgorithm, UnknownKey or BadSignature.
    """
    header = _checked_header(token, typ)
    key = keys.get(header["kid"])
    if key is None:
        raise UnknownKey("There is no key with this ID.")
    try:
        return jws.deserialize_compact(token, key, registry=_registry(len(token))).payload
    except DecodeError as error:
        raise MalformedJws("The payload is not base64url.") from error
    except JoseError as error:
        raise BadSignature("The signature does not belong to this content.") from error


def payload_without_verification(token: bytes, *, typ: str) -> bytes:
    """Return the payload of `token` without verification: for display only, never for decisions.

    Raises MalformedJws or UnsupportedAlgorithm.
    """
    _checked_header(token, typ)
    return _decoded(token.split(b".")[1])


def _checked_header(token: bytes, typ: str) -> dict[str, Any]:
    parts = token.split(b".")
    if len(parts) != _PARTS or len(parts[0]) > _MAX_HEADER_CHARACTERS:
        raise MalformedJws("A compact JWS has three parts.")
    content = _decoded(parts[0])
    try:
        header = msgspec.json.decode(content, type=dict[str, Any])
    except ValueError as error:  # msgspec's own error derives from it, and text that is not UTF-8 raises it.
        raise MalformedJws("The header is not a JSON object.") from error
    # The algorithm is checked first, to distinguish a text of another kind from a damaged one.
    if header.get("alg", ALGORITHM) != ALGORITHM:
        raise UnsupportedAlgorithm("Only Ed25519 signatures are accepted.")
    if header.keys() != _HEADER_MEMBERS or header["typ"] != typ or not isinstance(header["kid"], str):
        raise MalformedJws("The header does not match this profile.")
    if len(parts[2]) != SIGNATURE_CHARACTERS:
        raise MalformedJws("The signature is cut off.")
    return header


def _decoded(part: bytes) -> bytes:
    try:
        return urlsafe_b64decode(part)
    except (ValueError, TypeError) as error:
        raise MalformedJws("A part is not base64url.") from error


def _registry(max_payload_characters: int) -> jws.JWSRegistry:
    registry = jws.JWSRegistry(algorithms=[ALGORITHM])
    registry.max_payload_length = max_payload_characters
    return registry
