"""The values that rules and mappings of a policy can use, and the rules themselves."""

from collections.abc import Mapping

from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import SignInRequest, Value
from hanse.engine.signin.policies.position import PolicyPosition, TreePosition
from hanse.expressions.errors import EvaluationFailed, ExpressionRefused
from hanse.expressions.language import compile_expression
from hanse.kit.clock import Clock
from hanse.plugins.contracts.selectors import SelectorRequest
from hanse.resources.authentication.policies.attribute_rules import is_expression
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS
from hanse.resources.authentication.policies.tree import AttributeRule, AttributeRules
from hanse.resources.mapping.conditions import holds
from hanse.resources.mapping.fulfillment import Values, named_values
from hanse.resources.mapping.model import ONLY_ONES, SourceType

Sources = dict[tuple[SourceType, str | None], Mapping[str, Value]]


def values_at(request: Request, wanted: SignInRequest, position: PolicyPosition, frame: TreePosition | None) -> Sources:
    """Return the sources that a node of a tree can use, the nearest first."""
    found: Sources = {}
    for each in () if frame is None else frame.known:
        found.setdefault((SourceType(each.type), each.id), each.attributes)
    if frame is not None and frame.inputs:
        found[SourceType.INPUTS, None] = frame.inputs
    found[SourceType.CONTEXT, None] = context_of(request, wanted)
    properties = {name: _value(values) for name, values in wanted.client_properties.items() if values}
    found[SourceType.EXTENDED_PROPERTIES, None] = properties
    found[SourceType.EXTENDED_CLIENT_METADATA, None] = properties
    found[SourceType.TRACKED_HTTP_PARAMS, None] = position.tracked
    return found


def context_of(request: Request, wanted: SignInRequest) -> Mapping[str, Value]:
    """Return the attributes of a request, by their names in mappings (`resources.mapping.contexts`)."""
    context: dict[str, Value] = {
        "ClientId": wanted.client_id,
        "ClientIp": request.client_address,
        "HttpRequest": f"{request.method} {request.path}",
        "OAuthScopes": list(wanted.scopes),
        "OAuthAuthorizationDetails": wanted.authorization_details,
        "AuthenticationCtx": list(wanted.acr_values),
        "Locale": list(wanted.ui_locales),
        "TargetResource": list(wanted.parameters.get("resource", ())),
        "RequestedUser": wanted.login_hint,
        "VirtualServerId": request.issuer.name.virtual_issuer or "",
    }
    return {name: value for name, value in context.items() if value}


def facts_of(request: Request, wanted: SignInRequest) -> SelectorRequest:
    """Return the properties of a request that selectors choose by."""
    return SelectorRequest(
        request.client_address,
        wanted.parameters,
        frozenset(wanted.scopes),
        wanted.client_id,
        wanted.acr_values,
        wanted.client_properties,
    )


def result_of(rules: AttributeRules | None, values: Values, clock: Clock) -> str:
    """Return the branch that rules choose after a success: that of the first rule that holds.

    If none holds the branch is Success if the rules default to it or there are none, and Fail otherwise.
    """
    if rules is None or not rules.items:
        return SUCCESS
    for rule in rules.items:
        if _holds(rule, values, clock):
            return rule.result
    return SUCCESS if rules.fallback_to_success else FAIL


def _holds(rule: AttributeRule, values: Values, clock: Clock) -> bool:
    """Return whether a rule holds; one whose expression fails does not."""
    if is_expression(rule):
        try:
            return compile_expression(rule.expression or "").evaluate(named_values(values), clock.now()) is True
        except (ExpressionRefused, EvaluationFailed):
            return False
    source = rule.attribute_source
    if source is None or rule.condition is None:
        return False
    type_ = SourceType(source.type)
    there = (
        next((found for (each, _), found in values.items() if each is type_), {})
        if type_ in ONLY_ONES
        else values.get((type_, source.id), {})
    )
    value = there.get(rule.attribute_name or "")
    texts = [] if value is None else [value] if isinstance(value, str) else list(value)
    return holds(rule.condition, texts, rule.expected_value or "")


def _value(values: tuple[str, ...]) -> Value:
    return values[0] if len(values) == 1 else list(values)
