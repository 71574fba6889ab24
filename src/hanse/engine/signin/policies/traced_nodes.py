"""The nodes of policies that a sign-in reached, as steps of its trace."""

from collections.abc import Iterator
from typing import Final

from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.trace import RecordedTrace
from hanse.kit.sign_in_traces import StepKind, TracedStep
from hanse.resources.authentication.policies.tree import (
    ApcMappingPolicyAction,
    AuthenticationSourceType,
    AuthnSelectorPolicyAction,
    AuthnSourcePolicyAction,
    ContinuePolicyAction,
    FragmentPolicyAction,
    LocalIdentityMappingPolicyAction,
    PolicyAction,
    RestartPolicyAction,
)

_SOURCES: Final = {
    AuthenticationSourceType.IDP_ADAPTER: StepKind.ADAPTER,
    AuthenticationSourceType.IDP_CONNECTION: StepKind.CONNECTION,
}
_ENDS: Final = {ContinuePolicyAction: StepKind.CONTINUE, RestartPolicyAction: StepKind.RESTART}


def traced_nodes(turn: PolicyRequest, recorded: RecordedTrace) -> Iterator[TracedStep]:
    """Yield a step for each node that was reached."""
    for step in recorded.steps:
        kind, id_ = _target(step.action)
        yield TracedStep(
            kind=kind,
            id=id_,
            tree=step.tree,
            depth=step.depth,
            result=step.result,
            reason=step.reason,
            detail=step.detail,
            after=turn.request.trace.mask(step.attributes),
        )


def _target(action: PolicyAction) -> tuple[StepKind, str]:
    match action:
        case AuthnSourcePolicyAction(authentication_source=source):
            return _SOURCES[source.type], source.source_ref.id
        case AuthnSelectorPolicyAction():
            return StepKind.SELECTOR, action.authentication_selector_ref.id
        case FragmentPolicyAction():
            return StepKind.FRAGMENT, action.fragment.id
        case ApcMappingPolicyAction():
            return StepKind.CONTRACT, action.authentication_policy_contract_ref.id
        case LocalIdentityMappingPolicyAction():
            return StepKind.LOCAL_IDENTITY, action.local_identity_ref.id
        case _:
            return _ENDS.get(type(action), StepKind.DONE), ""
