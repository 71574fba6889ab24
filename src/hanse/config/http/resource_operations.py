"""The operations that are derived from the declaration of each resource."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import Any

from pydantic import BaseModel, ConfigDict, create_model

from hanse.config.change.change import Change
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.http import embedded_collections, expiry_filters, implied_documents
from hanse.config.http.history_and_usage import history_operation, used_by_operation
from hanse.config.http.item_answers import common, id_of, item_answer, shown_of
from hanse.config.http.list_filters import conditions_of, not_below_of, parameters_of, unused_of
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.config.list_query import MAXIMUM_PAGE_SIZE, ListQuery
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError, MalformedRequest
from hanse.kit.texts.messages import message

LIST_PARAMETERS = (
    QueryParameter("filter", str, "Words that an item's ID or searchable fields must contain.", ""),
    QueryParameter("page", int, "Number of the page, starting with 1.", 1, minimum=1, maximum=1_000_000),
    QueryParameter(
        "numberPerPage",
        int,
        "Items per page. If left out, all items are returned.",
        None,
        minimum=1,
        maximum=MAXIMUM_PAGE_SIZE,
    ),
    QueryParameter("sortOrder", str, "Sort order of the list.", "ASC", choices=("ASC", "DESC")),
    QueryParameter("after", str, "Value of `next` from the previous page. If given, `page` is ignored."),
    QueryParameter(
        "countUpTo",
        int,
        "Maximum number of search results to count. If there are more, `totalItems` is this number plus one, and "
        "`totalIsMinimum` is true. If omitted, all results are counted, which is slower for large collections.",
        None,
        minimum=1,
        maximum=1_000_000,
    ),
    QueryParameter("ids", str, "Return only those of these items that exist: their IDs, separated by commas."),
)
BYPASS = QueryParameter(
    "X-BypassExternalValidation", bool, "Save without validation by external systems.", default=False
)


def operations_of(registry: Registry) -> list[Operation]:
    """Return the operations of all resources of a registry; a resource without methods is for internal use."""
    return [operation for resource in registry if resource.api.methods for operation in _operations(resource, registry)]


def _operations(resource: Resource[Any], registry: Registry) -> list[Operation]:
    makers: dict[tuple[str, bool], list[Callable[[Resource[Any]], Operation]]] = {
        ("GET", False): [partial(_list, registry=registry), _get],
        ("POST", False): [_create],
        ("PUT", False): [_replace],
        ("DELETE", False): [_delete],
        ("GET", True): [_get],
        ("PUT", True): [_replace],
    }
    made = [
        maker(resource)
        for method in ("GET", "POST", "PUT", "DELETE")
        if method in resource.effective_methods
        for maker in makers[method, resource.is_singleton]
    ]
    made += [history_operation(resource), used_by_operation(resource)]
    return [replace(each, open_path=each.path.endswith("}")) for each in made] if resource.ids.with_slashes else made


def _list(resource: Resource[Any], registry: Registry) -> Operation:
    def run(call: Call) -> OperationResult:
        query = _list_query(resource, call)
        page = call.view.list(resource, query)
        bodies = shown_of(resource, call, page.items)
        includes_implied = resource.lists.implied is not None and call.query[resource.lists.implied.parameter]
        first = implied_documents.implied_of(resource, call.view, query) if includes_implied else None
        if first is not None and query.is_first:
            bodies.insert(0, resource.shown(first, call.ports.get(Clock).now()))
        answer: dict[str, Any] = {"items": bodies}
        if resource.lists.with_total:
            answer["totalItems"] = len(bodies)
        if call.query["numberPerPage"] is not None:
            answer["totalItems"] = page.total + (first is not None)
            if not page.is_counted:
                answer["totalIsMinimum"] = True
            if page.next_key is not None:
                answer["next"] = "\n".join(page.next_key)
        return OperationResult(answer)

    return Operation(
        **common(resource, "GET"),
        path=API + resource.path,
        summary=f"List: {resource.text.title}",
        run=run,
        answer=list_model(resource.shown_model),
        query=(
            *LIST_PARAMETERS,
            *parameters_of(resource, registry),
            *expiry_filters.parameters_of(resource),
            *implied_documents.parameters_of(resource),
        ),
    )


@cache
def list_model(item: type[ConfigModel]) -> type[BaseModel]:
    """Return the model of a list's answer; only pages have `next`, and only if more items follow."""
    made: type[BaseModel] = create_model(
        f"{item.__name__}List",
        # Only OpenAPI needs its schema; building those of all lists at the start would build the schemas of all
        # resources.
        __config__=ConfigDict(defer_build=True),
        items=(list[item], ...),  # type: ignore[valid-type]  # The model is a value here.
        totalItems=(int | None, None),
        totalIsMinimum=(bool | None, None),
        next=(str | None, None),
    )
    return made


def _list_query(resource: Resource[Any], call: Call) -> ListQuery:
    query = call.query
    sort_key, separator, id_ = (query["after"] or "").rpartition("\n")
    return ListQuery(
        filter=query["filter"],
        number_per_page=query["numberPerPage"],
        page=query["page"],
        after=(sort_key, id_) if separator else None,
        descending=query["sortOrder"] == "DESC",
        conditions=conditions_of(resource, query),
        unused=unused_of(query),
        not_below=not_below_of(resource, query),
        expiry=expiry_filters.expiry_of(query, call.ports.get(Clock).now()),
        by_expiry=expiry_filters.is_by_expiry(query),
        ids=None if query["ids"] is None else tuple(query["ids"].split(",")),
        count_up_to=query["countUpTo"],
    )


def _get(resource: Resource[Any]) -> Operation:
    def run(call: Call) -> OperationResult:
        stored = call.view.get(resource, id_of(resource, call))
        return (
            embedded_collections.answer(resource, call, stored)
            if resource.embedded
            else item_answer(resource, call, stored)
        )

    return Operation(
        **common(resource, "GET"),
        path=API + resource.item_path,
        summary=f"Read: {resource.text.title}",
        run=run,
        answer=embedded_collections.model_with_lists(resource),
    )


def _create(resource: Resource[Any]) -> Operation:
    def run(call: Call) -> OperationResult:
        with _verified(resource, call, None) as (change, findings):
            stored = change.create(resource, call.body, findings)
            return item_answer(resource, call, stored, resource.api.create_status, change)

    return Operation(
        **common(resource, "POST"),
        **_verifying(resource),
        path=API + resource.path,
        summary=f"Create: {resource.text.title}",
        run=run,
        body=resource.model,
        answer=resource.model,
        status=resource.api.create_status,
        body_limit=resource.api.body_limit,
    )


def _replace(resource: Resource[Any]) -> Operation:
    def run(call: Call) -> OperationResult:
        id_ = id_of(resource, call)
        with _verified(resource, call, id_) as (change, findings):
            if resource.embedded:
                return embedded_collections.answer(
                    resource, call, embedded_collections.replace(change, resource, call.body, call.expected)
                )
            stored = change.replace(resource, id_, call.body, call.expected, findings)
            return item_answer(resource, call, stored, view=change)

    return Operation(
        **common(resource, "PUT"),
        **_verifying(resource),
        path=API + resource.item_path,
        summary=f"Replace: {resource.text.title}",
        run=run,
        body=embedded_collections.model_with_lists(resource),
        answer=embedded_collections.model_with_lists(resource),
        body_limit=resource.api.body_limit,
    )


def _verifying(resource: Resource[Any]) -> dict[str, Any]:
    if resource.saving.verify is None:
        return {}
    return {"in_transaction": False, "calls_out": True, "headers": (BYPASS,)}


@contextmanager
def _verified(resource: Resource[Any], call: Call, id_: str | None) -> Iterator[tuple[Change, Sequence[FieldError]]]:
    """Yield the transaction of a save, and the findings of other systems from before it was opened."""
    if resource.saving.verify is None:
        yield call.change, ()
        return
    findings = () if _bypasses(call) else tuple(resource.saving.verify(call.body, id_, call.configuration))
    with call.changing() as change:
        yield change, findings


def _bypasses(call: Call) -> bool:
    text = call.caller.headers.get(BYPASS.name.lower(), "false").strip().lower()
    if text not in ("true", "false"):
        raise MalformedRequest(message("{name} must be true or false.", name=BYPASS.name))
    return text == "true"


def _delete(resource: Resource[Any]) -> Operation:
    def run(call: Call) -> OperationResult:
        call.change.delete(resource, id_of(resource, call), call.expected)
        return OperationResult(status=204)

    return Operation(
        **common(resource, "DELETE"),
        path=API + resource.item_path,
        summary=f"Delete: {resource.text.title}",
        run=run,
        status=204,
        extra_statuses=(422,),
    )
