"""The figures of all engines for administrators, from the run-time state that the engines write."""

from collections.abc import Sequence

from hanse.app.admin_state import AdminState
from hanse.kit.engine_figures import FigureSum


class StoredEngineFigures:
    """Figures in the run-time state; implements `kit.engine_figures.EngineFigures`."""

    def __init__(self, state: AdminState) -> None:
        self._state = state

    def sums(self, first_minute: int, step_minutes: int) -> Sequence[FigureSum]:
        """Return the sums of each step from a minute on."""
        figures = self._state.opened().figures
        return self._state.run(figures.sums(first_minute, step_minutes))
