"""The sources that are available to the mappings of a node, and errors in these mappings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanse import handles
from hanse.kit.errors import FieldError
from hanse.resources.authentication.policies.branches import TreeStep
from hanse.resources.authentication.policies.node_inputs import NodeInput
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import (
    ApcMappingPolicyAction,
    AuthnSourcePolicyAction,
    FragmentPolicyAction,
    PolicyAction,
)
from hanse.resources.mapping import offer as mapping
from hanse.resources.mapping.contexts import attributes_of
from hanse.resources.mapping.mapping_rules import mapping_errors, value_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import Body, MappingOffer

# For each type of action, the member that holds the node's mapping.
MAPPING, FRAGMENT_MAPPING, USER_ID = "attributeMapping", "fragmentMapping", "inputUserIdMapping"


@dataclass(frozen=True)
class MappingTarget:
    """The target of a node's mapping: its member, and the attributes to fulfill; None if they cannot be determined."""

    member: str
    attributes: tuple[str, ...] | None


def target_of(action: PolicyAction | None, documents: Documents) -> MappingTarget | None:
    """Return the mapping of a node, or None if it has none."""
    match action:
        case ApcMappingPolicyAction():
            contract = documents.body(handles.POLICY_CONTRACTS, action.authentication_policy_contract_ref.id)
            return MappingTarget(MAPPING, None if contract is None else attributes_of(contract))
        case FragmentPolicyAction():
            inputs = inputs_of(action.fragment.id, documents)
            return MappingTarget(FRAGMENT_MAPPING, inputs) if inputs or action.fragment_mapping is not None else None
        case AuthnSourcePolicyAction():
            return MappingTarget(USER_ID, ())
        case _:
            return None


def inputs_of(fragment: str, documents: Documents) -> tuple[str, ...] | None:
    """Return the input attributes of a fragment; empty without inputs, None if the fragment does not exist."""
    body = documents.body(handles.POLICY_FRAGMENTS, fragment)
    if body is None:
        return None
    contract = documents.body(handles.POLICY_CONTRACTS, body["inputs"]["id"]) if "inputs" in body else {}
    return None if contract is None else attributes_of(contract)


def offer_of(target: MappingTarget, sources: Sequence[NodeInput], documents: Documents) -> MappingOffer:
    """Return the offer for a mapping that can use these sources, which belong to earlier nodes."""
    found = [
        mapping.MappingSource(SourceType(each.type), each.name, each.attributes, each.id or None) for each in sources
    ]
    defaults: Body = documents.body(handles.POLICY_DEFAULTS, "-") or {}
    if tracked := defaults.get("trackedHttpParameters"):
        names = tuple(str(each) for each in tracked)
        found.append(mapping.MappingSource(SourceType.TRACKED_HTTP_PARAMS, SourceType.TRACKED_HTTP_PARAMS.label, names))
    return MappingOffer(target.attributes or (), tuple(found))


def check_mappings(step: TreeStep, sources: Sequence[NodeInput], documents: Documents) -> Iterator[FieldError]:
    """Find errors in a node's mapping, to which these sources are available."""
    action = step.node.action
    target = target_of(action, documents)
    if target is None or target.attributes is None:
        # A target that does not exist is reported at its reference.
        return
    place = f"{step.path}.action.{target.member}"
    offered = offer_of(target, sources, documents)
    match action:
        case ApcMappingPolicyAction(attribute_mapping=found):
            yield from mapping_errors(found, offered, documents.view, f"{place}.")
        case FragmentPolicyAction(fragment_mapping=AttributeMapping() as found):
            yield from mapping_errors(found, offered, documents.view, f"{place}.")
        case AuthnSourcePolicyAction(input_user_id_mapping=value) if value is not None:
            yield from value_errors(value, offered.all_sources({}), place, required=True)
        case _:
            return
