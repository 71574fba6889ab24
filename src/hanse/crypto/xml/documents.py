"""Parsing of XML from untrusted senders: no DTD, no entities, no network access, and bounded sizes.

The library decides the encoding. Comments are left out while parsing, so that the text around a comment is one text, as
the canonical form that signatures cover has it. Processing instructions, which would be signed, are refused.
"""

from dataclasses import dataclass
from typing import Final

from lxml import etree

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.errors import MalformedXml

_ENCODINGS: Final = frozenset({"utf-8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii"})
# Some XML software looks elements up by any of these attributes, so each value must identify only one element.
_ID_NAMES: Final = frozenset({"ID", "Id", "id", "{http://www.w3.org/XML/1998/namespace}id"})


@dataclass(frozen=True)
class XmlLimits:
    """The size of the largest document that is accepted."""

    octets: int
    depth: int = 32
    elements: int = 5_000
    attributes: int = 64


# A message with a few hundred attribute values has a size of about 100 kB.
MESSAGE_LIMITS: Final = XmlLimits(octets=512 * 1024)
# Metadata of one partner; aggregates of whole federations are larger and are not read.
METADATA_LIMITS: Final = XmlLimits(octets=2 * 1024 * 1024, elements=50_000)


@dataclass(frozen=True)
class XmlDocument:
    """A parsed document, in which no two elements have the same identifier."""

    root: XmlElement


def parse_document(data: bytes, *, limits: XmlLimits = MESSAGE_LIMITS) -> XmlDocument:
    """Return the document in these bytes. Raises MalformedXml."""
    if len(data) > limits.octets:
        raise MalformedXml(f"The document has more than {limits.octets} octets.")
    try:
        root = etree.fromstring(data, new_parser())
    except (etree.XMLSyntaxError, ValueError, LookupError) as error:
        raise MalformedXml(f"This is no well-formed XML document: {str(error)[:200]}") from error
    info = root.getroottree().docinfo
    if info.internalDTD is not None or info.externalDTD is not None:
        raise MalformedXml("A document type declaration is not accepted.")
    if (info.encoding or "utf-8").lower() not in _ENCODINGS:
        raise MalformedXml("Only UTF-8 and UTF-16 are accepted.")
    if root.getprevious() is not None or root.getnext() is not None:
        raise MalformedXml("Processing instructions are not accepted.")
    _check_bounds(root, limits)
    return XmlDocument(XmlElement(root))


def new_parser() -> "etree.XMLParser":
    """Return a parser with the settings of this package, for this package only; it sets no limits of its own."""
    # A new parser for each document: parsers keep state and are not safe to share between threads.
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=False,
        collect_ids=False,
        recover=False,
    )


def _check_bounds(root: "etree._Element", limits: XmlLimits) -> None:
    """Refuse documents that exceed the limits, contain processing instructions, or repeat an identifier."""
    seen: set[str] = set()
    depth = elements = declarations = 0
    for event, node in etree.iterwalk(root, events=("start-ns", "start", "end", "pi")):
        if node is None or isinstance(node, tuple):  # The event reports a namespace declaration.
            declarations += 1
            if declarations > limits.attributes:
                raise MalformedXml(f"An element has more than {limits.attributes} namespace declarations.")
        elif event == "start":
            declarations, depth, elements = 0, depth + 1, elements + 1
            if depth > limits.depth or elements > limits.elements:
                raise MalformedXml(
                    f"There are more than {limits.elements} elements, or more than {limits.depth} levels."
                )
            if node.attrib:
                _check_attributes(node.attrib, limits, seen)
        elif event == "end":
            depth -= 1
        else:
            raise MalformedXml("Processing instructions are not accepted.")


def _check_attributes(attributes: "etree._Attrib", limits: XmlLimits, seen: set[str]) -> None:
    if len(attributes) > limits.attributes:
        raise MalformedXml(f"An element has more than {limits.attributes} attributes.")
    for name, value in attributes.items():
        if name in _ID_NAMES:
            if value in seen:
                raise MalformedXml("Two elements have the same identifier.")
            seen.add(value)
