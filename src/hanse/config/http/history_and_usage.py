"""Operations for the history and the usage of an item."""

from typing import Any

from hanse.config.change.reference_checks import is_released
from hanse.config.declare.access import Intent, is_allowed
from hanse.config.declare.resource import Resource
from hanse.config.http.item_answers import common, id_of
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.clock import from_text
from hanse.kit.texts.translation import localized_message

HISTORY_PARAMETERS = (
    QueryParameter("limit", int, "Maximum number of changes to return.", 100, minimum=1, maximum=1000),
)


def history_operation(resource: Resource[Any]) -> Operation:
    """Return the operation that lists the changes of an item, with their actors."""

    def run(call: Call) -> OperationResult:
        id_ = id_of(resource, call)
        changes = call.view.history(resource, id_, limit=call.query["limit"])
        if not changes:
            # A deleted item still has a history; an item that never existed is not found.
            call.view.get(resource, id_)
        return OperationResult(
            {
                "items": [
                    {
                        "revision": change.number,
                        "time": change.time,
                        "actor": change.actor,
                        "requestId": change.request_id,
                        "before": _shown_then(resource, change.time, change.before),
                        "after": _shown_then(resource, change.time, change.after),
                        **({} if change.event is None else {"event": change.event}),
                    }
                    for change in changes
                ]
            }
        )

    return Operation(
        **{**common(resource, "GET"), "open_to_setup": False},
        path=f"{API}/internal/history{resource.item_path}",
        summary=f"History: {resource.text.title}",
        run=run,
        query=HISTORY_PARAMETERS,
        answer={"type": "object"},
    )


def used_by_operation(resource: Resource[Any]) -> Operation:
    """Return the operation that lists what uses an item, with links to the pages that the caller may read."""

    def run(call: Call) -> OperationResult:
        id_ = call.view.get(resource, id_of(resource, call)).id
        # The parts of a singleton use other items.
        usages = call.view.parts_used_by(resource) if resource.is_singleton else call.view.used_by(resource, id_)
        users = {kind: call.view.registry.by_kind(kind) for kind in {usage.kind for usage in usages}}
        names = {kind: _names(call, user, [u.id for u in usages if u.kind == kind]) for kind, user in users.items()}
        readable = {kind for kind, user in users.items() if _may_read(call, user)}
        return OperationResult(
            {
                "items": [
                    {
                        "type": localized_message(users[u.kind].called),
                        "kind": u.kind,
                        "id": u.id,
                        **names[u.kind].get(u.id, {}),
                        "path": u.path,
                        **({"page": page} if u.kind in readable and (page := users[u.kind].page_of(u.id)) else {}),
                        **({"released": True} if is_released(u, call.view.registry) else {}),
                    }
                    for u in usages
                ]
            }
        )

    return Operation(
        **{**common(resource, "GET"), "open_to_setup": False},
        path=f"{API}/internal/usedBy{resource.item_path}",
        summary=f"Where used: {resource.text.title}",
        run=run,
        answer={"type": "object"},
    )


def _names(call: Call, resource: Resource[Any], ids: list[str]) -> dict[str, dict[str, str]]:
    """Return the display names of documents by id, for a caller who may read them."""
    member = resource.lists.sort_by
    if resource.is_singleton or member is None or not _may_read(call, resource):
        return {}
    found = call.view.find_many(resource, list(dict.fromkeys(ids)))
    return {id_: {"name": str(stored.body[member])} for id_, stored in found.items() if member in stored.body}


def _may_read(call: Call, resource: Resource[Any]) -> bool:
    return is_allowed(call.caller.principal, resource.area, Intent.READ)


def _shown_then(resource: Resource[Any], time: str, body: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the API form of a body at the time of its change."""
    return None if body is None else resource.shown(body, from_text(time))
