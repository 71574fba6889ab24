"""Ed25519 keys (RFC 8032) as PEM and JWK.

A key's id is always its RFC 7638 thumbprint, computed here and never read from a file: two files cannot claim one id,
and the owner of a public key can tell which signatures belong to it.
"""

import json
import re
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm as UnsupportedKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey

from hanse.kit.randomness import Randomness

SEED_BYTES = 32  # RFC 8032, section 5.1.5: a private key is 32 random octets.
MAX_KEY_FILE_BYTES = 65_536

_PUBLIC_PEM = re.compile(rb"-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----")


class KeyRefused(ValueError):
    """A key cannot be read, or is of the wrong kind; the text may be shown."""


def new_private_key(randomness: Randomness) -> OKPKey:
    """Return a fresh private key."""
    return OKPKey.import_key(Ed25519PrivateKey.from_private_bytes(randomness.token_bytes(SEED_BYTES)))


def key_id(key: OKPKey) -> str:
    """Return the key's RFC 7638 SHA-256 thumbprint, 43 characters; the same for both halves of a pair."""
    return key.thumbprint()


def public_half(key: OKPKey) -> OKPKey:
    """Return the public key alone, so that the private key is not passed on further than necessary."""
    return OKPKey.import_key(key.public_key)


def private_pem(key: OKPKey) -> bytes:
    """Return the private key as unencrypted PKCS #8 PEM (RFC 8410, section 7)."""
    return key.as_pem(private=True)


def public_pem(key: OKPKey) -> bytes:
    """Return the public key as SubjectPublicKeyInfo PEM (RFC 8410, section 4)."""
    return key.as_pem(private=False)


def public_jwk(key: OKPKey) -> dict[str, Any]:
    """Return the public key as a JWK (RFC 8037, section 2) with `kid`, `alg` and `use`."""
    parts = public_half(key).as_dict(private=False)
    return {
        "kty": "OKP",
        "crv": parts["crv"],
        "x": parts["x"],
        "kid": key_id(key),
        "alg": "Ed25519",
        "use": "sig",
    }


def read_private_key(data: bytes) -> OKPKey:
    """Return the private key in a PKCS #8 PEM or a private JWK. Raises KeyRefused."""
    key = _import_jwk(_json_object(data)) if _looks_like_json(data) else _import_pem(data)
    if not isinstance(key.private_key, Ed25519PrivateKey):
        raise KeyRefused("This is not an Ed25519 private key.")
    return OKPKey.import_key(key.private_key)


def read_public_keys(data: bytes) -> tuple[OKPKey, ...]:
    """Return the public keys in a JWK, a JWK Set or one or more PEM blocks, in the order of the file.

    Raises KeyRefused if there is none, if one is of another kind, and if one is a private key: a file that is copied to
    every verifier must not contain a signing key.
    """
    if _looks_like_json(data):
        document = _json_object(data)
        entries = document.get("keys", [document])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise KeyRefused("A JWK Set has a list of keys under 'keys' (RFC 7517, section 5).")
        keys = [_import_jwk(entry) for entry in entries]
    else:
        if b"PRIVATE KEY" in data:
            raise KeyRefused("This is a private key. Use the public key.")
        keys = [_import_pem(block) for block in _PUBLIC_PEM.findall(data)]
    if not keys:
        raise KeyRefused("The file has no public key. Use a JWK, a JWK Set or PEM.")
    return tuple(_checked_public(key) for key in keys)


def _checked_public(key: OKPKey) -> OKPKey:
    if key.is_private:
        raise KeyRefused("This is a private key. Use the public key.")
    if not isinstance(key.public_key, Ed25519PublicKey):
        raise KeyRefused("Only Ed25519 keys are accepted.")
    # Imported again from the bare key, so that `kid`, `use` and `key_ops` of the file have no effect.
    return OKPKey.import_key(key.public_key)


def _looks_like_json(data: bytes) -> bool:
    if len(data) > MAX_KEY_FILE_BYTES:
        raise KeyRefused("A key file is at most 64 KB long.")
    return data.lstrip().startswith(b"{")


def _json_object(data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise KeyRefused("The key is not readable as JSON.") from error
    if not isinstance(document, dict):
        raise KeyRefused("The key is not readable as JSON.")
    return document


def _import_jwk(entry: dict[str, Any]) -> OKPKey:
    if entry.get("kty") != "OKP" or entry.get("crv") != "Ed25519":
        raise KeyRefused("Only Ed25519 keys are accepted (kty OKP, crv Ed25519; RFC 8037, section 2).")
    members: dict[str, str | list[str]] = {name: entry[name] for name in ("kty", "crv", "x", "d") if name in entry}
    try:
        key = OKPKey.import_key(members)
        if key.private_key is not None and OKPKey.import_key(key.private_key)["x"] != members["x"]:
            raise KeyRefused("The private and the public part of the key do not match.")
    except (JoseError, ValueError, TypeError) as error:
        if isinstance(error, KeyRefused):
            raise
        raise KeyRefused("The JWK is damaged.") from error
    return key


def _import_pem(data: bytes) -> OKPKey:
    try:
        return OKPKey.import_key(data)
    except TypeError as error:
        # `cryptography` reports a missing passphrase in this way.
        raise KeyRefused("The key is protected by a passphrase. Use a key without a passphrase.") from error
    except (JoseError, ValueError, UnsupportedKey) as error:
        raise KeyRefused("The key is not readable as an Ed25519 key in PEM.") from error
