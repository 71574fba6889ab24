"""Elements of XML documents: strict reading, and writing with the usual prefixes.

Names are in Clark notation, `{namespace}local`. An element is read by methods that refuse what they do not expect,
because a lenient reader sees a different message than the signer.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from lxml import etree

from hanse.crypto.xml.errors import MalformedXml

DSIG: Final = "http://www.w3.org/2000/09/xmldsig#"
XENC: Final = "http://www.w3.org/2001/04/xmlenc#"
XENC11: Final = "http://www.w3.org/2009/xmlenc11#"
EXCLUSIVE_C14N: Final = "http://www.w3.org/2001/10/xml-exc-c14n#"
# The customary prefixes make messages easier to read. They have no effect on the meaning.
_PREFIXES: Final = {
    DSIG: "ds",
    XENC: "xenc",
    XENC11: "xenc11",
    "urn:oasis:names:tc:SAML:2.0:protocol": "samlp",
    "urn:oasis:names:tc:SAML:2.0:assertion": "saml",
    "urn:oasis:names:tc:SAML:2.0:metadata": "md",
    "http://schemas.xmlsoap.org/soap/envelope/": "soap",
    "urn:oasis:names:tc:SAML:1.0:assertion": "saml",
    "http://schemas.xmlsoap.org/ws/2005/02/trust": "t",
    "http://docs.oasis-open.org/ws-sx/ws-trust/200512": "trust",
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd": "wsse",
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd": "wsu",
    "http://schemas.xmlsoap.org/ws/2004/09/policy": "wsp",
    "http://www.w3.org/2005/08/addressing": "wsa",
    "http://docs.oasis-open.org/wsfed/federation/200706": "fed",
    "http://docs.oasis-open.org/wsfed/authorization/200706": "auth",
}


class XmlElement:
    """One element of a parsed or written document."""

    __slots__ = ("_node",)

    def __init__(self, node: "etree._Element") -> None:
        self._node = node

    @property
    def node(self) -> "etree._Element":
        """Return the element of the XML library, for this package only."""
        return self._node

    @property
    def tag(self) -> str:
        """Return the name in Clark notation."""
        return str(self._node.tag)

    @property
    def local_name(self) -> str:
        """Return the name without its namespace, for messages in the log."""
        return self.tag.rpartition("}")[2]

    @property
    def prefixes(self) -> Mapping[str | None, str]:
        """Return the namespaces in scope by prefix, for values that are qualified names."""
        return self._node.nsmap

    def attribute(self, name: str) -> str | None:
        """Return the value of an attribute."""
        return self._node.get(name)

    def children(self, tag: str | None = None) -> list["XmlElement"]:
        """Return the child elements, or those with a name."""
        return [XmlElement(each) for each in self._node.iterchildren(tag or "{*}*")]

    def child(self, tag: str) -> "XmlElement | None":
        """Return the only child with a name, or None. Raises MalformedXml if there are several."""
        found = self.children(tag)
        if len(found) > 1:
            raise MalformedXml(f"{self.local_name} has more than one {found[0].local_name}.")
        return found[0] if found else None

    def required_child(self, tag: str) -> "XmlElement":
        """Return the only child with a name. Raises MalformedXml if it is missing."""
        found = self.child(tag)
        if found is None:
            raise MalformedXml(f"{self.local_name} has no {tag.rpartition('}')[2]}.")
        return found

    def descendants(self, tag: str) -> Iterator["XmlElement"]:
        """Return all elements with a name below this one, itself included."""
        return (XmlElement(each) for each in self._node.iter(tag))

    def text(self) -> str:
        """Return the text content without spaces around it. Raises MalformedXml if it has child elements."""
        if len(self._node):
            raise MalformedXml(f"{self.local_name} must contain text only.")
        return (self._node.text or "").strip()

    def append(self, child: "XmlElement") -> None:
        """Add a child at the end."""
        self._node.append(child.node)

    def insert(self, index: int, child: "XmlElement") -> None:
        """Add a child before the one with an index."""
        self._node.insert(index, child.node)

    def remove(self, child: "XmlElement") -> None:
        """Remove a child."""
        self._node.remove(child.node)

    def serialized(self) -> bytes:
        """Return the element as a document in UTF-8 without a declaration, with the namespaces that it inherits."""
        return etree.tostring(self._node, encoding="utf-8", with_tail=False, xml_declaration=False)

    def canonical(self) -> bytes:
        """Return the element in exclusive canonical form without comments (W3C xml-exc-c14n)."""
        return etree.tostring(self._node, method="c14n", exclusive=True, with_comments=False)


def new_element(
    tag: str,
    attributes: Mapping[str, str | bool | int | None] | None = None,
    *content: "XmlElement | str | None",
    prefixes: Mapping[str, str] | None = None,
) -> XmlElement:
    """Return an element with attributes and children or text; everything that is None is left out.

    `prefixes` declares namespaces for values that are qualified names, such as that of `xsi:type`.
    Raises MalformedXml for characters that XML 1.0 does not allow.
    """
    namespace = tag[1:].partition("}")[0]
    usual = {_PREFIXES[namespace]: namespace} if namespace in _PREFIXES else {}
    node = etree.Element(tag, nsmap={**usual, **(prefixes or {})} or None)
    try:
        for name, value in (attributes or {}).items():
            if value is not None:
                node.set(name, ("false", "true")[value] if isinstance(value, bool) else str(value))
        for each in content:
            if isinstance(each, XmlElement):
                node.append(each.node)
            elif each is not None:
                node.text = (node.text or "") + each
    except ValueError as error:
        raise MalformedXml(f"{tag.rpartition('}')[2]} has a character that XML does not allow.") from error
    return XmlElement(node)
