"""Fulfills a contract: computes the values of its attributes from the values of the sources."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, TypeAlias

from hanse.config.declare.validation import to_body
from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.expressions.language import Expression, as_text, compile_expression
from hanse.resources.mapping.conditions import holds
from hanse.resources.mapping.lookup_rules import REFERENCE
from hanse.resources.mapping.model import (
    ONLY_ONES,
    AttributeFulfillmentValue,
    AttributeMapping,
    AttributeSource,
    ConditionalIssuanceCriteriaEntry,
    IssuanceCriteria,
    LdapAttributeSource,
    SourceType,
    SourceTypeIdKey,
)
from hanse.resources.mapping.offer import data_sources, prefix_of

Value: TypeAlias = str | list[str]
# The attributes of the sources, by type and id; the id is None for a type that has one source only.
Values: TypeAlias = Mapping[tuple[SourceType, str | None], Mapping[str, Value]]
NOT_ISSUED = "The issuance criteria are not met."


class FulfillmentFailed(Exception):
    """Raised if an expression has no value; names the attribute."""

    def __init__(self, attribute: str, reason: str) -> None:
        super().__init__(f"{attribute}: {reason}")
        self.attribute = attribute


class SourceValues:
    """The values of all sources, also by the names that expressions and texts use."""

    __slots__ = ("__dict__", "now", "values")

    def __init__(self, values: Values, now: datetime) -> None:
        self.values = values
        self.now = now

    @cached_property
    def named(self) -> Mapping[str, Value]:
        """All values by name, computed only if a mapping needs them."""
        return named_values(self.values)


# Returns the value of an attribute, or None.
_Getter: TypeAlias = Callable[[SourceValues], Value | None]
# Returns the error result of a criterion that is not met.
_Criterion: TypeAlias = Callable[[SourceValues], str | None]


class CompiledMapping:
    """A mapping whose texts and expressions are compiled. It may be used by several threads.

    An expression that cannot be compiled fails when it is needed, like one that cannot be evaluated.
    """

    def __init__(self, mapping: AttributeMapping) -> None:
        # Look-ups in data stores, which are done first and in this order.
        self.lookups = tuple(_completed_sources(mapping))
        self._getters: tuple[tuple[str, _Getter], ...] = tuple(
            (name, _getter(name, fulfilled))
            for name, fulfilled in mapping.attribute_contract_fulfillment.items()
            if fulfilled.source.type is not SourceType.NO_MAPPING
        )
        self._criteria = tuple(_criteria(mapping.issuance_criteria))

    @property
    def has_criteria(self) -> bool:
        """Return whether the mapping has issuance criteria."""
        return bool(self._criteria)

    def fulfill(self, values: Values, now: datetime) -> dict[str, Value]:
        """Return the values of the contract's attributes; one that has none is left out. Raises FulfillmentFailed."""
        known = SourceValues(values, now)
        found = ((name, getter(known)) for name, getter in self._getters)
        return {name: value for name, value in found if value is not None and value != []}

    def refusal(self, values: Values, now: datetime) -> str | None:
        """Return the error result of the first issuance criterion that is not met. One that fails is not met."""
        return _first_refusal(self._criteria, values, now)


def _completed_sources(mapping: AttributeMapping) -> Iterator[AttributeSource]:
    """Yield the attribute sources. Directories are queried for every attribute that the mapping uses."""
    offered = data_sources(to_body(mapping)) if mapping.attribute_sources else ()
    for source, found in zip(mapping.attribute_sources, offered, strict=True):
        if isinstance(source, LdapAttributeSource) and found.attributes is not None:
            yield source.model_copy(update={"search_attributes": list(found.attributes)})
        else:
            yield source


def fulfill(mapping: AttributeMapping, values: Values, now: datetime) -> dict[str, Value]:
    """Return the values of a contract's attributes; one that has none is left out. Raises FulfillmentFailed."""
    return CompiledMapping(mapping).fulfill(values, now)


def refusal(criteria: IssuanceCriteria | None, values: Values, now: datetime) -> str | None:
    """Return the error result of the first issuance criterion that is not met. One that fails is not met."""
    return _first_refusal(_criteria(criteria), values, now)


def named_values(values: Values) -> dict[str, Value]:
    """Return all values by the names that expressions and texts use; if two are equal, the first one is kept."""
    named: dict[str, Value] = {}
    for (type_, id_), attributes in values.items():
        prefix = prefix_of(type_, id_)
        for name, value in attributes.items():
            named.setdefault(prefix + name, value)
    return named


def _getter(attribute: str, fulfilled: AttributeFulfillmentValue) -> _Getter:
    source, value = fulfilled.source, fulfilled.value
    if source.type is SourceType.TEXT:
        return _text_getter(value)
    if source.type is SourceType.EXPRESSION:
        return _expression_getter(attribute, value)
    return _source_getter(source, value)


def _text_getter(text: str) -> _Getter:
    if not REFERENCE.search(text):
        return lambda _known: text
    return lambda known: REFERENCE.sub(lambda found: " ".join(_texts(known.named.get(found[1]))), text)


def _expression_getter(attribute: str, text: str) -> _Getter:
    compiled = _compiled(text)

    def get(known: SourceValues) -> Value | None:
        if isinstance(compiled, ExpressionRefused):
            raise FulfillmentFailed(attribute, str(compiled)) from compiled
        try:
            return _plain(compiled.evaluate(known.named, known.now))
        except EvaluationFailed as error:
            raise FulfillmentFailed(attribute, str(error)) from error

    return get


def _source_getter(source: SourceTypeIdKey, name: str) -> _Getter:
    type_ = source.type
    if source.id and type_ not in ONLY_ONES:
        key = type_, source.id
        return lambda known: known.values.get(key, {}).get(name)
    # A reference without an id means the only source of the type.
    alone = type_, None

    def get(known: SourceValues) -> Value | None:
        found = known.values.get(alone)
        if found is not None and name in found:
            return found[name]
        others = (there for (each, _), there in known.values.items() if each is type_)
        return next((there[name] for there in others if name in there), None)

    return get


def _criteria(criteria: IssuanceCriteria | None) -> Iterator[_Criterion]:
    if criteria is None:
        return
    yield from map(_comparison, criteria.conditional_criteria)
    for expression in criteria.expression_criteria:
        yield _expression_criterion(expression.expression, expression.error_result)


def _comparison(entry: ConditionalIssuanceCriteriaEntry) -> _Criterion:
    getter = _source_getter(entry.source, entry.attribute_name)
    condition, expected, error_result = entry.condition, entry.value, entry.error_result or NOT_ISSUED
    return lambda known: None if holds(condition, _texts(getter(known)), expected) else error_result


def _expression_criterion(text: str, error_result: str | None) -> _Criterion:
    compiled = _compiled(text)

    def refuse(known: SourceValues) -> str | None:
        if not isinstance(compiled, ExpressionRefused):
            try:
                if compiled.evaluate(known.named, known.now) is True:
                    return None
            except EvaluationFailed:
                pass
        return error_result or NOT_ISSUED

    return refuse


def _first_refusal(criteria: Iterable[_Criterion], values: Values, now: datetime) -> str | None:
    known = SourceValues(values, now)
    return next((reason for criterion in criteria if (reason := criterion(known)) is not None), None)


def _compiled(text: str) -> Expression | ExpressionRefused:
    try:
        return compile_expression(text)
    except ExpressionRefused as error:
        return error


def _plain(value: Any) -> Value | None:
    if value is None:
        return None
    return [as_text(each) for each in value] if isinstance(value, list) else as_text(value)


def _texts(value: Value | None) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else value
