"""The collection worker: jobs, cancellation and failures."""

import asyncio
import time
from collections.abc import Callable

import pytest

from hanse.kit.errors import Unavailable
from hanse.ops.support_data import archive_writer, worker
from hanse.ops.support_data.archives import COMPLETED, FAILED
from hanse.ops.support_data.settings import ArchiveMember
from tests.ops.support_data.conftest import Node


@pytest.fixture
def database_kind() -> str:
    """Jobs are tested on both databases in `test_archives.py`."""
    return "sqlite"


def test_without_jobs_nothing_happens(node: Node) -> None:
    assert not node.worker().run_next_job(node.loop)


def test_each_node_runs_its_own_jobs(node: Node) -> None:
    node.request(ArchiveMember(1, "one:9999", "CLUSTERED_CONSOLE"), ArchiveMember(2, "two:9031", "CLUSTERED_ENGINE"))
    assert not node.worker(3).run_next_job(node.loop)
    assert node.worker(2).run_next_job(node.loop)
    assert [each.status for each in node.listed()] == ["IN_PROGRESS", COMPLETED]
    assert node.worker(1).run_next_job(node.loop)
    assert [each.file_name for each in node.listed()] == [
        "hanse-support-data-node-1-20261121T083000Z.zip",
        "hanse-support-data-node-2-20261121T083000Z.zip",
    ]


def test_a_stopped_node_reports_it(node: Node) -> None:
    node.request(numHeartbeatSamples=3, reportCount=0)
    stopping = node.worker()
    stopping.stop()
    assert stopping.run_next_job(node.loop)
    assert (node.listed()[0].status, node.listed()[0].reason) == (FAILED, worker.NODE_STOPPED)


def test_an_archive_that_would_be_too_large(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_writer, "MOST_BYTES", 10)
    node.request()
    node.worker().run_next_job(node.loop)
    assert (node.listed()[0].status, node.listed()[0].reason) == (FAILED, worker.TOO_LARGE)


def test_an_outage_of_the_database_is_the_reported_reason_afterwards(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_arguments: object) -> str:
        raise Unavailable("The configuration database cannot be reached.")

    monkeypatch.setattr(archive_writer, "make_archive", gone)
    node.request()
    node.worker().run_next_job(node.loop)
    assert node.listed()[0].reason == "The configuration database cannot be reached."


def test_a_defect_fails_the_archive_and_not_the_worker(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> str:
        raise RuntimeError("a defect")

    node.request()
    with monkeypatch.context() as patch:
        patch.setattr(archive_writer, "make_archive", broken)
        node.worker().run_next_job(node.loop)
    assert node.listed()[0].reason == worker.DEFECT
    assert node.collect()


def test_the_worker_polls_until_it_is_cancelled(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "POLL_SECONDS", 0.001)
    node.request(numHeartbeatSamples=600, intervalBetweenHeartbeatSamples=60)
    running = asyncio.run_coroutine_threadsafe(node.worker().run(), node.loop)
    wait_until(lambda: node.listed()[0].step == "Heartbeats and system reports")
    running.cancel()
    wait_until(lambda: node.listed()[0].status == FAILED)
    assert node.listed()[0].reason == worker.NODE_STOPPED


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)
