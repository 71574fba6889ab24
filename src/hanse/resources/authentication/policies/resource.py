"""The resource declarations of authentication policies and of the settings that apply to all of them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceId, ResourceLink, Searchable, ServerSet, Unique
from hanse.config.declare.options import (
    AnswerOptions,
    ApiOptions,
    ListOptions,
    Presentation,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Description, Name
from hanse.config.declare.ui.declaration import ItemForm, ItemList, MainSwitch, Trial, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage, Tile, TileIcon
from hanse.config.declare.ui.tweaks import Tweak
from hanse.config.declare.ui.widgets import TextInput
from hanse.config.declare.view import View
from hanse.config.http.embedded_collections import BODY_LIMIT as EMBEDDED_LIMIT
from hanse.config.list_query import ListQuery, StoredDocument
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.references import source_references, tree_references
from hanse.resources.authentication.policies.rules import check_tree
from hanse.resources.authentication.policies.source_fields import SOURCE_LIST
from hanse.resources.authentication.policies.tree import AuthenticationSource, Node

MOST_POLICIES = 1_000
POSITION = "position"


class AuthenticationPolicyTree(ConfigModel):
    """An authentication policy."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    description: Annotated[Description | None, Searchable()] = None
    enabled: Annotated[bool, Field(title="Enabled")] = True
    handle_failures_locally: Annotated[
        bool,
        Field(
            title="Handle failures locally",
            description="Show an error page when authentication fails, instead of sending the user "
            "back to the application.",
        ),
    ] = False
    authentication_api_application_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Authentication API application",
            description="Shows its own pages to users. If not set, they see the pages of this server.",
        ),
        Ref(handles.API_APPLICATIONS),
    ] = None
    root_node: Annotated[Node, Field(title="Root node")]
    # The position among all policies. Clients see it only as the order of the list.
    position: Annotated[Annotated[int, Field(ge=1, le=2**31 - 1)] | None, ServerSet(), Field(title="Position")] = None


class AuthenticationPolicy(ConfigModel):
    """The settings that apply to all authentication policies, and the list of policies in their order."""

    fail_if_no_selection: Annotated[
        bool,
        Field(
            title="Fail if policy engine finds no authentication source",
            description="Reject a request if no policy leads to an authentication source. If off, "
            "the user chooses from all "
            "sources.",
        ),
    ] = False
    default_authentication_sources: Annotated[list[AuthenticationSource], Field(max_length=1_000)] = Field(
        default_factory=list, title="Default authentication sources"
    )
    tracked_http_parameters: Annotated[
        list[Annotated[Name, Field(title="Parameter")]],
        Field(
            title="Tracked HTTP parameters",
            description="Request parameters that are available to policies until they end.",
            max_length=100,
        ),
    ] = Field(default_factory=list)


class AuthenticationPoliciesSettings(ConfigModel):
    """Types of requests that policies apply to."""

    enable_idp_authn_selection: Annotated[
        bool,
        Field(
            title="IdP authentication policies",
            description="Policies for sign-on to partners and for browser-based OAuth.",
        ),
    ] = False
    enable_sp_authn_selection: Annotated[
        bool, Field(title="SP authentication policies", description="Policies for sign-on that begins at this server.")
    ] = False


def in_order(view: View) -> tuple[StoredDocument, ...]:
    """Return all policies as they are stored, in their order."""
    return view.list(POLICIES, ListQuery()).items


def _prepare(proposal: Proposal[AuthenticationPolicyTree]) -> AuthenticationPolicyTree:
    """Return a new policy with the position after all others."""
    if proposal.new.position is not None:
        return proposal.new
    # Policies may be several megabytes each, so only the last one is read.
    last = proposal.view.list(POLICIES, ListQuery(number_per_page=1, descending=True)).items
    position = max((each.body.get(POSITION, 0) for each in last), default=0) + 1
    return proposal.new.model_copy(update={"position": position})


def _check(proposal: Proposal[AuthenticationPolicyTree]) -> Iterator[FieldError]:
    yield from check_tree(proposal.new.root_node, Documents(proposal.view))
    if proposal.old is None and proposal.view.count(POLICIES) > MOST_POLICIES:
        yield FieldError(
            message("There can be at most {limit:,} policies.", limit=MOST_POLICIES), None, "too_many_values"
        )


def _without_position(body: dict[str, Any], _moment: datetime) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != POSITION}


_TABS = "policies"
_SWITCH = MainSwitch(
    handles.POLICY_SETTINGS,
    "enableIdpAuthnSelection",
    "IdP authentication policies are disabled. No policy is used.",
    "Enable Policies",
    "IdP authentication policies are enabled.",
)
POLICIES_UI = Ui(
    page=ConsolePage(
        id="policies",
        label="Policies",
        heading=AUTHENTICATION_POLICIES,
        slug="policies",
        position=30,
        keywords=("authentication policy", "step-up", "rules", "policy tree"),
        tile=Tile(
            TileIcon.BRANCH,
            "Authentication policies: the steps of a sign-in and the rules that choose between them.",
            position=40,
        ),
    ),
    guide="policies",
    tabs=_TABS,
    switch=_SWITCH,
    items=ItemList(
        singular="Policy",
        plural="Policies",
        columns=("enabled", "description"),
        empty="A policy determines the adapters that authenticate a user, their order, and the attributes that the "
        "application receives. Policies are evaluated in their order until one of them completes.",
    ),
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({POSITION})),
        # The page needs the tree.
        tweaks={"description": Tweak(text=TextInput(height=1))},
        tree="rootNode",
        trial=Trial(
            label=message("Try Policy"),
            path="/internal/trials/policy",
            problem=message("The policy cannot be tried"),
        ),
    ),
)

POLICIES = Resource(
    path=handles.POLICIES.path,
    model=AuthenticationPolicyTree,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Policy",
        description="Steps that authenticate a user. Policies are evaluated in their order.",
    ),
    lists=ListOptions(sort_by="name", position=POSITION),
    saving=SaveRules(
        prepare=_prepare,
        rules=(_check,),
        # Labels need the attributes of adapters and contracts, and the results of selectors and fragments. Of data
        # stores only the type is read, which never changes.
        reads=frozenset({handles.ADAPTERS, handles.SELECTORS, handles.POLICY_CONTRACTS, handles.POLICY_FRAGMENTS}),
    ),
    storage=StorageOptions(references=tree_references),
    answers=AnswerOptions(presentation=Presentation(AuthenticationPolicyTree, _without_position)),
    ui=POLICIES_UI,
)

POLICY_DEFAULTS_UI = Ui(
    page=ConsolePage(
        id="policyDefaults",
        label="Policy Defaults",
        heading=AUTHENTICATION_POLICIES,
        slug="policy-defaults",
        position=50,
        keywords=("authentication policy",),
    ),
    guide="policies",
    tabs=_TABS,
    switch=_SWITCH,
    form=ItemForm(tweaks=SOURCE_LIST),
)

POLICY_DEFAULTS = Resource(
    path=handles.POLICY_DEFAULTS.path,
    model=AuthenticationPolicy,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Policies",
        description="Settings of all authentication policies, and the policies in their order.",
    ),
    default=AuthenticationPolicy,
    api=ApiOptions(body_limit=EMBEDDED_LIMIT),
    embedded=(("authnSelectionTrees", POLICIES),),
    storage=StorageOptions(references=source_references),
    ui=POLICY_DEFAULTS_UI,
)

POLICY_SETTINGS_UI = Ui(
    page=ConsolePage(
        id="policySettings",
        label="Policy Settings",
        heading=AUTHENTICATION_POLICIES,
        slug="policy-settings",
        position=40,
        keywords=("authentication policy", "enable policies"),
    ),
    guide="policies",
    tabs=_TABS,
    switch=_SWITCH,
    form=ItemForm(),
)

POLICY_SETTINGS = Resource(
    path=handles.POLICY_SETTINGS.path,
    model=AuthenticationPoliciesSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Authentication Policy Settings", description="Types of requests that authentication policies apply to."
    ),
    default=AuthenticationPoliciesSettings,
    ui=POLICY_SETTINGS_UI,
)
