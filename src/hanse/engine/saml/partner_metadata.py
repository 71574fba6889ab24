"""The metadata of this server for one partner: the document that it reads instead of the one for all partners.

The partner is named by `PartnerSpId` or `PartnerIdpId`, as in the addresses that start sign-ins, and `vsid` names a
virtual server ID of its connection. Partners with WS-Federation have metadata of their own only.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from cryptography import x509

from hanse.crypto.certificate_chains import from_chain
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.published_metadata import PUBLISHED_METADATA
from hanse.engine.snapshot.configuration_parts import SERVER
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.resources.federation.connections.endpoints import Protocol
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.own_metadata import OwnRoles
from hanse.resources.federation.metadata.own_token_service import token_service
from hanse.resources.federation.own_entity_id import own_entity_id, own_realm
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.saml.federation_metadata import federation_metadata_element
from hanse.saml.metadata_writing import metadata_element

SP_PARTNER: Final = "PartnerSpId"
IDP_PARTNER: Final = "PartnerIdpId"
VIRTUAL_ID: Final = "vsid"
PARAMETERS: Final = (SP_PARTNER, IDP_PARTNER, VIRTUAL_ID)


@dataclass(frozen=True)
class Wanted:
    """The connection whose partner reads the metadata, and the ID of this server towards it."""

    kind: str
    connection: str
    entity_id: str
    # The partner, if it uses WS-Federation.
    partner: SpPartner | None = None

    @property
    def key(self) -> str:
        """Return a name that no other metadata of an issuer has."""
        return f"{self.kind}\0{self.connection}\0{self.entity_id}"


def find_wanted(request: Request) -> Wanted | None:
    """Return what a request names; None if there is no such active connection. Raises InvalidRequest."""
    parameters = request.query
    named = parameters.one(SP_PARTNER)
    if named is not None:
        return None if IDP_PARTNER in parameters else _towards_service_provider(request, named, parameters)
    issuer = parameters.one(IDP_PARTNER)
    return None if issuer is None else _towards_identity_provider(request, issuer, parameters)


def _towards_service_provider(request: Request, named: str, parameters: Parameters) -> Wanted | None:
    partner = request.snapshot.part(SP_PARTNERS).find_any(named)
    if partner is None:
        return None
    is_wsfed = partner.sso.protocol is Protocol.WSFED
    settings, own = partner.settings, own_realm if is_wsfed else own_entity_id
    virtual = parameters.one(VIRTUAL_ID)
    if virtual is not None and virtual not in settings.virtual_entity_ids:
        return None
    found = own(request.snapshot.part(SERVER), virtual or settings.default_virtual_entity_id)
    return Wanted(SP_CONNECTIONS.kind, partner.id, found, partner if is_wsfed else None) if found else None


def _towards_identity_provider(request: Request, issuer: str, parameters: Parameters) -> Wanted | None:
    sources = request.snapshot.part(CONNECTION_SOURCES)
    connection = sources.connection(sources.find_entity(issuer) or "")
    if connection is None or connection.id is None:
        return None
    virtual = parameters.one(VIRTUAL_ID)
    if virtual is not None and virtual not in connection.virtual_entity_ids:
        return None
    found = own_entity_id(request.snapshot.part(SERVER), virtual or connection.default_virtual_entity_id)
    return Wanted(IDP_CONNECTIONS.kind, connection.id, found) if found else None


def wanted_element(
    request: Request, wanted: Wanted, identifier: str, valid: datetime, kept: timedelta
) -> XmlElement | None:
    """Return the metadata, unsigned; None if the connection has none, because its protocol is another one."""
    published, server = request.snapshot.part(PUBLISHED_METADATA), request.snapshot.part(SERVER)
    contact = server.contact_info.model_dump(by_alias=True) if server.contact_info else None
    issuer = request.issuer.identifier
    if wanted.partner is not None:
        body = wanted.partner.settings.model_dump(by_alias=True, mode="json", exclude_none=True)
        service = token_service(body, wanted.entity_id, issuer, lambda id_: _certificates(request, id_), contact)
        return federation_metadata_element(replace(service, valid_until=valid, cache_duration=kept), identifier)
    parts = published.parts.get(wanted.kind, {}).get(wanted.connection)
    roles = OwnRoles(published.roles.certificates)
    if parts is not None:
        roles.merge(parts)
    if not (roles.is_idp or roles.is_sp):
        return None
    entity = roles.entity(wanted.entity_id, issuer, contact)
    return metadata_element(replace(entity, valid_until=valid, cache_duration=kept), identifier)


def default_key(request: Request, wanted: Wanted) -> XmlSigningKey | None:
    """Return the key that signs if the settings name none: that of the connection with WS-Federation."""
    partners = request.snapshot.part(SP_PARTNERS)
    return None if wanted.partner is None else partners.signing_key(wanted.partner)


def _certificates(request: Request, key_pair: str) -> Iterator[x509.Certificate]:
    """Yield the certificates that the partner needs: the active one, and those before and after it."""
    pair = request.snapshot.part(SP_PARTNERS).key_pairs.get(key_pair)
    for each in () if pair is None else (pair.active, pair.pending, pair.previous):
        if each is not None:
            yield from_chain(list(each.certificates[:1]))[0]
