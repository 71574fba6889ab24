"""Documents in lists that exist without being stored."""

from typing import Any

from hanse.config.change.bodies import search_text
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import QueryParameter
from hanse.config.list_query import ListQuery, MemberCondition, normal_form
from hanse.config.transaction_view import TransactionView


def parameters_of(resource: Resource[Any]) -> tuple[QueryParameter, ...]:
    """Return the query parameter that includes the document in a list, and parameters that have no effect."""
    implied = resource.lists.implied
    shown = () if implied is None else (QueryParameter(implied.parameter, bool, implied.description, default=False),)
    accepted = (
        QueryParameter(name, bool, "Accepted, without effect on this list.", default=False)
        for name in resource.lists.ignored_parameters
    )
    return (*shown, *accepted)


def implied_of(resource: Resource[Any], view: TransactionView, query: ListQuery) -> dict[str, Any] | None:
    """Return the body of the implied document unless a stored one replaces it or the query does not match it."""
    implied = resource.lists.implied
    if implied is None or view.find(resource, implied.id) is not None:
        return None
    body, text = implied.body, search_text(resource, implied.body)
    fits = (
        all(word in text for word in normal_form(query.filter).split())
        and all(_is_met(body, condition) for condition in query.conditions)
        and (query.ids is None or implied.id in query.ids)
        and not _is_used(resource, view, query)
    )
    return body if fits else None


def _is_met(body: dict[str, Any], condition: MemberCondition) -> bool:
    if condition.value is None:
        return (condition.member in body) == condition.is_present
    return bool(body.get(condition.member) == condition.value)


def _is_used(resource: Resource[Any], view: TransactionView, query: ListQuery) -> bool:
    if resource.lists.implied is None or query.unused is None:
        return False
    users = view.used_by(resource, resource.lists.implied.id)
    return any(user.kind == query.unused.by_kind and user.id != query.unused.but_for for user in users)
