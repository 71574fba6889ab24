"""The path and the result of a dry run, in the terms of the policy."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from msgspec.structs import replace

from hanse import handles
from hanse.config.declare.handles import Handle
from hanse.config.transaction_view import TransactionView
from hanse.engine.signin.contracts import SignInFailed, Value
from hanse.engine.signin.policies import outcomes
from hanse.engine.signin.policies.outcomes import Authenticated, Outcome
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.trace import TraceStep
from hanse.kit.sign_in_traces import FailureReason
from hanse.resources.authentication.policies.branches import FAIL, SUCCESS
from hanse.resources.authentication.policies.node_inputs import SOURCES
from hanse.resources.authentication.policies.referenced_documents import Documents
from hanse.resources.authentication.policies.resource import AuthenticationPolicyTree
from hanse.resources.authentication.policies.selector_results import results_of
from hanse.resources.authentication.policies.tree import (
    ApcMappingPolicyAction,
    AuthnSelectorPolicyAction,
    AuthnSourcePolicyAction,
    DonePolicyAction,
    FragmentPolicyAction,
    LocalIdentityMappingPolicyAction,
    PolicyAction,
)
from hanse.resources.authentication.policies.trial import (
    BROKEN,
    DENIED,
    NEXT_POLICY,
    NO_SOURCE,
    SIGNED_IN,
    PolicyTrialResult,
    TrialAttribute,
    TrialOutcome,
    TrialQuestion,
    TrialStep,
    TrialStepType,
)
from hanse.resources.authentication.sign_in_traces.failure_texts import failure_text

# Descriptions for clients, and the texts for administrators instead of them.
_FAILURE_TEXTS: Final = {outcomes.DENIED: DENIED, outcomes.BROKEN: BROKEN}


class TrialReport:
    """Describes the steps of a dry run."""

    def __init__(self, view: TransactionView, policy: AuthenticationPolicyTree) -> None:
        self._documents = Documents(view)
        self._policy = policy

    def steps(self, steps: Iterable[TraceStep]) -> Iterator[TrialStep]:
        """Yield the steps in their order."""
        for step in steps:
            type_, target, id_ = _target(step.action)
            yield TrialStep(
                type=type_,
                id=id_,
                name=self._name(target, id_),
                branch=step.action.context or "",
                result=step.result,
                reason=_reason(step),
                fragment=self._name(handles.POLICY_FRAGMENTS, step.tree) if step.depth > 1 else "",
                depth=step.depth,
                attributes=_listed(step.attributes),
            )

    def question(self, type_: str, id_: str) -> TrialQuestion:
        """Return the results to choose from for an adapter or a selector."""
        is_source = type_ in SOURCES
        resource = SOURCES[type_] if is_source else handles.SELECTORS
        return TrialQuestion(
            type=cast("TrialStepType", type_),
            id=id_,
            name=self._name(resource, id_),
            results=[SUCCESS, FAIL] if is_source else list(results_of(id_, self._documents) or ()),
            attributes=list(self._documents.attributes(resource, id_)) if is_source else [],
        )

    def ended(
        self, turn: PolicyRequest, steps: Sequence[TraceStep], shown: list[TrialStep], outcome: Outcome
    ) -> PolicyTrialResult:
        """Return the outcome of the policy."""
        if turn.position.left:
            return PolicyTrialResult(outcome=TrialOutcome.NEXT_POLICY, message=NEXT_POLICY, steps=shown, attributes=[])
        if isinstance(outcome, Authenticated):
            # Attributes of the contract that nothing fulfills are shown without a value.
            declared = self._documents.attributes(handles.POLICY_CONTRACTS, outcome.origin.id)
            attributes = _listed({**{name: [] for name in declared}, **outcome.attributes})
            return PolicyTrialResult(
                outcome=TrialOutcome.SIGNED_IN, message=SIGNED_IN, steps=shown, attributes=attributes
            )
        is_done = bool(steps) and isinstance(steps[-1].action, DonePolicyAction)
        if is_done and steps[-1].action.context != FAIL and not any(each.proves for each in turn.position.passed):
            return PolicyTrialResult(outcome=TrialOutcome.NO_SOURCE, message=NO_SOURCE, steps=shown, attributes=[])
        failed = replace(outcome, handle_locally=False) if isinstance(outcome, SignInFailed) else outcomes.BROKEN
        text = _FAILURE_TEXTS.get(failed, failed.description)
        return PolicyTrialResult(outcome=TrialOutcome.FAILED, message=text, steps=shown, attributes=[])

    def _name(self, resource: Handle[Any] | None, id_: str) -> str:
        body = self._documents.body(resource, id_) if resource is not None and id_ else None
        return id_ if body is None else str(body.get("name") or id_)


def _reason(step: TraceStep) -> str:
    # An adapter that fails in a dry run was chosen to fail.
    if step.reason is None or step.reason is FailureReason.ADAPTER_REFUSED:
        return ""
    return failure_text(step.reason, step.detail)


def _target(action: PolicyAction) -> tuple[str, Handle[Any] | None, str]:
    """Return the type of a node, and the resource and the id of what it refers to."""
    match action:
        case AuthnSourcePolicyAction(authentication_source=source):
            return action.type, SOURCES[source.type], source.source_ref.id
        case AuthnSelectorPolicyAction():
            return action.type, handles.SELECTORS, action.authentication_selector_ref.id
        case FragmentPolicyAction():
            return action.type, handles.POLICY_FRAGMENTS, action.fragment.id
        case ApcMappingPolicyAction():
            return action.type, handles.POLICY_CONTRACTS, action.authentication_policy_contract_ref.id
        case LocalIdentityMappingPolicyAction():
            return action.type, handles.LOCAL_IDENTITY_PROFILES, action.local_identity_ref.id
        case _:
            return action.type, None, ""


def _listed(attributes: Mapping[str, Value]) -> list[TrialAttribute]:
    return [
        TrialAttribute(name=name, values=[value] if isinstance(value, str) else list(value))
        for name, value in attributes.items()
    ]
