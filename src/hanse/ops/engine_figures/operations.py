"""The operation that returns the figures of all engines. The figures are part of the run-time state."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import Field

from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.kit.clock import Clock, to_text
from hanse.kit.engine_figures import MINUTE_SECONDS, EngineFigures, FigureKind, FigureSum
from hanse.kit.sign_in_traces import TraceOutcome
from hanse.kit.texts.messages import Message
from hanse.kit.texts.translation import localized_message
from hanse.ops.engine_figures.labels import GRANT_TYPES, REASONS
from hanse.ops.engine_figures.percentiles import percentile

PATH: Final = f"{API}/internal/engineFigures"
HOUR, DAY = "HOUR", "DAY"
_SHARE: Final = 0.95
_Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
_Milliseconds = Annotated[
    float | None,
    Field(description="95th percentile of the durations in milliseconds, from a histogram. Absent without requests."),
]


@dataclass(frozen=True)
class _Period:
    steps: int
    step_minutes: int


_PERIODS: Final[Mapping[str, _Period]] = {HOUR: _Period(12, 5), DAY: _Period(24, 60)}


class FigureCount(ConfigModel):
    """The number of events with a reason, grant type or error."""

    id: Annotated[str, Field(description="Reason of a failure, grant type or error code.")]
    label: Annotated[str, Field(description="Name of the reason or grant type in the language of the request.")]
    count: int


class FigureStep(ConfigModel):
    """The figures of a part of the period."""

    begins: _Moment
    signed_in: int
    sign_in_failures: int
    tokens: int
    token_failures: int
    authorization_milliseconds: _Milliseconds = None
    token_milliseconds: _Milliseconds = None


class EngineFiguresView(ConfigModel):
    """The figures of all engines in the last hour or day. The last step is not complete."""

    step_minutes: int
    steps: list[FigureStep]
    signed_in: int
    sign_in_failures: int
    reasons: Annotated[list[FigureCount], Field(description="Failed sign-ins by reason, most frequent first.")]
    tokens: int
    grant_types: Annotated[list[FigureCount], Field(description="Access tokens by grant type, most frequent first.")]
    token_failures: int
    errors: Annotated[list[FigureCount], Field(description="Refused token requests by error, most frequent first.")]
    authorization_milliseconds: _Milliseconds = None
    token_milliseconds: _Milliseconds = None


def _get(call: Call) -> OperationResult:
    period = _PERIODS[call.query["period"]]
    now = int(call.ports.get(Clock).now().timestamp()) // MINUTE_SECONDS
    first = now - now % period.step_minutes - (period.steps - 1) * period.step_minutes
    begins = [first + number * period.step_minutes for number in range(period.steps)]
    # The clock of another node can be ahead. Its events are shown once this clock is there.
    sums = [
        each for each in call.ports.get(EngineFigures).sums(first, period.step_minutes) if each.minute <= begins[-1]
    ]
    whole = _Figures(sums)
    return OperationResult(
        EngineFiguresView(
            step_minutes=period.step_minutes,
            steps=[_step(each, [one for one in sums if one.minute == each]) for each in begins],
            reasons=whole.ranked(FigureKind.SIGN_IN_FAILURE, REASONS),
            grant_types=whole.ranked(FigureKind.TOKEN, GRANT_TYPES),
            errors=whole.ranked(FigureKind.TOKEN_FAILURE, {}),
            **whole.totals(),
        )
    )


def _step(minute: int, sums: Iterable[FigureSum]) -> FigureStep:
    begins = datetime.fromtimestamp(minute * MINUTE_SECONDS, UTC)
    return FigureStep(begins=to_text(begins), **_Figures(sums).totals())


class _Figures:
    """The sums of some steps, by kind and label."""

    def __init__(self, sums: Iterable[FigureSum]) -> None:
        self._counts: dict[FigureKind, Counter[str]] = {kind: Counter() for kind in FigureKind}
        for each in sums:
            self._counts[each.kind][each.label] += each.amount

    def totals(self) -> dict[str, Any]:
        """Return the members that a step and the whole period have in common."""
        outcomes = self._counts[FigureKind.SIGN_IN]
        return {
            "signed_in": outcomes[TraceOutcome.SUCCEEDED],
            "sign_in_failures": outcomes[TraceOutcome.FAILED],
            "tokens": self._counts[FigureKind.TOKEN].total(),
            "token_failures": self._counts[FigureKind.TOKEN_FAILURE].total(),
            "authorization_milliseconds": self._milliseconds(FigureKind.AUTHORIZATION_DURATION),
            "token_milliseconds": self._milliseconds(FigureKind.TOKEN_DURATION),
        }

    def ranked(self, kind: FigureKind, labels: Mapping[str, Message]) -> list[FigureCount]:
        """Return the counts of a kind, the greatest first."""
        found = sorted(self._counts[kind].items(), key=lambda each: (-each[1], each[0]))
        return [FigureCount(id=id_, label=localized_message(labels.get(id_, id_)), count=count) for id_, count in found]

    def _milliseconds(self, kind: FigureKind) -> float | None:
        seconds = percentile(_SHARE, {int(label): count for label, count in self._counts[kind].items()})
        return None if seconds is None else round(seconds * 1000, 1)


ENGINE_FIGURE_OPERATIONS: Final[Sequence[Operation]] = (
    Operation(
        path=PATH,
        area=Area.CONSOLE,
        summary="Get: Figures of all engines",
        run=_get,
        tag="Engine Figures",
        answer=EngineFiguresView,
        # The run-time state is another database, which may be slow.
        in_transaction=False,
        calls_out=True,
        query=(
            QueryParameter("period", str, "Return the figures of the last hour or day.", HOUR, choices=(HOUR, DAY)),
        ),
    ),
)
