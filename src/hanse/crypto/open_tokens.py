"""OpenTokens: encrypted and authenticated attributes for applications (draft-smith-opentoken-02).

The format is old: CBC encryption, HMAC with SHA-1, and a key that PBKDF2 derives from a password without a salt. It is
for applications that accept no other one. Of its cipher suites, those without encryption and with Triple DES are left
out.
"""

import re
import zlib
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from cryptography.hazmat.primitives import constant_time, hashes, hmac
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.padding import PKCS7

from hanse.kit.randomness import Randomness

AES_256, AES_128 = 1, 2
_KEY_OCTETS: Final = {AES_256: 32, AES_128: 16}
_LITERAL, _VERSION = b"OTK", 1
_IV_OCTETS: Final = 16
# The literal, the version, the cipher suite and the HMAC (section 2).
_HEAD_OCTETS: Final = 25
_MOST_CHARACTERS: Final = 32_768
# Section 4: the salt is eight zero octets, and the number of iterations is fixed.
_SALT, _ITERATIONS = bytes(8), 1_000
# Section 2: the length of the payload is a number of two octets.
_MOST_OCTETS: Final = 0xFFFF
_NAME: Final = re.compile(r"[A-Za-z0-9_.:/@-]+")
# A line is empty, or has a name and a value, which is in quotation marks or reaches to the end of the line.
_LINE: Final = re.compile(
    r"[ \t]*(?:(?P<name>[^\s='\"]+)[ \t]*=[ \t]*"
    r"(?:'(?P<single>(?:[^'\\]|\\.)*+)'[ \t]*|\"(?P<double>(?:[^\"\\]|\\.)*+)\"[ \t]*|(?P<plain>[^\r\n'\"][^\r\n]*)?))?"
    r"(?:\r?\n|\Z)",
    re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.:/@+-]+")


class OpenToken(NamedTuple):
    """The content of a token. `id` is its authentication code, which no other token has."""

    id: str
    pairs: list[tuple[str, str]]


class OpenTokenRefused(ValueError):
    """A text is not a token that somebody with the password has made; the text of the error is for the log."""


def derived_key(password: str, suite: int) -> bytes:
    """Return the key that a password gives. This takes a while."""
    derivation = PBKDF2HMAC(hashes.SHA1(), _KEY_OCTETS[suite], _SALT, _ITERATIONS)  # noqa: S303 - the format's own.
    return derivation.derive(password.encode())


class OpenTokenWriter:
    """Writes tokens for one application. Deriving the key takes a while, so that it is done once."""

    def __init__(self, password: str, suite: int) -> None:
        """`suite` is `AES_256` or `AES_128`."""
        self._suite = suite
        self._key = derived_key(password, suite)

    def write(self, pairs: Iterable[tuple[str, str]], randomness: Randomness) -> str:
        """Return a token with key-value pairs; a key can occur several times. Raises ValueError for unfit pairs."""
        return write_token(self._key, self._suite, pairs, randomness.token_bytes(_IV_OCTETS))


def write_token(key: bytes, suite: int, pairs: Iterable[tuple[str, str]], initial: bytes) -> str:
    """Return a token for a key and an initialization vector (section 3.1). Raises ValueError for unfit pairs."""
    payload = "\n".join(f"{_checked(name)}={_quoted(value)}" for name, value in pairs).encode()
    padder = PKCS7(algorithms.AES.block_size).padder()
    encryptor = Cipher(algorithms.AES(key), modes.CBC(initial)).encryptor()
    sealed = encryptor.update(padder.update(zlib.compress(payload)) + padder.finalize()) + encryptor.finalize()
    if len(sealed) > _MOST_OCTETS:
        raise ValueError("The attributes are too long for an OpenToken.")
    head = _LITERAL + bytes([_VERSION, suite]) + _mac(key, suite, initial, payload) + bytes([len(initial)]) + initial
    # There is no information about the key, because both sides know one only.
    token = head + bytes(1) + len(sealed).to_bytes(2) + sealed
    return urlsafe_b64encode(token).decode().replace("=", "*")


def read_token(key: bytes, suite: int, token: str) -> OpenToken:
    """Return the content of a token (section 3.2). Raises OpenTokenRefused."""
    head, initial, sealed = _parts(token, suite)
    payload = _opened(key, initial, sealed)
    if not constant_time.bytes_eq(head[5:], _mac(key, suite, initial, payload)):
        raise OpenTokenRefused("it is not authentic")
    try:
        text = payload.decode()
    except UnicodeDecodeError as error:
        raise OpenTokenRefused("its content is no text") from error
    return OpenToken(head[5:].hex(), list(_pairs(text)))


def _parts(token: str, suite: int) -> tuple[bytes, bytes, bytes]:
    if len(token) > _MOST_CHARACTERS:
        raise OpenTokenRefused("it is too long")
    try:
        octets = b64decode(token.replace("*", "="), altchars=b"-_", validate=True)
    except ValueError as error:
        raise OpenTokenRefused("it is not in base64url") from error
    begin = _HEAD_OCTETS + 1 + _IV_OCTETS
    # Tokens with information about the key are not accepted, because there is one key only.
    form = bytes([_IV_OCTETS]), bytes(1)
    if octets[:5] != _LITERAL + bytes([_VERSION, suite]) or (octets[25:26], octets[begin : begin + 1]) != form:
        raise OpenTokenRefused("it has another form or cipher suite")
    sealed = octets[begin + 3 :]
    block = algorithms.AES.block_size // 8
    if len(sealed) != int.from_bytes(octets[begin + 1 : begin + 3]) or not sealed or len(sealed) % block:
        raise OpenTokenRefused("its length is wrong")
    return octets[:_HEAD_OCTETS], octets[_HEAD_OCTETS + 1 : begin], sealed


def _opened(key: bytes, initial: bytes, sealed: bytes) -> bytes:
    decryptor = Cipher(algorithms.AES(key), modes.CBC(initial)).decryptor()
    unpadder, inflater = PKCS7(algorithms.AES.block_size).unpadder(), zlib.decompressobj()
    padded = decryptor.update(sealed) + decryptor.finalize()
    try:
        payload = inflater.decompress(unpadder.update(padded) + unpadder.finalize(), _MOST_OCTETS)
    except (ValueError, zlib.error) as error:
        # The same text as for a wrong code, so that the log does not help to guess contents either.
        raise OpenTokenRefused("it is not authentic") from error
    if not inflater.eof:
        raise OpenTokenRefused("it is not authentic")
    return payload


def _mac(key: bytes, suite: int, initial: bytes, payload: bytes) -> bytes:
    mac = hmac.HMAC(key, hashes.SHA1())  # noqa: S303 - the format's own; HMAC needs no resistance to collisions.
    for part in (bytes([_VERSION, suite]), initial, payload):
        mac.update(part)
    return mac.finalize()


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a payload (section 5)."""
    position = 0
    while position < len(text):
        found = _LINE.match(text, position)
        if found is None:
            raise OpenTokenRefused("its content has another form")
        if found["name"]:
            quoted = found["single"] if found["single"] is not None else found["double"]
            plain = (found["plain"] or "").strip(" \t")
            yield found["name"], plain if quoted is None else _ESCAPED.sub(r"\1", quoted)
        position = found.end()


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
