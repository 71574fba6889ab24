"""Files with a private key and its certificates: PKCS #12 (RFC 7292) and PEM (RFC 7468), read and written.

Java key stores are read only.

The duration depends on the file, which determines how often its password is hashed, and the interpreter is blocked
meanwhile. So a server calls `key_file_process`, which does it in a process of its own.
"""

import re
from base64 import b64decode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_der_private_key,
    load_pem_private_key,
    pkcs12,
)

from hanse.crypto import java_key_store
from hanse.crypto.certificate_chains import UnfitCertificate, chain_of, check_leaf, from_chain, public_key_of, to_chain
from hanse.crypto.certificate_facts import certificate_facts
from hanse.crypto.key_pairs import PrivateKey, UnfitKey, check_private_key, key_from_text, key_to_text, same_public_key

PKCS12, PEM = "PKCS12", "PEM"
FILE, PASSWORD = "fileData", "password"
# RFC 4648, section 5: the two characters of base64url that differ.
_TO_BASE64 = str.maketrans("-_", "+/")
_BEGIN = b"-----BEGIN "
_KEY_BLOCK = re.compile(rb"-----BEGIN ([A-Z ]*PRIVATE KEY)-----.*?-----END \1-----", re.DOTALL)
_CERTIFICATE_BLOCK = re.compile(rb"-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----(.*?)-----END \1-----", re.DOTALL)
_NO_KEY = "There is no private key in this file."
_NO_PKCS12 = "This is not a PKCS #12 file."
_WRONG_PASSWORD = "The password is wrong, or the file is damaged."  # noqa: S105 - the text of a message.


class KeyFileRefused(ValueError):
    """A file cannot be used; the text has the reason and may be shown, `member` is the field to which it belongs."""

    def __init__(self, message: str, member: str = FILE, error_id: str = "invalid_file") -> None:
        super().__init__(message)
        self.member = member
        self.error_id = error_id


@dataclass(frozen=True)
class KeyFile:
    """The content of a key file: a private key as text (`key_to_text`), and its chain in the stored form."""

    key: str
    certificates: list[str]

    def __repr__(self) -> str:
        """Return a text without the key."""
        return "KeyFile(…)"


def file_bytes(text: str) -> bytes:
    """Return the bytes of a file that was sent as base64, base64url (RFC 4648) or PEM. Raises KeyFileRefused."""
    if "-----BEGIN " in text:
        return text.encode(errors="replace")
    try:
        compact = "".join(text.split()).translate(_TO_BASE64).rstrip("=")
        return b64decode(compact + "=" * (-len(compact) % 4), validate=True)
    except ValueError as error:
        raise KeyFileRefused("This must be a file in base64.") from error


def read_key_file(data: bytes, password: str, file_format: str | None) -> KeyFile:
    """Return the key and the chain in a file, whose format is detected unless it is given.

    Raises KeyFileRefused, also for keys and certificates that are not supported.
    """
    found, certificates = _read(data, password, file_format or (PEM if _BEGIN in data else PKCS12))
    try:
        key = check_private_key(found)
        leaf = _leaf_of(key, certificates)
        check_leaf(leaf, key)
        certificate_facts(leaf)
        return KeyFile(key_to_text(key), to_chain(chain_of(leaf, certificates)))
    except UnfitKey as error:
        raise KeyFileRefused(str(error), error_id="unfit_key") from error
    except UnfitCertificate as error:
        raise KeyFileRefused(str(error), error_id="unfit_certificate") from error


def write_key_file(key: str, certificates: Sequence[str], password: str, file_format: str, name: str) -> bytes:
    """Return a key and its chain as a file; the key is encrypted with AES-256 under a password."""
    private_key, chain = key_from_text(key, checked=True), from_chain(certificates)
    encryption = BestAvailableEncryption(password.encode())
    if file_format == PKCS12:
        return pkcs12.serialize_key_and_certificates(name.encode(), private_key, chain[0], chain[1:], encryption)
    blocks = [private_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)]
    return b"".join([*blocks, *(each.public_bytes(Encoding.PEM) for each in chain)])


def read_certificates(data: bytes) -> list[x509.Certificate]:
    """Return the certificates in a PEM, DER or PKCS #7 file, which many authorities send.

    Raises KeyFileRefused if there is none.
    """
    # Imported here, because it is rarely needed and delays a start by a few milliseconds.
    from cryptography.hazmat.primitives.serialization import pkcs7  # noqa: PLC0415 - see above.

    readers = (
        (_pem_certificates, pkcs7.load_pem_pkcs7_certificates)
        if _BEGIN in data
        else (
            lambda der: [x509.load_der_x509_certificate(der)],
            pkcs7.load_der_pkcs7_certificates,
        )
    )
    for reader in readers:
        try:
            found = list(reader(data))
        except (ValueError, TypeError, x509.InvalidVersion, UnsupportedAlgorithm):
            continue
        if found:
            return found
    raise KeyFileRefused("There is no X.509 certificate in this file.")


def _read(data: bytes, password: str, file_format: str) -> tuple[object, list[x509.Certificate]]:
    # Some clients send Java key stores as PKCS #12.
    if data.startswith(java_key_store.MAGIC) and file_format == PKCS12:
        return _read_java_key_store(data, password)
    return (_read_pem if file_format == PEM else _read_pkcs12)(data, password.encode())


def _read_java_key_store(data: bytes, password: str) -> tuple[object, list[x509.Certificate]]:
    try:
        entries = java_key_store.read_java_key_store(data, password)
        if len(entries) != 1:
            message = "There is more than one private key in this file." if entries else _NO_KEY
            raise KeyFileRefused(message, error_id="several_keys" if entries else "key_missing")
        certificates = [x509.load_der_x509_certificate(each) for each in entries[0].certificates]
        return load_der_private_key(entries[0].key, None), certificates
    except java_key_store.WrongPassword as error:
        raise KeyFileRefused(_WRONG_PASSWORD, PASSWORD, "wrong_password") from error
    except (ValueError, TypeError, x509.InvalidVersion, UnsupportedAlgorithm) as error:
        if isinstance(error, KeyFileRefused):
            raise
        raise KeyFileRefused("This Java key store cannot be read.") from error


def _read_pkcs12(data: bytes, password: bytes) -> tuple[object, list[x509.Certificate]]:
    # RFC 7292, section 4: a SEQUENCE that begins with the version, 3. Files that begin otherwise need no password.
    if not re.match(rb"\x30(?:[\x00-\x7f]|\x80|[\x81-\x84].{1,4}?)\x02\x01\x03\x30", data, re.DOTALL):
        raise KeyFileRefused(_NO_PKCS12)
    try:
        found = pkcs12.load_pkcs12(data, password or None)
    except (ValueError, TypeError) as error:
        raise KeyFileRefused(_WRONG_PASSWORD, PASSWORD, "wrong_password") from error
    except (UnsupportedAlgorithm, x509.InvalidVersion) as error:
        raise KeyFileRefused("The encryption of the file, or the type of its key, is not supported.") from error
    if found.key is None:
        raise KeyFileRefused(_NO_KEY, error_id="key_missing")
    first = [] if found.cert is None else [found.cert.certificate]
    return found.key, [*first, *(each.certificate for each in found.additional_certs)]


def _read_pem(data: bytes, password: bytes) -> tuple[object, list[x509.Certificate]]:
    blocks = [match[0] for match in _KEY_BLOCK.finditer(data)]
    if not blocks:
        raise KeyFileRefused(_NO_KEY, error_id="key_missing")
    if len(blocks) > 1:
        raise KeyFileRefused("There is more than one private key in this file.", error_id="several_keys")
    try:
        return _pem_key(blocks[0], password), _pem_certificates(data)
    except (ValueError, TypeError, x509.InvalidVersion, UnsupportedAlgorithm) as error:
        if isinstance(error, KeyFileRefused):
            raise
        raise KeyFileRefused("A certificate in this file cannot be read.") from error


def _pem_key(block: bytes, password: bytes) -> object:
    is_encrypted = b"ENCRYPTED" in block.partition(b"\n\n")[0]
    try:
        # A password for unencrypted content is ignored.
        return load_pem_private_key(block, password if is_encrypted else None)
    except UnsupportedAlgorithm as error:
        raise KeyFileRefused("The encryption or the type of the key is not supported.") from error
    except (ValueError, TypeError) as error:
        if is_encrypted:
            raise KeyFileRefused(_WRONG_PASSWORD, PASSWORD, "wrong_password") from error
        raise KeyFileRefused("The private key in this file cannot be read.") from error


def _pem_certificates(data: bytes) -> list[x509.Certificate]:
    return [
        x509.load_der_x509_certificate(b64decode(b"".join(match[2].split()), validate=True))
        for match in _CERTIFICATE_BLOCK.finditer(data)
        if match[1] != b"TRUSTED CERTIFICATE"
    ]


def _leaf_of(key: PrivateKey, certificates: Iterable[x509.Certificate]) -> x509.Certificate:
    candidates = list(certificates)
    if not candidates:
        raise KeyFileRefused("There is no certificate in this file.", error_id="certificate_missing")
    for each in candidates:
        try:
            if same_public_key(public_key_of(each), key.public_key()):
                return each
        except UnfitCertificate:
            continue
    message = "None of the certificates in this file belongs to its private key."
    raise KeyFileRefused(message, error_id="key_mismatch")
