"""Percentiles of durations in buckets agree with those of the durations themselves, up to the width of a bucket."""

import pytest

from hanse.kit.engine_figures import DURATION_BOUNDS, bucket_of
from hanse.ops.engine_figures.percentiles import percentile


def buckets(*durations: float) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in durations:
        found[bucket_of(each)] = found.get(bucket_of(each), 0) + 1
    return found


def test_without_requests_there_is_no_percentile() -> None:
    assert percentile(0.95, {}) is None


def test_durations_are_spread_evenly_within_a_bucket() -> None:
    # 20 requests between 10 and 25 ms: the 95th percentile is at 95 % of the bucket's width.
    assert percentile(0.95, buckets(*[0.02] * 20)) == pytest.approx(0.010 + 0.015 * 0.95)
    # The first bucket begins at zero.
    assert percentile(0.5, buckets(*[0.0005] * 4)) == pytest.approx(0.0005)


def test_few_slow_requests_determine_the_percentile_if_they_are_more_than_the_rest() -> None:
    fast, slow = [0.004] * 95, [0.8] * 5
    assert percentile(0.95, buckets(*fast, *slow)) == pytest.approx(0.005)
    one_more = percentile(0.95, buckets(*fast[1:], *slow, 0.8))
    assert one_more is not None
    assert 0.5 < one_more < 1.0


def test_a_percentile_above_all_bounds_is_the_greatest_bound() -> None:
    assert percentile(0.95, buckets(60.0)) == DURATION_BOUNDS[-1]


@pytest.mark.parametrize("share", [0.5, 0.9, 0.95, 0.99])
def test_the_percentile_is_in_the_bucket_of_the_exact_one(share: float) -> None:
    durations = sorted((number**2) / 20_000 for number in range(1, 301))
    exact = durations[int(share * len(durations)) - 1]
    estimated = percentile(share, buckets(*durations))
    assert estimated is not None
    assert bucket_of(estimated) == bucket_of(exact)
