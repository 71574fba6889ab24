"""Attributes of users in assertions (SAML core, section 2.7.3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.envelopes import DecryptionKeys
from hanse.saml.errors import InvalidMessage
from hanse.saml.name_ids import NAME_ID
from hanse.saml.part_encryption import PLAIN, PartEncryption
from hanse.saml.values import LONGEST_TEXT, bounded, uri
from hanse.saml.xml_names import ATTRIBUTE_UNSPECIFIED, saml

# The name identifier of an assertion's subject, as contracts name it beside the attributes.
SAML_SUBJECT: Final = "SAML_SUBJECT"
ENCRYPTED_ATTRIBUTE: Final = saml("EncryptedAttribute")
_NIL: Final = "{http://www.w3.org/2001/XMLSchema-instance}nil"


@dataclass(frozen=True)
class SamlAttribute:
    """An attribute with its values."""

    name: str
    values: tuple[str, ...] = ()
    name_format: str | None = None
    friendly_name: str | None = None

    @property
    def effective_format(self) -> str:
        """Return the name format; a missing one is unspecified (SAML core, section 2.7.3.1)."""
        return self.name_format or ATTRIBUTE_UNSPECIFIED

    def to_element(self) -> XmlElement:
        """Return the attribute as XML."""
        attributes = {"Name": self.name, "NameFormat": self.name_format, "FriendlyName": self.friendly_name}
        values = [new_element(saml("AttributeValue"), None, value) for value in self.values]
        return new_element(saml("Attribute"), attributes, *values)


def attribute_statement(attributes: Iterable[SamlAttribute], parts: PartEncryption = PLAIN) -> XmlElement | None:
    """Return the statement of an assertion, or None, because it must not be empty."""
    elements = [parts.protected(each.name, each.to_element(), ENCRYPTED_ATTRIBUTE) for each in attributes]
    return new_element(saml("AttributeStatement"), None, *elements) if elements else None


def attribute_values(attributes: Iterable[SamlAttribute]) -> dict[str, str | list[str]]:
    """Return the values by name, without attributes that have none; values of attributes with one name are joined."""
    found: dict[str, list[str]] = {}
    for each in attributes:
        found.setdefault(each.name, []).extend(each.values)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items() if values}


def read_attributes(statement: XmlElement, decryption: DecryptionKeys | None) -> tuple[SamlAttribute, ...]:
    """Return the attributes of a statement; encrypted ones are decrypted. Raises InvalidMessage, DecryptionFailed."""
    found = []
    for child in statement.children():
        if child.tag == saml("Attribute"):
            found.append(read_attribute(child))
        elif child.tag == ENCRYPTED_ATTRIBUTE and decryption is not None:
            found.append(read_attribute(decryption.decrypt(child).root))
        else:
            raise InvalidMessage(f"{child.local_name} is not expected in an attribute statement.")
    return tuple(found)


def read_attribute(element: XmlElement) -> SamlAttribute:
    """Return an attribute. Raises InvalidMessage."""
    if element.tag != saml("Attribute"):
        raise InvalidMessage(f"{element.local_name} is no attribute.")
    values = [_value(each) for each in element.children(saml("AttributeValue"))]
    return SamlAttribute(
        name=bounded(element.attribute("Name") or "", "Name of an attribute"),
        values=tuple(each for each in values if each is not None),
        name_format=uri(element, "NameFormat"),
        friendly_name=element.attribute("FriendlyName"),
    )


def _value(element: XmlElement) -> str | None:
    """Return the text of a value; None for `xsi:nil` and for values that consist of other XML."""
    if element.attribute(_NIL) in ("true", "1"):
        return None
    # The value of eduPersonTargetedID and of similar attributes is a name identifier.
    children = element.children()
    name_ids = [each for each in children if each.tag == NAME_ID]
    if children and len(children) != len(name_ids):
        return None
    text = name_ids[0].text() if len(name_ids) == 1 else element.text()
    if len(text) > LONGEST_TEXT:
        raise InvalidMessage("The value of an attribute is too long.")
    return text
