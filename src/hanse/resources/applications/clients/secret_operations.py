"""The operations that read or change only the secret of a client."""

from hanse.config.declare.access import Area
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.applications.clients.authentication import WITH_SECRET
from hanse.resources.applications.clients.parts import ClientSecret
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS

PATH = f"{API}{OAUTH_CLIENTS.path}/{{clientId}}/clientAuth/clientSecret"


def _read(call: Call) -> OperationResult:
    stored = call.view.get(OAUTH_CLIENTS, call.path["clientId"])
    return OperationResult(_secret_of(stored.body), revision=stored.revision)


def _replace(call: Call) -> OperationResult:
    id_, sent = call.path["clientId"], call.body
    client = call.change.model(OAUTH_CLIENTS, id_)
    if client.client_auth.type not in WITH_SECRET:
        raise ValidationFailed([FieldError("This client authenticates without a secret.", "secret", "not_applicable")])
    if not sent.secret and not sent.encrypted_secret:
        raise ValidationFailed([FieldError("This field is required.", "secret", "required_field")])
    given = {"secret": sent.secret, "encrypted_secret": sent.encrypted_secret}
    if "secondary_secrets" in sent.model_fields_set:
        given["secondary_secrets"] = sent.secondary_secrets
    auth = client.client_auth.model_copy(update=given)
    try:
        stored = call.change.replace(OAUTH_CLIENTS, id_, client.model_copy(update={"client_auth": auth}), call.expected)
    except ValidationFailed as failure:
        # The body contains only a part of the client.
        raise ValidationFailed([_here(error) for error in failure.errors], failure.message) from None
    return OperationResult(_secret_of(stored.body), revision=stored.revision)


def _delete_secondary_secrets(call: Call) -> OperationResult:
    id_ = call.path["clientId"]
    client = call.change.model(OAUTH_CLIENTS, id_)
    auth = client.client_auth.model_copy(update={"secondary_secrets": []})
    call.change.replace(OAUTH_CLIENTS, id_, client.model_copy(update={"client_auth": auth}), call.expected)
    return OperationResult(status=204)


def _here(error: FieldError) -> FieldError:
    path = (error.field_path or "").removeprefix("clientAuth.")
    return FieldError(error.message, path or None, error.error_id)


def _secret_of(body: dict[str, object]) -> dict[str, object]:
    auth = body["clientAuth"]
    if not isinstance(auth, dict):
        raise TypeError("a client has an object for how it authenticates")
    return {name: auth[name] for name in ("encryptedSecret", "secondarySecrets") if name in auth}


SECRET_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        path=PATH,
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="Read a client's secret, encrypted",
        run=_read,
        answer=ClientSecret,
    ),
    Operation(
        method="PUT",
        path=PATH,
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="Change a client's secret",
        run=_replace,
        body=ClientSecret,
        answer=ClientSecret,
        extra_statuses=(422,),
    ),
    Operation(
        method="DELETE",
        path=f"{PATH}/secondarySecrets",
        area=Area.CONFIGURATION,
        tag=OAUTH_CLIENTS.text.title,
        summary="Delete a client's secondary secrets",
        run=_delete_secondary_secrets,
        status=204,
        extra_statuses=(422,),
    ),
)
