"""Metadata of this server as XML (SAML metadata, section 2)."""

from base64 import b64encode
from collections.abc import Iterable
from datetime import timedelta

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.xml.elements import DSIG, XmlElement, new_element
from hanse.saml.metadata import (
    AttributeAuthorityDescriptor,
    Contact,
    Endpoint,
    EntityDescriptor,
    IdpDescriptor,
    RequestedAttribute,
    RoleDescriptor,
    SpDescriptor,
)
from hanse.saml.values import optional_instant_text
from hanse.saml.xml_names import SAMLP, md

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def metadata_element(entity: EntityDescriptor, identifier: str) -> XmlElement:
    """Return an entity as XML with an `ID`, to be signed at the position `FIRST`."""
    return new_element(
        md("EntityDescriptor"),
        {
            "ID": identifier,
            "entityID": entity.entity_id,
            "validUntil": optional_instant_text(entity.valid_until),
            "cacheDuration": metadata_duration(entity.cache_duration),
        },
        None if entity.idp is None else _idp(entity.idp),
        None if entity.sp is None else _sp(entity.sp),
        None if entity.attribute_authority is None else _attribute_authority(entity.attribute_authority),
        None if entity.organization is None else organization_element(entity.organization, entity.entity_id),
        *(contact_element(each) for each in entity.contacts),
    )


def _idp(role: IdpDescriptor) -> XmlElement:
    return new_element(
        md("IDPSSODescriptor"),
        {"protocolSupportEnumeration": SAMLP, "WantAuthnRequestsSigned": role.want_authn_requests_signed},
        *_common(role),
        *(_endpoint("SingleSignOnService", each) for each in role.single_sign_on),
        *(each.to_element() for each in role.attributes),
    )


def _sp(role: SpDescriptor) -> XmlElement:
    requested = [_requested(each) for each in role.requested_attributes]
    name = new_element(md("ServiceName"), {_LANGUAGE: "en"}, role.service_name or "Service")
    consuming = new_element(md("AttributeConsumingService"), {"index": 0}, name, *requested) if requested else None
    return new_element(
        md("SPSSODescriptor"),
        {
            "protocolSupportEnumeration": SAMLP,
            "AuthnRequestsSigned": role.authn_requests_signed,
            "WantAssertionsSigned": role.want_assertions_signed,
        },
        *_common(role),
        *(_endpoint("AssertionConsumerService", each) for each in role.assertion_consumer),
        consuming,
    )


def _attribute_authority(role: AttributeAuthorityDescriptor) -> XmlElement:
    return new_element(
        md("AttributeAuthorityDescriptor"),
        {"protocolSupportEnumeration": SAMLP},
        *(key_element("signing", each) for each in role.signing_certificates),
        *(key_element("encryption", each) for each in role.encryption_certificates),
        *(_endpoint("AttributeService", each) for each in role.attribute_services),
        *(new_element(md("NameIDFormat"), None, each) for each in role.name_id_formats),
    )


def _common(role: RoleDescriptor) -> Iterable[XmlElement]:
    """Return the children that both roles begin with, in the order of the schema."""
    yield from (key_element("signing", each) for each in role.signing_certificates)
    yield from (key_element("encryption", each) for each in role.encryption_certificates)
    yield from (_endpoint("ArtifactResolutionService", each) for each in role.artifact_resolution)
    yield from (_endpoint("SingleLogoutService", each) for each in role.single_logout)
    yield from (new_element(md("NameIDFormat"), None, each) for each in role.name_id_formats)


def key_element(use: str, certificate: x509.Certificate) -> XmlElement:
    """Return the `KeyDescriptor` of a certificate."""
    text = b64encode(certificate.public_bytes(Encoding.DER)).decode()
    data = new_element(f"{{{DSIG}}}X509Data", None, new_element(f"{{{DSIG}}}X509Certificate", None, text))
    return new_element(md("KeyDescriptor"), {"use": use}, new_element(f"{{{DSIG}}}KeyInfo", None, data))


def _endpoint(name: str, endpoint: Endpoint) -> XmlElement:
    return new_element(
        md(name),
        {
            "index": endpoint.index,
            "isDefault": endpoint.is_default or None,
            "Binding": endpoint.binding,
            "Location": endpoint.location,
            "ResponseLocation": endpoint.response_location,
        },
    )


def _requested(attribute: RequestedAttribute) -> XmlElement:
    return new_element(
        md("RequestedAttribute"),
        {
            "Name": attribute.name,
            "NameFormat": attribute.name_format,
            "FriendlyName": attribute.friendly_name,
            "isRequired": attribute.is_required or None,
        },
    )


def organization_element(name: str, entity_id: str) -> XmlElement:
    """Return the `Organization`."""
    language = {_LANGUAGE: "en"}
    return new_element(
        md("Organization"),
        None,
        new_element(md("OrganizationName"), language, name),
        new_element(md("OrganizationDisplayName"), language, name),
        new_element(md("OrganizationURL"), language, entity_id),
    )


def contact_element(contact: Contact) -> XmlElement:
    """Return the `ContactPerson`."""
    parts = {
        "Company": contact.company,
        "GivenName": contact.given_name,
        "SurName": contact.surname,
        "EmailAddress": contact.email,
        "TelephoneNumber": contact.telephone,
    }
    children = [new_element(md(name), None, text) for name, text in parts.items() if text]
    return new_element(md("ContactPerson"), {"contactType": contact.type}, *children)


def metadata_duration(duration: timedelta | None) -> str | None:
    """Return a time span as text, or None."""
    return None if duration is None else f"PT{int(duration.total_seconds())}S"
