"""The operation that exports the metadata of this server for the partner of a connection."""

from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from cryptography import x509
from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.declare.view import View
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.certificate_chains import from_chain
from hanse.crypto.xml.algorithms import default_algorithm
from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.signatures import FIRST, XmlSigningKey, sign_enveloped
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.randomness import Randomness
from hanse.resources.federation.connections.credentials import SECONDARY_KEYS, SigningSettings
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.conversion import MetadataConnectionType
from hanse.resources.federation.metadata.own_metadata import OwnRoles
from hanse.resources.federation.metadata.own_token_service import token_service, uses_ws_federation
from hanse.resources.federation.own_entity_id import own_entity_id, own_realm
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.open_key_pairs import open_key_pair
from hanse.resources.system.server_settings.model import ServerSettings
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES
from hanse.saml.federation_metadata import federation_metadata_element
from hanse.saml.metadata_writing import metadata_element
from hanse.saml.values import new_saml_id

PATH: Final = "/connectionMetadata/export"
CONTENT_TYPE: Final = "application/samlmetadata+xml"


class ExportMetadataRequest(ConfigModel):
    """A connection, for whose partner the metadata of this server is exported."""

    connection_type: Annotated[MetadataConnectionType, Field(title="Role of the partner")]
    connection_id: Annotated[ResourceId, Field(title="Connection")]
    virtual_server_id: Annotated[
        str | None,
        Field(
            title="Virtual server ID",
            description="Entity ID of the connection in place of the server's own.",
            max_length=1024,
        ),
    ] = None
    signing_settings: Annotated[
        SigningSettings | None,
        Field(title="Signing", description="Key that signs the metadata. If not set, it is not signed."),
    ] = None
    virtual_host_name: Annotated[
        str | None,
        Field(
            title="Virtual host name",
            description="Host name of the addresses in place of that of the base URL.",
            max_length=253,
        ),
    ] = None


def export_operation() -> Operation:
    """Return the operation."""
    return Operation(
        method="POST",
        path=f"{API}{PATH}",
        area=Area.CONFIGURATION,
        summary="Export: SAML or WS-Federation metadata for a connection",
        tag="Connection Metadata",
        run=_export,
        body=ExportMetadataRequest,
        answer={"type": "string"},
        answer_type=CONTENT_TYPE,
        in_transaction=False,
    )


def certificates_of(view: View, key_pair: str) -> list[x509.Certificate]:
    """Return the certificates of a key pair that partners need: the active one, and those before and after it."""
    pair = view.model(SIGNING_KEY_PAIRS, key_pair)
    chains = [pair.certificates, *(each.certificates for each in (pair.pending, pair.previous) if each is not None)]
    return [from_chain(chain[:1])[0] for chain in chains]


def signed_metadata(element: XmlElement, view: View, key_pair: str, algorithm: str | None = None) -> XmlElement:
    """Return metadata with a signature of a key pair."""
    active = open_key_pair(view, SIGNING_KEY_PAIRS, key_pair).active
    key = XmlSigningKey(active.private_key, from_chain(active.certificates[:1])[0])
    chosen = algorithm or default_algorithm(key.private)
    return sign_enveloped(element, key, algorithm=chosen, position=FIRST)


def _export(call: Call) -> OperationResult:
    request: ExportMetadataRequest = call.body
    with call.configuration.reading() as view:
        settings = view.singleton(SERVER_SETTINGS)
        is_sp = request.connection_type is MetadataConnectionType.SP
        stored = view.find(SP_CONNECTIONS if is_sp else IDP_CONNECTIONS, request.connection_id)
        if stored is None:
            raise ValidationFailed([FieldError("This connection does not exist.", "connectionId", "unknown_reference")])
        element = _metadata(call, request, stored.body, settings, view)
        if request.signing_settings is not None:
            if request.signing_settings.alternative_signing_key_pair_refs:
                text = "Secondary signing keys belong to connections. Leave them out."
                raise ValidationFailed([FieldError(text, f"signingSettings.{SECONDARY_KEYS}", "not_supported")])
            chosen = request.signing_settings.algorithm
            pair = request.signing_settings.signing_key_pair_ref.id
            element = signed_metadata(element, view, pair, chosen.value if chosen else None)
    return OperationResult(element.serialized().decode())


def _metadata(
    call: Call, request: ExportMetadataRequest, body: dict[str, Any], settings: ServerSettings, view: View
) -> XmlElement:
    """Return the metadata for the protocol of a connection, unsigned."""
    identifier = new_saml_id(call.ports.get(Randomness))
    base_url = _base_url(request, settings, view)
    contact = settings.contact_info.model_dump(by_alias=True) if settings.contact_info else None
    certificates = partial(certificates_of, view)
    is_sp = request.connection_type is MetadataConnectionType.SP
    if is_sp and uses_ws_federation(body):
        service = token_service(body, _entity_id(request, body, settings), base_url, certificates, contact)
        return federation_metadata_element(service, identifier)
    roles = OwnRoles(certificates)
    (roles.add_sp_connection if is_sp else roles.add_idp_connection)(body)
    if not roles.is_idp and not roles.is_sp:
        finding = FieldError("The connection uses neither SAML 2.0 nor WS-Federation.", "connectionId", "not_supported")
        raise ValidationFailed([finding])
    return metadata_element(roles.entity(_entity_id(request, body, settings), base_url, contact), identifier)


def _entity_id(request: ExportMetadataRequest, body: dict[str, Any], settings: ServerSettings) -> str:
    if request.virtual_server_id:
        if request.virtual_server_id not in body.get("virtualEntityIds", ()):
            raise ValidationFailed([FieldError("The connection does not have this ID.", "virtualServerId")])
        return request.virtual_server_id
    default = body.get("defaultVirtualEntityId")
    if uses_ws_federation(body):
        found, missing = own_realm(settings, default), "This server has no WS-Federation realm."
    else:
        found, missing = own_entity_id(settings, default), "This server has no SAML 2.0 entity ID."
    if not found:
        raise ValidationFailed([FieldError(missing, "connectionId")])
    return found


def _base_url(request: ExportMetadataRequest, settings: ServerSettings, view: View) -> str:
    base = settings.federation_info.base_url if settings.federation_info else None
    if not base:
        raise ValidationFailed([FieldError("This server has no base URL.", "connectionId")])
    if not request.virtual_host_name:
        return base.rstrip("/")
    if request.virtual_host_name not in view.singleton(VIRTUAL_HOST_NAMES).virtual_host_names:
        raise ValidationFailed([FieldError("The server does not have this virtual host name.", "virtualHostName")])
    parts = urlsplit(base)
    port = "" if parts.port is None else f":{parts.port}"
    return f"{parts.scheme}://{request.virtual_host_name}{port}"
