"""Distinguished names as texts (RFC 4514), compared with the names in certificates.

Administrators copy names from many tools. Texts that differ only in the case of attribute types, in blanks around
separators, in escapes or in aliases such as `E` name the same subject. Values are compared letter by letter.
"""

import re
from typing import Final

from cryptography import x509
from cryptography.x509.oid import NameOID

# A name as a sequence of sets of types and values, in the order of the text: the most specific part comes first.
NameKey = tuple[frozenset[tuple[str, str]], ...]
_TYPES: Final = {
    "C": NameOID.COUNTRY_NAME,
    "CN": NameOID.COMMON_NAME,
    "DC": NameOID.DOMAIN_COMPONENT,
    "DNQ": NameOID.DN_QUALIFIER,
    "DNQUALIFIER": NameOID.DN_QUALIFIER,
    "E": NameOID.EMAIL_ADDRESS,
    "EMAILADDRESS": NameOID.EMAIL_ADDRESS,
    "GIVENNAME": NameOID.GIVEN_NAME,
    "L": NameOID.LOCALITY_NAME,
    "O": NameOID.ORGANIZATION_NAME,
    "ORGANIZATIONIDENTIFIER": NameOID.ORGANIZATION_IDENTIFIER,
    "OU": NameOID.ORGANIZATIONAL_UNIT_NAME,
    "S": NameOID.STATE_OR_PROVINCE_NAME,
    "SERIALNUMBER": NameOID.SERIAL_NUMBER,
    "SN": NameOID.SURNAME,
    "ST": NameOID.STATE_OR_PROVINCE_NAME,
    "STREET": NameOID.STREET_ADDRESS,
    "SURNAME": NameOID.SURNAME,
    "T": NameOID.TITLE,
    "TITLE": NameOID.TITLE,
    "UID": NameOID.USER_ID,
}
_OID: Final = re.compile(r"(?:OID\.)?([0-2](?:\.(?:0|[1-9][0-9]{0,9})){1,30})", re.IGNORECASE | re.ASCII)
# Several escaped bytes make one character; other escaped characters stand for themselves (RFC 4514, section 3).
_PIECE: Final = re.compile(r"(?:\\[0-9A-Fa-f]{2})+|\\[ \"#+,;<=>\\]|[^\\\"+,;<>]|[+,]")
_REFUSAL: Final = "not a distinguished name"


def name_key(name: x509.Name) -> NameKey:
    """Return the name of a certificate in the form in which names are compared."""
    return tuple(frozenset((each.oid.dotted_string, str(each.value)) for each in part) for part in reversed(name.rdns))


def is_named(name: x509.Name, text: str) -> bool:
    """Return whether a certificate's name is that of a text. A text that is not a name is nobody's."""
    try:
        return name_key(name) == parsed_name(text)
    except ValueError:
        return False


def parsed_name(text: str) -> NameKey:
    """Return a text in the form in which names are compared; raises ValueError."""
    pieces = _PIECE.findall(text)
    if "".join(pieces) != text:
        raise ValueError(_REFUSAL)
    return tuple(frozenset(_attribute(attribute) for attribute in _split(part, "+")) for part in _split(pieces, ","))


def _split(pieces: list[str], separator: str) -> list[list[str]]:
    """Return the parts between separators that are not escaped."""
    parts: list[list[str]] = [[]]
    for piece in pieces:
        if piece == separator:
            parts.append([])
        else:
            parts[-1].append(piece)
    return parts


def _attribute(pieces: list[str]) -> tuple[str, str]:
    """Return the type and the value of one attribute."""
    if "=" not in pieces:
        raise ValueError(_REFUSAL)
    position = pieces.index("=")
    value = pieces[position + 1 :]
    # A blank that is escaped belongs to the value.
    while value and value[0] == " ":
        del value[0]
    while value and value[-1] == " ":
        del value[-1]
    # A value that begins with a number sign is in BER (RFC 4514, section 2.4), which nobody writes.
    if not value or value[0] == "#":
        raise ValueError(_REFUSAL)
    return _type("".join(pieces[:position]).strip(" ")), "".join(map(_unescaped, value))


def _type(name: str) -> str:
    known = _TYPES.get(name.upper())
    if known is not None:
        return known.dotted_string
    found = _OID.fullmatch(name)
    if found is None:
        raise ValueError(_REFUSAL)
    return found.group(1)


def _unescaped(piece: str) -> str:
    if not piece.startswith("\\"):
        return piece
    if len(piece) == 2:  # noqa: PLR2004 - a backslash and one character.
        return piece[1]
    try:
        return bytes.fromhex(piece.replace("\\", "")).decode()
    except UnicodeDecodeError as error:
        raise ValueError(_REFUSAL) from error
