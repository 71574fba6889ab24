"""Filters of lists other than search words: field values, unused items, items outside a line of descent.

The server filters, so that selections from thousands of items stay possible and pages are full.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args

from pydantic import BaseModel

from hanse.config.change import bodies
from hanse.config.declare.fields import Filterable, Lineage, Ref, Unique
from hanse.config.declare.marked_fields import fields_with
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.http.operation import QueryParameter
from hanse.config.list_query import MemberCondition, NotBelowCondition, UnusedCondition

UNUSED_BY, OR_USED_BY, NOT_BELOW = "unusedBy", "orUsedBy", "notBelow"


def parameters_of(resource: Resource[Any], registry: Registry) -> tuple[QueryParameter, ...]:
    """Return the query parameters that filter a resource's list."""
    made = [_parameter(name, type_) for name, type_, _ in _filterable(resource)]
    if _lineage(resource):
        made.append(QueryParameter(NOT_BELOW, str, "ID of an item that is left out together with all its descendants."))
    users = tuple(sorted(each.kind for each in registry if _refers(each, resource)))
    if users:
        made += [
            QueryParameter(
                UNUSED_BY, str, "Return only items that no configuration of this kind refers to.", choices=users
            ),
            QueryParameter(OR_USED_BY, str, "With `unusedBy`: ID of an item whose references are ignored."),
        ]
    return tuple(made)


def conditions_of(resource: Resource[Any], query: Mapping[str, Any]) -> tuple[MemberCondition, ...]:
    """Return the conditions that a call's parameters make on a field."""
    unique = _unique(resource)
    return tuple(
        replace(_condition(name, type_, query[name], is_unique=name in unique), is_indexed=is_indexed)
        for name, type_, is_indexed in _filterable(resource)
        if query[name] is not None
    )


def unused_of(query: Mapping[str, Any]) -> UnusedCondition | None:
    """Return the resource whose items must not use the listed items."""
    kind = query.get(UNUSED_BY)
    return None if kind is None else UnusedCondition(kind, query[OR_USED_BY])


def not_below_of(resource: Resource[Any], query: Mapping[str, Any]) -> NotBelowCondition | None:
    """Return the item whose descendants are excluded from the list."""
    id_ = query.get(NOT_BELOW)
    return None if id_ is None else NotBelowCondition(_lineage(resource), id_)


def _lineage(resource: Resource[Any]) -> str:
    return next((marked.name for marked in fields_with(resource.model, Lineage)), "")


def _filterable(resource: Resource[Any]) -> Iterator[tuple[str, type[Any], bool]]:
    """Yield the parameter, the type and whether values are indexed, for each field that lists are filtered by."""
    for marked in fields_with(resource.model, Filterable):
        name = marked.name
        info = next(info for each, info in marked.owner.model_fields.items() if (info.alias or each) == name)
        types = get_args(info.annotation) or (info.annotation,)
        type_ = next(each for each in types if each is not type(None))
        marker = marked.marker(Filterable) or Filterable()
        yield (f"{name}.{marker.by}", str, marker.is_indexed) if marker.by else (name, type_, marker.is_indexed)


def _unique(resource: Resource[Any]) -> frozenset[str]:
    """Return the members whose values are unique and recorded exactly as they are."""
    marked = fields_with(resource.model, Unique)
    return frozenset(each.name for each in marked if (unique := each.marker(Unique)) is not None and unique.exact)


def _condition(name: str, type_: type[Any], value: Any, *, is_unique: bool) -> MemberCondition:
    if _is_model(type_):
        return MemberCondition(name, is_present=value)
    if is_unique:
        return MemberCondition(name, value=bodies.unique_key(value, exact=True), is_unique=True)
    return MemberCondition(name, value=value)


def _parameter(name: str, type_: type[Any]) -> QueryParameter:
    if _is_model(type_):
        return QueryParameter(name, bool, f"Return only items with, or without, `{name}`.")
    return QueryParameter(name, type_ if type_ in (int, bool) else str, f"Return only items with this `{name}`.")


def _is_model(type_: type[Any]) -> bool:
    return isinstance(type_, type) and issubclass(type_, BaseModel)


def _refers(resource: Resource[Any], target: Resource[Any]) -> bool:
    markers = (marked.marker(Ref) for marked in fields_with(resource.model, Ref))
    return any(marker is not None and marker.resource.path == target.path for marker in markers)
