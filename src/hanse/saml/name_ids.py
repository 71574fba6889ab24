"""Identifiers of users: `NameID` (SAML core, section 2.2.3)."""

import json
from dataclasses import astuple, dataclass
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.envelopes import DecryptionKeys
from hanse.saml.errors import InvalidMessage
from hanse.saml.values import bounded, uri
from hanse.saml.xml_names import NAMEID_UNSPECIFIED, saml

NAME_ID: Final = saml("NameID")
ENCRYPTED_ID: Final = saml("EncryptedID")


@dataclass(frozen=True)
class NameId:
    """The identifier of a user at a partner."""

    value: str
    format: str | None = None
    name_qualifier: str | None = None
    sp_name_qualifier: str | None = None
    sp_provided_id: str | None = None

    @property
    def effective_format(self) -> str:
        """Return the format; a missing one is unspecified (SAML core, section 8.3.1)."""
        return self.format or NAMEID_UNSPECIFIED

    def to_element(self) -> XmlElement:
        """Return the identifier as XML."""
        attributes = {
            "Format": self.format,
            "NameQualifier": self.name_qualifier,
            "SPNameQualifier": self.sp_name_qualifier,
            "SPProvidedID": self.sp_provided_id,
        }
        return new_element(NAME_ID, attributes, self.value)


def name_id_text(name_id: NameId) -> str:
    """Return an identifier as a text that `name_id_from_text` reads, to be stored with a session."""
    return json.dumps(astuple(name_id))


def name_id_from_text(text: str) -> NameId:
    """Return the identifier in a text of `name_id_text`."""
    return NameId(*json.loads(text))


def read_name_id(element: XmlElement) -> NameId:
    """Return the identifier in a `NameID`. Raises InvalidMessage."""
    return NameId(
        value=bounded(element.text(), "NameID"),
        format=uri(element, "Format"),
        name_qualifier=uri(element, "NameQualifier"),
        sp_name_qualifier=uri(element, "SPNameQualifier"),
        sp_provided_id=uri(element, "SPProvidedID"),
    )


def find_name_id(parent: XmlElement, decryption: DecryptionKeys | None) -> NameId | None:
    """Return the identifier of a subject or a request, which may be encrypted, or None.

    Raises InvalidMessage, and DecryptionFailed if it is encrypted and cannot be decrypted.
    """
    plain, encrypted = parent.child(NAME_ID), parent.child(ENCRYPTED_ID)
    if plain is not None and encrypted is not None:
        raise InvalidMessage(f"{parent.local_name} has two identifiers.")
    if encrypted is not None:
        if decryption is None:
            raise InvalidMessage("An encrypted identifier is not expected.")
        plain = decryption.decrypt(encrypted).root
        if plain.tag != NAME_ID:
            raise InvalidMessage("The encrypted identifier is no NameID.")
    return None if plain is None else read_name_id(plain)
