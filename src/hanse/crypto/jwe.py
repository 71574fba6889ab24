"""Sealed texts: the JWE Compact Serialization (RFC 7516, section 7.1) with `dir` and `A256GCM` and nothing else.

A rotation opens and seals every secret there is, and a general library spends most of that time in finding out what
it is to do: this profile does the same in a third of it. It is closed, after RFC 8725, section 3.1: the key is the
content encryption key itself (RFC 7518, section 4.5), the cipher AES-GCM with 256 bits (section 5.3), nothing is
compressed, and nothing is critical. The whole header is authenticated, whatever else it says.
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
# What changes how a text is to be read (RFC 7516, sections 4.1.3 and 4.1.13).
_READ_OTHERWISE: Final = {"zip", "crit"}
# To the alphabet that the library reads; what base64url does not have becomes what neither has.
_STANDARD: Final = bytes.maketrans(b"-_+/=", b"+/!!!")

Header = dict[str, Any]
_object: Final = msgspec.json.Decoder(Header)


class JweError(ValueError):
    """A text is no JWE of this profile, or the key does not open it."""


def encrypt_compact(header: Mapping[str, Any], plaintext: bytes, key: bytes, nonce: bytes) -> str:
    """Return `plaintext` sealed with a key of 32 octets; no nonce of 12 octets may ever be used twice with one key.

    The header says what else there is to say, such as `kid`; what it says of the algorithms is this profile's.
    """
    protected = _encoded(_JSON.encode({**header, **_PROFILE}).encode())
    sealed = AESGCM(key).encrypt(nonce, plaintext, protected)
    # Between the first two dots would be an encrypted key, which `dir` has none of.
    parts = (protected, b"", *map(_encoded, (nonce, sealed[:-_TAG_OCTETS], sealed[-_TAG_OCTETS:])))
    return b".".join(parts).decode()


def decrypt_compact(text: str, key_of: Callable[[Header], bytes]) -> tuple[Header, bytes]:
    """Return the header and the plaintext of a sealed text, with the key that `key_of` finds for the header.

    Raises JweError, and what `key_of` raises.
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
    """Return what a text says of itself, whoever wrote it: nothing to decide anything by. Raises JweError."""
    return _header(_octets(text).partition(b".")[0])


def _octets(text: str) -> bytes:
    try:
        return text.encode("ascii")
    except UnicodeEncodeError as error:
        raise JweError("A compact JWE is ASCII.") from error


def _header(part: bytes) -> Header:
    try:
        header = _object.decode(_decoded(part))
    except (ValueError, RecursionError) as error:  # msgspec's own error is a ValueError, as is text that is not UTF-8.
        raise JweError("The header is not a JSON object.") from error
    if not _PROFILE.items() <= header.items() or _READ_OTHERWISE & header.keys():
        raise JweError("The header does not match this profile.")
    return header


def _encoded(content: bytes) -> bytes:
    return urlsafe_b64encode(content).rstrip(b"=")


def _decoded(part: bytes) -> bytes:
    """Return what base64url without padding stands for (RFC 7515, section 2); no other character is passed over."""
    try:
        return a2b_base64(part.translate(_STANDARD) + b"=" * (-len(part) % 4), strict_mode=True)
    except NotBase64 as error:
        raise JweError("A part is not base64url without padding.") from error
