"""What is wrong with the mappings of a node: contracts that are not fulfilled, and values that are not there."""

from collections.abc import Iterator, Sequence

from hanse.kit.errors import FieldError
from hanse.resources.authentication.policies.branches import Step
from hanse.resources.authentication.policies.documents import Documents
from hanse.resources.authentication.policies.sources import Source, attributes_of
from hanse.resources.authentication.policies.tree import (
    CONTRACTS,
    FRAGMENTS,
    ApcMappingPolicyAction,
    AuthnSourcePolicyAction,
    FragmentPolicyAction,
    PolicyAction,
)
from hanse.resources.mapping.model import EXPRESSION, AttributeFulfillmentValue, AttributeMapping

# Sources that need no node before the mapping, and have no attributes that a value would name.
TEXT, NO_MAPPING = "TEXT", "NO_MAPPING"
_FREE = (TEXT, NO_MAPPING, EXPRESSION)


def check_mappings(step: Step, sources: Sequence[Source], documents: Documents) -> Iterator[FieldError]:
    """Find what is wrong with a node's mappings, which can look at these sources."""
    action, path = step.node.action, f"{step.path}.action"
    for member, mapping, contract in _mappings_of(action, documents):
        yield from (error.below(f"{path}.{member}") for error in _check_mapping(mapping, contract, sources))
    if isinstance(action, AuthnSourcePolicyAction) and action.input_user_id_mapping is not None:
        where = f"{path}.inputUserIdMapping"
        yield from (error.below(where) for error in check_value(action.input_user_id_mapping, sources))


def _mappings_of(
    action: PolicyAction, documents: Documents
) -> Iterator[tuple[str, AttributeMapping, tuple[str, ...] | None]]:
    """Yield a node's mappings: the member, the mapping and the attributes to fulfil; None for what does not exist."""
    match action:
        case ApcMappingPolicyAction():
            contract = documents.body(CONTRACTS, action.authentication_policy_contract_ref.id)
            yield "attributeMapping", action.attribute_mapping, None if contract is None else attributes_of(contract)
        case FragmentPolicyAction(fragment_mapping=AttributeMapping() as mapping):
            yield "fragmentMapping", mapping, inputs_of(action.fragment.id, documents)
        case _:
            return


def inputs_of(fragment: str, documents: Documents) -> tuple[str, ...] | None:
    """Return the attributes that a fragment is given; none without inputs, None when there is no such fragment."""
    body = documents.body(FRAGMENTS, fragment)
    if body is None:
        return None
    contract = documents.body(CONTRACTS, body["inputs"]["id"]) if "inputs" in body else {}
    return None if contract is None else attributes_of(contract)


def _check_mapping(
    mapping: AttributeMapping, contract: tuple[str, ...] | None, sources: Sequence[Source]
) -> Iterator[FieldError]:
    fulfilled = mapping.attribute_contract_fulfillment
    if contract is not None:
        for name in contract:
            if name not in fulfilled:
                message = f"The attribute '{name}' of the contract is not fulfilled."
                yield FieldError(message, "attributeContractFulfillment", "missing_attribute")
        for name in fulfilled.keys() - set(contract):
            message = f"The contract has no attribute '{name}'."
            yield FieldError(message, f"attributeContractFulfillment.{name}", "unknown_attribute")
    for name, value in fulfilled.items():
        path = f"attributeContractFulfillment.{name}"
        yield from (error.below(path) for error in check_value(value, sources))


def check_value(value: AttributeFulfillmentValue, sources: Sequence[Source]) -> Iterator[FieldError]:
    """Find what is wrong with one value."""
    if value.source.type in _FREE:
        if value.source.type != NO_MAPPING and not value.value.strip():
            yield FieldError("This field is required.", "value", "required_field")
        return
    wanted = (value.source.type, value.source.id or "")
    source = next((each for each in sources if (each.type, each.id) == wanted), None)
    if source is None:
        message = "This source does not come before the mapping on its way through the policy."
        yield FieldError(message, "source", "reference_not_found")
    elif value.value not in source.attributes:
        yield FieldError(f"{source.name} has no attribute '{value.value}'.", "value", "reference_not_found")
