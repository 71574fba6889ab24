"""Metrics of several processes: each writes its own into shared memory, and the one that is asked combines them.

Every process has a slot with two halves. It writes into one half while the other one is read, and then swaps them, so
that readers always find complete data. A process that replaces one that ended continues its counters, so that counters
never decrease.
"""

import mmap
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
import structlog
from prometheus_client import CollectorRegistry
from prometheus_client.core import Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

LOG = structlog.stdlib.get_logger("hanse.core")
# Labels are closed sets, so a slot of this size has room for some thousands of series. Unused pages take no memory.
LOG_FAILURES: Final = "hanse_audit_log_failed_lines"
HALF_BYTES: Final = 1024 * 1024
_HEADER: Final = struct.Struct("=BII")
_HEADER_BYTES: Final = 16
PUBLISH_SECONDS: Final = 0.5
# Counters; a new process continues with the values of the one before.
_COUNTERS: Final = frozenset({"counter", "histogram", "summary"})
# Measurements that must not be added. All others are added.
_MERGES: Final[dict[str, Callable[[float, float], float]]] = {
    "process_start_time_seconds": min,
    "process_max_fds": min,
    "python_info": max,
    # All processes show the number of the one that writes the log.
    LOG_FAILURES: max,
    "hanse_engine_revision": min,
    "hanse_engine_publication": min,
    "hanse_engine_configuration_age_seconds": max,
    "hanse_certificate_expiry_timestamp_seconds": min,
}


class MetricSample(msgspec.Struct, array_like=True, gc=False):
    """One value, with the names and values of its labels."""

    name: str
    labels: dict[str, str]
    value: float


class MetricFamily(msgspec.Struct, array_like=True, gc=False):
    """The samples of one metric."""

    name: str
    help: str
    type: str
    samples: list[MetricSample]


class MetricsBoard:
    """The slots of all processes. Created before they are forked."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._slot_bytes = _HEADER_BYTES + 2 * HALF_BYTES
        self._memory = mmap.mmap(-1, slots * self._slot_bytes)

    def write(self, slot: int, table: bytes) -> bool:
        """Replace the content of a slot; returns False, and changes nothing, if the content is too large."""
        if len(table) > HALF_BYTES:
            return False
        start = slot * self._slot_bytes
        half, first, second = _HEADER.unpack_from(self._memory, start)
        lengths = [first, second]
        half = 1 - half
        lengths[half] = len(table)
        place = start + _HEADER_BYTES + half * HALF_BYTES
        self._memory[place : place + len(table)] = table
        # A process that is killed between these two leaves the readable half unchanged.
        _HEADER.pack_into(self._memory, start, 1 - half, *lengths)
        self._memory[start] = half
        return True

    def read(self, slot: int) -> bytes:
        """Return the content of a slot; empty if nothing was written."""
        start = slot * self._slot_bytes
        half, first, second = _HEADER.unpack_from(self._memory, start)
        place = start + _HEADER_BYTES + half * HALF_BYTES
        return bytes(self._memory[place : place + (second if half else first)])


def retire(board: MetricsBoard, slot: int) -> None:
    """Keep only the counters of a process that has ended."""
    board.write(slot, _encode([each for each in _decode(board.read(slot)) if each.type in _COUNTERS]))


class SharedMetrics:
    """The metrics of one process among others."""

    def __init__(self, board: MetricsBoard, slot: int, registry: CollectorRegistry) -> None:
        self._board = board
        self._slot = slot
        self._registry = registry
        # The counters of earlier processes in this slot.
        self._before = [each for each in _decode(board.read(slot)) if each.type in _COUNTERS]
        self._is_overflow_logged = False

    def publish(self) -> None:
        """Write the current measurements for the others."""
        own = list(_families(self._registry.collect()))
        if not self._board.write(self._slot, _encode(_merged([self._before, own]))) and not self._is_overflow_logged:
            self._is_overflow_logged = True
            LOG.warning("measurements of this process are too many to be shared")

    def render(self) -> tuple[bytes, str]:
        """Return the metrics of all processes as text, and its media type."""
        self.publish()
        encode, media_type = choose_encoder("")
        tables = (_decode(self._board.read(slot)) for slot in range(self._board.slots))
        return encode(_registry_of(_merged(tables))), media_type


def _families(metrics: Iterable[Metric]) -> Iterator[MetricFamily]:
    for each in metrics:
        samples = [MetricSample(sample.name, dict(sample.labels), float(sample.value)) for sample in each.samples]
        yield MetricFamily(each.name, each.documentation, each.type, samples)


def _merged(tables: Iterable[list[MetricFamily]]) -> list[MetricFamily]:
    """Return the families of several processes, combined by name."""
    merged: dict[str, MetricFamily] = {}
    values: dict[tuple[str, str, tuple[tuple[str, str], ...]], MetricSample] = {}
    for table in tables:
        for family in table:
            whole = merged.setdefault(family.name, MetricFamily(family.name, family.help, family.type, []))
            merge = _MERGES.get(family.name)
            for sample in family.samples:
                key = (family.name, sample.name, tuple(sorted(sample.labels.items())))
                found = values.get(key)
                if found is None:
                    values[key] = MetricSample(sample.name, sample.labels, sample.value)
                    whole.samples.append(values[key])
                else:
                    found.value = found.value + sample.value if merge is None else merge(found.value, sample.value)
    return list(merged.values())


def _registry_of(families: Iterable[MetricFamily]) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(_Families(families))
    return registry


class _Families(Collector):
    """Families as Prometheus has them."""

    def __init__(self, families: Iterable[MetricFamily]) -> None:
        self._families = families

    def collect(self) -> Iterator[Metric]:
        """Yield them."""
        for family in self._families:
            metric = Metric(family.name, family.help, family.type)
            for sample in family.samples:
                metric.add_sample(sample.name, sample.labels, sample.value)
            yield metric


_encode: Final = msgspec.msgpack.Encoder().encode
_DECODER: Final = msgspec.msgpack.Decoder(list[MetricFamily])


def _decode(table: bytes) -> list[MetricFamily]:
    return _DECODER.decode(table) if table else []
