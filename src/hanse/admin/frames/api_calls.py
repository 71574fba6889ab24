"""The operations of the API as frames use them: for one caller, by the resource they belong to."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.api.requests import converted
from hanse.admin.frames.page_request import PageAddress, PageRequest
from hanse.config.declare.handles import Handle
from hanse.config.declare.resource import SINGLETON_ID, Resource
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.form_source import FormSource
from hanse.config.declare.validation import parse
from hanse.config.http.expiry_filters import SORT_BY
from hanse.config.http.operation import API, Operation, OperationResult
from hanse.config.http.resource_operations import BYPASS
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.action_operations import ActionOptions
from hanse.kit.errors import MalformedRequest

# The buttons of a trial: run it, submit the chosen result, and go back to the form.
TRY, ANSWER, BACK = "try", "answer", "back"
# The button that fills in a new form from its source.
FILL = "fill"
TRIAL_ACTIONS = frozenset({TRY, ANSWER, BACK})
# The page sizes of a list; the console's own lists have the same.
PAGE_SIZES = (20, 50, 100)
# Matches of a search are counted up to this number: counting all of them would take longer than reading a page.
COUNTED = 1000
NO_FILTERS: Mapping[str, str] = MappingProxyType({})
Key = tuple[str, str]
Body = dict[str, Any]


class ApiCalls:
    """Calls operations of the API for one request of a frame page."""

    def __init__(
        self, dispatcher: OperationDispatcher, operations: Mapping[Key, Operation], request: PageRequest
    ) -> None:
        self._dispatcher = dispatcher
        self._operations = operations
        self._request = request

    def list_page(
        self,
        *,
        search: str,
        page: int,
        after: str | None,
        descending: bool,
        sort_by: str = "",
        size: int = PAGE_SIZES[0],
        filters: Mapping[str, str] = NO_FILTERS,
    ) -> Body:
        """Return one page of the list. `filters` are further query parameters, as texts."""
        declared = {each.name: each for each in self._operations["GET", API + self._resource.path].query}
        query = {
            **{name: converted(declared[name], text) for name, text in filters.items()},
            **({SORT_BY: sort_by} if sort_by else {}),
            "filter": search,
            "numberPerPage": size,
            "page": page,
            "after": after,
            "sortOrder": "DESC" if descending else "ASC",
            "countUpTo": COUNTED,
        }
        return _body(self._run("GET", self._resource.path, query=query))

    def list_all(self) -> list[Body]:
        """Return all items."""
        items: list[Body] = _body(self._run("GET", self._resource.path, query={}))["items"]
        return items

    def read(self) -> StoredDocument:
        """Return the document that the page is about, as clients see it."""
        answer = self._run("GET", self._resource.item_path)
        return StoredDocument(self._request.id, _body(answer), answer.revision or 0)

    def read_settings(self, resource: Handle[Any]) -> StoredDocument:
        """Return the settings of a resource, as clients see them."""
        answer = self._run("GET", resource.path)
        return StoredDocument(SINGLETON_ID, _body(answer), answer.revision or 0)

    def save_settings(self, resource: Handle[Any], stored: StoredDocument) -> None:
        """Save settings if nobody has changed them since they were read."""
        model: Any = self._operations["PUT", API + resource.path].body
        sent = parse(model, json.dumps(stored.body).encode())
        self._run("PUT", resource.path, body=sent, expected=frozenset({stored.revision}))

    def run_trial(self, body: Body) -> Body:
        """Run the trial of what was entered, and return the answer of the API."""
        operation = self._trial_operation
        if operation is None:
            raise MalformedRequest("This cannot be tried.")
        return self._answer_of(operation, body)

    def create_guided(self, body: Body, *, is_preview: bool) -> Body:
        """Create an item with what it needs, or return a preview; the answer of the API."""
        guided = self._request.frame.ui.guided
        if guided is None:
            raise MalformedRequest("This cannot be created here.")
        path = f"{API}{guided.path}{'/preview' if is_preview else ''}"
        return self._answer_of(self._operations["POST", path], body)

    def fill_form(self, source: FormSource, entered: Body) -> Body:
        """Return the answer of the operation that reads the values of a new item from a source."""
        return self._answer_of(self._operations["POST", API + source.path], {**entered, **source.constants})

    def _answer_of(self, operation: Operation, body: Body) -> Body:
        model: Any = operation.body
        sent = parse(model, json.dumps(body).encode())
        answer = self._dispatcher.perform(operation, self._request.caller, body=sent)
        if not isinstance(answer.body, BaseModel):
            raise TypeError("the answer is not a model")
        found: Body = answer.body.model_dump(mode="json", by_alias=True)
        return found

    def used_by(self) -> list[dict[str, str]]:
        """Return what refers to the document."""
        found: list[dict[str, str]] = _body(self._run("GET", f"/internal/usedBy{self._resource.item_path}"))["items"]
        return found

    def create(self, body: Body) -> Body:
        """Save a new document."""
        return self._send("POST", self._resource.path + self._creation_path, body)

    def replace(self, body: Body, revision: int | None = None) -> Body:
        """Save a new version of `revision`, or of the revision that the form was made of."""
        expected = self._request.revision if revision is None else frozenset({revision})
        return self._send("PUT", self._resource.item_path, body, expected)

    def delete(self) -> None:
        """Delete the document."""
        self._run("DELETE", self._resource.item_path, expected=self._request.revision)

    def for_item(self, id_: str) -> "ApiCalls":
        """Return the calls for one item of the list that the page shows."""
        return ApiCalls(self._dispatcher, self._operations, replace(self._request, id=id_, page=PageAddress.EDIT))

    def move(self, location: str, neighbor: str) -> None:
        """Put the item before or after another."""
        path = f"{self._resource.item_path}/move"
        model: Any = self._operations["POST", API + path].body
        sent = parse(model, json.dumps({"location": location, "moveToId": neighbor}).encode())
        self._run("POST", path, body=sent)

    def invoke_plugin_action(self, action_id: str, options: ActionOptions) -> OperationResult:
        """Invoke an action of a plug-in instance."""
        operation = self._operations["POST", self._invoke_path]
        path = {**self._item, "actionId": action_id}
        return self._dispatcher.perform(operation, self._request.caller, path=path, body=options)

    def perform_action(self, action: ItemAction, parameters: Mapping[str, str | None]) -> OperationResult:
        """Perform an item action."""
        operation, path = self._operation_of(action)
        body: Any = operation.body
        sent = None if body is None else parse(body, json.dumps(action.body(parameters)).encode())
        # A change or removal must be based on the revision that the page was made of.
        expected = self._request.revision if action.method in ("PUT", "DELETE") else None
        return self._dispatcher.perform(operation, self._request.caller, path=path, body=sent, expected=expected)

    def _operation_of(self, action: ItemAction) -> tuple[Operation, Mapping[str, str]]:
        found = self._operations.get((action.method, f"{API}{self._resource.item_path}{action.path}"))
        # The contract's own actions are one operation, with a parameter for which of them.
        return (
            (self._operations["POST", self._invoke_path], {**self._item, "actionId": action.id})
            if found is None
            else (found, self._item)
        )

    def supports(self, method: str) -> bool:
        """Return whether the resource's documents can be created (POST), changed (PUT) or deleted (DELETE)."""
        return (method, self._address(method)) in self._operations

    def posted_operation(self) -> Operation | None:
        """Return the operation that the posted form leads to: some operations run on threads of their own."""
        action = self._request.frame.action(self._request.action[1]) if self._request.action[0] == "act" else None
        if action is not None:
            return None if action.run is not None else self._operation_of(action)[0]
        if self._request.action[0] == "act":
            return self._operations.get(("POST", self._invoke_path))
        if self._request.action[0] in TRIAL_ACTIONS:
            return self._trial_operation
        source = self._request.frame.form.source
        if self._request.action[0] == FILL and source is not None:
            return self._operations["POST", API + source.path]
        return self._operations.get((method := self._method, self._address(method)))

    @property
    def _trial_operation(self) -> Operation | None:
        trial = self._request.frame.form.trial
        return None if trial is None else self._operations["POST", API + trial.path]

    @property
    def _invoke_path(self) -> str:
        return f"{API}{self._resource.item_path}/actions/{{actionId}}/invokeAction"

    @property
    def _creation_path(self) -> str:
        """Path below the collection at which a new item is created; usually empty."""
        form = self._request.creation_form
        return "" if form is None else form.path

    @property
    def _resource(self) -> Resource[Any]:
        return self._request.frame.resource

    @property
    def _item(self) -> Mapping[str, str]:
        return {} if self._resource.is_singleton else {self._resource.ids.member: self._request.id}

    @property
    def _method(self) -> str:
        return {"add": "POST", "delete": "DELETE"}.get(self._request.page, "PUT")

    def _address(self, method: str) -> str:
        return API + (self._resource.path + self._creation_path if method == "POST" else self._resource.item_path)

    def _send(self, method: str, path: str, body: Body, expected: frozenset[int] | None = None) -> Body:
        operation = self._operations[method, API + path]
        model: Any = operation.body
        # Collections that a singleton's body has in it have pages of their own; left out, they stay as they are.
        body = {name: value for name, value in body.items() if name not in dict(self._resource.embedded)}
        sent = parse(model, json.dumps(body).encode())
        return _body(self._run(method, path, body=sent, expected=expected))

    def _run(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        expected: frozenset[int] | None = None,
    ) -> OperationResult:
        operation = self._operations[method, API + path]
        item = self._item if "{" in path else {}
        perform: Callable[..., OperationResult] = self._dispatcher.perform
        caller = self._request.caller
        if self._request.action[0] == "bypass":
            caller = replace(caller, headers={**caller.headers, BYPASS.name.lower(): "true"})
        return perform(operation, caller, path=item, query=query, body=body, expected=expected)


def _body(answer: OperationResult) -> Body:
    if not isinstance(answer.body, dict):
        raise TypeError("frames show objects")
    return answer.body
