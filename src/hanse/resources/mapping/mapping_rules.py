"""Errors in a mapping, given its attributes and the available sources."""

from collections.abc import Iterator

from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.mapping.lookup_rules import REFERENCE, lookup_errors
from hanse.resources.mapping.model import (
    ONLY_ONES,
    AttributeFulfillmentValue,
    AttributeMapping,
    SourceType,
    SourceTypeIdKey,
)
from hanse.resources.mapping.offer import MappingOffer, MappingSource, names_of

_FULFILLMENT = "attributeContractFulfillment"


def mapping_errors(
    mapping: AttributeMapping, offer: MappingOffer, view: View | None, path: str = ""
) -> Iterator[FieldError]:
    """Find all errors in a mapping. `path` is the path of the mapping, with a dot at its end.

    Without a view, data stores are not checked.
    """
    sources = offer.all_sources(to_body(mapping))
    yield from lookup_errors(mapping, offer, view, path)
    yield from _contract_errors(mapping, offer, path)
    for name, fulfilled in mapping.attribute_contract_fulfillment.items():
        if name in offer.target:
            required = name in offer.required
            yield from value_errors(fulfilled, sources, f"{path}{_FULFILLMENT}.{name}", required=required)
    criteria, compared = mapping.issuance_criteria, offer.compared(to_body(mapping))
    for index, each in enumerate(criteria.conditional_criteria if criteria is not None else ()):
        place = f"{path}issuanceCriteria.conditionalCriteria[{index}]"
        yield from _attribute_errors(each.source, each.attribute_name, compared, place, "attributeName")


def _contract_errors(mapping: AttributeMapping, offer: MappingOffer, path: str) -> Iterator[FieldError]:
    """Check that every attribute of the contract is fulfilled, and no other."""
    there = mapping.attribute_contract_fulfillment
    for name in offer.target:
        if name not in there and name not in offer.optional:
            text = message("The attribute {name} is not fulfilled.", name=name)
            yield FieldError(text, f"{path}{_FULFILLMENT}.{name}", "required_field")
    for name in there:
        if name not in offer.target:
            text = message("The contract has no attribute {name}.", name=name)
            yield FieldError(text, f"{path}{_FULFILLMENT}.{name}", "unknown_attribute")


def value_errors(
    fulfilled: AttributeFulfillmentValue, sources: tuple[MappingSource, ...], place: str, *, required: bool
) -> Iterator[FieldError]:
    """Find errors in the fulfillment of one attribute, which is at the path `place`."""
    source, value = fulfilled.source, fulfilled.value
    match source.type:
        case SourceType.NO_MAPPING:
            if required:
                yield FieldError("This attribute needs a value.", f"{place}.source", "required_field")
        case SourceType.EXPRESSION:
            # The marker of expressions checks the expression itself.
            if not value.strip():
                yield FieldError("This field is required.", f"{place}.value", "required_field")
        case SourceType.TEXT:
            if required and not value.strip():
                yield FieldError("This field is required.", f"{place}.value", "required_field")
            known = names_of(sources)
            for name in REFERENCE.findall(value):
                if name not in known:
                    yield FieldError(
                        message("No source has an attribute {name}.", name=name), f"{place}.value", "unknown_attribute"
                    )
        case _:
            yield from _attribute_errors(source, value, sources, place, "value")


def _attribute_errors(
    source: SourceTypeIdKey, name: str, sources: tuple[MappingSource, ...], place: str, member: str
) -> Iterator[FieldError]:
    """Find a source that is not available here, or an attribute that the source does not have."""
    offered = next((each for each in sources if each.type is source.type and _is_same(source, each)), None)
    if offered is None or source.type in (SourceType.TEXT, SourceType.EXPRESSION, SourceType.NO_MAPPING):
        yield FieldError("This source is not available here.", f"{place}.source", "source_not_available")
    elif not name.strip():
        yield FieldError("This field is required.", f"{place}.{member}", "required_field")
    elif offered.attributes is not None and name not in offered.attributes:
        yield FieldError("The source has no attribute with this name.", f"{place}.{member}", "unknown_attribute")


def _is_same(source: SourceTypeIdKey, offered: MappingSource) -> bool:
    # For a type that has one source only, clients may omit the id or send it empty.
    return source.id == offered.id or not source.id or source.type in ONLY_ONES
