"""Expressions in documents: each is validated on save, and only expression administrators may change it.

Expressions are code. An existing expression may stay, and may move within its document, for example if rules are
reordered. It may not be copied, because using code in a second place has the effect of new code.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hanse.config.declare.access import Area, Intent, Principal, is_allowed
from hanse.config.declare.fields import HoldsExpression
from hanse.config.declare.marked_fields import fields_with, places
from hanse.config.declare.resource import Resource
from hanse.kit.errors import FieldError

Body = dict[str, Any]
NOT_ALLOWED = "Only an expression administrator may add or change an expression."
_NO_CONDITION = "The expression never returns true or false."


@dataclass(frozen=True)
class _Written:
    """An expression in a body."""

    text: str
    path: str
    number: int
    marker: HoldsExpression


def expression_errors(
    resource: Resource[Any], body: Body, old: Body | None, principal: Principal | None
) -> Iterator[FieldError]:
    """Find new expressions that are invalid, or that the caller may not write. None means the server itself."""
    kept = Counter((each.text, each.marker) for each in _written(resource, old or {}))
    may_write = principal is None or is_allowed(principal, Area.EXPRESSIONS, Intent.WRITE)
    seen: set[tuple[str, HoldsExpression]] = set()
    for each in _written(resource, body):
        key = each.text, each.marker
        if kept[key]:
            kept[key] -= 1
        elif not may_write:
            yield FieldError(NOT_ALLOWED, each.path, "expression_administrator_required")
        elif key not in seen and (reason := _reason_against(each)):
            message = each.marker.message.format(reason=reason, number=each.number)
            yield FieldError(message, each.path, "invalid_expression")
        else:
            # The same text is compiled once.
            seen.add(key)


def _written(resource: Resource[Any], body: Body) -> Iterator[_Written]:
    yield from _stored(resource, body)
    for marked in fields_with(resource.model, HoldsExpression):
        marker = marked.marker(HoldsExpression)
        if marker is None:
            continue
        for place in places(body, marked.pattern):
            if isinstance(place.value, str) and (marker.when is None or marker.when(place.container)):
                yield _Written(place.value, place.path, _number(place.path), marker)


def _stored(resource: Resource[Any], body: Body) -> Iterator[_Written]:
    """Yield the expressions that the declaration finds, such as those in settings of plug-ins."""
    if body and resource.storage.expressions is not None:
        for text, path, marker in resource.storage.expressions(body):
            yield _Written(text, path, _number(path), marker)


def _number(path: str) -> int:
    """Return the position, counted from 1, of the innermost item on a path."""
    inside = path.rpartition("]")[0].rpartition("[")[2]
    return int(inside) + 1 if inside.isdigit() else 1


def _reason_against(written: _Written) -> str | None:
    # Imported here: the expression language loads its engine, which is not needed at the start.
    from hanse.expressions.errors import ExpressionRefused  # noqa: PLC0415 - the comment above says why.
    from hanse.expressions.language import compile_expression  # noqa: PLC0415 - the comment above says why.

    try:
        expression = compile_expression(written.text)
    except ExpressionRefused as refused:
        return str(refused)
    return None if expression.may_be_condition or not written.marker.is_condition else _NO_CONDITION
