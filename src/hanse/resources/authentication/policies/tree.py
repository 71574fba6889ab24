"""The nodes of a policy, named and typed as the contract has them, but for Local Identity Profiles."""

from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic_core import to_json

from hanse import handles
from hanse.config.declare.fields import ConfigModel, HoldsExpression, Ref, ResourceLink
from hanse.config.declare.validation import parse
from hanse.kit.errors import HanseError
from hanse.kit.texts.labels import Labeled
from hanse.resources.mapping.conditions import Condition
from hanse.resources.mapping.model import AttributeFulfillmentValue, AttributeMapping, SourceTypeIdKey, Value

MOST_RULES = 1_000
# Of a whole tree, and so of what is below a node.
MOST_NODES = 1_000
_REASON = "Expression is invalid for policy rule #{number}. Reason: {reason}"


class AttributeRule(ConfigModel):
    """One rule: an attribute of a source compared with a value, or an expression; if it holds, the result.

    A missing value is reported with the number of the rule, so that the model itself checks types only.
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
    """Rules in the order in which they are tried, and whether the result is success when none of them holds."""

    fallback_to_success: Annotated[bool, Field(title="Fallback to success")] = True
    items: Annotated[list[AttributeRule], Field(title="Items", default_factory=list, max_length=MOST_RULES)]


class AuthenticationSourceType(Labeled):
    """The kinds of authentication sources."""

    IDP_ADAPTER = "IDP_ADAPTER", "IdP adapter"
    IDP_CONNECTION = "IDP_CONNECTION", "IdP connection"


class AuthenticationSource(ConfigModel):
    """An adapter, or a connection to a partner."""

    type: Annotated[AuthenticationSourceType, Field(title="Type")]
    source_ref: Annotated[ResourceLink, Field(title="Source")]


class _Action(ConfigModel):
    # The branch of the node above on which this action is; nothing at the root.
    context: Annotated[str | None, Field(title="Context", max_length=256)] = None


class AuthnSourcePolicyAction(_Action):
    """Authenticates the user."""

    type: Annotated[Literal["AUTHN_SOURCE"], Field(title="Type")]
    authentication_source: Annotated[AuthenticationSource, Field(title="Authentication source")]
    attribute_rules: Annotated[AttributeRules | None, Field(title="Attribute rules")] = None
    input_user_id_mapping: Annotated[AttributeFulfillmentValue | None, Field(title="Input user ID mapping")] = None
    user_id_authenticated: Annotated[bool | None, Field(title="User ID authenticated")] = None


class AuthnSelectorPolicyAction(_Action):
    """Chooses a branch by the request."""

    type: Annotated[Literal["AUTHN_SELECTOR"], Field(title="Type")]
    authentication_selector_ref: Annotated[ResourceLink, Field(title="Authentication selector")]


class FragmentPolicyAction(_Action):
    """Goes through a part that several policies have."""

    type: Annotated[Literal["FRAGMENT"], Field(title="Type")]
    fragment: Annotated[ResourceLink, Ref(handles.POLICY_FRAGMENTS), Field(title="Fragment")]
    attribute_rules: Annotated[AttributeRules | None, Field(title="Attribute rules")] = None
    fragment_mapping: Annotated[AttributeMapping | None, Field(title="Fragment mapping")] = None


class ApcMappingPolicyAction(_Action):
    """Ends a policy with the attributes of a contract."""

    type: Annotated[Literal["APC_MAPPING"], Field(title="Type")]
    authentication_policy_contract_ref: Annotated[
        ResourceLink, Ref(handles.POLICY_CONTRACTS), Field(title="Authentication policy contract")
    ]
    attribute_mapping: Annotated[AttributeMapping, Field(title="Attribute mapping")]


class DonePolicyAction(_Action):
    """Ends the policy."""

    type: Annotated[Literal["DONE"], Field(title="Type")]


class ContinuePolicyAction(_Action):
    """Goes on with the next policy."""

    type: Annotated[Literal["CONTINUE"], Field(title="Type")]


class RestartPolicyAction(_Action):
    """Begins again with the first policy."""

    type: Annotated[Literal["RESTART"], Field(title="Type")]


PolicyAction = Annotated[
    AuthnSourcePolicyAction
    | AuthnSelectorPolicyAction
    | FragmentPolicyAction
    | ApcMappingPolicyAction
    | DonePolicyAction
    | ContinuePolicyAction
    | RestartPolicyAction,
    Field(discriminator="type"),
]


class AuthenticationPolicyTreeNode(ConfigModel):
    """A node: what happens, and where it goes on after each result."""

    action: Annotated[PolicyAction, Field(title="Action")]
    children: Annotated[
        "list[AuthenticationPolicyTreeNode]", Field(title="Children", default_factory=list, max_length=MOST_NODES)
    ]


Node = AuthenticationPolicyTreeNode


class _Holder(ConfigModel):
    action: PolicyAction


def action_of(body: dict[str, Any]) -> PolicyAction | None:
    """Return an action, or None if it is not complete, such as while it is edited."""
    try:
        return parse(_Holder, to_json({"action": body})).action
    except HanseError:
        return None
