"""The admin API for the server itself: the same documents and rules, in one transaction of the caller."""

import re
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from pydantic import BaseModel

from hanse.config.change.change import Change
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse_stored, to_body
from hanse.config.http.operation import API, Call, Operation
from hanse.config.list_query import ListQuery
from hanse.kit.errors import HanseError, NotFound, ValidationFailed
from hanse.resources.authentication.local_identities.user_model import LocalIdentityUserCreation
from hanse.resources.authentication.local_identities.users import USER_OPERATIONS

USED_BY = "/internal/usedBy"


class InProcessApi:
    """Calls on a change; everything that is created or deleted belongs to one revision."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Make one call."""
        try:
            if path.startswith(USED_BY):
                resource, id_ = self._target(path.removeprefix(USED_BY))
                used = self._change.used_by(resource, id_ or "")
                return HTTPStatus.OK, {"items": [{"id": each.id} for each in used]}
            return self._call(method, *self._target(path), body)
        except ValidationFailed as error:
            return _refused(error)
        except HanseError as error:
            return error.status, {"message": error.message}

    def _call(self, method: str, resource: Resource[Any], id_: str | None, body: Any) -> tuple[int, Any]:
        if method == "GET" and id_ is None:
            return HTTPStatus.OK, {"items": [each.body for each in self._change.list(resource, ListQuery()).items]}
        if method == "POST":
            return HTTPStatus.CREATED, self._change.create(resource, self._model(resource, body)).body
        key = id_ or resource.singleton_id
        if method == "GET":
            return HTTPStatus.OK, self._change.get(resource, key).body
        if method == "PUT":
            return HTTPStatus.OK, self._change.replace(resource, key, self._model(resource, body)).body
        self._change.delete(resource, key)
        return HTTPStatus.NO_CONTENT, None

    def _model(self, resource: Resource[Any], body: Any) -> Any:
        return parse_stored(resource.model, body)

    def _target(self, path: str) -> tuple[Resource[Any], str | None]:
        """Return the resource of a path, and the id of a document in it; None for the whole collection."""
        by_path = {each.path: each for each in self._change.registry}
        if (found := by_path.get(path)) is not None:
            return found, found.singleton_id if found.is_singleton else None
        collection, _, id_ = path.rpartition("/")
        if (found := by_path.get(collection)) is None:
            raise NotFound(f"There is no {path}.")
        return found, unquote(id_)


class InProcessUsers:
    """The calls for the users of local identity profiles. They are no part of a change of the configuration."""

    def __init__(self, call: Call) -> None:
        """`call` is the call of the administrator, in whose name users are created and deleted."""
        self._call = call

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Make one call."""
        try:
            operation, parameters = self._target(method, f"{API}{path}")
            query = {each.name: each.default for each in operation.query}
            sent = parse_stored(LocalIdentityUserCreation, body) if method == "POST" else None
            result = operation.run(replace(self._call, path=parameters, query=query, body=sent))
        except ValidationFailed as error:
            return _refused(error)
        except HanseError as error:
            return error.status, {"message": error.message}
        return result.status, to_body(result.body) if isinstance(result.body, BaseModel) else None

    def _target(self, method: str, path: str) -> tuple[Operation, dict[str, str]]:
        """Return the operation of a call, and the parameters of its path."""
        for each in USER_OPERATIONS:
            pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", each.path)
            if each.method == method and (found := re.fullmatch(pattern, path)) is not None:
                return each, {name: unquote(value) for name, value in found.groupdict().items()}
        raise NotFound(f"There is no {path}.")


def _refused(error: ValidationFailed) -> tuple[int, Any]:
    findings = [
        {"fieldPath": each.field_path or "", "message": each.message, "errorId": each.error_id} for each in error.errors
    ]
    return error.status, {"message": error.message, "validationErrors": findings}
