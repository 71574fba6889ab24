"""The metrics of the engine's figures."""

from collections.abc import Mapping
from typing import Final

from hanse.kit.engine_figures import CounterMetric, FigureKind

# Durations are among the metrics of all requests (`hanse_http_request_duration_seconds`).
ENGINE_METRICS: Final[Mapping[FigureKind, CounterMetric]] = {
    FigureKind.SIGN_IN: CounterMetric("hanse_engine_sign_ins", "Sign-ins that ended.", "outcome"),
    FigureKind.SIGN_IN_FAILURE: CounterMetric("hanse_engine_sign_in_failures", "Sign-ins that failed.", "reason"),
    FigureKind.TOKEN: CounterMetric("hanse_engine_tokens_issued", "Access tokens that were issued.", "grant_type"),
    FigureKind.TOKEN_FAILURE: CounterMetric(
        "hanse_engine_token_failures", "Requests to the token endpoint that were refused.", "error"
    ),
}
