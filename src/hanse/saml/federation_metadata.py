"""Metadata of a security token service for partners with WS-Federation (WS-Federation 1.2, section 3.1).

It is SAML metadata with a role of its own, `fed:SecurityTokenServiceType`, so that it is signed and read like
SAML metadata.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cryptography import x509

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.saml.metadata import Contact
from hanse.saml.metadata_writing import contact_element, key_element, metadata_duration, organization_element
from hanse.saml.security_tokens import WSA
from hanse.saml.values import optional_instant_text
from hanse.saml.xml_names import md

FED: Final = "http://docs.oasis-open.org/wsfed/federation/200706"
AUTH: Final = "http://docs.oasis-open.org/wsfed/authorization/200706"
_XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"


@dataclass(frozen=True, kw_only=True)
class SecurityTokenService:
    """A server that issues tokens to a partner."""

    entity_id: str
    # The address to which browsers take the partner's requests (section 13).
    passive_endpoint: str
    signing_certificates: tuple[x509.Certificate, ...]
    # The URIs of the types of tokens and of the claims that the partner receives.
    token_types: tuple[str, ...]
    claim_types: tuple[str, ...]
    organization: str | None = None
    contacts: tuple[Contact, ...] = ()
    valid_until: datetime | None = None
    cache_duration: timedelta | None = None


def federation_metadata_element(service: SecurityTokenService, identifier: str) -> XmlElement:
    """Return the metadata as XML with an `ID`, to be signed at the position `FIRST`."""
    return new_element(
        md("EntityDescriptor"),
        {
            "ID": identifier,
            "entityID": service.entity_id,
            "validUntil": optional_instant_text(service.valid_until),
            "cacheDuration": metadata_duration(service.cache_duration),
        },
        _role(service),
        None if service.organization is None else organization_element(service.organization, service.entity_id),
        *(contact_element(each) for each in service.contacts),
    )


def _role(service: SecurityTokenService) -> XmlElement:
    # The value of `xsi:type` is a qualified name, so its prefix has to be declared here.
    return new_element(
        md("RoleDescriptor"),
        {f"{{{_XSI}}}type": "fed:SecurityTokenServiceType", "protocolSupportEnumeration": FED},
        *(key_element("signing", each) for each in service.signing_certificates),
        *_offers(service),
        # The schema requires this address, although tokens are issued through browsers only.
        _addressed("SecurityTokenServiceEndpoint", service.passive_endpoint),
        _addressed("PassiveRequestorEndpoint", service.passive_endpoint),
        prefixes={"fed": FED, "xsi": _XSI},
    )


def _offers(service: SecurityTokenService) -> Iterator[XmlElement]:
    """Yield the offered tokens and claims, and the realm, in the order of the schema."""
    yield _fed("TokenTypesOffered", *(new_element(_name("TokenType"), {"Uri": each}) for each in service.token_types))
    if service.claim_types:
        claims = (new_element(f"{{{AUTH}}}ClaimType", {"Uri": each, "Optional": True}) for each in service.claim_types)
        yield _fed("ClaimTypesOffered", *claims)
    yield _addressed("TargetScopes", service.entity_id)


def _addressed(name: str, address: str) -> XmlElement:
    content = new_element(f"{{{WSA}}}Address", None, address)
    return _fed(name, new_element(f"{{{WSA}}}EndpointReference", None, content))


def _fed(name: str, *content: XmlElement) -> XmlElement:
    return new_element(_name(name), None, *content)


def _name(name: str) -> str:
    return f"{{{FED}}}{name}"
