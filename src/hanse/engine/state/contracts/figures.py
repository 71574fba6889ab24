"""Figures of all engines."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from hanse.kit.engine_figures import FigureKind, FigureSum


class Figures(Protocol):
    """Amounts by minute, kind and label, which all processes of all nodes add to."""

    async def add(self, minute: int, amounts: Mapping[tuple[FigureKind, str], int]) -> None:
        """Add amounts to a minute since the epoch."""
        ...

    async def sums(self, first_minute: int, step_minutes: int) -> Sequence[FigureSum]:
        """Return the sums of each step from a minute on, in the order of time; steps start at multiples of a step."""
        ...
