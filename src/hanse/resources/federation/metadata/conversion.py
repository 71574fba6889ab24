"""The operation that makes the body of a connection from the metadata of a partner."""

from typing import Annotated, Any, Final

from cryptography import x509
from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.key_files import KeyFileRefused, file_bytes, read_certificates
from hanse.crypto.xml.errors import XmlRefused
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.endpoints import Protocol
from hanse.resources.federation.metadata.connection_bodies import connection_body
from hanse.resources.federation.metadata.metadata_signature import check_metadata
from hanse.resources.federation.metadata.signature_status import MetadataSignatureFacts, signature_facts
from hanse.saml.bindings import from_base64
from hanse.saml.metadata_reading import open_metadata

PATH: Final = "/connectionMetadata/convert"
# Base64 has four characters for three octets of metadata.
LONGEST_METADATA: Final = 3 * 1024 * 1024
BODY_LIMIT: Final = 2 * LONGEST_METADATA


class MetadataConnectionType(Labeled):
    """The role of a partner in its metadata."""

    IDP = "IDP", "Identity provider"
    SP = "SP", "Service provider"


class ConvertMetadataRequest(ConfigModel):
    """Metadata of a partner, from which the body of a connection is made."""

    connection_type: Annotated[MetadataConnectionType, Field(title="Role of the partner")]
    expected_protocol: Annotated[Protocol, Field(title="Protocol")]
    expected_entity_id: Annotated[
        str | None,
        Field(
            title="Entity ID",
            description="Required if the metadata has several entities. Metadata without this entity is refused.",
            max_length=1024,
        ),
    ] = None
    saml_metadata: Annotated[
        str,
        Field(
            title="Metadata",
            description="SAML 2.0 metadata, as XML or in Base64.",
            min_length=1,
            max_length=LONGEST_METADATA,
        ),
    ]
    verification_certificate: Annotated[
        str | None,
        Field(
            title="Certificate",
            description="Certificate that must have signed the metadata: PEM, or DER in Base64.",
            max_length=65_536,
        ),
    ] = None
    template_connection: Annotated[
        dict[str, Any] | None,
        Field(title="Template", description="Connection whose members are kept where the metadata has none."),
    ] = None


class ConvertMetadataResponse(MetadataSignatureFacts):
    """The body of a connection, and the signature of the metadata that it was made from."""

    connection: dict[str, Any]


def convert_operation() -> Operation:
    """Return the operation."""
    return Operation(
        method="POST",
        path=f"{API}{PATH}",
        area=Area.CONFIGURATION,
        summary="Convert: SAML metadata to a connection",
        tag="Connection Metadata",
        run=_convert,
        body=ConvertMetadataRequest,
        body_limit=BODY_LIMIT,
        answer=ConvertMetadataResponse,
        in_transaction=False,
    )


def convert_metadata(
    call: Call,
    content: bytes,
    pinned: x509.Certificate | None,
    role: MetadataConnectionType,
    entity_id: str | None,
    template: dict[str, Any] | None,
) -> ConvertMetadataResponse:
    """Return the body of a connection from a document. Raises ValidationFailed."""
    try:
        document = open_metadata(content)
        with call.configuration.reading() as view:
            checked = check_metadata(document, pinned, view, call.ports.get(Clock).now())
        body = connection_body(checked.document.entity(entity_id), role.value, template)
    except XmlRefused as error:
        text = message("The metadata cannot be used. {reason}", reason=str(error))
        raise ValidationFailed([FieldError(text, "samlMetadata", "invalid_metadata")]) from error
    return ConvertMetadataResponse(**signature_facts(checked), connection=body)


def metadata_octets(metadata: str) -> bytes:
    """Return the document in a text; XML begins with a bracket or a byte order mark, which Base64 does not have.

    Raises ValidationFailed.
    """
    text = metadata.strip()
    try:
        return text.encode() if text.startswith(("<", "\ufeff")) else from_base64(text)
    except XmlRefused as error:
        refusal = message("The metadata cannot be used. {reason}", reason=str(error))
        raise ValidationFailed([FieldError(refusal, "samlMetadata", "invalid_metadata")]) from error


def pinned_certificate(text: str | None) -> x509.Certificate | None:
    """Return the certificate that must have signed the metadata, if there is one. Raises ValidationFailed."""
    if not text:
        return None
    try:
        found = read_certificates(file_bytes(text))
    except KeyFileRefused as refused:
        raise ValidationFailed(
            [FieldError(str(refused), "verificationCertificate", "invalid_certificate")]
        ) from refused
    if len(found) != 1:
        finding = FieldError("Enter exactly one certificate.", "verificationCertificate", "invalid_certificate")
        raise ValidationFailed([finding])
    return found[0]


def _convert(call: Call) -> OperationResult:
    request: ConvertMetadataRequest = call.body
    if request.expected_protocol is not Protocol.SAML20:
        raise ValidationFailed([FieldError("Only SAML 2.0 metadata is supported.", "expectedProtocol")])
    found = convert_metadata(
        call,
        metadata_octets(request.saml_metadata),
        pinned_certificate(request.verification_certificate),
        request.connection_type,
        request.expected_entity_id,
        request.template_connection,
    )
    return OperationResult(found)
