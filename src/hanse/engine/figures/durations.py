"""Measures requests to the authorization and token endpoints."""

from collections.abc import Mapping
from typing import Final

from hanse.engine.figures.counters import EngineCounters
from hanse.engine.oauth.paths import AUTHORIZATION_PATH, TOKEN_PATH
from hanse.kit.engine_figures import FigureKind, bucket_of

_KINDS: Final[Mapping[str, FigureKind]] = {
    AUTHORIZATION_PATH: FigureKind.AUTHORIZATION_DURATION,
    TOKEN_PATH: FigureKind.TOKEN_DURATION,
}


class RequestDurations:
    """Counts requests by duration; an `Observer` of `kit.http.request_log`."""

    def __init__(self, counters: EngineCounters) -> None:
        self._counters = counters

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request."""
        del method, status
        kind = _KINDS.get(route)
        if kind is not None:
            self._counters.add(kind, str(bucket_of(seconds)))
