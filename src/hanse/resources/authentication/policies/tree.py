"""The nodes of a policy, with the names and types of the API contract."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator
from pydantic_core import to_json

from hanse import handles
from hanse.config.declare.fields import ConfigModel, HoldsExpression, Ref, ResourceLink
from hanse.config.declare.validation import parse
from hanse.kit.errors import HanseError
from hanse.kit.texts.labels import Labeled
from hanse.resources.mapping.conditions import Condition
from hanse.resources.mapping.model import AttributeFulfillmentValue, AttributeMapping, SourceTypeIdKey, Value

MOST_RULES = 1_000
# Maximum number of nodes in a tree, and so below any node.
MOST_NODES = 1_000
# The members of a mapping that take a value from somewhere.
_MAPPED = ("attributeContractFulfillment", "attributeSources")
_REASON = "Expression is invalid for policy rule #{number}. Reason: {reason}"


class AttributeRule(ConfigModel):
    """A rule: a comparison of an attribute with a value, or an expression, and the result if it holds.

    The model checks types only. Missing values are reported by `attribute_rules`, with the number of the rule.
    """

    attribute_source: Annotated[SourceTypeIdKey | None, Field(title="Attribute source")] = None
    attribute_name: Annotated[str | None, Field(title="Attribute name", max_length=256)] = None
    condition: Annotated[Condition | None, Field(title="Condition")] = None
    expected_value: Annotated[Value | None, Field(title="Expected value")] = None
    expression: Annotated[
        Value | None, HoldsExpression(is_condition=True, message=_REASON), Field(title="Expression")
    ] = None
    result: Annotated[str, Field(title="Result", max_length=256)] = ""


class AttributeRules(ConfigModel):
    """Rules in the order in which they are tried, and whether the result is success if none of them holds."""

    fallback_to_success: Annotated[bool, Field(title="Fallback to success")] = True
    items: Annotated[list[AttributeRule], Field(title="Items", default_factory=list, max_length=MOST_RULES)]


class AuthenticationSourceType(Labeled):
    """Types of authentication sources."""

    IDP_ADAPTER = "IDP_ADAPTER", "IdP adapter"
    IDP_CONNECTION = "IDP_CONNECTION", "IdP connection"


class AuthenticationSource(ConfigModel):
    """An authentication source: an adapter, or a connection to a partner."""

    type: Annotated[AuthenticationSourceType, Field(title="Type")]
    source_ref: Annotated[ResourceLink, Field(title="Source")]


class _Action(ConfigModel):
    # The result of the parent node that leads to this action; empty at the root.
    context: Annotated[str | None, Field(title="Context", max_length=256)] = None


class AuthnSourcePolicyAction(_Action):
    """An action that authenticates the user with an authentication source."""

    type: Annotated[Literal["AUTHN_SOURCE"], Field(title="Type")]
    authentication_source: Annotated[AuthenticationSource, Field(title="Authentication source")]
    attribute_rules: Annotated[AttributeRules | None, Field(title="Attribute rules")] = None
    input_user_id_mapping: Annotated[AttributeFulfillmentValue | None, Field(title="Input user ID mapping")] = None
    user_id_authenticated: Annotated[bool | None, Field(title="User ID authenticated")] = None


class AuthnSelectorPolicyAction(_Action):
    """An action that chooses a branch by properties of the request."""

    type: Annotated[Literal["AUTHN_SELECTOR"], Field(title="Type")]
    authentication_selector_ref: Annotated[ResourceLink, Field(title="Authentication selector")]


class FragmentPolicyAction(_Action):
    """An action that runs a policy fragment."""

    type: Annotated[Literal["FRAGMENT"], Field(title="Type")]
    fragment: Annotated[ResourceLink, Ref(handles.POLICY_FRAGMENTS), Field(title="Fragment")]
    attribute_rules: Annotated[AttributeRules | None, Field(title="Attribute rules")] = None
    fragment_mapping: Annotated[AttributeMapping | None, Field(title="Fragment mapping")] = None


class ApcMappingPolicyAction(_Action):
    """An action that ends the policy by fulfilling a policy contract."""

    type: Annotated[Literal["APC_MAPPING"], Field(title="Type")]
    authentication_policy_contract_ref: Annotated[
        ResourceLink, Ref(handles.POLICY_CONTRACTS), Field(title="Authentication policy contract")
    ]
    attribute_mapping: Annotated[AttributeMapping, Field(title="Attribute mapping")]


class LocalIdentityMappingPolicyAction(_Action):
    """An action that ends the policy with a user of a local identity profile, whose policy contract it fulfills.

    With an inbound mapping, a user of another system gets an account of the profile at the first sign-in.
    """

    type: Annotated[Literal["LOCAL_IDENTITY_MAPPING"], Field(title="Type")]
    local_identity_ref: Annotated[
        ResourceLink, Ref(handles.LOCAL_IDENTITY_PROFILES), Field(title="Local identity profile")
    ]
    inbound_mapping: Annotated[AttributeMapping | None, Field(title="Inbound mapping")] = None
    outbound_attribute_mapping: Annotated[AttributeMapping, Field(title="Outbound attribute mapping")]

    @model_validator(mode="before")
    @classmethod
    def _without_empty_mapping(cls, sent: Any) -> Any:
        """Return the action without an inbound mapping of nothing, which other servers write for a registration."""
        inbound = sent.get("inboundMapping") if isinstance(sent, dict) else None
        if isinstance(inbound, dict) and not any(inbound.get(each) for each in _MAPPED):
            return {name: value for name, value in sent.items() if name != "inboundMapping"}
        return sent


class DonePolicyAction(_Action):
    """An action that ends the policy."""

    type: Annotated[Literal["DONE"], Field(title="Type")]


class ContinuePolicyAction(_Action):
    """An action that continues with the next policy."""

    type: Annotated[Literal["CONTINUE"], Field(title="Type")]


class RestartPolicyAction(_Action):
    """An action that starts again with the first policy."""

    type: Annotated[Literal["RESTART"], Field(title="Type")]


PolicyAction = Annotated[
    AuthnSourcePolicyAction
    | AuthnSelectorPolicyAction
    | FragmentPolicyAction
    | ApcMappingPolicyAction
    | LocalIdentityMappingPolicyAction
    | DonePolicyAction
    | ContinuePolicyAction
    | RestartPolicyAction,
    Field(discriminator="type"),
]


class AuthenticationPolicyTreeNode(ConfigModel):
    """A node of a policy tree: an action, and the nodes that follow for each of its results."""

    action: Annotated[PolicyAction, Field(title="Action")]
    children: Annotated[
        "list[AuthenticationPolicyTreeNode]", Field(title="Children", default_factory=list, max_length=MOST_NODES)
    ]


Node = AuthenticationPolicyTreeNode


class _Holder(ConfigModel):
    action: PolicyAction


def action_of(body: dict[str, Any]) -> PolicyAction | None:
    """Return the action of a node; None if it is incomplete, which happens while it is edited."""
    try:
        return parse(_Holder, to_json({"action": body})).action
    except HanseError:
        return None
