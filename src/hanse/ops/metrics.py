"""What is measured, in Prometheus' text format. Labels are closed sets: no path, name or address of a caller."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import choose_encoder
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """A registry of its own, so that two servers in one process (tests) do not share counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._requests = Counter(
            "hanse_http_requests",
            "Requests answered.",
            ["listener", "method", "route", "status"],
            registry=self.registry,
        )
        self._durations = Histogram(
            "hanse_http_request_duration_seconds",
            "Time from the head of a request to the end of its answer.",
            ["listener", "route"],
            buckets=BUCKETS,
            registry=self.registry,
        )

    def listener(self, name: str) -> "ListenerMetrics":
        """Return the observer of one listener."""
        return ListenerMetrics(self._requests, self._durations, name)

    def watch(self, name: str, help_text: str, read: Callable[[], float]) -> None:
        """Measure what a function returns whenever somebody asks; it must be quick and must not raise."""
        Gauge(name, help_text, registry=self.registry).set_function(read)

    def render(self) -> tuple[bytes, str]:
        """Return the text of all measurements and its media type."""
        encode, media_type = choose_encoder("")
        return encode(self.registry), media_type


class ListenerMetrics:
    """Counts the requests of one listener; an `Observer` of `kit.http.access`."""

    def __init__(self, requests: Counter, durations: Histogram, name: str) -> None:
        self._requests = requests
        self._durations = durations
        self._name = name

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request."""
        self._requests.labels(self._name, method, route, str(status)).inc()
        self._durations.labels(self._name, route).observe(seconds)
