"""The OpenAPI 3.1 description of all operations, derived from the declarations that also make the routes."""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from hanse.admin.session import cookies
from hanse.config.declare.access import Area, Intent
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, JSON, Operation, QueryParameter
from hanse.kit.http.csrf import SAFE_METHODS

_REFERENCE = "#/components/schemas/{model}"
_ERRORS = {
    400: "The request cannot be read.",
    401: "The caller is not signed in.",
    403: "The caller may not do this, or the anti-forgery header is missing.",
    404: "The resource does not exist.",
    409: "The resource has changed since it was read; `current` is the stored version.",
    413: "The body is too large.",
    415: "The body is of the wrong type.",
    422: "The content of the request is not valid.",
    429: "Too many attempts.",
    500: "Another system did not answer, or refused the request; `message` has the details.",
    503: "A required service cannot be reached.",
}
_CONSOLE = "/pf-admin-ui/"


class ValidationErrorView(ConfigModel):
    """One finding of an ApiResult."""

    error_id: str | None = None
    message: str
    field_path: str | None = None


class ApiResult(ConfigModel):
    """The body of every error."""

    result_id: str
    message: str
    validation_errors: list[ValidationErrorView] | None = None
    current: dict[str, Any] | None = None
    revision: int | None = None
    # For expressions that fail (specification 3, section 7).
    item: str | None = None
    items: list[dict[str, str]] | None = None


def describe(operations: Iterable[Operation], *, title: str, version: str) -> dict[str, Any]:
    """Return the description as a JSON object; `version` is the product's."""
    operations = sorted(operations, key=lambda operation: (operation.path, operation.method))
    references, definitions = _schemas(operations)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, references)
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": version, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "paths": paths,
        "components": {
            "schemas": definitions,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "basic": {"type": "http", "scheme": "basic"},
                "session": {"type": "apiKey", "in": "cookie", "name": cookies.SESSION},
                "setup": {"type": "apiKey", "in": "cookie", "name": cookies.SETUP},
            },
        },
    }


def _schemas(operations: list[Operation]) -> tuple[dict[Any, Any], dict[str, Any]]:
    wanted: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {(ApiResult, "serialization"): None}
    for operation in operations:
        if isinstance(operation.body, type) and issubclass(operation.body, BaseModel):
            wanted[operation.body, "validation"] = None
        if isinstance(operation.answer, type):
            # Answers omit absent members, so the schema in which they are optional applies to answers too.
            wanted[operation.answer, "validation"] = None
    references, schema = models_json_schema(list(wanted), by_alias=True, ref_template=_REFERENCE)
    return references, schema["$defs"]


def _operation(operation: Operation, references: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation_id(operation),
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": _parameters(operation),
        "responses": _responses(operation, references),
        "security": _security(operation),
        "x-area": operation.area.value,
        "x-intent": operation.intent.value,
    }
    if operation.body is str:
        text = {"type": "string", "maxLength": operation.body_limit}
        described["requestBody"] = {"required": True, "content": {"text/plain": {"schema": text}}}
    elif operation.body is not None:
        schema = references[operation.body, "validation"]
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    return described


def operation_id(operation: Operation) -> str:
    """Return a stable name for generated clients: `put_virtualHostNames`, `post_administrativeAccounts_username_…`."""
    path = operation.path.replace("/pf-admin-api/v1", "").replace("{", "").replace("}", "")
    return operation.method.lower() + path.replace("/", "_").replace("-", "_").replace(".", "_")


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    if operation.area is Area.PUBLIC:
        return []
    if operation.path.startswith(_CONSOLE):
        return [{"session": []}]
    schemes = [] if operation.area is Area.SETUP else ["bearer", "basic"]
    return [{scheme: []} for scheme in [*schemes, *(["setup"] if operation.open_to_setup else [])]]


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}} for name in names
    ]
    parameters += [
        {"name": p.name, "in": "query", "description": p.description, "schema": _parameter_schema(p)}
        for p in operation.query
    ]
    parameters += [
        {"name": p.name, "in": "header", "description": p.description, "schema": _parameter_schema(p)}
        for p in operation.headers
    ]
    if _needs_anti_forgery(operation):
        parameters.append({"name": "X-XSRF-Header", "in": "header", "required": True, "schema": {"type": "string"}})
    if operation.intent is Intent.WRITE and operation.method in ("PUT", "DELETE"):
        parameters.append({"name": "If-Match", "in": "header", "schema": {"type": "string", "pattern": '^"[0-9]+"$'}})
    return parameters


def _needs_anti_forgery(operation: Operation) -> bool:
    # `kit.http.csrf.GuardedPaths`: at the API always, at the session service for requests that change something.
    is_change = operation.method not in SAFE_METHODS
    return not operation.is_document and (operation.path.startswith(API) or is_change)


def _parameter_schema(parameter: QueryParameter) -> dict[str, Any]:
    names = {str: "string", int: "integer", bool: "boolean"}
    schema: dict[str, Any] = {"type": names[parameter.type]}
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    limits = {"minimum": parameter.minimum, "maximum": parameter.maximum, "default": parameter.default}
    return schema | {name: value for name, value in limits.items() if value is not None}


def _responses(operation: Operation, references: dict[Any, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": HTTP_TEXTS.get(operation.status, "Done.")}
    if operation.answer is not None:
        is_model = isinstance(operation.answer, type)
        schema = references[operation.answer, "validation"] if is_model else operation.answer
        answer["content"] = {operation.answer_type: {"schema": schema}}
    responses = {str(operation.status): answer}
    result = {JSON: {"schema": references[ApiResult, "serialization"]}}
    for status in sorted(_error_statuses(operation)):
        responses[str(status)] = {"description": _ERRORS.get(status, "Failed."), "content": result}
    return responses


HTTP_TEXTS = {200: "Done.", 201: "Created.", 204: "Done. The response has no content.", 303: "Redirect."}


def _error_statuses(operation: Operation) -> set[int]:
    # Every operation has 413: a request that announces too large a body is refused at any address.
    statuses = {400, 401, 403, 413, 503, *operation.extra_statuses}
    if not operation.path.startswith(_CONSOLE):
        # HTTP Basic is a log-in with every call, and wrong ones are throttled.
        statuses.add(429)
    if "{" in operation.path:
        statuses.add(404)
    if operation.body is not None:
        statuses.update({415, 422})
    if not operation.open_query:
        statuses.add(422)
    if operation.intent is Intent.WRITE and operation.method in ("PUT", "DELETE"):
        statuses.add(409)
    return statuses - {operation.status}
