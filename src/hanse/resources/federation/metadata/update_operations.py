"""The operations of connections on the metadata of their partner: compare, and apply what has changed."""

from functools import partial
from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.resource import Resource
from hanse.config.http.item_answers import item_answer
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.federation.metadata.comparison import MetadataDifference, MetadataPart, differences
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS
from hanse.resources.federation.metadata.reading_records import metadata_url_of, pending_change
from hanse.resources.federation.metadata.reloading import (
    apply_facts,
    pending_update,
    read_for_connection,
    replace_update,
)
from hanse.resources.federation.metadata.updates_on_pages import APPLY_PATH, COMPARE_PATH

_SETTINGS: Final = "metadataReloadSettings.metadataUrlRef"


class MetadataComparison(ConfigModel):
    """The parts in which a connection differs from the metadata of its partner."""

    differences: Annotated[list[MetadataDifference], Field(max_length=len(MetadataPart))]


def metadata_operations(connections: Resource[Any]) -> tuple[Operation, ...]:
    """Return the operations of one kind of connections."""
    comparison = Operation(
        method="POST",
        path=f"{API}{connections.item_path}{COMPARE_PATH}",
        area=connections.area,
        tag=connections.text.title,
        summary=f"Compare with the metadata: {connections.text.title}",
        run=partial(_compare, connections),
        answer=MetadataComparison,
        in_transaction=False,
        calls_out=True,
        extra_statuses=(404, 422),
    )
    application = Operation(
        method="POST",
        path=f"{API}{connections.item_path}{APPLY_PATH}",
        area=connections.area,
        tag=connections.text.title,
        summary=f"Apply changed metadata: {connections.text.title}",
        run=partial(_apply, connections),
        answer=connections.shown_model,
        extra_statuses=(422,),
    )
    return comparison, application


def _compare(connections: Resource[Any], call: Call) -> OperationResult:
    id_, configuration = call.path["id"], call.configuration
    with configuration.reading() as view:
        stored = view.get(connections, id_)
        address = metadata_url_of(stored.body)
        if address is None:
            text = "Choose a metadata URL in the settings of the connection, and save."
            raise ValidationFailed([FieldError(text, _SETTINGS, "required_field")])
        settings = view.model(METADATA_URLS, address)
    facts = read_for_connection(configuration, settings, stored)
    found = differences(stored.body, facts)
    now = to_text(call.ports.get(Clock).now())
    with call.changing() as change:
        replace_update(
            change, address, connections, id_, pending_update(connections, id_, facts, now) if found else None
        )
    return OperationResult(MetadataComparison(differences=found))


def _apply(connections: Resource[Any], call: Call) -> OperationResult:
    id_ = call.path["id"]
    stored = call.view.get(connections, id_)
    pending = pending_change(call.view, connections, id_)
    if pending is None:
        text = "No changed metadata is waiting for this connection. Compare it with the metadata first."
        raise ValidationFailed([FieldError(text, _SETTINGS, "no_changes")])
    saved = apply_facts(call.change, connections, stored, pending.update.facts)
    replace_update(call.change, metadata_url_of(stored.body) or "", connections, id_, None)
    return item_answer(connections, call, saved, 200, call.change)
