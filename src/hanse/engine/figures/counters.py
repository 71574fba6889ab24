"""Counts the events of one process. All calls are made on its event loop."""

from collections.abc import Mapping

from hanse.engine.errors import AuthorizationPending, OAuthError, ServerError, TemporarilyUnavailable, UseDpopNonce
from hanse.engine.http.request import Request
from hanse.kit.engine_figures import FigureKind
from hanse.kit.errors import Unavailable
from hanse.kit.sign_in_traces import TraceOutcome

# A kind and its label.
FigureKey = tuple[FigureKind, str]


class EngineCounters:
    """The figures of this process since its start."""

    def __init__(self) -> None:
        self.totals: dict[FigureKey, int] = {}

    def add(self, kind: FigureKind, label: str) -> None:
        """Count one event."""
        key = kind, label
        self.totals[key] = self.totals.get(key, 0) + 1

    def add_sign_in(self, request: Request) -> None:
        """Count the sign-in of a traced request, if it has ended."""
        trace = request.trace
        if trace.is_token_request or trace.outcome is TraceOutcome.WAITING:
            return
        self.add(FigureKind.SIGN_IN, trace.outcome)
        if trace.outcome is TraceOutcome.FAILED and trace.reason is not None:
            self.add(FigureKind.SIGN_IN_FAILURE, trace.reason)

    def add_token_failure(self, error: Exception) -> None:
        """Count a token request that was refused. Clients that must wait or repeat a request have not failed."""
        if isinstance(error, (AuthorizationPending, UseDpopNonce)):
            return
        if isinstance(error, OAuthError):
            code = error.code
        else:
            code = TemporarilyUnavailable.code if isinstance(error, Unavailable) else ServerError.code
        self.add(FigureKind.TOKEN_FAILURE, code)

    def by_label(self, kind: FigureKind) -> Mapping[str, int]:
        """Return the totals of a kind."""
        # Copied first, because requests continue while metrics are read on another thread.
        return {label: total for (each, label), total in list(self.totals.items()) if each is kind}
