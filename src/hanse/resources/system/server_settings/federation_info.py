"""Operations that read and replace the federation info, a part of the server settings, on its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import ValidationFailed
from hanse.resources.system.server_settings.model import FederationInfo
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS

_PART = "federationInfo"


def federation_info_operations() -> Iterator[Operation]:
    """Yield the operations. Both concern the document of the server settings, and its revision."""
    operation = partial(
        Operation,
        path=f"{API}{SERVER_SETTINGS.path}/{_PART}",
        area=SERVER_SETTINGS.area,
        tag=SERVER_SETTINGS.text.title,
        answer=FederationInfo,
    )
    yield operation(method="GET", summary="Read: Federation Info", run=_read)
    yield operation(method="PUT", summary="Replace: Federation Info", run=_save, body=FederationInfo)


def _read(call: Call) -> OperationResult:
    stored = call.view.get(SERVER_SETTINGS, SERVER_SETTINGS.singleton_id)
    return OperationResult(stored.body.get(_PART, {}), revision=stored.revision)


def _save(call: Call) -> OperationResult:
    settings = call.change.singleton(SERVER_SETTINGS).model_copy(update={"federation_info": call.body})
    with _paths_of_the_part():
        stored = call.change.replace(SERVER_SETTINGS, SERVER_SETTINGS.singleton_id, settings, call.expected)
    return OperationResult(stored.body.get(_PART, {}), revision=stored.revision)


@contextmanager
def _paths_of_the_part() -> Iterator[None]:
    """Name fields as the caller has sent them."""
    try:
        yield
    except ValidationFailed as error:
        findings = [
            replace(each, field_path=(each.field_path or "").removeprefix(f"{_PART}.") or None) for each in error.errors
        ]
        raise ValidationFailed(findings) from error
