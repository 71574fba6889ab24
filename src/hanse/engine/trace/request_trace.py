"""The trace of one request, to which the handlers add steps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep, TracedValue, TraceOutcome

# More steps than a policy of reasonable size has; a request with more is cut off.
MOST_STEPS: Final = 500


def without_values(attributes: Mapping[str, TracedValue]) -> Mapping[str, TracedValue]:
    """Return attributes with empty values."""
    return dict.fromkeys(attributes, "")


@dataclass
class RequestTrace:
    """Steps of one HTTP request, and what they reveal about the sign-in."""

    # The id of the flow, or that of the request while there is no flow.
    id: str
    client_id: str = ""
    # True for a request to the token endpoint.
    is_token_request: bool = False
    # The user's key, or the name that was entered.
    user: str = ""
    outcome: TraceOutcome = TraceOutcome.WAITING
    # The first reason, which is the most precise one: later steps report its consequences.
    reason: FailureReason | None = None
    detail: str = ""
    steps: list[TracedStep] = field(default_factory=list)
    # Masks attributes as the adapters of the sign-in declare; no value is recorded while these are not known.
    mask: Callable[[Mapping[str, TracedValue]], Mapping[str, TracedValue]] = without_values

    @property
    def connection_id(self) -> str:
        """Return the IdP connection that was used last; empty for none."""
        return next((each.id for each in reversed(self.steps) if each.kind is StepKind.CONNECTION), "")

    def masked_names(self, attributes: Mapping[str, TracedValue]) -> tuple[str, ...]:
        """Return the names of attributes whose values are not recorded."""
        recorded = self.mask(attributes)
        return tuple(name for name, value in attributes.items() if recorded[name] != value)

    def add(
        self,
        kind: StepKind,
        id_: str = "",
        *,
        result: str = "",
        before: Mapping[str, TracedValue] | None = None,
        after: Mapping[str, TracedValue] | None = None,
    ) -> None:
        """Add a step that did not fail."""
        self.append(TracedStep(kind=kind, id=id_, result=result, before=before or {}, after=after or {}))

    def append(self, step: TracedStep) -> None:
        """Add a step."""
        if len(self.steps) < MOST_STEPS:
            self.steps.append(step)
        if step.reason is not None and self.reason is None:
            self.reason, self.detail = step.reason, step.detail

    def wait(self, kind: StepKind, result: str) -> None:
        """Add the page or the redirect after which the user continues."""
        self.outcome = TraceOutcome.WAITING
        self.add(kind, result=result)

    def succeed(self, kind: StepKind, *, result: str = "", after: Mapping[str, TracedValue] | None = None) -> None:
        """Add a step after which the sign-in has succeeded."""
        self.outcome, self.reason, self.detail = TraceOutcome.SUCCEEDED, None, ""
        self.add(kind, result=result, after=after)

    def fail(self, reason: FailureReason, detail: str = "", *, result: str = "") -> None:
        """Add the step that ends the sign-in; `result` is the error code for the application."""
        self.outcome = TraceOutcome.FAILED
        self.append(TracedStep(kind=StepKind.FAILURE, result=result, reason=reason, detail=detail))
