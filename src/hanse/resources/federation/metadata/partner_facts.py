"""The statements of metadata about a partner that connections are kept up to date with."""

from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.resources.federation.connections.certificates import MOST_CERTIFICATES
from hanse.resources.federation.connections.endpoints import MOST_ENDPOINTS
from hanse.resources.federation.metadata.connection_bodies import connection_body
from hanse.saml.metadata import EntityDescriptor
from hanse.saml.metadata_reading import MetadataDocument

Body = dict[str, Any]
# The member with the settings of Browser SSO, by the type of the connection.
SSO_MEMBERS: Final = {"SP": "spBrowserSso", "IDP": "idpBrowserSso"}
_MOST_FORMATS: Final = 100
_Endpoints = Annotated[list[Body], Field(max_length=MOST_ENDPOINTS, default_factory=list)]


class PartnerFacts(ConfigModel):
    """The parts of a connection that its partner's metadata determines, as bodies of the API."""

    entity_id: Annotated[str, Field(max_length=1024)]
    sso_service_endpoints: _Endpoints
    slo_service_endpoints: _Endpoints
    certs: Annotated[list[Body], Field(max_length=MOST_CERTIFICATES, default_factory=list)]
    # Only of service providers.
    name_id_formats: Annotated[
        list[Annotated[str, Field(max_length=1024)]], Field(max_length=_MOST_FORMATS, default_factory=list)
    ]


def partner_of(document: MetadataDocument, entity_id: str) -> EntityDescriptor:
    """Return the entity of a connection, or the only one of the document, whose ID may have changed.

    Raises InvalidMessage if the document has several entities and none with this ID.
    """
    return document.entity(None if len(document.entity_ids) == 1 else entity_id)


def partner_facts(entity: EntityDescriptor, connection_type: str) -> PartnerFacts:
    """Return the facts of an entity. Raises InvalidMessage if the partner does not have the role."""
    body = connection_body(entity, connection_type)
    sso = body[SSO_MEMBERS[connection_type]]
    formats = entity.sp.name_id_formats[:_MOST_FORMATS] if entity.sp and connection_type == "SP" else ()
    return PartnerFacts(
        entity_id=body["entityId"],
        sso_service_endpoints=sso["ssoServiceEndpoints"][:MOST_ENDPOINTS],
        slo_service_endpoints=sso.get("sloServiceEndpoints", [])[:MOST_ENDPOINTS],
        certs=body["credentials"]["certs"],
        name_id_formats=list(formats),
    )
