"""OpenTokens: encrypted and authenticated attributes for applications (draft-smith-opentoken-02).

The format is old: CBC encryption, HMAC with SHA-1, and a key that PBKDF2 derives from a password without a salt. It is
for applications that accept no other one. Of its cipher suites, those without encryption and with Triple DES are left
out.
"""

import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Final

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.padding import PKCS7

from hanse.kit.randomness import Randomness

AES_256, AES_128 = 1, 2
_KEY_OCTETS: Final = {AES_256: 32, AES_128: 16}
_LITERAL, _VERSION = b"OTK", 1
_IV_OCTETS: Final = 16
# Section 4: the salt is eight zero octets, and the number of iterations is fixed.
_SALT, _ITERATIONS = bytes(8), 1_000
# Section 2: the length of the payload is a number of two octets.
_MOST_OCTETS: Final = 0xFFFF
_NAME: Final = re.compile(r"[A-Za-z0-9_.:/@-]+")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.:/@+-]+")


class OpenTokenWriter:
    """Writes tokens for one application. Deriving the key takes a while, so that it is done once."""

    def __init__(self, password: str, suite: int) -> None:
        """`suite` is `AES_256` or `AES_128`."""
        self._suite = suite
        derivation = PBKDF2HMAC(hashes.SHA1(), _KEY_OCTETS[suite], _SALT, _ITERATIONS)  # noqa: S303 - the format's own.
        self._key = derivation.derive(password.encode())

    def write(self, pairs: Iterable[tuple[str, str]], randomness: Randomness) -> str:
        """Return a token with key-value pairs; a key can occur several times. Raises ValueError for unfit pairs."""
        return write_token(self._key, self._suite, pairs, randomness.token_bytes(_IV_OCTETS))


def write_token(key: bytes, suite: int, pairs: Iterable[tuple[str, str]], initial: bytes) -> str:
    """Return a token for a key and an initialization vector (section 3.1). Raises ValueError for unfit pairs."""
    payload = "\n".join(f"{_checked(name)}={_quoted(value)}" for name, value in pairs).encode()
    mac = hmac.HMAC(key, hashes.SHA1())  # noqa: S303 - the format's own; HMAC needs no resistance to collisions.
    for part in (bytes([_VERSION, suite]), initial, payload):
        mac.update(part)
    padder = PKCS7(algorithms.AES.block_size).padder()
    encryptor = Cipher(algorithms.AES(key), modes.CBC(initial)).encryptor()
    sealed = encryptor.update(padder.update(zlib.compress(payload)) + padder.finalize()) + encryptor.finalize()
    if len(sealed) > _MOST_OCTETS:
        raise ValueError("The attributes are too long for an OpenToken.")
    head = _LITERAL + bytes([_VERSION, suite]) + mac.finalize() + bytes([len(initial)]) + initial
    # There is no information about the key, because both sides know one only.
    token = head + bytes(1) + len(sealed).to_bytes(2) + sealed
    return urlsafe_b64encode(token).decode().replace("=", "*")


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError("An attribute has a name that an OpenToken cannot contain.")
    return name


def _quoted(value: str) -> str:
    """Return a value in quotation marks unless it is plain (section 5). Raises ValueError for control characters.

    Simple agents split the payload at the ends of lines, so that such a value could add an attribute.
    """
    if _PLAIN.fullmatch(value):
        return value
    if not value.isprintable():
        raise ValueError("A value has control characters, which an OpenToken must not contain.")
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
