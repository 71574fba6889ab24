"""The operations that read or change only the credentials of a connection, for both kinds of connections."""

import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.resources.federation.connections.certificates import MOST_CERTIFICATES, ConnectionCert
from hanse.resources.federation.connections.credentials import SigningSettings

CERTIFICATES, KEYS, SIGNING = "certs", "decryptionKeys", "signingSettings"
# The members of the credentials that hold the keys of the API contract's `DecryptionKeys`.
_KEY_MEMBERS: Final = {
    "primaryKeyRef": "decryptionKeyPairRef",
    "secondaryKeyPairRef": "secondaryDecryptionKeyPairRef",
}
Body = dict[str, Any]


class ConnectionCerts(ConfigModel):
    """The certificates of a connection."""

    items: Annotated[list[ConnectionCert], Field(title="Certificates", max_length=MOST_CERTIFICATES)]


class ConnectionDecryptionKeys(ConfigModel):
    """The key pairs that decrypt what a partner sends."""

    primary_key_ref: Annotated[ResourceLink | None, Field(title="Decryption key"), Ref(handles.SIGNING_KEY_PAIRS)] = (
        None
    )
    secondary_key_pair_ref: Annotated[
        ResourceLink | None, Field(title="Secondary decryption key"), Ref(handles.SIGNING_KEY_PAIRS)
    ] = None


def certificate_operations(connections: Resource[Any]) -> tuple[Operation, ...]:
    """Return the operations on the certificates of one kind of connections."""
    path, operation, changing = _parts(connections)
    return (
        operation(
            path=f"{path}/{CERTIFICATES}",
            summary=f"Read the certificates: {connections.text.title}",
            run=_reading(connections, _certificates),
            answer=ConnectionCerts,
        ),
        changing(
            method="POST",
            path=f"{path}/{CERTIFICATES}",
            summary=f"Add a certificate: {connections.text.title}",
            run=partial(_add_certificate, connections),
            body=ConnectionCert,
            answer=ConnectionCert,
            status=201,
        ),
        changing(
            method="PUT",
            path=f"{path}/{CERTIFICATES}",
            summary=f"Replace the certificates: {connections.text.title}",
            run=_replacing(connections, lambda sent: {"certs": sent["items"]}, _certificates),
            body=ConnectionCerts,
            answer=ConnectionCerts,
        ),
    )


def key_operations(connections: Resource[Any]) -> tuple[Operation, ...]:
    """Return the operations on the references to this server's keys of one kind of connections."""
    path, operation, changing = _parts(connections)
    return (
        operation(
            path=f"{path}/{KEYS}",
            summary=f"Read the decryption keys: {connections.text.title}",
            run=_reading(connections, _decryption_keys),
            answer=ConnectionDecryptionKeys,
        ),
        changing(
            method="PUT",
            path=f"{path}/{KEYS}",
            summary=f"Replace the decryption keys: {connections.text.title}",
            run=_replacing(connections, _as_members, _decryption_keys),
            body=ConnectionDecryptionKeys,
            answer=ConnectionDecryptionKeys,
        ),
        operation(
            path=f"{path}/{SIGNING}",
            summary=f"Read the signing settings: {connections.text.title}",
            run=_reading(connections, _signing_settings),
            answer=SigningSettings,
        ),
        changing(
            method="PUT",
            path=f"{path}/{SIGNING}",
            summary=f"Replace the signing settings: {connections.text.title}",
            run=_replacing(connections, lambda sent: {"signingSettings": sent}, _signing_settings),
            body=SigningSettings,
            answer=SigningSettings,
        ),
    )


def _parts(connections: Resource[Any]) -> tuple[str, partial[Operation], partial[Operation]]:
    operation = partial(Operation, area=connections.area, tag=connections.text.title)
    return f"{API}{connections.item_path}/credentials", operation, partial(operation, extra_statuses=(422,))


_Part = Callable[[Body], Body]
_Run = Callable[[Call], OperationResult]


def _certificates(credentials: Body) -> Body:
    return {"items": credentials.get("certs") or []}


def _decryption_keys(credentials: Body) -> Body:
    return {name: credentials[member] for name, member in _KEY_MEMBERS.items() if credentials.get(member)}


def _as_members(sent: Body) -> Body:
    return {member: sent.get(name) for name, member in _KEY_MEMBERS.items()}


def _signing_settings(credentials: Body) -> Body:
    settings = credentials.get("signingSettings")
    if settings is None:
        raise NotFound("The connection has no signing settings.")
    return dict(settings)


def _reading(connections: Resource[Any], part: _Part) -> _Run:
    def run(call: Call) -> OperationResult:
        stored = call.view.get(connections, call.path["id"])
        return OperationResult(part(_shown(connections, call, stored.body)), revision=stored.revision)

    return run


def _replacing(connections: Resource[Any], members: Callable[[Body], Body], part: _Part) -> _Run:
    def run(call: Call) -> OperationResult:
        sent = call.body.model_dump(mode="json", by_alias=True, exclude_none=True)
        return _save(connections, call, lambda _before: members(sent), part)

    return run


def _add_certificate(connections: Resource[Any], call: Call) -> OperationResult:
    sent = call.body.model_dump(mode="json", by_alias=True, exclude_none=True)
    answer = _save(
        connections,
        call,
        lambda before: {"certs": [*(before.get("certs") or ()), sent]},
        lambda credentials: credentials["certs"][-1],
    )
    return OperationResult(answer.body, status=201, revision=answer.revision)


def _save(connections: Resource[Any], call: Call, members: Callable[[Body], Body], part: _Part) -> OperationResult:
    """Save the connection with changed members of its credentials. Raises ValidationFailed."""
    id_ = call.path["id"]
    stored = call.view.get(connections, id_)
    credentials = dict(stored.body.get("credentials") or {})
    credentials.update(members(credentials))
    sent = {name: value for name, value in credentials.items() if value is not None}
    try:
        model = parse(connections.model, json.dumps({**stored.body, "credentials": sent}).encode())
        saved = call.change.replace(connections, id_, model, call.expected)
    except ValidationFailed as failure:
        # The body contains only a part of the credentials.
        raise ValidationFailed([_here(error) for error in failure.errors], failure.message) from None
    return OperationResult(part(_shown(connections, call, saved.body)), revision=saved.revision)


def _shown(connections: Resource[Any], call: Call, body: Body) -> Body:
    shown = connections.shown(body, call.ports.get(Clock).now())
    return dict(shown.get("credentials") or {})


def _here(error: FieldError) -> FieldError:
    path = (error.field_path or "").removeprefix("credentials.")
    return FieldError(error.message, path or None, error.error_id)
