"""The operation that reads the metadata at a partner's address and checks its signature."""

from typing import Final

from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.xml.documents import METADATA_LIMITS
from hanse.crypto.xml.errors import XmlRefused
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import HttpRequest, HttpSettings, SourceFailed, SourceUnreachable
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.certificates import certificate_of
from hanse.resources.federation.metadata.metadata_signature import CheckedMetadata, check_metadata
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS, READING, MetadataUrl
from hanse.resources.federation.metadata.signature_status import MOST_ENTITIES, MetadataReading, signature_facts
from hanse.resources.trusted_authorities import trusted_authorities
from hanse.saml.metadata_reading import open_metadata

_OK: Final = 200
_SECONDS: Final = 10.0


def reading_operation() -> Operation:
    """Return the operation."""
    return Operation(
        method="POST",
        path=f"{API}{METADATA_URLS.item_path}{READING}",
        area=METADATA_URLS.area,
        summary="Read the metadata: Partner Metadata URL",
        tag=METADATA_URLS.text.title,
        run=_read,
        answer=MetadataReading,
        in_transaction=False,
        calls_out=True,
        extra_statuses=(404, 422),
    )


def _read(call: Call) -> OperationResult:
    with call.configuration.reading() as view:
        settings = view.model(METADATA_URLS, call.path["id"])
        authorities = trusted_authorities(view)
    try:
        document = open_metadata(_fetched(settings.url, call.ports.get(DataStoreClients), authorities))
        with call.configuration.reading() as view:
            pem = None if settings.x509_file is None else settings.x509_file.file_data
            pinned = None if not pem else certificate_of(pem)
            checked = check_metadata(document, pinned, view, call.ports.get(Clock).now())
        entity_ids = checked.document.entity_ids[:MOST_ENTITIES]
        valid_until = checked.document.entity(entity_ids[0]).valid_until if len(entity_ids) == 1 else None
    except XmlRefused as error:
        raise _refused(message("The metadata cannot be used. {reason}", reason=str(error))) from error
    _check_policy(settings, checked)
    return OperationResult(
        MetadataReading(
            **signature_facts(checked),
            entity_ids=list(entity_ids),
            valid_until=None if valid_until is None else to_text(valid_until),
        )
    )


def _check_policy(settings: MetadataUrl, checked: CheckedMetadata) -> None:
    if settings.validate_signature and checked.signer is None:
        raise _refused("The metadata is not signed.")
    if settings.validate_signature and not checked.is_trusted:
        raise _refused("The certificate that has signed the metadata is not trusted.")


def _fetched(url: str, clients: DataStoreClients, authorities: str) -> bytes:
    client = clients.http(
        HttpSettings(
            authorities=authorities,
            connect_timeout=_SECONDS,
            read_timeout=_SECONDS,
            most_connections=2,
            most_bytes=METADATA_LIMITS.octets,
        )
    )
    try:
        answer = client.send(HttpRequest(method="GET", url=url))
    except (SourceUnreachable, SourceFailed) as error:
        raise _refused(message("The metadata cannot be read: {reason}", reason=str(error))) from error
    if answer.status != _OK:
        raise _refused(message("The address answered with the status {status}.", status=str(answer.status)))
    return answer.content


def _refused(text: str) -> ValidationFailed:
    return ValidationFailed([FieldError(text, "url", "unusable_metadata")])
