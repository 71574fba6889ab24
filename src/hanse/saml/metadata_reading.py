"""Metadata of partners, read from XML (SAML metadata, section 2).

A document has one entity, or several of which the caller names one. A signature of the document is verified before
anything is read. Roles of other protocols than SAML 2.0 are left out.
"""

import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from cryptography import x509

from hanse.crypto.xml.documents import METADATA_LIMITS, parse_document
from hanse.crypto.xml.elements import DSIG, XmlElement
from hanse.crypto.xml.signatures import FIRST, SIGNATURE, has_signature, verify_signed
from hanse.saml.attributes import read_attribute
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.errors import InvalidMessage
from hanse.saml.metadata import Contact, Endpoint, EntityDescriptor, IdpDescriptor, RequestedAttribute, SpDescriptor
from hanse.saml.values import bounded, flag, instant, small_number, uri
from hanse.saml.xml_names import SAMLP, md, saml

ENTITY: Final = md("EntityDescriptor")
_ENTITIES: Final = md("EntitiesDescriptor")
_CERTIFICATE: Final = f"{{{DSIG}}}X509Certificate"
_DURATION: Final = re.compile(
    r"P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})(?:\.\d+)?S)?)?"
)
_SECONDS: Final = (365 * 86400, 30 * 86400, 86400, 3600, 60, 1)
_MOST = 200


@dataclass(frozen=True)
class MetadataDocument:
    """A document with one or more entities; its signature is verified by `verified` only."""

    root: XmlElement

    @property
    def is_signed(self) -> bool:
        """Return whether it has a signature, which may be a forged one."""
        return has_signature(self.root)

    @property
    def claimed_certificate(self) -> x509.Certificate | None:
        """Return the certificate in the signature, whose trust the caller must establish."""
        for signature in self.root.children(SIGNATURE):
            for certificate in signature.descendants(_CERTIFICATE):
                return _certificate(certificate)
        return None

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """Return the entity IDs, in the order of the document."""
        return tuple(each.attribute("entityID") or "" for each in self.root.descendants(ENTITY))

    def verified(self, trust: SignatureTrust) -> "MetadataDocument":
        """Return what the signature covers. Raises SignatureRefused."""
        verified = verify_signed(
            self.root,
            certificates=trust.certificates,
            algorithms=trust.algorithms,
            position=FIRST,
        )
        return MetadataDocument(verified.element)

    def entity(self, entity_id: str | None = None) -> EntityDescriptor:
        """Return an entity, or the only one of the document. Raises InvalidMessage.

        It is valid until the earlier of its own end and that of the document (SAML metadata, section 2.3.1).
        """
        found = [each for each in self.root.descendants(ENTITY) if entity_id in (None, each.attribute("entityID"))]
        if len(found) != 1:
            raise InvalidMessage("The metadata must have this entity once, or one entity only if none is named.")
        entity = _entity(found[0])
        ends = [each for each in (entity.valid_until, instant(self.root, "validUntil")) if each is not None]
        return replace(entity, valid_until=min(ends, default=None))


def open_metadata(data: bytes) -> MetadataDocument:
    """Return a metadata document. Raises MalformedXml or InvalidMessage."""
    root = parse_document(data, limits=METADATA_LIMITS).root
    if root.tag not in (ENTITY, _ENTITIES):
        raise InvalidMessage("This is no SAML metadata.")
    return MetadataDocument(root)


def _entity(element: XmlElement) -> EntityDescriptor:
    idps = _roles(element, "IDPSSODescriptor")
    sps = _roles(element, "SPSSODescriptor")
    organization = element.child(md("Organization"))
    names = [] if organization is None else organization.children(md("OrganizationDisplayName"))
    return EntityDescriptor(
        entity_id=bounded(element.attribute("entityID") or "", "entityID"),
        idp=_idp(idps[0]) if idps else None,
        sp=_sp(sps[0]) if sps else None,
        organization=names[0].text() if names else None,
        contacts=tuple(_contact(each) for each in element.children(md("ContactPerson"))[:_MOST]),
        valid_until=instant(element, "validUntil"),
        cache_duration=_duration(element.attribute("cacheDuration")),
    )


def _roles(entity: XmlElement, name: str) -> list[XmlElement]:
    return [
        each
        for each in entity.children(md(name))
        if SAMLP in (each.attribute("protocolSupportEnumeration") or "").split()
    ]


def _idp(element: XmlElement) -> IdpDescriptor:
    return IdpDescriptor(
        **_common(element),
        want_authn_requests_signed=flag(element, "WantAuthnRequestsSigned"),
        single_sign_on=_endpoints(element, "SingleSignOnService"),
        attributes=tuple(read_attribute(each) for each in element.children(saml("Attribute"))[:_MOST]),
    )


def _sp(element: XmlElement) -> SpDescriptor:
    services = element.children(md("AttributeConsumingService"))
    chosen = next((each for each in services if flag(each, "isDefault")), services[0] if services else None)
    names = [] if chosen is None else chosen.children(md("ServiceName"))
    requested = [] if chosen is None else chosen.children(md("RequestedAttribute"))
    return SpDescriptor(
        **_common(element),
        authn_requests_signed=flag(element, "AuthnRequestsSigned"),
        want_assertions_signed=flag(element, "WantAssertionsSigned"),
        assertion_consumer=_endpoints(element, "AssertionConsumerService"),
        service_name=names[0].text() if names else None,
        requested_attributes=tuple(_requested(each) for each in requested[:_MOST]),
    )


def _common(element: XmlElement) -> dict[str, Any]:
    formats = element.children(md("NameIDFormat"))
    return {
        "signing_certificates": _certificates(element, "signing"),
        "encryption_certificates": _certificates(element, "encryption"),
        "single_logout": _endpoints(element, "SingleLogoutService"),
        "artifact_resolution": _endpoints(element, "ArtifactResolutionService"),
        "name_id_formats": tuple(bounded(each.text(), "NameIDFormat") for each in formats[:_MOST]),
        "valid_until": instant(element, "validUntil"),
    }


def _certificates(role: XmlElement, use: str) -> tuple[x509.Certificate, ...]:
    """Return the certificates for a use; a key without a use is for both (SAML metadata, section 2.4.1.1)."""
    keys = [each for each in role.children(md("KeyDescriptor")) if each.attribute("use") in (None, use)]
    found: list[x509.Certificate] = []
    for key in keys[:_MOST]:
        for each in key.descendants(_CERTIFICATE):
            certificate = _certificate(each)
            if certificate not in found:
                found.append(certificate)
    return tuple(found)


def _certificate(element: XmlElement) -> x509.Certificate:
    try:
        return x509.load_der_x509_certificate(b64decode("".join(element.text().split()), validate=True))
    except ValueError as error:
        raise InvalidMessage("A certificate in the metadata cannot be read.") from error


def _endpoints(role: XmlElement, name: str) -> tuple[Endpoint, ...]:
    return tuple(
        Endpoint(
            binding=bounded(each.attribute("Binding") or "", "Binding"),
            location=bounded(each.attribute("Location") or "", "Location"),
            response_location=uri(each, "ResponseLocation"),
            index=small_number(each, "index"),
            is_default=flag(each, "isDefault"),
        )
        for each in role.children(md(name))[:_MOST]
    )


def _requested(element: XmlElement) -> RequestedAttribute:
    return RequestedAttribute(
        name=bounded(element.attribute("Name") or "", "Name"),
        friendly_name=element.attribute("FriendlyName"),
        name_format=uri(element, "NameFormat"),
        is_required=flag(element, "isRequired"),
    )


def _contact(element: XmlElement) -> Contact:
    return Contact(
        type=bounded(element.attribute("contactType") or "", "contactType"),
        company=_first(element.children(md("Company"))),
        given_name=_first(element.children(md("GivenName"))),
        surname=_first(element.children(md("SurName"))),
        email=_first(element.children(md("EmailAddress"))),
        telephone=_first(element.children(md("TelephoneNumber"))),
    )


def _first(elements: Sequence[XmlElement]) -> str | None:
    return elements[0].text()[:256] or None if elements else None


def _duration(text: str | None) -> timedelta | None:
    """Return an `xs:duration`; years and months are taken as 365 and 30 days. Raises InvalidMessage."""
    if text is None:
        return None
    found = _DURATION.fullmatch(text)
    if found is None:
        raise InvalidMessage("cacheDuration is no duration.")
    parts = zip(found.groups(), _SECONDS, strict=True)
    return timedelta(seconds=sum(int(value) * seconds for value, seconds in parts if value))
