"""Responses to authentication requests: `Response` (SAML core, section 3.3.3).

A response has at most one assertion. Its content is read from what a signature covers: the signed response, or the
signed assertion in it.
"""

from dataclasses import dataclass
from typing import Final

from hanse.crypto.xml.documents import parse_document
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import has_signature
from hanse.saml.assertions import ASSERTION, ENCRYPTED_ASSERTION, Assertion, read_assertion
from hanse.saml.envelopes import DecryptionKeys, Envelope, Header, SignatureTrust, read_header, read_issuer
from hanse.saml.errors import InvalidMessage, RequestDenied
from hanse.saml.statuses import Status, read_status
from hanse.saml.xml_names import samlp

RESPONSE: Final = samlp("Response")


@dataclass(frozen=True)
class SamlResponse:
    """A response to send; `assertion` is an `Assertion` or `EncryptedAssertion` element, signed if required."""

    header: Header
    status: Status
    assertion: XmlElement | None = None

    def to_element(self) -> XmlElement:
        """Return the response as XML, unsigned."""
        content = [self.status.to_element()] + ([] if self.assertion is None else [self.assertion])
        return self.header.to_element(RESPONSE, {}, *content)


@dataclass(frozen=True)
class ReceivedResponse:
    """A response whose assertion, if it has one, was signed by the partner."""

    header: Header
    status: Status
    assertion: Assertion | None
    # The header and the status are signed only if the response is.
    response_signed: bool
    assertion_signed: bool
    assertion_encrypted: bool = False


def read_response(
    envelope: Envelope,
    trust: SignatureTrust,
    decryption: DecryptionKeys | None = None,
    *,
    signature_required: bool = True,
) -> ReceivedResponse:
    """Return a response of a partner. Raises SignatureRefused, DecryptionFailed or SamlRefused.

    `signature_required` is false only if the partner itself delivered the response over an authenticated
    connection (artifact binding).
    """
    body = envelope.body(trust)
    element = body.element
    if element.tag != RESPONSE:
        raise InvalidMessage(f"{element.local_name} is no response.")
    header, status = read_header(element), read_status(element)
    found, encrypted = _assertion_element(element, decryption)
    if found is None:
        if status.is_success:
            raise InvalidMessage("A successful response has no assertion.")
        return ReceivedResponse(header, status, None, body.is_signed, assertion_signed=False)
    if not status.is_success:
        raise InvalidMessage("An unsuccessful response has an assertion.")
    signed = has_signature(found)
    if signed:
        found = trust.verified(found)
    elif signature_required and not body.is_signed:
        raise RequestDenied("Neither the response nor its assertion is signed.")
    assertion = read_assertion(found, decryption)
    if assertion.issuer != header.issuer:
        raise InvalidMessage("The response and its assertion have different issuers.")
    return ReceivedResponse(header, status, assertion, body.is_signed, signed, encrypted)


@dataclass(frozen=True)
class PresentedAssertion:
    """An assertion that was sent by itself, as in RFC 7522, and not verified; the issuer finds the partner."""

    element: XmlElement
    issuer: str

    def verified(self, trust: SignatureTrust, decryption: DecryptionKeys | None = None) -> Assertion:
        """Return the assertion that the partner signed. Raises SignatureRefused, DecryptionFailed or SamlRefused."""
        return read_assertion(trust.verified(self.element), decryption)


def open_assertion(data: bytes, decryption: DecryptionKeys | None = None) -> PresentedAssertion:
    """Return an assertion that is not verified, decrypted if need be. Raises XmlRefused."""
    element = parse_document(data).root
    if element.tag == ENCRYPTED_ASSERTION:
        element = _decrypted(element, decryption)
    if element.tag != ASSERTION:
        raise InvalidMessage(f"{element.local_name} is no assertion.")
    return PresentedAssertion(element, read_issuer(element))


def _assertion_element(response: XmlElement, decryption: DecryptionKeys | None) -> tuple[XmlElement | None, bool]:
    """Return the only assertion, decrypted if need be, and whether it was encrypted."""
    plain, encrypted = response.children(ASSERTION), response.children(ENCRYPTED_ASSERTION)
    if len(plain) + len(encrypted) > 1:
        raise InvalidMessage("A response must not have more than one assertion.")
    if encrypted:
        return _decrypted(encrypted[0], decryption), True
    return (plain[0] if plain else None), False


def _decrypted(element: XmlElement, decryption: DecryptionKeys | None) -> XmlElement:
    if decryption is None:
        raise InvalidMessage("An encrypted assertion is not expected.")
    found = decryption.decrypt(element).root
    if found.tag != ASSERTION:
        raise InvalidMessage("The encrypted element is no assertion.")
    return found
