"""The sources that are available to the mappings of a node, and errors in these mappings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hanse import handles
from hanse.kit.errors import FieldError
from hanse.kit.local_users import UNIQUE_ID
from hanse.kit.texts.messages import verbatim
from hanse.resources.authentication.policies.branches import TreeStep
from hanse.resources.authentication.policies.node_inputs import NodeInput
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import (
    ApcMappingPolicyAction,
    AuthnSourcePolicyAction,
    FragmentPolicyAction,
    LocalIdentityMappingPolicyAction,
    PolicyAction,
)
from hanse.resources.mapping import offer as mapping
from hanse.resources.mapping.contexts import attributes_of
from hanse.resources.mapping.mapping_rules import mapping_errors, value_errors
from hanse.resources.mapping.model import AttributeMapping, SourceType
from hanse.resources.mapping.offer import Body, MappingOffer

# For each type of action, the member that holds the node's mapping.
MAPPING, FRAGMENT_MAPPING, USER_ID = "attributeMapping", "fragmentMapping", "inputUserIdMapping"
INBOUND, OUTBOUND = "inboundMapping", "outboundAttributeMapping"


@dataclass(frozen=True)
class MappingTarget:
    """The target of a node's mapping: its member, and the attributes to fulfill; None if they cannot be determined."""

    member: str
    attributes: tuple[str, ...] | None
    # The local identity profile whose attributes the mapping can use.
    profile: NodeInput | None = None
    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()


def targets_of(action: PolicyAction | None, documents: Documents) -> tuple[MappingTarget, ...]:
    """Return the mappings of a node: none, one, or the two of a local identity profile."""
    if isinstance(action, LocalIdentityMappingPolicyAction):
        return _profile_targets(action.local_identity_ref.id, documents)
    found = _target_of(action, documents)
    return () if found is None else (found,)


def _profile_targets(id_: str, documents: Documents) -> tuple[MappingTarget, MappingTarget]:
    """Return the outbound and the inbound mapping of a local identity profile."""
    body = documents.body(handles.LOCAL_IDENTITY_PROFILES, id_)
    if body is None:
        return MappingTarget(OUTBOUND, None), MappingTarget(INBOUND, None)
    contract = documents.body(handles.POLICY_CONTRACTS, body["apcId"]["id"])
    fields = tuple(str(each["id"]) for each in (body.get("fieldConfig") or {}).get("fields", ()))
    names = (UNIQUE_ID, *fields)
    source = NodeInput(SourceType.LOCAL_IDENTITY_PROFILE.value, id_, verbatim(str(body["name"])), names)
    return (
        MappingTarget(OUTBOUND, None if contract is None else attributes_of(contract), source),
        MappingTarget(INBOUND, names, required=frozenset({UNIQUE_ID}), optional=frozenset(fields)),
    )


def _target_of(action: PolicyAction | None, documents: Documents) -> MappingTarget | None:
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


def sources_of(target: MappingTarget, sources: Sequence[NodeInput]) -> tuple[NodeInput, ...]:
    """Return the sources of a mapping, the local identity profile first."""
    return (*(() if target.profile is None else (target.profile,)), *sources)


def offer_of(target: MappingTarget, sources: Sequence[NodeInput], documents: Documents) -> MappingOffer:
    """Return the offer for a mapping that can use these sources, which belong to earlier nodes."""
    found = [
        mapping.MappingSource(SourceType(each.type), each.name, each.attributes, each.id or None)
        for each in sources_of(target, sources)
    ]
    defaults: Body = documents.body(handles.POLICY_DEFAULTS, "-") or {}
    if tracked := defaults.get("trackedHttpParameters"):
        names = tuple(str(each) for each in tracked)
        found.append(mapping.MappingSource(SourceType.TRACKED_HTTP_PARAMS, SourceType.TRACKED_HTTP_PARAMS.label, names))
    return MappingOffer(target.attributes or (), tuple(found), target.required, target.optional)


def check_mappings(step: TreeStep, sources: Sequence[NodeInput], documents: Documents) -> Iterator[FieldError]:
    """Find errors in a node's mapping, to which these sources are available."""
    action = step.node.action
    for target in targets_of(action, documents):
        if target.attributes is None:
            # A target that does not exist is reported at its reference.
            continue
        place = f"{step.path}.action.{target.member}"
        offered = offer_of(target, sources, documents)
        if isinstance(action, AuthnSourcePolicyAction):
            if action.input_user_id_mapping is not None:
                value = action.input_user_id_mapping
                yield from value_errors(value, offered.all_sources({}), place, required=True)
        elif (found := _mapping_in(action, target)) is not None:
            yield from mapping_errors(found, offered, documents.view, f"{place}.")


def _mapping_in(action: PolicyAction, target: MappingTarget) -> AttributeMapping | None:
    match action:
        case ApcMappingPolicyAction():
            return action.attribute_mapping
        case FragmentPolicyAction():
            return action.fragment_mapping
        case LocalIdentityMappingPolicyAction():
            return action.inbound_mapping if target.member == INBOUND else action.outbound_attribute_mapping
        case _:
            return None
