"""The operations that read or change only the credentials of a connection, for both kinds of connections."""

import json
from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(frozen=True)
class _Part:
    """A part of the credentials, with the functions between its body and the members of the credentials."""

    path: str
    name: str
    model: type[ConfigModel]
    shown: Callable[[Body], Body]
    members: Callable[[Body], Body]


def certificate_operations(connections: Resource[Any]) -> tuple[Operation, ...]:
    """Return the operations on the certificates of one kind of connections."""
    addition = Operation(
        method="POST",
        path=_path_of(connections, _CERTIFICATES),
        area=connections.area,
        tag=connections.text.title,
        summary=f"Add a certificate: {connections.text.title}",
        run=partial(_add_certificate, connections),
        body=ConnectionCert,
        answer=ConnectionCert,
        status=201,
        extra_statuses=(422,),
    )
    return (_reading(connections, _CERTIFICATES), addition, _replacement(connections, _CERTIFICATES))


def key_operations(connections: Resource[Any]) -> tuple[Operation, ...]:
    """Return the operations on the references to this server's keys of one kind of connections."""
    return tuple(make(connections, part) for part in (_KEYS, _SIGNING) for make in (_reading, _replacement))


def _reading(connections: Resource[Any], part: _Part) -> Operation:
    def run(call: Call) -> OperationResult:
        stored = call.view.get(connections, call.path["id"])
        return OperationResult(part.shown(_shown(connections, call, stored.body)), revision=stored.revision)

    return Operation(
        path=_path_of(connections, part),
        area=connections.area,
        tag=connections.text.title,
        summary=f"Read the {part.name}: {connections.text.title}",
        run=run,
        answer=part.model,
    )


def _replacement(connections: Resource[Any], part: _Part) -> Operation:
    def run(call: Call) -> OperationResult:
        sent = call.body.model_dump(mode="json", by_alias=True, exclude_none=True)
        return _save(connections, call, lambda _before: part.members(sent), part.shown)

    return Operation(
        method="PUT",
        path=_path_of(connections, part),
        area=connections.area,
        tag=connections.text.title,
        summary=f"Replace the {part.name}: {connections.text.title}",
        run=run,
        body=part.model,
        answer=part.model,
        extra_statuses=(422,),
    )


def _path_of(connections: Resource[Any], part: _Part) -> str:
    return f"{API}{connections.item_path}/credentials/{part.path}"


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


_CERTIFICATES: Final = _Part(
    CERTIFICATES, "certificates", ConnectionCerts, _certificates, lambda sent: {"certs": sent["items"]}
)
_KEYS: Final = _Part(KEYS, "decryption keys", ConnectionDecryptionKeys, _decryption_keys, _as_members)
_SIGNING: Final = _Part(
    SIGNING, "signing settings", SigningSettings, _signing_settings, lambda sent: {"signingSettings": sent}
)


def _add_certificate(connections: Resource[Any], call: Call) -> OperationResult:
    sent = call.body.model_dump(mode="json", by_alias=True, exclude_none=True)
    answer = _save(
        connections,
        call,
        lambda before: {"certs": [*(before.get("certs") or ()), sent]},
        lambda credentials: credentials["certs"][-1],
    )
    return OperationResult(answer.body, status=201, revision=answer.revision)


def _save(
    connections: Resource[Any], call: Call, members: Callable[[Body], Body], shown: Callable[[Body], Body]
) -> OperationResult:
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
    return OperationResult(shown(_shown(connections, call, saved.body)), revision=saved.revision)


def _shown(connections: Resource[Any], call: Call, body: Body) -> Body:
    shown = connections.shown(body, call.ports.get(Clock).now())
    return dict(shown.get("credentials") or {})


def _here(error: FieldError) -> FieldError:
    path = (error.field_path or "").removeprefix("credentials.")
    return FieldError(error.message, path or None, error.error_id)
