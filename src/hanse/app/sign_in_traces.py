"""The traces of sign-ins for administrators, from the run-time state that the engines write."""

from hanse.app.admin_state import AdminState
from hanse.kit.clock import Clock
from hanse.kit.sign_in_traces import SignInTrace, TraceFilter, TracePage


class StoredSignInTraces:
    """Traces in the run-time state; implements `kit.sign_in_traces.SignInTraces`."""

    def __init__(self, state: AdminState, clock: Clock) -> None:
        self._state = state
        self._clock = clock

    def page(self, wanted: TraceFilter, *, after: str, most: int) -> TracePage:
        """Return traces; raises ValueError for an `after` that no page has returned."""
        traces = self._state.opened().traces
        return self._state.run(traces.page(wanted, self._clock.now().timestamp(), after=after, most=most))

    def get(self, trace_id: str) -> SignInTrace | None:
        """Return a trace with its steps."""
        traces = self._state.opened().traces
        return self._state.run(traces.get(trace_id, self._clock.now().timestamp()))
