"""Reads Java key stores (JKS), the format of `keytool` before Java 9; they are never written.

A store is protected by SHA-1 alone: a digest over everything, and private keys under a key stream of SHA-1 digests.
That was weak when it was new. It is read so that keys of existing installations can be imported.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha1
from hmac import compare_digest

MAGIC = b"\xfe\xed\xfe\xed"
_KEY, _CERTIFICATE = 1, 2
# Version 1 has no type before a certificate.
_VERSIONS = (1, 2)
_DIGEST = 20
_WHITENER = b"Mighty Aphrodite"
# The object identifier of Sun's key protection, 1.3.6.1.4.1.42.2.17.1.1, in DER.
_PROTECTION = bytes.fromhex("060a2b060104012a02110101")
_SEQUENCE, _OCTETS = 0x30, 0x04


class StoreUnreadable(ValueError):
    """The data is no Java key store, or is damaged."""


class WrongPassword(ValueError):
    """The password is wrong, or the store is damaged."""


@dataclass(frozen=True)
class StoreEntry:
    """A private key in PKCS #8 (RFC 5208) with its certificates in DER, the key's own first."""

    key: bytes
    certificates: tuple[bytes, ...]

    def __repr__(self) -> str:
        """Return a text without the key."""
        return "StoreEntry(…)"


def read_java_key_store(data: bytes, password: str) -> list[StoreEntry]:
    """Return the private keys of a store. Raises StoreUnreadable and WrongPassword."""
    secret = password.encode("utf-16-be")
    body, digest = data[:-_DIGEST], data[-_DIGEST:]
    # The digest is checked first: nothing is parsed unless the password matches.
    if not data.startswith(MAGIC) or not compare_digest(sha1(secret + _WHITENER + body).digest(), digest):  # noqa: S324 - the format's own digest.
        raise WrongPassword if data.startswith(MAGIC) else StoreUnreadable
    reader = _Reader(body[len(MAGIC) :])
    version = reader.number(4)
    if version not in _VERSIONS:
        raise StoreUnreadable
    return [
        StoreEntry(_opened(protected, secret), certificates)
        for protected, certificates in _entries(reader, version)
        if protected
    ]


def _entries(reader: "_Reader", version: int) -> Iterator[tuple[bytes, tuple[bytes, ...]]]:
    """Yield the protected key, empty for a trusted certificate, and the certificates of each entry."""
    for _ in range(reader.number(4)):
        tag = reader.number(4)
        reader.take(reader.number(2))  # Alias.
        reader.take(8)  # Creation date of the entry.
        if tag not in (_KEY, _CERTIFICATE):
            raise StoreUnreadable
        protected = reader.take(reader.number(4)) if tag == _KEY else b""
        count = reader.number(4) if tag == _KEY else 1
        yield protected, tuple(reader.certificate(version) for _ in range(count))


class _Reader:
    """Takes values off the front of the data. Raises StoreUnreadable at its end."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, length: int) -> bytes:
        """Return this many bytes."""
        end = self._at + length
        if end > len(self._data):
            raise StoreUnreadable
        found, self._at = self._data[self._at : end], end
        return found

    def number(self, length: int) -> int:
        """Return a number of this many bytes."""
        return int.from_bytes(self.take(length), "big")

    def certificate(self, version: int) -> bytes:
        """Return a certificate in DER."""
        if version > 1:
            self.take(self.number(2))  # Its type, which is always X.509.
        return self.take(self.number(4))

    def element(self, tag: int) -> bytes:
        """Return the content of a DER element (X.690, section 8.1)."""
        if self.number(1) != tag:
            raise StoreUnreadable
        length = self.number(1)
        return self.take(self.number(length & 0x7F) if length & 0x80 else length)


def _opened(protected: bytes, secret: bytes) -> bytes:
    """Return a decrypted key from an EncryptedPrivateKeyInfo (RFC 5208, section 6) with Sun's own algorithm."""
    info = _Reader(_Reader(protected).element(_SEQUENCE))
    if not info.element(_SEQUENCE).startswith(_PROTECTION):
        raise StoreUnreadable
    sealed = info.element(_OCTETS)
    salt, hidden, check = sealed[:_DIGEST], sealed[_DIGEST:-_DIGEST], sealed[-_DIGEST:]
    stream, block = b"", salt
    while len(stream) < len(hidden):
        block = sha1(secret + block).digest()  # noqa: S324 - the format's own key stream.
        stream += block
    key = bytes(one ^ other for one, other in zip(hidden, stream, strict=False))
    if not compare_digest(sha1(secret + key).digest(), check):  # noqa: S324 - the format's own digest.
        raise WrongPassword
    return key
