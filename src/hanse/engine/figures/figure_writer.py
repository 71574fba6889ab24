"""Adds the events of this process to the figures of all engines, at most once a minute."""

import asyncio
from collections.abc import Mapping
from typing import Final

import structlog

from hanse.engine.figures.counters import EngineCounters, FigureKey
from hanse.engine.state.contracts import Figures
from hanse.kit.clock import Clock
from hanse.kit.engine_figures import MINUTE_SECONDS
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import Periodic

LOG = structlog.stdlib.get_logger("hanse.engine")
WRITE_SECONDS: Final = 60.0


class FigureWriter:
    """Writes the events that were counted since the last write.

    Events that cannot be written are added to a later minute. If only the answer of the database was lost, they are
    counted twice, which is acceptable because no decision depends on these figures.
    """

    def __init__(self, counters: EngineCounters, figures: Figures, clock: Clock) -> None:
        self._counters = counters
        self._figures = figures
        self._clock = clock
        self._written: Mapping[FigureKey, int] = {}

    async def write(self) -> None:
        """Add the new events to the current minute. Raises Unavailable."""
        totals = dict(self._counters.totals)
        new = {key: total - self._written.get(key, 0) for key, total in totals.items()}
        new = {key: amount for key, amount in new.items() if amount}
        if new:
            await self._figures.add(int(self._clock.now().timestamp()) // MINUTE_SECONDS, new)
        self._written = totals

    async def run(self) -> None:
        """Write every minute, and once more when the server stops."""
        try:
            await Periodic("engine figures", self.write, WRITE_SECONDS).run()
        except asyncio.CancelledError:
            try:
                await self.write()
            except Unavailable as error:
                LOG.warning("figures of the last minute are lost", reason=error.message)
            raise
