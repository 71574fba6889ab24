"""Errors in the rules of one node, in the words of specification 3, section 5.1."""

from collections.abc import Iterator, Sequence

from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.authentication.policies.node_inputs import NodeInput, found_in
from hanse.resources.authentication.policies.tree import AttributeRule, AttributeRules
from hanse.resources.mapping.model import EXPRESSION

# Results that every policy has, so that rules must not define them.
RESERVED = frozenset({"fail", "success", "action"})
NOT_PERMITTED = "'Fail', 'Action' and 'Success' are not permitted as result values."


def check_attribute_rules(rules: AttributeRules, sources: Sequence[NodeInput]) -> Iterator[FieldError]:
    """Find errors in rules, given the sources that they can use; paths are relative to the rules."""
    results: set[str] = set()
    for index, rule in enumerate(rules.items):
        path = f"items[{index}]"
        if missing := tuple(_missing(rule)):
            message = f"Required field(s) missing for policy rule #{index + 1}"
            yield FieldError(message, f"{path}.{missing[0]}", "required_field")
        yield from (error.below(path) for error in _check_source(rule, sources))
        if rule.result.strip().lower() in RESERVED:
            yield FieldError(NOT_PERMITTED, f"{path}.result", "result_not_permitted")
        elif rule.result and rule.result in results:
            message = f"Result values must be unique. Duplicate configured for: {rule.result}"
            yield FieldError(message, f"{path}.result", "value_in_use")
        elif rule.result != rule.result.strip():
            yield FieldError("Remove the spaces before and after the result value.", f"{path}.result")
        results.add(rule.result)


def is_expression(rule: AttributeRule) -> bool:
    """Return whether a rule is an expression rather than a comparison."""
    return rule.attribute_source.type == EXPRESSION if rule.attribute_source else rule.expression is not None


def _missing(rule: AttributeRule) -> Iterator[str]:
    if is_expression(rule):
        if not (rule.expression or "").strip():
            yield "expression"
    else:
        if rule.attribute_source is None:
            yield "attributeSource"
        if not (rule.attribute_name or "").strip():
            yield "attributeName"
        if rule.condition is None:
            yield "condition"
        if not rule.expected_value:
            yield "expectedValue"
    if not rule.result.strip():
        yield "result"


def _check_source(rule: AttributeRule, sources: Sequence[NodeInput]) -> Iterator[FieldError]:
    if is_expression(rule):
        if rule.attribute_name or rule.condition or rule.expected_value:
            yield FieldError("Enter either an expression or an attribute comparison.", "expression")
        return
    if rule.expression is not None:
        yield FieldError("Enter either an expression or an attribute comparison.", "expression")
    wanted = rule.attribute_source
    if wanted is None:
        return
    source = found_in(sources, wanted.type, wanted.id or "")
    if source is None:
        text = "This source does not precede the rule on its path through the policy."
        yield FieldError(text, "attributeSource", "reference_not_found")
    elif rule.attribute_name and rule.attribute_name not in source.attributes:
        text = message(
            "{name} has no attribute '{attribute_name}'.", name=source.name, attribute_name=rule.attribute_name
        )
        yield FieldError(text, "attributeName", "reference_not_found")
