"""Messages as logs show them: values of some attributes, and name identifiers, are replaced."""

from collections.abc import Collection

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.name_ids import NAME_ID
from hanse.saml.xml_names import saml


def masked_message(data: bytes, attributes: Collection[str], mask: str, *, hides_subject: bool) -> str:
    """Return a message in which a mask replaces the values of these attributes. Raises MalformedXml.

    `hides_subject` replaces the name identifiers of subjects as well. Encrypted parts stay as they are.
    """
    root = parse_document(data).root
    for attribute in root.descendants(saml("Attribute")):
        if attribute.attribute("Name") in attributes:
            for value in attribute.children():
                attribute.remove(value)
            attribute.append(new_element(saml("AttributeValue"), None, mask))
    if hides_subject:
        for subject in root.descendants(saml("Subject")):
            _hide_name_id(subject, mask)
            # The party that confirms a subject has a name identifier too (SAML core, section 2.4.1.1).
            for confirmation in subject.children(saml("SubjectConfirmation")):
                _hide_name_id(confirmation, mask)
    return root.serialized().decode()


def _hide_name_id(parent: XmlElement, mask: str) -> None:
    for name_id in parent.children(NAME_ID):
        parent.remove(name_id)
        parent.insert(0, new_element(NAME_ID, None, mask))
