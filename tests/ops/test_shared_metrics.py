"""Metrics of several processes are added up."""

import re

import pytest

from hanse.kit.engine_figures import CounterMetric
from hanse.ops import shared_metrics
from hanse.ops.certificate_calendar.expiry_metrics import HELP, LABELS, METRIC
from hanse.ops.metrics import Metrics
from hanse.ops.shared_metrics import MetricsBoard, retire


def process(board: MetricsBoard, slot: int) -> Metrics:
    metrics = Metrics()
    metrics.share(board, slot)
    return metrics


def value(metrics: Metrics, pattern: str) -> float:
    """Return the value of a sample in the Prometheus text format."""
    text = metrics.render()[0].decode()
    found = re.findall(rf"^{pattern} (\S+)$", text, re.MULTILINE)
    assert len(found) == 1, text
    return float(found[0])


REQUESTS = r'hanse_http_requests_total\{listener="engine",method="GET",route="/a",status="200"\}'
FAST_REQUESTS = r'hanse_http_request_duration_seconds_bucket\{le="0.01",listener="engine",route="/a"\}'


def test_counts_are_shared_by_all_processes() -> None:
    board = MetricsBoard(3)
    processes = [process(board, slot) for slot in range(3)]
    for number, each in enumerate(processes[1:], 1):
        engine = each.listener("engine")
        for _ in range(number):
            engine.observe("GET", "/a", 200, 0.004)
        engine.observe("GET", "/a", 500, 2.0)
        each.publish()
    for each in processes:
        assert value(each, REQUESTS) == 3
        assert value(each, FAST_REQUESTS) == 3
        assert value(each, r'hanse_http_request_duration_seconds_count\{listener="engine",route="/a"\}') == 5


def test_a_process_continues_the_counts_of_its_predecessor() -> None:
    board = MetricsBoard(2)
    first, other = process(board, 0), process(board, 1)
    first.listener("engine").observe("GET", "/a", 200, 0.004)
    first.watch("hanse_x", "Something.", lambda: 5)
    first.publish()
    assert value(other, "hanse_x") == 5
    retire(board, 0)
    # Counters are kept; gauges of the ended process are removed.
    assert value(other, REQUESTS) == 1
    assert "hanse_x" not in other.render()[0].decode()
    second = process(board, 0)
    assert value(other, REQUESTS) == 1
    second.listener("engine").observe("GET", "/a", 200, 0.004)
    second.publish()
    second.publish()
    assert value(other, REQUESTS) == 2


def test_only_the_latest_common_revision_is_reported() -> None:
    board = MetricsBoard(2)
    for slot, revision in enumerate((7, 5)):
        metrics = process(board, slot)
        metrics.watch("hanse_engine_revision", "Revision.", lambda revision=revision: revision)  # type: ignore[misc]  # mypy does not support default arguments of lambdas.
        metrics.publish()
    assert value(metrics, "hanse_engine_revision") == 5


def test_a_file_of_another_layout_is_left_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_metrics, "HALF_BYTES", 20)
    board = MetricsBoard(2)
    assert board.write(0, b"first")
    assert not board.write(0, b"x" * 21)
    assert board.read(0) == b"first"
    for content in (b"second", b"third, longer", b""):
        assert board.write(0, content)
        assert board.read(0) == content
    assert board.read(1) == b""


def test_counters_with_a_label_are_added_up() -> None:
    board = MetricsBoard(2)
    metric = CounterMetric("hanse_things", "Things.", "kind")
    processes = [process(board, slot) for slot in range(2)]
    for number, each in enumerate(processes, 1):
        each.count(metric, lambda number=number: {"small": number, "large": 10})  # type: ignore[misc]  # mypy does not support default arguments of lambdas.
        each.publish()
    assert value(processes[0], r'hanse_things_total\{kind="small"\}') == 3
    assert value(processes[1], r'hanse_things_total\{kind="large"\}') == 20


def test_a_labeled_measurement_of_several_processes_is_not_added() -> None:
    board = MetricsBoard(2)
    first, second = (process(board, slot) for slot in range(2))
    for each in (first, second):
        each.watch_labeled(METRIC, HELP, LABELS, lambda: {("keyPairs/signing", "seal"): 1_800_000_000.0})
        each.publish()
    assert value(first, rf'{METRIC}\{{id="seal",kind="keyPairs/signing"\}}') == 1_800_000_000
