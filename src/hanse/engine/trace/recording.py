"""Passes the traces of requests to the queue, as the settings require."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from hanse.engine.http.request import Request
from hanse.engine.services import Services
from hanse.engine.snapshot.configuration_parts import SIGN_IN_TRACES
from hanse.engine.state.contracts import TracePart
from hanse.engine.trace.request_trace import without_values
from hanse.kit.sign_in_traces import TracedStep, TraceOutcome

_DAY_SECONDS: Final = 86_400
_LONGEST_USER: Final = 256
_LONGEST_DETAIL: Final = 500


def recorder(services: Services) -> Callable[[Request], None]:
    """Return the function that records the trace of an answered request."""

    def record(request: Request) -> None:
        settings, trace = request.snapshot.part(SIGN_IN_TRACES), request.trace
        if not settings.enabled:
            return
        if trace.is_token_request and trace.outcome is not TraceOutcome.FAILED and not settings.record_token_requests:
            return
        steps = trace.steps if settings.record_attributes else [_without_values(each) for each in trace.steps]
        now = services.clock.now().timestamp()
        services.traces.put(
            TracePart(
                trace_id=trace.id,
                request_id=request.id,
                time=now,
                expires=now + settings.retention_days * _DAY_SECONDS,
                client_id=trace.client_id,
                user=trace.user[:_LONGEST_USER],
                outcome=trace.outcome,
                reason=trace.reason,
                detail=trace.detail[:_LONGEST_DETAIL],
                client_address=request.client_address,
                steps=steps,
                connection_id=trace.connection_id,
            )
        )

    return record


def _without_values(step: TracedStep) -> TracedStep:
    """Return a step with the names of the attributes only."""
    if not step.before and not step.after:
        return step
    return replace(step, before=without_values(step.before), after=without_values(step.after))
