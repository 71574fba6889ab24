"""The admin API for the server itself: the same documents and rules, in one transaction of the caller."""

from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from hanse.config.change.change import Change
from hanse.config.declare.resource import Resource
from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import ListQuery
from hanse.kit.errors import HanseError, NotFound, ValidationFailed


class InProcessApi:
    """Calls on a change; everything that is created or deleted belongs to one revision."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Make one call."""
        try:
            return self._call(method, *self._target(path), body)
        except ValidationFailed as error:
            findings = [{"fieldPath": each.field_path or "", "message": each.message} for each in error.errors]
            return error.status, {"message": error.message, "validationErrors": findings}
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
