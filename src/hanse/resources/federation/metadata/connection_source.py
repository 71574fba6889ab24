"""The operation that makes the body of a connection from an address or a file, for the form of a new connection."""

from typing import Annotated, Any, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.form_source import FormSource
from hanse.config.declare.ui.tweaks import Tweak
from hanse.config.declare.ui.widgets import WidgetKind
from hanse.config.declare.view import View
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.list_query import ListQuery
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.applications.clients.addresses import SecureAddress
from hanse.resources.federation.metadata.conversion import (
    BODY_LIMIT,
    LONGEST_METADATA,
    ConvertMetadataResponse,
    MetadataConnectionType,
    convert_metadata,
    metadata_octets,
    pinned_certificate,
)
from hanse.resources.federation.metadata.fetching import fetch_metadata
from hanse.resources.federation.metadata.signature_status import signature_texts
from hanse.resources.trusted_authorities import trusted_authorities

PATH: Final = "/connectionMetadata/read"


class ConnectionSource(ConfigModel):
    """The address or the text of a partner's metadata."""

    connection_type: Annotated[MetadataConnectionType, Field(title="Role of the partner")]
    url: Annotated[
        SecureAddress | None,
        Field(title="Metadata address", description="Address with https from which the metadata is read now."),
    ] = None
    saml_metadata: Annotated[
        str | None,
        Field(
            title="Metadata file",
            description="A file with the metadata, instead of an address.",
            max_length=LONGEST_METADATA,
            repr=False,
        ),
    ] = None
    expected_entity_id: Annotated[
        str | None,
        Field(
            title="Entity ID in the metadata",
            description="Required if the metadata describes several partners.",
            max_length=1024,
        ),
    ] = None
    verification_certificate: Annotated[
        str | None,
        Field(
            title="Signing certificate",
            description="Certificate in PEM that must have signed the metadata. If not set, metadata without a"
            " trusted signature is accepted, and the result says so.",
            max_length=65_536,
        ),
    ] = None


def source_operation() -> Operation:
    """Return the operation."""
    return Operation(
        method="POST",
        path=f"{API}{PATH}",
        area=Area.CONFIGURATION,
        summary="Read: SAML metadata of a new connection",
        tag="Connection Metadata",
        run=_read,
        body=ConnectionSource,
        body_limit=BODY_LIMIT,
        answer=ConvertMetadataResponse,
        in_transaction=False,
        calls_out=True,
    )


def connection_source(role: MetadataConnectionType) -> FormSource:
    """Return the part of the form of new connections to partners with a role."""
    return FormSource(
        label="Fill in from metadata",
        help="Endpoints, certificates, entity ID, attributes and contact are read from the partner's metadata. Check"
        " them, complete the form, and save.",
        button="Read Metadata",
        done="The form was filled in from the metadata. Nothing is saved yet.",
        path=PATH,
        model=ConnectionSource,
        member="connection",
        constants={"connectionType": role.value},
        tweaks={"samlMetadata": Tweak(kind=WidgetKind.FILE)},
        shows=signature_texts,
    )


def _read(call: Call) -> OperationResult:
    source: ConnectionSource = call.body
    if bool(source.url) == bool(source.saml_metadata):
        raise ValidationFailed([FieldError("Enter the address of the metadata, or choose a file.", "url")])
    pinned = pinned_certificate(source.verification_certificate)
    known: dict[str, Any] = {}
    if source.url:
        with call.configuration.reading() as view:
            authorities, known = trusted_authorities(view), _reload_settings(view, source.url)
        content = fetch_metadata(source.url, call.ports, authorities)
    else:
        content = metadata_octets(source.saml_metadata or "")
    found = convert_metadata(call, content, pinned, source.connection_type, source.expected_entity_id, known)
    return OperationResult(found)


def _reload_settings(view: View, url: str) -> dict[str, Any]:
    """Return the settings that keep the connection up to date, if the address is one of the metadata URLs."""
    for each in view.list(handles.METADATA_URLS, ListQuery(filter=url, number_per_page=20)).items:
        if each.body["url"] == url:
            return {"metadataReloadSettings": {"metadataUrlRef": {"id": each.id}}}
    return {}
