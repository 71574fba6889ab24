"""Received messages: the issuer is read first, and the content only after the signature was verified.

Before `body` is called, only the issuer of an envelope may be used, and only to find the partner.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa

from hanse.crypto.xml.algorithms import MODERN, AcceptedAlgorithms
from hanse.crypto.xml.anchored_trust import AnchoredTrust
from hanse.crypto.xml.documents import XmlDocument, parse_document
from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.encryption import decrypt_element
from hanse.crypto.xml.signatures import SIGNATURE, has_signature, verify_signed
from hanse.saml.errors import InvalidMessage, RequestDenied, WrongVersion
from hanse.saml.values import bounded, identifier_reference, instant_text, required_id, required_instant, uri
from hanse.saml.xml_names import NAMEID_ENTITY, SAMLP, saml, samlp

_NAMEID_QUALIFIERS = ("NameQualifier", "SPNameQualifier", "SPProvidedID")


@dataclass(frozen=True)
class SignatureTrust:
    """The certificates of a partner, and the algorithms that its connection accepts.

    With `anchored`, the partner may also sign with a certificate that the message contains, if it has certain names.
    """

    certificates: Sequence[x509.Certificate]
    algorithms: AcceptedAlgorithms = MODERN
    anchored: AnchoredTrust | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether no signature can be verified."""
        return not self.certificates and self.anchored is None

    def verified(self, element: XmlElement) -> XmlElement:
        """Return what the signature of an element covers. Raises SignatureRefused."""
        verified = verify_signed(
            element, certificates=self.certificates, algorithms=self.algorithms, anchored=self.anchored
        )
        return verified.element


@dataclass(frozen=True)
class DecryptionKeys:
    """The keys that decrypt messages of partners. AES-CBC is accepted only if the connection allows it."""

    keys: Sequence[rsa.RSAPrivateKey] = field(repr=False)
    allow_cbc: bool = False

    def decrypt(self, wrapper: XmlElement) -> XmlDocument:
        """Return the decrypted content of an element. Raises DecryptionFailed."""
        return decrypt_element(wrapper, self.keys, allow_cbc=self.allow_cbc)


@dataclass(frozen=True)
class Header:
    """The members that all messages begin with (SAML core, sections 3.2.1 and 3.2.2)."""

    id: str
    issue_instant: datetime
    issuer: str
    destination: str | None = None
    in_response_to: str | None = None
    consent: str | None = None

    def to_element(self, tag: str, attributes: dict[str, str | bool | int | None], *content: XmlElement) -> XmlElement:
        """Return a message with this header, further attributes and content."""
        common: dict[str, str | bool | int | None] = {
            "ID": self.id,
            "Version": "2.0",
            "IssueInstant": instant_text(self.issue_instant),
            "Destination": self.destination,
            "InResponseTo": self.in_response_to,
            "Consent": self.consent,
        }
        return new_element(tag, common | attributes, new_element(saml("Issuer"), None, self.issuer), *content)


@dataclass(frozen=True)
class Body:
    """A message whose signature, if it has one, was verified: its content is what the partner signed."""

    element: XmlElement
    is_signed: bool


@dataclass(frozen=True)
class Envelope:
    """A message that was parsed and not verified."""

    document: XmlDocument
    tag: str
    issuer: str
    has_signature: bool

    def body(self, trust: SignatureTrust) -> Body:
        """Return the message to read. Raises SignatureRefused if it has a signature that does not verify."""
        root = self.document.root
        if not self.has_signature:
            return Body(root, is_signed=False)
        return Body(trust.verified(root), is_signed=True)


def open_envelope(data: bytes, expected: Sequence[str]) -> Envelope:
    """Return a message of one of the expected kinds, by their tags. Raises XmlRefused."""
    return envelope_of(parse_document(data), expected)


def envelope_of(document: XmlDocument, expected: Sequence[str]) -> Envelope:
    """Return the message in a parsed document. Raises InvalidMessage or WrongVersion."""
    root = document.root
    if root.tag not in expected:
        raise InvalidMessage(f"{root.local_name} is not expected here.")
    header = read_header(root)
    _check_places_of_signatures(root)
    return Envelope(document, root.tag, header.issuer, has_signature(root))


def read_header(element: XmlElement) -> Header:
    """Return the header of a message. Raises InvalidMessage or WrongVersion."""
    if not element.tag.startswith(f"{{{SAMLP}}}"):
        raise InvalidMessage(f"{element.local_name} is no message of the SAML protocol.")
    check_version(element)
    return Header(
        id=required_id(element),
        issue_instant=required_instant(element, "IssueInstant"),
        issuer=read_issuer(element),
        destination=uri(element, "Destination"),
        in_response_to=identifier_reference(element),
        consent=uri(element, "Consent"),
    )


def check_version(element: XmlElement) -> None:
    """Raise WrongVersion if a message or an assertion is not of SAML 2.0."""
    if element.attribute("Version") != "2.0":
        raise WrongVersion(f"{element.local_name} is not of version 2.0.")


def read_issuer(element: XmlElement) -> str:
    """Return the entity ID in the first child, where every message and assertion must have its issuer."""
    children = element.children()
    issuer = element.required_child(saml("Issuer"))
    if children[0].tag != issuer.tag:
        raise InvalidMessage(f"{element.local_name} must begin with its issuer.")
    # SAML profiles, section 4.1.4.2: an entity identifier, without qualifiers.
    if issuer.attribute("Format") not in (None, NAMEID_ENTITY) or any(map(issuer.attribute, _NAMEID_QUALIFIERS)):
        raise InvalidMessage("The issuer is no entity identifier.")
    return bounded(issuer.text(), "Issuer")


def check_destination(header: Header, addresses: Sequence[str], *, is_signed: bool) -> None:
    """Raise RequestDenied if a message was sent to another address (SAML bindings, sections 3.4.5.2 and 3.5.5.2).

    A signed message that a browser delivers must have a destination.
    """
    if header.destination is None:
        if is_signed:
            raise RequestDenied("A signed message must have a destination.")
    elif header.destination not in addresses:
        raise RequestDenied("The message has another destination.")


def _check_places_of_signatures(root: XmlElement) -> None:
    # A signature elsewhere, such as in an extension, belongs to a wrapped message.
    messages = [root]
    if root.tag == samlp("ArtifactResponse"):
        messages += [each for each in root.children() if each.tag.startswith(f"{{{SAMLP}}}")]
    signed = [*messages, *(each for message in messages for each in message.children(saml("Assertion")))]
    expected = sum(len(each.children(SIGNATURE)) for each in signed)
    if expected != sum(1 for _ in root.descendants(SIGNATURE)):
        raise InvalidMessage("A signature is at a place where SAML has none.")
