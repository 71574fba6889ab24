"""Fragments: parts of trees that several policies share, with contracts for their inputs and outputs."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceId, ResourceLink, Searchable, Unique
from hanse.config.declare.options import ListOptions, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Description, Name
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage, Tile, TileIcon
from hanse.config.declare.ui.tweaks import Tweak
from hanse.config.declare.ui.widgets import TextInput
from hanse.kit.errors import FieldError
from hanse.resources.authentication.policies.branches import steps
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.references import tree_references
from hanse.resources.authentication.policies.rules import check_tree
from hanse.resources.authentication.policies.tree import (
    ApcMappingPolicyAction,
    FragmentPolicyAction,
    LocalIdentityMappingPolicyAction,
    Node,
)


class AuthenticationPolicyFragment(ConfigModel):
    """A policy fragment."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    description: Annotated[Description | None, Searchable()] = None
    inputs: Annotated[
        ResourceLink | None,
        Field(title="Inputs", description="Policy contract with the attributes that a policy passes to the fragment."),
        Ref(handles.POLICY_CONTRACTS),
    ] = None
    outputs: Annotated[
        ResourceLink | None,
        Field(
            title="Outputs", description="Policy contract with the attributes that the fragment returns to the policy."
        ),
        Ref(handles.POLICY_CONTRACTS),
    ] = None
    root_node: Annotated[Node, Field(title="Root node")]


def _check(proposal: Proposal[AuthenticationPolicyFragment]) -> Iterator[FieldError]:
    new, documents = proposal.new, Documents(proposal.view)
    yield from check_tree(new.root_node, documents, new.inputs.id if new.inputs is not None else None)
    outputs = new.outputs.id if new.outputs is not None else None
    for step in steps(new.root_node):
        action = step.node.action
        if isinstance(action, ApcMappingPolicyAction) and action.authentication_policy_contract_ref.id != outputs:
            path = f"{step.path}.action.authenticationPolicyContractRef"
            yield FieldError("A fragment must end with its output contract.", path, "other_contract")
        if isinstance(action, LocalIdentityMappingPolicyAction):
            profile = documents.body(handles.LOCAL_IDENTITY_PROFILES, action.local_identity_ref.id)
            if profile is not None and profile["apcId"]["id"] != outputs:
                text = "The policy contract of the profile must be the output contract of the fragment."
                yield FieldError(text, f"{step.path}.action.localIdentityRef", "other_contract")
        if isinstance(action, FragmentPolicyAction) and _leads_to(action.fragment.id, new.id or "", documents):
            path = f"{step.path}.action.fragment"
            yield FieldError(
                "This fragment contains the one you are editing. Choose another.", path, "circular_reference"
            )


def _leads_to(start: str, end: str, documents: Documents) -> bool:
    """Return whether a fragment is, or contains at any depth, another one."""
    seen, waiting = {start}, [start]
    while waiting:
        if (id_ := waiting.pop()) == end:
            return True
        more = set(_fragments_in((documents.body(handles.POLICY_FRAGMENTS, id_) or {}).get("rootNode"))) - seen
        seen |= more
        waiting.extend(more)
    return False


def _fragments_in(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if "fragment" in node["action"]:
            yield node["action"]["fragment"]["id"]
        for child in node.get("children", ()):
            yield from _fragments_in(child)


UI = Ui(
    page=ConsolePage(
        id="fragments",
        label="Fragments",
        heading=AUTHENTICATION_POLICIES,
        slug="fragments",
        position=10,
        keywords=("authentication policy",),
        tile=Tile(TileIcon.PUZZLE, "Reusable parts of authentication policies.", position=30),
    ),
    guide="policies",
    items=ItemList(
        singular="Fragment",
        plural="Fragments",
        columns=("inputs", "outputs", "description"),
        empty="A fragment is a part of a policy that several policies share, such as a second factor. Its changes"
        " apply to all of these policies.",
    ),
    form=ItemForm(tree="rootNode", tweaks={"description": Tweak(text=TextInput(height=1))}),
)

FRAGMENT_RESOURCE = Resource(
    path=handles.POLICY_FRAGMENTS.path,
    model=AuthenticationPolicyFragment,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Policy Fragment",
        description="Parts of authentication policies that several policies share.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        rules=(_check,),
        # Labels need the attributes of adapters and contracts, and the results of selectors and fragments. Of data
        # stores only the type is read, which never changes.
        reads=frozenset({handles.ADAPTERS, handles.SELECTORS, handles.POLICY_CONTRACTS, handles.POLICY_FRAGMENTS}),
    ),
    storage=StorageOptions(references=tree_references),
    ui=UI,
)
