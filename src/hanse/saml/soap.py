"""SOAP 1.1 around messages of back channels (SAML bindings, section 3.2)."""

from typing import Final

from hanse.crypto.xml.documents import XmlDocument, parse_document
from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.errors import InvalidMessage
from hanse.saml.xml_names import SOAP

CONTENT_TYPE: Final = "text/xml; charset=utf-8"
_ENVELOPE: Final = f"{{{SOAP}}}Envelope"
_BODY: Final = f"{{{SOAP}}}Body"


def soap_message(message: XmlElement) -> bytes:
    """Return a message in a SOAP envelope."""
    return new_element(_ENVELOPE, None, new_element(_BODY, None, message)).serialized()


def soap_fault(text: str, *, by_sender: bool = True) -> bytes:
    """Return a SOAP fault with the code `Client`, or `Server` if the sender is not at fault (SOAP 1.1, section 4.4)."""
    code = new_element("faultcode", None, "soap:Client" if by_sender else "soap:Server")
    return soap_message(new_element(f"{{{SOAP}}}Fault", None, code, new_element("faultstring", None, text)))


def read_soap(data: bytes) -> XmlDocument:
    """Return the only message in a SOAP envelope as a document of its own. Raises MalformedXml or InvalidMessage."""
    root = parse_document(data).root
    if root.tag != _ENVELOPE:
        raise InvalidMessage("This is no SOAP message.")
    for header in root.children(f"{{{SOAP}}}Header"):
        # SOAP 1.1, section 4.2.3: a header with `mustUnderstand` must be understood, and this server knows none.
        if any(each.attribute(f"{{{SOAP}}}mustUnderstand") == "1" for each in header.children()):
            raise InvalidMessage("The SOAP message has a header that this server does not know.")
    messages = root.required_child(_BODY).children()
    if len(messages) != 1:
        raise InvalidMessage("The SOAP message must contain one message.")
    return parse_document(messages[0].serialized())
