"""The HTTP Artifact binding: artifacts of type 4, and messages that resolve them (SAML bindings, section 3.6).

The handle is a random reference to a message that the sender keeps for a short time and gives out once.
"""

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha1
from typing import Final, Self
from urllib.parse import urlencode

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.kit.randomness import Randomness
from hanse.saml.bindings import RELAY_STATE, SAML_ARTIFACT, from_base64
from hanse.saml.envelopes import Body, Envelope, Header, envelope_of, read_header
from hanse.saml.errors import InvalidMessage
from hanse.saml.statuses import Status, read_status
from hanse.saml.values import bounded
from hanse.saml.xml_names import saml, samlp

ARTIFACT_RESOLVE: Final = samlp("ArtifactResolve")
ARTIFACT_RESPONSE: Final = samlp("ArtifactResponse")
_TYPE_CODE: Final = b"\x00\x04"
_PART, _LENGTH = 20, 44
_LARGEST_INDEX: Final = 65535


@dataclass(frozen=True)
class Artifact:
    """An artifact of type 4 (SAML bindings, section 3.6.4)."""

    endpoint_index: int
    source_id: bytes
    handle: bytes

    @classmethod
    def new(cls, entity_id: str, endpoint_index: int, randomness: Randomness) -> Self:
        """Return a new artifact of an entity."""
        return cls(endpoint_index, source_id(entity_id), randomness.token_bytes(_PART))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the artifact in a text. Raises InvalidMessage."""
        octets = from_base64(text[:128])
        if len(octets) != _LENGTH or octets[:2] != _TYPE_CODE:
            raise InvalidMessage("This is no artifact of type 4.")
        return cls(int.from_bytes(octets[2:4], "big"), octets[4:24], octets[24:])

    def __str__(self) -> str:
        """Return the artifact in Base64."""
        index = min(self.endpoint_index, _LARGEST_INDEX).to_bytes(2, "big")
        return b64encode(_TYPE_CODE + index + self.source_id + self.handle).decode()


def artifact_address(url: str, artifact: str, relay_state: str | None) -> str:
    """Return the address that takes an artifact to an endpoint (SAML bindings, section 3.6.3)."""
    state = {} if relay_state is None else {RELAY_STATE: relay_state}
    return f"{url}{'&' if '?' in url else '?'}{urlencode({SAML_ARTIFACT: artifact, **state})}"


def source_id(entity_id: str) -> bytes:
    """Return the identifier of an entity in its artifacts; SHA-1 is prescribed and protects nothing here."""
    return sha1(entity_id.encode(), usedforsecurity=False).digest()


@dataclass(frozen=True)
class ArtifactResolve:
    """A request for the message of an artifact."""

    header: Header
    artifact: str

    def to_element(self) -> XmlElement:
        """Return the request as XML, unsigned."""
        return self.header.to_element(ARTIFACT_RESOLVE, {}, new_element(samlp("Artifact"), None, self.artifact))


@dataclass(frozen=True)
class ArtifactResponse:
    """The response to such a request. It contains the message, unless the artifact is unknown."""

    header: Header
    status: Status
    message: XmlElement | None = None

    def to_element(self) -> XmlElement:
        """Return the response as XML, unsigned."""
        content = [self.status.to_element()] + ([] if self.message is None else [self.message])
        return self.header.to_element(ARTIFACT_RESPONSE, {}, *content)


def read_artifact_resolve(body: Body) -> ArtifactResolve:
    """Return the request in a message. Raises SamlRefused."""
    if body.element.tag != ARTIFACT_RESOLVE:
        raise InvalidMessage(f"{body.element.local_name} does not resolve an artifact.")
    artifact = body.element.required_child(samlp("Artifact"))
    return ArtifactResolve(read_header(body.element), bounded(artifact.text(), "Artifact"))


def read_artifact_response(body: Body) -> ArtifactResponse:
    """Return the response in a message. Raises SamlRefused."""
    element = body.element
    if element.tag != ARTIFACT_RESPONSE:
        raise InvalidMessage(f"{element.local_name} does not answer a request for an artifact.")
    status = read_status(element)
    known = (saml("Issuer"), samlp("Status"), samlp("Extensions"), "{http://www.w3.org/2000/09/xmldsig#}Signature")
    messages = [each for each in element.children() if each.tag not in known]
    if len(messages) > 1:
        raise InvalidMessage("An artifact must have one message.")
    return ArtifactResponse(read_header(element), status, messages[0] if messages else None)


def enveloped_message(answer: ArtifactResponse, expected: tuple[str, ...]) -> Envelope:
    """Return the message of an artifact, to be verified by itself. Raises InvalidMessage if there is none."""
    if answer.message is None:
        raise InvalidMessage("The artifact is unknown to the partner.")
    return envelope_of(parse_document(answer.message.serialized()), expected)
