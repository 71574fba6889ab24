"""The steps of a policy evaluation: the nodes that were reached, and the branch taken from each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from hanse.engine.attributes import IssuanceRefused
from hanse.engine.signin.policies.local_identities import NOT_LINKED, NOT_PROVISIONED
from hanse.engine.signin.policies.position import Attributes, TreePosition
from hanse.kit.sign_in_traces import FailureReason
from hanse.plugins.provider_failures import FailureCode
from hanse.resources.authentication.policies.tree import (
    AuthnSourcePolicyAction,
    FragmentPolicyAction,
    PolicyAction,
)
from hanse.resources.mapping.fulfillment import FulfillmentFailed

# The reasons for the codes of `plugins.contracts.adapters.Failure`; third-party adapters have other codes.
_ADAPTER_REASONS: Final[dict[str, FailureReason]] = {
    "adapter_not_usable": FailureReason.ADAPTER_NOT_USABLE,
    "connection_not_usable": FailureReason.CONNECTION_NOT_USABLE,
    "cancelled": FailureReason.CANCELLED,
    "locked_out": FailureReason.LOCKED_OUT,
    NOT_PROVISIONED: FailureReason.USER_NOT_PROVISIONED,
    NOT_LINKED: FailureReason.ACCOUNT_NOT_LINKED,
    "password_expired": FailureReason.PASSWORD_EXPIRED,
    FailureCode.UNREACHABLE: FailureReason.PROVIDER_UNREACHABLE,
    FailureCode.ERROR: FailureReason.PROVIDER_FAILED,
    FailureCode.DENIED: FailureReason.PROVIDER_DENIED,
    FailureCode.INVALID: FailureReason.PROVIDER_RESPONSE_INVALID,
    FailureCode.SIGNATURE: FailureReason.PROVIDER_SIGNATURE_INVALID,
    FailureCode.DECRYPTION: FailureReason.PROVIDER_RESPONSE_NOT_DECRYPTED,
    FailureCode.TOO_OLD: FailureReason.AUTHENTICATION_TOO_OLD,
    FailureCode.NEEDS_USER: FailureReason.SIGN_IN_REQUIRED,
}


class Trace:
    """Receives the steps of a policy evaluation. This one records nothing."""

    def reach(self, frames: Sequence[TreePosition], action: PolicyAction) -> None:
        """Record that the next node of the innermost frame was reached."""

    def leave(self, frames: Sequence[TreePosition], result: str) -> None:
        """Record the branch that was taken from the node of the innermost frame."""

    def explain(self, reason: FailureReason, detail: str = "") -> None:
        """Record why the last step failed."""


@dataclass
class TraceStep:
    """A node that was reached. `result` names the branch that was taken from it, and is empty at an end."""

    # The policy has depth 1; each nested fragment is one deeper.
    depth: int
    tree: str
    node: int
    action: PolicyAction
    result: str = ""
    reason: FailureReason | None = None
    # The text for the reason, from the adapter or the mapping.
    detail: str = ""
    # The attributes that the adapter or fragment has added.
    attributes: Attributes = field(default_factory=dict)


@dataclass
class RecordedTrace(Trace):
    """Records all steps in their order."""

    steps: list[TraceStep] = field(default_factory=list)

    def reach(self, frames: Sequence[TreePosition], action: PolicyAction) -> None:
        """Record that the next node of the innermost frame was reached."""
        self.steps.append(TraceStep(len(frames), frames[-1].id, frames[-1].node, action))

    def leave(self, frames: Sequence[TreePosition], result: str) -> None:
        """Record the branch that was taken from the node of the innermost frame."""
        here = (len(frames), frames[-1].node)
        step = next((each for each in reversed(self.steps) if (each.depth, each.node) == here), None)
        if step is None:
            return
        step.result = result
        nearest = next(iter(frames[-1].known), None)
        if nearest is not None and nearest.id == _source_of(step.action):
            step.attributes = dict(nearest.attributes)

    def explain(self, reason: FailureReason, detail: str = "") -> None:
        """Record why the last step failed."""
        if self.steps:
            self.steps[-1].reason, self.steps[-1].detail = reason, detail


def _source_of(action: PolicyAction) -> str | None:
    """Return the id of the source from which a node takes attributes."""
    match action:
        case AuthnSourcePolicyAction():
            return action.authentication_source.source_ref.id
        case FragmentPolicyAction():
            return action.fragment.id
        case _:
            return None


def adapter_reason(code: str) -> FailureReason:
    """Return the reason for the code of an adapter's failure."""
    return _ADAPTER_REASONS.get(code, FailureReason.ADAPTER_REFUSED)


def mapping_reason(error: IssuanceRefused | FulfillmentFailed) -> FailureReason:
    """Return the reason for a mapping that failed."""
    return FailureReason.CRITERIA_NOT_MET if isinstance(error, IssuanceRefused) else FailureReason.NOT_FULFILLED
