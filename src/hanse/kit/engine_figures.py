"""Figures of the engines: sign-ins, tokens and durations by minute, and the port through which they are read.

Labels are closed sets: no name, address or identifier of a user or client. So the rows of a minute are limited.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

# Upper bounds of the buckets of durations, in seconds. A last bucket has everything above.
DURATION_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MINUTE_SECONDS: Final = 60
# A day, and the whole step in which it began.
KEPT_MINUTES: Final = 25 * 60


class FigureKind(StrEnum):
    """The kinds of figures."""

    # Sign-ins that ended; the label is a `TraceOutcome`.
    SIGN_IN = "sign_in"
    # Sign-ins that failed; the label is a `FailureReason`.
    SIGN_IN_FAILURE = "sign_in_failure"
    # Access tokens; the label is a grant type.
    TOKEN = "token"  # noqa: S105 - the name of a kind.
    # Requests to the token endpoint that were refused; the label is the error code.
    TOKEN_FAILURE = "token_failure"  # noqa: S105 - the name of a kind.
    # Requests by duration; the label is the number of a bucket.
    AUTHORIZATION_DURATION = "authorization_duration"
    TOKEN_DURATION = "token_duration"  # noqa: S105 - the name of a kind.


@dataclass(frozen=True)
class FigureSum:
    """The sum of a figure in a step of time, which begins at a minute since the epoch."""

    minute: int
    kind: FigureKind
    label: str
    amount: int


@dataclass(frozen=True)
class CounterMetric:
    """A counter among the metrics, without the suffix `_total`, and the name of its label."""

    name: str
    help_text: str
    label: str


class EngineFigures(Protocol):
    """The figures of all engines. The method blocks, and raises `kit.errors.Unavailable`."""

    def sums(self, first_minute: int, step_minutes: int) -> Sequence[FigureSum]:
        """Return the sums of each step from a minute on; steps without events are left out."""
        ...


def bucket_of(seconds: float) -> int:
    """Return the number of the bucket of a duration."""
    return bisect_left(DURATION_BOUNDS, seconds)
