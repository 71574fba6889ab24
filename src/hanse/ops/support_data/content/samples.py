"""Measurements over a period: heartbeats of the node itself, and reports about its system."""

import heapq
import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil
from sqlalchemy.pool import QueuePool

from hanse.kit.clock import to_text
from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionSources, CollectionTask, lines

LAG_SECONDS = 5.0
MILLISECONDS = 1000


def samples(task: CollectionTask) -> Iterator[ArchiveEntry]:
    """Yield heartbeats and reports, each at its own interval and both during the same period."""
    heartbeats: list[dict[str, Any]] = []
    reports: list[dict[str, Any]] = []
    process = psutil.Process()
    began = 0.0
    for moment, kind in _timeline(task):
        task.wait(moment - began)
        began = moment
        if kind == "heartbeat":
            heartbeats.append(heartbeat(task.sources, process))
        else:
            reports.append(report(task.sources, process))
    yield ArchiveEntry("heartbeats.jsonl", lines(heartbeats))
    yield ArchiveEntry("system-reports.jsonl", lines(reports))


def _timeline(task: CollectionTask) -> Iterator[tuple[float, str]]:
    options = task.options
    every, report_every = options.interval_between_heartbeat_samples, options.report_interval
    yield from heapq.merge(
        ((float(number * every), "heartbeat") for number in range(options.num_heartbeat_samples)),
        ((float(number * report_every), "report") for number in range(options.report_count)),
    )


def heartbeat(sources: CollectionSources, process: psutil.Process) -> dict[str, Any]:
    """Return the state of the process: memory, processor time, threads, the loop's delay and open connections."""
    with process.oneshot():
        memory, times = process.memory_info(), process.cpu_times()
        values = {
            "time": to_text(sources.clock.now()),
            "residentBytes": memory.rss,
            "virtualBytes": memory.vms,
            "cpuUserSeconds": times.user,
            "cpuSystemSeconds": times.system,
            "threads": process.num_threads(),
        }
    return {**values, "eventLoopLagMilliseconds": _lag(sources), "databasePool": _pool(sources)}


def report(sources: CollectionSources, process: psutil.Process) -> dict[str, Any]:
    """Return the state of the system: processors, memory, disk, and the open files of this process."""
    memory, swap = psutil.virtual_memory(), psutil.swap_memory()
    disk = psutil.disk_usage(str(sources.log_folder))
    return {
        "time": to_text(sources.clock.now()),
        "processors": psutil.cpu_count(),
        "loadAverage": psutil.getloadavg(),
        "cpuSeconds": psutil.cpu_times()._asdict(),
        "memoryBytes": {"total": memory.total, "available": memory.available},
        "swapBytes": {"total": swap.total, "used": swap.used},
        "diskBytes": {"total": disk.total, "free": disk.free},
        "openFiles": len(process.open_files()),
        "descriptors": process.num_fds(),
        "sockets": _sockets(process),
    }


def _lag(sources: CollectionSources) -> float | None:
    """Return how long the event loop takes to run a new callback; None if it does not run in time."""
    came = threading.Event()
    began = time.perf_counter()
    sources.loop.call_soon_threadsafe(came.set)
    return round((time.perf_counter() - began) * MILLISECONDS, 3) if came.wait(LAG_SECONDS) else None


def _pool(sources: CollectionSources) -> dict[str, int] | None:
    pool = sources.configuration.database.engine.pool
    if not isinstance(pool, QueuePool):
        return None
    return {"kept": pool.size(), "open": pool.checkedin() + pool.checkedout(), "inUse": pool.checkedout()}


def _sockets(process: psutil.Process) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in process.net_connections(kind="inet"):
        counts[each.status] = counts.get(each.status, 0) + 1
    return counts
