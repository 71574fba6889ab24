"""Metadata of identity and service providers: `EntityDescriptor` as data (SAML metadata, section 2)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography import x509

from hanse.saml.attributes import SamlAttribute


@dataclass(frozen=True)
class Endpoint:
    """An address of a partner for one binding."""

    binding: str
    location: str
    response_location: str | None = None
    # Of indexed endpoints only (SAML metadata, section 2.2.3).
    index: int | None = None
    is_default: bool = False


@dataclass(frozen=True)
class RequestedAttribute:
    """An attribute that a service provider wishes to receive."""

    name: str
    friendly_name: str | None = None
    name_format: str | None = None
    is_required: bool = False


@dataclass(frozen=True)
class RoleDescriptor:
    """The members that the descriptors of both roles have in common."""

    signing_certificates: tuple[x509.Certificate, ...] = ()
    encryption_certificates: tuple[x509.Certificate, ...] = ()
    single_logout: tuple[Endpoint, ...] = ()
    artifact_resolution: tuple[Endpoint, ...] = ()
    name_id_formats: tuple[str, ...] = ()
    valid_until: datetime | None = None


@dataclass(frozen=True)
class IdpDescriptor(RoleDescriptor):
    """The description of an identity provider (`IDPSSODescriptor`)."""

    want_authn_requests_signed: bool = False
    single_sign_on: tuple[Endpoint, ...] = ()
    attributes: tuple[SamlAttribute, ...] = ()


@dataclass(frozen=True)
class SpDescriptor(RoleDescriptor):
    """The description of a service provider (`SPSSODescriptor`)."""

    authn_requests_signed: bool = False
    want_assertions_signed: bool = False
    assertion_consumer: tuple[Endpoint, ...] = ()
    service_name: str | None = None
    requested_attributes: tuple[RequestedAttribute, ...] = ()


@dataclass(frozen=True)
class AttributeAuthorityDescriptor:
    """The description of an attribute authority (`AttributeAuthorityDescriptor`; SAML metadata, section 2.4.7)."""

    signing_certificates: tuple[x509.Certificate, ...] = ()
    encryption_certificates: tuple[x509.Certificate, ...] = ()
    attribute_services: tuple[Endpoint, ...] = ()
    name_id_formats: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contact:
    """A person or a team at the partner."""

    type: str
    company: str | None = None
    given_name: str | None = None
    surname: str | None = None
    email: str | None = None
    telephone: str | None = None


@dataclass(frozen=True)
class EntityDescriptor:
    """A partner, or this server, with its roles."""

    entity_id: str
    idp: IdpDescriptor | None = None
    sp: SpDescriptor | None = None
    attribute_authority: AttributeAuthorityDescriptor | None = None
    organization: str | None = None
    contacts: tuple[Contact, ...] = ()
    valid_until: datetime | None = None
    cache_duration: timedelta | None = None
