"""Operations that read, replace and delete the rotation settings of a key pair."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from hanse.config.change.change import Change
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.security.key_pairs.model import KeyPair, KeyPairRotationSettings
from hanse.resources.security.key_pairs.rules import SETTINGS, completed

# The settings that determine the next pair. A pair that exists already was created with the former ones.
_MAKING = ("valid_days", "key_algorithm", "key_size", "signature_algorithm")


def rotation_operations(resource: Resource[KeyPair]) -> Iterator[Operation]:
    """Yield the operations on the rotation settings of a family's pairs."""

    def read(call: Call) -> OperationResult:
        stored = call.view.get(resource, call.path["id"])
        return OperationResult(_settings_of(call.view.model(resource, stored.id)), revision=stored.revision)

    def save(call: Call) -> OperationResult:
        id_, wanted = call.path["id"], call.body
        pair = call.change.model(resource, id_)
        if wanted.id not in (None, id_):
            raise ValidationFailed([FieldError("This is the ID of another key pair.", "id", "immutable_field")])
        settings = completed(wanted, pair)
        stored = _replace(call.change, resource, pair, settings, call.expected)
        return OperationResult(settings, revision=stored)

    def remove(call: Call) -> OperationResult:
        pair = call.change.model(resource, call.path["id"])
        _settings_of(pair)
        _replace(call.change, resource, pair, None, call.expected)
        return OperationResult(status=204)

    def operation(method: str, verb: str, run: Callable[[Call], OperationResult], **rest: Any) -> Operation:
        return Operation(
            method=method,
            path=f"{API}{resource.item_path}/rotationSettings",
            area=resource.area,
            summary=f"{verb} the rotation settings: {resource.text.title}",
            run=run,
            tag=resource.text.title,
            **rest,
        )

    yield operation("GET", "Read", read, answer=KeyPairRotationSettings)
    yield operation("PUT", "Save", save, body=KeyPairRotationSettings, answer=KeyPairRotationSettings)
    yield operation("DELETE", "Remove", remove, status=204, extra_statuses=(422,))


def _settings_of(pair: KeyPair) -> KeyPairRotationSettings:
    if pair.rotation_settings is None:
        raise NotFound(message("Key pair '{id}' has no rotation settings.", id=pair.id))
    return pair.rotation_settings


def _replace(
    change: Change,
    resource: Resource[KeyPair],
    pair: KeyPair,
    settings: KeyPairRotationSettings | None,
    expected: Collection[int] | None,
) -> int:
    """Save a pair with new settings and return its revision. A pending pair that does not match them is removed."""
    old = pair.rotation_settings
    is_as_before = (
        settings is not None
        and old is not None
        and all(getattr(settings, each) == getattr(old, each) for each in _MAKING)
    )
    update = {"rotation_settings": settings, "pending": pair.pending if is_as_before else None}
    with _errors_at_settings():
        return change.replace(resource, pair.id or "", pair.model_copy(update=update), expected).revision


@contextmanager
def _errors_at_settings() -> Iterator[None]:
    """Report errors with the member names of the rotation settings.

    Errors of key sets that use the pair are reported for the certificate or its rotation, as they have no field here.
    """
    try:
        yield
    except ValidationFailed as error:
        raise ValidationFailed([_moved(each) for each in error.errors], error.message) from error


def _moved(error: FieldError) -> FieldError:
    path = error.field_path
    if path is None and error.error_id == "unfit_certificate":
        return replace(error, field_path="keyAlgorithm")
    if path == SETTINGS:
        return replace(error, field_path=None)
    return replace(error, field_path=None if path is None else path.removeprefix(f"{SETTINGS}."))
