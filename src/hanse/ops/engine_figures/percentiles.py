"""Percentiles of durations that are counted in buckets."""

from collections.abc import Mapping
from itertools import accumulate

from hanse.kit.engine_figures import DURATION_BOUNDS


def percentile(share: float, buckets: Mapping[int, int]) -> float | None:
    """Return the duration in seconds that a share of the requests does not exceed; None without requests.

    Durations are assumed to be spread evenly within a bucket, as `histogram_quantile` of Prometheus does. If the result
    is in the last bucket, which has no upper bound, it is the lower bound of that bucket.
    """
    counts = [buckets.get(number, 0) for number in range(len(DURATION_BOUNDS) + 1)]
    below = [0, *accumulate(counts)]
    rank = share * below[-1]
    if not below[-1]:
        return None
    for number, (bound, count) in enumerate(zip(DURATION_BOUNDS, counts, strict=False)):
        if count and below[number + 1] >= rank:
            lower = DURATION_BOUNDS[number - 1] if number else 0.0
            return lower + (bound - lower) * (rank - below[number]) / count
    return DURATION_BOUNDS[-1]
