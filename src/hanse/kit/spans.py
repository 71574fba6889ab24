"""Spans of distributed traces: how long a request takes, and its calls to other systems.

The implementation is `ops.open_telemetry`, which is used only if an option names a receiver. A context
variable holds it during a request, so that calls need no parameter for it. If it is not used, a call only reads that
variable. Attributes contain no user, path, query or content.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import Final, Protocol

AttributeValue = str | int


class Span(Protocol):
    """A part of a trace that has begun."""

    def rename(self, name: str) -> None:
        """Replace the name."""
        ...

    def describe(self, attributes: Mapping[str, AttributeValue]) -> None:
        """Add attributes."""
        ...

    def fail(self, reason: str) -> None:
        """Mark the span as failed; the reason is a class name or a status."""
        ...


class Spans(Protocol):
    """Creates spans. Each ends with its context."""

    def serve(self, name: str, parent: Mapping[str, str]) -> AbstractContextManager[Span]:
        """Begin the span of a request that this server answers; `parent` has the caller's `traceparent`, if any."""
        ...

    def call(self, name: str, attributes: Mapping[str, AttributeValue]) -> AbstractContextManager[Span]:
        """Begin the span of a call to another system. An exception marks it as failed."""
        ...


class NoSpan:
    """The span of a call that is not recorded."""

    def rename(self, name: str) -> None:
        """Do nothing."""

    def describe(self, attributes: Mapping[str, AttributeValue]) -> None:
        """Do nothing."""

    def fail(self, reason: str) -> None:
        """Do nothing."""


SPANS: Final[ContextVar[Spans | None]] = ContextVar("hanse_spans", default=None)
_NOTHING: Final = nullcontext(NoSpan())


def call_span(name: str, attributes: Mapping[str, AttributeValue]) -> AbstractContextManager[Span]:
    """Begin the span of a call to another system, if the request is recorded."""
    spans = SPANS.get()
    return _NOTHING if spans is None else spans.call(name, attributes)
