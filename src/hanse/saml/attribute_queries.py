"""Attribute queries (SAML core, section 3.3.2.3)."""

from dataclasses import dataclass
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.attributes import SAML_SUBJECT, SamlAttribute, read_attribute
from hanse.saml.envelopes import Body, DecryptionKeys, Header, read_header
from hanse.saml.errors import InvalidMessage
from hanse.saml.name_ids import ENCRYPTED_ID, NameId, find_name_id
from hanse.saml.part_encryption import PLAIN, PartEncryption
from hanse.saml.xml_names import saml, samlp

ATTRIBUTE_QUERY: Final = samlp("AttributeQuery")
_MOST_ATTRIBUTES = 1_000


@dataclass(frozen=True)
class AttributeQuery:
    """A request for attributes of a user; without attributes, for all that the partner may have.

    A requested attribute with values asks for those of its values only.
    """

    header: Header
    name_id: NameId
    attributes: tuple[SamlAttribute, ...] = ()
    name_id_encrypted: bool = False

    def to_element(self, parts: PartEncryption = PLAIN) -> XmlElement:
        """Return the query as XML, unsigned."""
        name_id = parts.protected(SAML_SUBJECT, self.name_id.to_element(), ENCRYPTED_ID)
        subject = new_element(saml("Subject"), None, name_id)
        return self.header.to_element(ATTRIBUTE_QUERY, {}, subject, *(each.to_element() for each in self.attributes))


def read_attribute_query(body: Body, decryption: DecryptionKeys | None = None) -> AttributeQuery:
    """Return the query in a message. Raises SamlRefused, and DecryptionFailed."""
    element = body.element
    if element.tag != ATTRIBUTE_QUERY:
        raise InvalidMessage(f"{element.local_name} is no attribute query.")
    subject = element.required_child(saml("Subject"))
    name_id = find_name_id(subject, decryption)
    if name_id is None:
        raise InvalidMessage("An attribute query must name the user.")
    found = element.children(saml("Attribute"))
    if len(found) > _MOST_ATTRIBUTES:
        raise InvalidMessage("An attribute query has too many attributes.")
    attributes = tuple(read_attribute(each) for each in found)
    if len({(each.name, each.name_format) for each in attributes}) < len(attributes):
        raise InvalidMessage("An attribute is in the query twice.")
    is_encrypted = subject.child(ENCRYPTED_ID) is not None
    return AttributeQuery(read_header(element), name_id, attributes, is_encrypted)
