"""The symmetric keys of a manager: octets in one of two text encodings."""

import binascii
from base64 import b64decode
from enum import StrEnum

from hanse.config.plugins.plugin import Values
from hanse.kit.texts.messages import message

SYMMETRIC_KEYS, CERTIFICATES = "Symmetric Keys", "Certificates"
KEY_ID, KEY, ENCODING, CERTIFICATE = "Key ID", "Key", "Encoding", "Certificate"


class KeyEncoding(StrEnum):
    """Encoding of a key. The values are those that existing clients of the API send."""

    BASE64 = "b64u"
    HEX = "hex"


def octets_of(row: Values) -> bytes:
    """Return a key's octets; raises ValueError."""
    text = "".join(row.get(KEY, "").split())
    try:
        if row.get(ENCODING) == KeyEncoding.HEX:
            return binascii.unhexlify(text)
        # Either alphabet of base64 (RFC 4648, sections 4 and 5), with its padding or without.
        plain = text.rstrip("=").replace("-", "+").replace("_", "/")
        return b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError as error:
        raise ValueError(
            message("The key '{value}' does not match its encoding.", value=row.get(KEY_ID, ""))
        ) from error


def check_key_id(text: str) -> str | None:
    """Return the error in a key ID, which other systems read in headers and documents."""
    is_good = text.isascii() and text.isprintable() and " " not in text
    return None if is_good else "Use printable ASCII characters without spaces."


def full_id(key_id: str, mark: str) -> str:
    """Return the full ID of a key: keys of a renewed certificate have a suffix each, so that no ID means two keys."""
    return f"{key_id}.{mark}" if mark else key_id
