"""Encryption of tokens for their recipient (RFC 7516), with closed lists of algorithms and one key."""

import json
from collections.abc import Callable
from typing import Any

from cryptography import x509
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, OctKey, RSAKey

from hanse.config.plugins.plugin import SettingRefused, Settings, Values
from hanse.crypto.certificate_chains import sha1_thumbprint
from hanse.kit.texts.messages import message
from hanse.plugins.access_tokens.jwt import keys

ALGORITHM, CONTENT = "JWE Algorithm", "JWE Content Encryption Algorithm"
ACTIVE_KEY, RECIPIENT = "Active Symmetric Encryption Key ID", "Asymmetric Encryption Key"
INCLUDE_KEY_ID = "Include JWE Key ID Header Parameter"
INCLUDE_THUMBPRINT = "Include JWE X.509 Thumbprint Header Parameter"
# RFC 7518, section 5.1: the number of octets of a content encryption key.
CONTENTS = {
    "A128CBC-HS256": 32,
    "A192CBC-HS384": 48,
    "A256CBC-HS512": 64,
    "A128GCM": 16,
    "A192GCM": 24,
    "A256GCM": 32,
}
# RFC 7518, section 4.1. RSA1_5 (RFC 8017, section 7.2) is missing for the reasons in RFC 8725, section 3.2. The sizes
# are those of the wrapping key in octets; for `dir` the content encryption algorithm determines it.
SYMMETRIC = {
    "dir": 0,
    "A128KW": 16,
    "A192KW": 24,
    "A256KW": 32,
    "A128GCMKW": 16,
    "A192GCMKW": 24,
    "A256GCMKW": 32,
}
ASYMMETRIC = ("ECDH-ES", "ECDH-ES+A128KW", "ECDH-ES+A192KW", "ECDH-ES+A256KW", "RSA-OAEP", "RSA-OAEP-256")
_LEAST_RSA_BITS = 2048  # RFC 7518, section 4.3.
Recipient = RSAKey | ECKey
Encrypt = Callable[[str, bool], str]
Decrypt = Callable[[str], str]


def encrypting(settings: Settings) -> Encrypt | None:
    """Return the encryption of a signed token or of plain claims; None without encryption.

    Raises ValueError for settings that do not fit together.
    """
    algorithm, content = settings.text(ALGORITHM), settings.text(CONTENT)
    if not algorithm:
        if content:
            raise SettingRefused(
                message(
                    "{algorithm} is required with {content}.",
                    algorithm=message(ALGORITHM),
                    content=message(CONTENT),
                ),
                ALGORITHM,
            )
        return None
    if not content:
        raise SettingRefused(
            message("{content} is required with {algorithm}.", content=message(CONTENT), algorithm=message(ALGORITHM)),
            CONTENT,
        )
    key: OctKey | Recipient
    if algorithm in SYMMETRIC:
        row = _row(settings)
        key, key_id = _symmetric(row, algorithm, content), row[keys.KEY_ID]
    else:
        key = recipient_of(settings.text(RECIPIENT), algorithm)
        key_id = str(key.as_dict().get("kid") or "")
    header: dict[str, Any] = {"alg": algorithm, "enc": content}
    if key_id and settings.flag(INCLUDE_KEY_ID):
        header["kid"] = key_id
    if settings.flag(INCLUDE_THUMBPRINT):
        header["x5t"] = _thumbprint(settings.text(RECIPIENT) if algorithm in ASYMMETRIC else "")

    def encrypt(text: str, is_token: bool) -> str:
        # RFC 7519, section 5.2: only a nested token has the header `cty`.
        cty = {"cty": "JWT"} if is_token else {"typ": "JWT"}
        return jwe.encrypt_compact({**header, **cty}, text.encode(), key, algorithms=[algorithm, content])

    return encrypt


def decrypting(settings: Settings) -> Decrypt | None:
    """Return the decryption; None if only another server can decrypt, or without encryption. Raises ValueError."""
    algorithm, content = settings.text(ALGORITHM), settings.text(CONTENT)
    if algorithm not in SYMMETRIC:
        return None
    key = _symmetric(_row(settings), algorithm, content)

    def decrypt(text: str) -> str:
        found = jwe.decrypt_compact(text, key, algorithms=[algorithm, content]).plaintext
        return (found or b"").decode()

    return decrypt


def recipient_of(text: str, algorithm: str) -> Recipient:
    """Return the public key of a JWK or a certificate. Raises ValueError."""
    if not text.strip():
        raise SettingRefused(
            message("{recipient} is required for {algorithm}.", recipient=message(RECIPIENT), algorithm=algorithm),
            RECIPIENT,
        )
    type_ = RSAKey if algorithm.startswith("RSA") else ECKey
    try:
        key = type_.import_key(_public(text))
    except (ValueError, TypeError, KeyError, JoseError) as error:
        reason = message(
            "{recipient}: this must be a public key of the type {type}, as a JWK or PEM.",
            recipient=message(RECIPIENT),
            type="RSA" if type_ is RSAKey else "EC",
        )
        raise ValueError(reason) from error
    if key.is_private:
        raise SettingRefused(
            message(
                "{recipient}: this is a private key. Enter the public key, and leave the private key with "
                "the recipient.",
                recipient=message(RECIPIENT),
            ),
            RECIPIENT,
        )
    if isinstance(key, RSAKey) and key.public_key.key_size < _LEAST_RSA_BITS:
        raise SettingRefused(
            message(
                "{recipient}: an RSA key must have at least {limit} bits.",
                recipient=message(RECIPIENT),
                limit=_LEAST_RSA_BITS,
            ),
            RECIPIENT,
        )
    return key


def _public(text: str) -> Any:
    if text.lstrip().startswith("{"):
        return json.loads(text)
    if "BEGIN CERTIFICATE" in text:
        return x509.load_pem_x509_certificate(text.encode()).public_key()
    return text


def _thumbprint(text: str) -> str:
    """Return the thumbprint of a certificate (RFC 7516, section 4.1.9); raises ValueError if there is none."""
    if "BEGIN CERTIFICATE" in text:
        return sha1_thumbprint(x509.load_pem_x509_certificate(text.encode()))
    # RFC 7517, section 4.8: a JWK may contain it.
    stated = json.loads(text).get("x5t") if text.lstrip().startswith("{") else None
    if not isinstance(stated, str) or not stated:
        raise SettingRefused(
            message(
                "{include_thumbprint}: {recipient} must be a certificate, or a JWK with an x5t.",
                include_thumbprint=message(INCLUDE_THUMBPRINT),
                recipient=message(RECIPIENT),
            ),
            INCLUDE_THUMBPRINT,
        )
    return stated


def _row(settings: Settings) -> Values:
    name = settings.text(ACTIVE_KEY)
    if not name:
        raise SettingRefused(
            message(
                "{active_key} is required for {value}.",
                active_key=message(ACTIVE_KEY),
                value=settings.text(ALGORITHM),
            ),
            ACTIVE_KEY,
        )
    found = next((row for row in settings.rows(keys.SYMMETRIC_KEYS) if row.get(keys.KEY_ID) == name), None)
    if found is None:
        raise SettingRefused(
            message(
                "{active_key}: there is no key '{name}' among {symmetric_keys}.",
                active_key=message(ACTIVE_KEY),
                name=name,
                symmetric_keys=message(keys.SYMMETRIC_KEYS),
            ),
            ACTIVE_KEY,
        )
    return found


def _symmetric(row: Values, algorithm: str, content: str) -> OctKey:
    octets, needed = keys.octets_of(row), SYMMETRIC[algorithm] or CONTENTS[content]
    if len(octets) != needed:
        raise SettingRefused(
            message(
                "{algorithm} with {content} needs a key of {needed} octets; this one has {octets}.",
                algorithm=algorithm,
                content=content,
                needed=needed,
                octets=len(octets),
            ),
            ACTIVE_KEY,
        )
    return OctKey.import_key(octets)


def check_recipient(text: str) -> str | None:
    """Return the error in a key, for any use."""
    try:
        recipient_of(text, "RSA-OAEP" if _is_rsa(text) else "ECDH-ES")
    except ValueError as error:
        return str(error)
    return None


def _is_rsa(text: str) -> bool:
    try:
        RSAKey.import_key(_public(text))
    except (ValueError, TypeError, KeyError, JoseError):
        return False
    return True
