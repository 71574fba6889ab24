"""The operations of the API as frames use them: for one caller, by the resource they belong to."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.frames.page_request import PageAddress, PageRequest
from hanse.config.declare.handles import Handle
from hanse.config.declare.resource import SINGLETON_ID, Resource
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.validation import parse
from hanse.config.http.operation import API, Operation, OperationResult
from hanse.config.http.resource_operations import BYPASS
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.action_operations import ActionOptions
from hanse.kit.errors import MalformedRequest

# The buttons of a trial: to run it, to answer what it asks for, and to go back to the form.
TRY, ANSWER, BACK = "try", "answer", "back"
TRIAL_ACTIONS = frozenset({TRY, ANSWER, BACK})
# How many items a page of a list can have, as in the console's own lists.
PAGE_SIZES = (20, 50, 100)
# Hits of a search that are counted. Nobody turns fifty pages, and counting all would take longer than finding a page.
COUNTED = 1000
Key = tuple[str, str]
Body = dict[str, Any]


class ApiCalls:
    """The reads and saves of one visit."""

    def __init__(
        self, dispatcher: OperationDispatcher, operations: Mapping[Key, Operation], visit: PageRequest
    ) -> None:
        self._dispatcher = dispatcher
        self._operations = operations
        self._visit = visit

    def page(self, *, search: str, page: int, after: str | None, descending: bool, size: int = PAGE_SIZES[0]) -> Body:
        """Return one page of the list."""
        query = {
            "filter": search,
            "numberPerPage": size,
            "page": page,
            "after": after,
            "sortOrder": "DESC" if descending else "ASC",
            "countUpTo": COUNTED,
        }
        return _body(self._run("GET", self._resource.path, query=query))

    def all(self) -> list[Body]:
        """Return all items."""
        items: list[Body] = _body(self._run("GET", self._resource.path, query={}))["items"]
        return items

    def read(self) -> StoredDocument:
        """Return the document that the visit is about, as clients see it."""
        answer = self._run("GET", self._resource.item_path)
        return StoredDocument(self._visit.id, _body(answer), answer.revision or 0)

    def read_settings(self, resource: Handle[Any]) -> StoredDocument:
        """Return the settings of a resource, as clients see them."""
        answer = self._run("GET", resource.path)
        return StoredDocument(SINGLETON_ID, _body(answer), answer.revision or 0)

    def save_settings(self, resource: Handle[Any], stored: StoredDocument) -> None:
        """Save settings if nobody has changed them since they were read."""
        model: Any = self._operations["PUT", API + resource.path].body
        sent = parse(model, json.dumps(stored.body).encode())
        self._run("PUT", resource.path, body=sent, expected=frozenset({stored.revision}))

    def attempt(self, body: Body) -> Body:
        """Try what was entered, and return the answer."""
        operation = self._trying
        if operation is None:
            raise MalformedRequest("This cannot be tried.")
        model: Any = operation.body
        sent = parse(model, json.dumps(body).encode())
        answer = self._dispatcher.perform(operation, self._visit.caller, body=sent)
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
        return self._send("POST", self._resource.path + self._below, body)

    def replace(self, body: Body) -> Body:
        """Save a new version, of the revision that the form was made of."""
        return self._send("PUT", self._resource.item_path, body, self._visit.revision)

    def delete(self) -> None:
        """Delete the document."""
        self._run("DELETE", self._resource.item_path, expected=self._visit.revision)

    def about(self, id_: str) -> "ApiCalls":
        """Return the calls about an item of the list that the visit shows."""
        return ApiCalls(self._dispatcher, self._operations, replace(self._visit, id=id_, place=PageAddress.EDIT))

    def move(self, location: str, neighbour: str) -> None:
        """Put the item before or after another."""
        path = f"{self._resource.item_path}/move"
        model: Any = self._operations["POST", API + path].body
        sent = parse(model, json.dumps({"location": location, "moveToId": neighbour}).encode())
        self._run("POST", path, body=sent)

    def act(self, action_id: str, options: ActionOptions) -> OperationResult:
        """Have an instance of a plug-in do something."""
        operation = self._operations["POST", self._invoking]
        path = {**self._item, "actionId": action_id}
        return self._dispatcher.perform(operation, self._visit.caller, path=path, body=options)

    def ask(self, ask: ItemAction, parameters: Mapping[str, str | None]) -> OperationResult:
        """Have an item do what it can be asked to."""
        operation, path = self._asked(ask)
        body: Any = operation.body
        sent = None if body is None else parse(body, json.dumps(ask.body(parameters)).encode())
        # What changes or removes something is of the revision that the page was made of.
        expected = self._visit.revision if ask.method in ("PUT", "DELETE") else None
        return self._dispatcher.perform(operation, self._visit.caller, path=path, body=sent, expected=expected)

    def _asked(self, ask: ItemAction) -> tuple[Operation, Mapping[str, str]]:
        asked = self._operations.get((ask.method, f"{API}{self._resource.item_path}{ask.path}"))
        # The contract's own actions are one operation, with a parameter for which of them.
        return (
            (self._operations["POST", self._invoking], {**self._item, "actionId": ask.id})
            if asked is None
            else (
                asked,
                self._item,
            )
        )

    def has(self, method: str) -> bool:
        """Return whether the resource's documents can be created (POST) or deleted (DELETE)."""
        return (method, self._address(method)) in self._operations

    def saving(self) -> Operation | None:
        """Return the operation that a form of this place would make; some need threads of their own."""
        ask = self._visit.frame.action(self._visit.action[1]) if self._visit.action[0] == "act" else None
        if ask is not None:
            return None if ask.run is not None else self._asked(ask)[0]
        if self._visit.action[0] == "act":
            return self._operations.get(("POST", self._invoking))
        if self._visit.action[0] in TRIAL_ACTIONS:
            return self._trying
        return self._operations.get((method := self._method, self._address(method)))

    @property
    def _trying(self) -> Operation | None:
        trial = self._visit.frame.form.trial
        return None if trial is None else self._operations["POST", API + trial.path]

    @property
    def _invoking(self) -> str:
        return f"{API}{self._resource.item_path}/actions/{{actionId}}/invokeAction"

    @property
    def _below(self) -> str:
        """Where below a collection items come to be."""
        adding = self._visit.adding
        return "" if adding is None else adding.path

    @property
    def _resource(self) -> Resource[Any]:
        return self._visit.frame.resource

    @property
    def _item(self) -> Mapping[str, str]:
        return {} if self._resource.is_singleton else {self._resource.ids.member: self._visit.id}

    @property
    def _method(self) -> str:
        return {"add": "POST", "delete": "DELETE"}.get(self._visit.place, "PUT")

    def _address(self, method: str) -> str:
        return API + (self._resource.path + self._below if method == "POST" else self._resource.item_path)

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
        caller = self._visit.caller
        if self._visit.action[0] == "bypass":
            caller = replace(caller, headers={**caller.headers, BYPASS.name.lower(): "true"})
        return perform(operation, caller, path=item, query=query, body=body, expected=expected)


def _body(answer: OperationResult) -> Body:
    if not isinstance(answer.body, dict):
        raise TypeError("frames show objects")
    return answer.body
