"""Sealed texts: the JWE Compact Serialization (RFC 7516, section 7.1) with `dir` and `A256GCM` and nothing else.

A rotation opens and seals every stored secret, and a general library spends most of that time on selecting algorithms:
this profile needs a third of the time. It is closed, after RFC 8725, section 3.1: the key is the content encryption key
itself (RFC 7518, section 4.5), the cipher AES-GCM with 256 bits (section 5.3), nothing is compressed, and nothing is
critical. The whole header is authenticated, including members that this profile does not use.
"""

import json
from base64 import urlsafe_b64encode
from binascii import Error as NotBase64
from binascii import a2b_base64
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_OCTETS: Final = 32
NONCE_OCTETS: Final = 12  # RFC 7518, section 5.3, as the length of the tag.
_TAG_OCTETS: Final = 16
_PARTS: Final = 5
_JSON: Final = json.JSONEncoder(separators=(",", ":"))
_PROFILE: Final = {"alg": "dir", "enc": "A256GCM"}
# Header parameters that change how a text is processed (RFC 7516, sections 4.1.3 and 4.1.13).
_READ_OTHERWISE: Final = {"zip", "crit"}
# Translates to the alphabet of the library; characters outside base64url become characters that neither has.
_STANDARD: Final = bytes.maketrans(b"-_+/=", b"+/!!!")

Header = dict[str, Any]
_object: Final = msgspec.json.Decoder(Header)


class JweError(ValueError):
    """A text is no JWE of this profile, or the key does not decrypt it."""


def encrypt_compact(header: Mapping[str, Any], plaintext: bytes, key: bytes, nonce: bytes) -> str:
    """Return `plaintext` encrypted with a key of 32 octets; a nonce of 12 octets must never be reused with one key.

    The header may contain further parameters, such as `kid`; the algorithms are those of this profile.
    """
    protected = _encoded(_JSON.encode({**header, **_PROFILE}).encode())
    sealed = AESGCM(key).encrypt(nonce, plaintext, protected)
    # The encrypted key between the first two dots is empty for `dir`.
    parts = (protected, b"", *map(_encoded, (nonce, sealed[:-_TAG_OCTETS], sealed[-_TAG_OCTETS:])))
    return b".".join(parts).decode()


def decrypt_compact(text: str, key_of: Callable[[Header], bytes]) -> tuple[Header, bytes]:
    """Return the header and the plaintext of a sealed text, with the key that `key_of` returns for the header.

    Raises JweError, and exceptions of `key_of`.
    """
    parts = _octets(text).split(b".")
    if len(parts) != _PARTS or parts[1]:
        raise JweError("A compact JWE with a direct key has five parts, of which the second is empty.")
    header = _header(parts[0])
    nonce, ciphertext, tag = map(_decoded, parts[2:])
    if len(nonce) != NONCE_OCTETS or len(tag) != _TAG_OCTETS:
        raise JweError("The initialization vector or the authentication tag is of another length.")
    try:
        return header, AESGCM(key_of(header)).decrypt(nonce, ciphertext + tag, parts[0])
    except InvalidTag as error:
        raise JweError("The key cannot decrypt this.") from error


def header_without_opening(text: str) -> Header:
    """Return the unverified header of a text: no decision may depend on it. Raises JweError."""
    return _header(_octets(text).partition(b".")[0])


def _octets(text: str) -> bytes:
    try:
        return text.encode("ascii")
    except UnicodeEncodeError as error:
        raise JweError("A compact JWE is ASCII.") from error


def _header(part: bytes) -> Header:
    try:
        header = _object.decode(_decoded(part))
    except (
        ValueError,
        RecursionError,
    ) as error:  # msgspec's own error is a ValueError, and so is the one for text that is not UTF-8.
        raise JweError("The header is not a JSON object.") from error
    if not _PROFILE.items() <= header.items() or _READ_OTHERWISE & header.keys():
        raise JweError("The header does not match this profile.")
    return header


def _encoded(content: bytes) -> bytes:
    return urlsafe_b64encode(content).rstrip(b"=")


def _decoded(part: bytes) -> bytes:
    """Return the octets of base64url without padding (RFC 7515, section 2); other characters are refused."""
    try:
        return a2b_base64(part.translate(_STANDARD) + b"=" * (-len(part) % 4), strict_mode=True)
    except NotBase64 as error:
        raise JweError("A part is not base64url without padding.") from error
