"""The memory use of a collection does not depend on the size of the logs (issue 4)."""

import itertools
import threading
import tracemalloc
from collections.abc import Iterator
from typing import Self

import psutil
import pytest

from hanse.ops.support_data import archive_writer
from hanse.ops.support_data.archives import COMPLETED
from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionTask
from tests.ops.support_data.conftest import Node

MB = 1024 * 1024
GIGABYTE = 1024


@pytest.fixture
def database_kind() -> str:
    return "sqlite"


def test_memory_use_does_not_grow_with_the_logs(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    peaks = [peak_of_python(node, monkeypatch, megabytes) for megabytes in (4, 32)]
    # The second archive is eight times as large, as random bytes cannot be compressed.
    assert peaks[1] < peaks[0] * 1.25
    assert peaks[1] < 8 * MB


def peak_of_python(node: Node, monkeypatch: pytest.MonkeyPatch, megabytes: int) -> int:
    """Return the peak of Python's memory while it collects the given amount of data."""
    block = node.randomness.token_bytes(MB // 4)

    def noise(_task: CollectionTask) -> Iterator[ArchiveEntry]:
        yield ArchiveEntry("noise", itertools.repeat(block, megabytes * 4))

    node.request()
    monkeypatch.setattr(archive_writer, "STEPS", (("Noise", noise),))
    tracemalloc.start()
    node.worker().run_next_job(node.loop)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert node.listed()[0].size > megabytes * MB
    return found


@pytest.mark.slow
def test_a_gigabyte_of_logs(node: Node) -> None:
    lines = "".join(
        f'{{"event":"request","request_id":"{node.randomness.token_bytes(12).hex()}"}}\n' for _ in range(16_000)
    )
    block = (lines.encode() * 2)[:MB]
    with (node.log_folder / "server.log").open("wb") as log:
        for _ in range(GIGABYTE):
            log.write(block)
    node.request(truncateLogs=False)
    before = psutil.Process().memory_info().rss
    with PeakMemory() as peak:
        node.worker().run_next_job(node.loop)
    (archive,) = node.listed()
    assert archive.status == COMPLETED
    assert archive.size > 100 * MB
    # This includes the memory of SQLite.
    assert peak.found - before < 64 * MB
    # The archive is read chunk by chunk, too.
    with PeakMemory() as peak:
        assert sum(map(len, node.archives.content(archive.archive_id))) == archive.size
    assert peak.found - before < 64 * MB


class PeakMemory:
    """Samples the memory of this process in a thread; `found` is the maximum."""

    def __init__(self) -> None:
        self.found = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._measure)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self._done.set()
        self._thread.join()

    def _measure(self) -> None:
        process = psutil.Process()
        while not self._done.wait(0.02):
            self.found = max(self.found, process.memory_info().rss)
