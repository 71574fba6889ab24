"""Fulfils a contract: from the values that sources have to the values that attributes get."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias

from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.expressions.language import as_text, compile_expression
from hanse.resources.mapping.conditions import holds
from hanse.resources.mapping.lookups import REFERENCE
from hanse.resources.mapping.model import (
    ONLY_ONES,
    AttributeFulfillmentValue,
    AttributeMapping,
    IssuanceCriteria,
    SourceType,
    SourceTypeIdKey,
)
from hanse.resources.mapping.offer import prefix_of

Value: TypeAlias = str | list[str]
# What the sources have, by type and id; of a type of which there is one only the id is None.
Values: TypeAlias = Mapping[tuple[SourceType, str | None], Mapping[str, Value]]
NOT_ISSUED = "The issuance criteria are not met."


class FulfilmentFailed(Exception):
    """An expression has no value; says of which attribute."""

    def __init__(self, attribute: str, reason: str) -> None:
        super().__init__(f"{attribute}: {reason}")
        self.attribute = attribute


def fulfil(mapping: AttributeMapping, values: Values, now: datetime) -> dict[str, Value]:
    """Return the values of a contract's attributes; one that has none is left out. Raises FulfilmentFailed."""
    named = named_values(values)
    found = (
        (name, _value(name, fulfilled, values, named, now))
        for name, fulfilled in mapping.attribute_contract_fulfillment.items()
    )
    return {name: value for name, value in found if value is not None and value != []}


def refusal(criteria: IssuanceCriteria | None, values: Values, now: datetime) -> str | None:
    """Return why nothing is to be issued, by the first criterion that is not met; one that fails is not met."""
    if criteria is None:
        return None
    for condition in criteria.conditional_criteria:
        there = _texts(_looked_up(condition.source, condition.attribute_name, values))
        if not holds(condition.condition, there, condition.value):
            return condition.error_result or NOT_ISSUED
    named = named_values(values)
    for each in criteria.expression_criteria:
        try:
            is_met = compile_expression(each.expression).evaluate(named, now) is True
        except (ExpressionRefused, EvaluationFailed):
            is_met = False
        if not is_met:
            return each.error_result or NOT_ISSUED
    return None


def named_values(values: Values) -> dict[str, Value]:
    """Return all values by the names that expressions and texts have for them; of two the one that came first."""
    named: dict[str, Value] = {}
    for (type_, id_), attributes in values.items():
        prefix = prefix_of(type_, id_)
        for name, value in attributes.items():
            named.setdefault(prefix + name, value)
    return named


def _value(
    attribute: str, fulfilled: AttributeFulfillmentValue, values: Values, named: Mapping[str, Value], now: datetime
) -> Value | None:
    match fulfilled.source.type:
        case SourceType.NO_MAPPING:
            return None
        case SourceType.TEXT:
            return REFERENCE.sub(lambda found: " ".join(_texts(named.get(found[1]))), fulfilled.value)
        case SourceType.EXPRESSION:
            try:
                return _plain(compile_expression(fulfilled.value).evaluate(named, now))
            except (ExpressionRefused, EvaluationFailed) as error:
                raise FulfilmentFailed(attribute, str(error)) from error
        case _:
            return _looked_up(fulfilled.source, fulfilled.value, values)


def _looked_up(source: SourceTypeIdKey, name: str, values: Values) -> Value | None:
    if source.id and source.type not in ONLY_ONES:
        return values.get((source.type, source.id), {}).get(name)
    # Without an id there is one source of the type.
    return next((there[name] for (type_, _), there in values.items() if type_ is source.type and name in there), None)


def _plain(value: Any) -> Value | None:
    if value is None:
        return None
    return [as_text(each) for each in value] if isinstance(value, list) else as_text(value)


def _texts(value: Value | None) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else value
