"""Attribute queries (SAML core, section 3.3.2.3)."""

from dataclasses import dataclass
from typing import Final

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.attributes import SamlAttribute, read_attribute
from hanse.saml.envelopes import Body, Header, read_header
from hanse.saml.errors import InvalidMessage
from hanse.saml.name_ids import NameId, find_name_id
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

    def to_element(self) -> XmlElement:
        """Return the query as XML, unsigned."""
        subject = new_element(saml("Subject"), None, self.name_id.to_element())
        return self.header.to_element(ATTRIBUTE_QUERY, {}, subject, *(each.to_element() for each in self.attributes))


def read_attribute_query(body: Body) -> AttributeQuery:
    """Return the query in a message. Raises SamlRefused."""
    element = body.element
    if element.tag != ATTRIBUTE_QUERY:
        raise InvalidMessage(f"{element.local_name} is no attribute query.")
    name_id = find_name_id(element.required_child(saml("Subject")), None)
    if name_id is None:
        raise InvalidMessage("An attribute query must name the user.")
    found = element.children(saml("Attribute"))
    if len(found) > _MOST_ATTRIBUTES:
        raise InvalidMessage("An attribute query has too many attributes.")
    attributes = tuple(read_attribute(each) for each in found)
    if len({(each.name, each.name_format) for each in attributes}) < len(attributes):
        raise InvalidMessage("An attribute is in the query twice.")
    return AttributeQuery(read_header(element), name_id, attributes)
