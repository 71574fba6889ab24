"""The results of a sign-in as steps of its trace."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import SignedIn, SignInFailed, SignInRequest, SignInResult
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.signin.policies import outcomes
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.position import PassedAdapter
from hanse.engine.signin.policies.trace import RecordedTrace
from hanse.engine.signin.policies.traced_nodes import traced_nodes
from hanse.engine.signin.sessions.quotas import TOO_MANY_SESSIONS
from hanse.engine.trace.masking import AttributeMask
from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep, TraceOutcome
from hanse.kit.texts.locale_choice import DEFAULT_LOCALE
from hanse.plugins.contracts.adapters import ShowPage

OTHER_USER: Final = SignInFailed(code="login_required", description="Another user has signed in.")
_REASONS: Final = {
    outcomes.DENIED: FailureReason.DENIED,
    outcomes.LOGIN_REQUIRED: FailureReason.SIGN_IN_REQUIRED,
    outcomes.NO_POLICY: FailureReason.NO_POLICY,
    OTHER_USER: FailureReason.OTHER_USER,
    TOO_MANY_SESSIONS: FailureReason.SESSION_QUOTA,
}


def begin_trace(request: Request, flow_id: str, wanted: SignInRequest) -> None:
    """Make the trace of a request a part of the trace of its sign-in."""
    request.trace.id, request.trace.client_id = flow_id, wanted.client_id


def trace_nodes(turn: PolicyRequest, recorded: RecordedTrace) -> None:
    """Add the nodes of policies that a request has reached, and the user whom they identified."""
    trace_user(turn.request, turn.position.passed)
    for step in traced_nodes(turn, recorded):
        turn.request.trace.append(step)


def trace_user(request: Request, passed: Sequence[PassedAdapter]) -> None:
    """Set the user of the trace, and mask the attributes that the user's adapters declare as masked."""
    found = [(each.adapter, each.attributes) for each in passed]
    request.trace.mask = AttributeMask.of_adapters(request.snapshot, found).applied
    if passed:
        request.trace.user = passed[-1].user_key


def trace_page(request: Request, pages: PageRenderer, shown: ShowPage, status: str = "") -> None:
    """Add a page, with its error message in English and the user name that was entered.

    `status` is the state that an authentication application sees instead of the page.
    """
    trace, values = request.trace, shown.values
    name, key = values.get("username"), values.get("error")
    detail = pages.text(DEFAULT_LOCALE, key, **values.get("error_values", {})) if isinstance(key, str) and key else ""
    trace.outcome, trace.detail = TraceOutcome.WAITING, detail
    trace.append(TracedStep(kind=StepKind.PAGE, result=status or shown.template, detail=detail))
    if isinstance(name, str) and not trace.user:
        trace.user = name


def trace_signed_in(request: Request, result: SignedIn) -> None:
    """Add the user's attributes."""
    request.trace.user = result.user_key
    request.trace.succeed(StepKind.SIGNED_IN, result=result.origin.id, after=request.trace.mask(result.attributes))


def trace_failure(request: Request, result: SignInResult) -> None:
    """Add the reason of a sign-in that failed."""
    if isinstance(result, SignInFailed):
        reason = _REASONS.get(replace(result, handle_locally=False, provider_message=""), FailureReason.REQUEST_REFUSED)
        request.trace.fail(reason, result.description, result=result.code)
