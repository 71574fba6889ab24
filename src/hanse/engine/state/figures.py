"""Figures of all engines, one row for each minute, kind and label."""

from collections.abc import Mapping, Sequence
from typing import Final

from hanse.engine.state.statements import Statement, StatementRunner
from hanse.kit.engine_figures import KEPT_MINUTES, MINUTE_SECONDS, FigureKind, FigureSum

_ADD: Final = Statement(
    """INSERT INTO state_figure (minute, kind, label, amount, expires)
       VALUES (:minute, :kind, :label, :amount, :expires)
       ON CONFLICT (minute, kind, label) DO UPDATE SET amount = state_figure.amount + excluded.amount"""
)
# A step is at least a minute, so the division is one of whole numbers in both databases.
_SUMS: Final = Statement(
    """SELECT minute / :step * :step AS begins, kind, label, SUM(amount) FROM state_figure WHERE minute >= :first
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""
)


class StoredFigures:
    """Figures in a database; implements `contracts.Figures`."""

    def __init__(self, runner: StatementRunner) -> None:
        self._runner = runner

    async def add(self, minute: int, amounts: Mapping[tuple[FigureKind, str], int]) -> None:
        """Add amounts to a minute since the epoch."""
        expires = float((minute + KEPT_MINUTES) * MINUTE_SECONDS)
        # Two processes that write the same minute lock its rows in the same order.
        steps = [
            (_ADD, {"minute": minute, "kind": kind.value, "label": label, "amount": amount, "expires": expires})
            for (kind, label), amount in sorted(amounts.items())
        ]
        if steps:
            await self._runner.write(*steps, durable=False)

    async def sums(self, first_minute: int, step_minutes: int) -> Sequence[FigureSum]:
        """Return the sums of each step from a minute on, in the order of time."""
        rows = await self._runner.read(_SUMS, {"first": first_minute, "step": step_minutes})
        known = {each.value for each in FigureKind}
        # A newer version of the server may write kinds that this one does not know.
        return [
            FigureSum(begins, FigureKind(kind), label, int(amount))
            for begins, kind, label, amount in rows
            if kind in known
        ]
