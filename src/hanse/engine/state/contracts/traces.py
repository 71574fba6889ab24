"""Traces of sign-ins and of requests for tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hanse.kit.sign_in_traces import (
    FailureReason,
    SignInTrace,
    TracedStep,
    TraceFilter,
    TraceOutcome,
    TracePage,
)


@dataclass(frozen=True, kw_only=True)
class TracePart:
    """The part of a trace that one HTTP request has written. Times are in seconds since the epoch."""

    trace_id: str
    request_id: str
    time: float
    expires: float
    client_id: str
    user: str
    outcome: TraceOutcome
    reason: FailureReason | None
    detail: str
    client_address: str
    steps: Sequence[TracedStep]
    # The IdP connection that the request used; empty for none.
    connection_id: str = ""


class Traces(Protocol):
    """Traces, each with one part for each of its requests."""

    async def add(self, parts: Sequence[TracePart]) -> None:
        """Store parts, and update the traces that they belong to."""
        ...

    async def page(self, wanted: TraceFilter, now: float, *, after: str = "", most: int = 50) -> TracePage:
        """Return traces, the newest first; raises ValueError for an `after` that no page has returned."""
        ...

    async def get(self, trace_id: str, now: float) -> SignInTrace | None:
        """Return a trace with its parts."""
        ...

    async def trim(self, kept: int, *, most: int = 1000) -> int:
        """Delete the oldest traces beyond a number, at most `most` of them; return how many were deleted."""
        ...
