"""Metrics in Prometheus' text format. Labels have few values: no path, name or address of a caller."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Gauge
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from hanse.kit.engine_figures import DURATION_BOUNDS, CounterMetric, bucket_of
from hanse.ops.shared_metrics import MetricsBoard, SharedMetrics

_BOUNDS: Final = (*(str(bound) for bound in DURATION_BOUNDS), "+Inf")


class Metrics:
    """A registry of its own, so that two servers in one process (tests) have separate metrics."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._listeners: list[ListenerMetrics] = []
        self._shared: SharedMetrics | None = None
        self.registry.register(_Requests(self._listeners))

    def listener(self, name: str) -> "ListenerMetrics":
        """Return the observer of one listener."""
        made = ListenerMetrics(name)
        self._listeners.append(made)
        return made

    def watch(self, name: str, help_text: str, read: Callable[[], float]) -> None:
        """Measure the return value of a function at each request for metrics; it must be fast and must not raise."""
        Gauge(name, help_text, registry=self.registry).set_function(read)

    def watch_labeled(
        self, name: str, help_text: str, labels: Sequence[str], read: Callable[[], Mapping[tuple[str, ...], float]]
    ) -> None:
        """Like `watch`, for several measurements by the values of their labels."""
        self.registry.register(_LabeledGauges(name, help_text, labels, read))

    def count(self, metric: CounterMetric, read: Callable[[], Mapping[str, int]]) -> None:
        """Export counters with one label; `read` returns the totals by label."""
        self.registry.register(_Counters(metric, read))

    def share(self, board: MetricsBoard, slot: int) -> None:
        """Combine the measurements with those of other processes from now on."""
        self._shared = SharedMetrics(board, slot, self.registry)

    def publish(self) -> None:
        """Publish this process's metrics to the others."""
        if self._shared is not None:
            self._shared.publish()

    def render(self) -> tuple[bytes, str]:
        """Return the text of all measurements and its media type."""
        if self._shared is not None:
            return self._shared.render()
        encode, media_type = choose_encoder("")
        return encode(self.registry), media_type


class Durations:
    """Durations of the requests of one route: the number in each bucket, and the sum in seconds."""

    __slots__ = ("buckets", "seconds")

    def __init__(self) -> None:
        self.buckets = [0] * len(_BOUNDS)
        self.seconds = 0.0


class ListenerMetrics:
    """Counts the requests of one listener: an `Observer` of `kit.http.request_log`, called on the event loop only."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: dict[tuple[str, str, int], int] = {}
        self.durations: dict[str, Durations] = {}

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request."""
        key = (method, route, status)
        self.counts[key] = self.counts.get(key, 0) + 1
        durations = self.durations.get(route)
        if durations is None:
            durations = self.durations[route] = Durations()
        durations.buckets[bucket_of(seconds)] += 1
        durations.seconds += seconds


class _LabeledGauges(Collector):
    """Exports the current values of one metric by its labels."""

    def __init__(
        self, name: str, help_text: str, labels: Sequence[str], read: Callable[[], Mapping[tuple[str, ...], float]]
    ) -> None:
        self._new_family = partial(GaugeMetricFamily, name, help_text, labels=labels)
        self._read = read

    def collect(self) -> Iterator[Metric]:
        """Yield the current values."""
        family = self._new_family()
        for labels, value in self._read().items():
            family.add_metric(labels, value)
        yield family


class _Counters(Collector):
    """Exports the totals of one metric by their label."""

    def __init__(self, metric: CounterMetric, read: Callable[[], Mapping[str, int]]) -> None:
        self._metric = metric
        self._read = read

    def collect(self) -> Iterator[Metric]:
        """Yield the current totals."""
        family = CounterMetricFamily(self._metric.name, self._metric.help_text, labels=[self._metric.label])
        for label, total in self._read().items():
            family.add_metric([label], total)
        yield family


class _Requests(Collector):
    """Exports the measurements of all listeners to Prometheus."""

    def __init__(self, listeners: list[ListenerMetrics]) -> None:
        self._listeners = listeners

    def collect(self) -> Iterator[Metric]:
        """Yield the current measurements."""
        labels = ["listener", "method", "route", "status"]
        requests = CounterMetricFamily("hanse_http_requests", "Requests answered.", labels=labels)
        durations = HistogramMetricFamily(
            "hanse_http_request_duration_seconds",
            "Time from the head of a request to the end of its answer.",
            labels=["listener", "route"],
        )
        for listener in self._listeners:
            # Copied first, because requests continue meanwhile.
            for (method, route, status), count in list(listener.counts.items()):
                requests.add_metric([listener.name, method, route, str(status)], count)
            for route, each in list(listener.durations.items()):
                buckets = list(zip(_BOUNDS, map(float, accumulate(each.buckets)), strict=True))
                durations.add_metric([listener.name, route], buckets, each.seconds)
        yield requests
        yield durations
