"""The nodes of a policy, named and typed as the contract has them, but for Local Identity Profiles."""

from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic_core import to_json

from hanse.config.fields import ConfigModel, Expression, Ref, ResourceLink
from hanse.config.validation import parse
from hanse.kit.errors import HanseError
from hanse.resources.mapping.conditions import Condition
from hanse.resources.mapping.model import AttributeFulfillmentValue, AttributeMapping, SourceTypeIdKey, Value

CONTRACTS = "/authenticationPolicyContracts"
FRAGMENTS = "/authenticationPolicies/fragments"
MOST_RULES = 1_000
# Of a whole tree, and so of what is below a node.
MOST_NODES = 1_000
_REASON = "Expression is invalid for policy rule #{number}. Reason: {reason}"


class AttributeRule(ConfigModel):
    """One rule: an attribute of a source compared with a value, or an expression; if it holds, the result.

    What is missing is told by the number of the rule, so that the model itself demands nothing but the types.
    """

    attribute_source: SourceTypeIdKey | None = None
    attribute_name: Annotated[str | None, Field(max_length=256)] = None
    condition: Condition | None = None
    expected_value: Value | None = None
    expression: Annotated[Value | None, Expression(is_condition=True, message=_REASON)] = None
    result: Annotated[str, Field(max_length=256)] = ""


class AttributeRules(ConfigModel):
    """Rules in the order in which they are tried, and whether the result is success when none of them holds."""

    fallback_to_success: bool = True
    items: Annotated[list[AttributeRule], Field(default_factory=list, max_length=MOST_RULES)]


class AuthenticationSource(ConfigModel):
    """An adapter, or a connection to a partner."""

    type: Literal["IDP_ADAPTER", "IDP_CONNECTION"]
    source_ref: ResourceLink


class _Action(ConfigModel):
    # The branch of the node above on which this action is; nothing at the root.
    context: Annotated[str | None, Field(max_length=256)] = None


class AuthnSourcePolicyAction(_Action):
    """Authenticates the user."""

    type: Literal["AUTHN_SOURCE"]
    authentication_source: AuthenticationSource
    attribute_rules: AttributeRules | None = None
    input_user_id_mapping: AttributeFulfillmentValue | None = None
    user_id_authenticated: bool | None = None


class AuthnSelectorPolicyAction(_Action):
    """Chooses a branch by the request."""

    type: Literal["AUTHN_SELECTOR"]
    authentication_selector_ref: ResourceLink


class FragmentPolicyAction(_Action):
    """Goes through a part that several policies have."""

    type: Literal["FRAGMENT"]
    fragment: Annotated[ResourceLink, Ref(FRAGMENTS)]
    attribute_rules: AttributeRules | None = None
    fragment_mapping: AttributeMapping | None = None


class ApcMappingPolicyAction(_Action):
    """Ends a policy with the attributes of a contract."""

    type: Literal["APC_MAPPING"]
    authentication_policy_contract_ref: Annotated[ResourceLink, Ref(CONTRACTS)]
    attribute_mapping: AttributeMapping


class DonePolicyAction(_Action):
    """Ends the policy."""

    type: Literal["DONE"]


class ContinuePolicyAction(_Action):
    """Goes on with the next policy."""

    type: Literal["CONTINUE"]


class RestartPolicyAction(_Action):
    """Begins again with the first policy."""

    type: Literal["RESTART"]


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

    action: PolicyAction
    children: Annotated["list[AuthenticationPolicyTreeNode]", Field(default_factory=list, max_length=MOST_NODES)]


Node = AuthenticationPolicyTreeNode


class _Holder(ConfigModel):
    action: PolicyAction


def action_of(body: dict[str, Any]) -> PolicyAction | None:
    """Return an action; None for one that is not complete, as while somebody still edits it."""
    try:
        return parse(_Holder, to_json({"action": body})).action
    except HanseError:
        return None
