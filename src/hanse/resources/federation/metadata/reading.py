"""The operation that reads the metadata at a partner's address and checks its signature."""

from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.xml.errors import XmlRefused
from hanse.kit.clock import to_text
from hanse.kit.texts.messages import message
from hanse.resources.federation.metadata.fetching import read_metadata, refused
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS, READING
from hanse.resources.federation.metadata.signature_status import MOST_ENTITIES, MetadataReading, signature_facts


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
    checked = read_metadata(call.configuration, settings)
    entity_ids = checked.document.entity_ids[:MOST_ENTITIES]
    try:
        valid_until = checked.document.entity(entity_ids[0]).valid_until if len(entity_ids) == 1 else None
    except XmlRefused as error:
        raise refused(message("The metadata cannot be used. {reason}", reason=str(error))) from error
    return OperationResult(
        MetadataReading(
            **signature_facts(checked),
            entity_ids=list(entity_ids),
            valid_until=None if valid_until is None else to_text(valid_until),
        )
    )
