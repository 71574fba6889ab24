"""Completes a tree: a branch for each result, and the obvious fulfillment of a contract."""

from collections.abc import Sequence
from typing import Any

from hanse import handles
from hanse.admin.frames.form.mapping_rows import names_in_sources
from hanse.admin.frames.form.posted_tree import MAPPED, OUTBOUND, blank_node, choice_of
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS, branches_of, rules_of
from hanse.resources.authentication.policies.mappings import sources_of, targets_of
from hanse.resources.authentication.policies.node_inputs import NodeInput, sources_at
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.tree import (
    ApcMappingPolicyAction,
    LocalIdentityMappingPolicyAction,
    PolicyAction,
    action_of,
)
from hanse.resources.mapping.contexts import attributes_of

Body = dict[str, Any]


def complete_tree(node: Body, documents: Documents, inputs: str | None, above: tuple[PolicyAction, ...] = ()) -> None:
    """Give a node and all below it the branches that they need; those that are there already stay as they are."""
    action = action_of(node["action"])
    if isinstance(action, ApcMappingPolicyAction):
        contract = action.authentication_policy_contract_ref.id
        _fulfill(node["action"][MAPPED], contract, documents, tuple(sources_at(above, inputs, documents)))
    if isinstance(action, LocalIdentityMappingPolicyAction):
        target = targets_of(action, documents)[0]
        profile = documents.body(handles.LOCAL_IDENTITY_PROFILES, action.local_identity_ref.id)
        if profile is not None:
            available = sources_of(target, tuple(sources_at(above, inputs, documents)))
            _fulfill(node["action"][OUTBOUND], profile["apcId"]["id"], documents, available)
    node["children"] = _branches(node, action, documents)
    for child in node["children"]:
        known = above if child["action"].get("context") == FAIL or action is None else (*above, action)
        complete_tree(child, documents, inputs, known)


def _branches(node: Body, action: PolicyAction | None, documents: Documents) -> list[Body]:
    if action is None:
        return node["children"] if choice_of(node["action"]) else []
    there: dict[str, Body] = {}
    for child in node["children"]:
        there.setdefault(str(child["action"].get("context") or ""), child)
    needed = branches_of(action, documents)
    if needed is None:
        return list(there.values())
    names = dict.fromkeys(needed)
    # A branch that is no longer reached is kept when the box is cleared. The page marks it as not reached.
    if rules_of(action) is not None and SUCCESS in there and choice_of(there[SUCCESS]["action"]):
        names[SUCCESS] = None
    return [there.get(name) or blank_node(name) for name in names]


def _fulfill(mapping: Body, contract_id: str, documents: Documents, sources: Sequence[NodeInput]) -> None:
    contract = documents.body(handles.POLICY_CONTRACTS, contract_id)
    if contract is None:
        return
    fulfilled = mapping["attributeContractFulfillment"]
    for gone in fulfilled.keys() - set(attributes_of(contract)):
        del fulfilled[gone]
    for name in attributes_of(contract):
        if name not in fulfilled and (found := _obvious(name, sources)) is not None:
            fulfilled[name] = found


def _obvious(name: str, sources: Sequence[NodeInput]) -> Body | None:
    """Return what fulfills an attribute beyond doubt: the equivalent attribute of the nearest source."""
    for source in sources:
        found = next((each for each in names_in_sources(name) if each in source.attributes), None)
        if found is not None and source.type not in ("CONTEXT", "EXTENDED_PROPERTIES"):
            return {"source": {"type": source.type, "id": source.id}, "value": found}
    return None
