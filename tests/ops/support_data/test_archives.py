"""The life of an archive job: requested, taken by a node, renewed, completed, failed or lost. On both databases."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from hanse.kit.errors import NotFound, ValidationFailed
from hanse.ops.support_data.archives import (
    BEGIN,
    COMPLETED,
    FAILED,
    IN_PROGRESS,
    KEPT_COLLECTIONS,
    KEPT_FOR,
    LEASE,
    NOT_BEGUN,
    STOPPED,
)
from hanse.ops.support_data.jobs import JobLost
from hanse.ops.support_data.schema import support_archive, support_chunk
from hanse.ops.support_data.settings import ArchiveMember
from tests.ops.support_data.conftest import Node

PASSPHRASE = "Holstentor-1478"
TWO = (ArchiveMember(1, "10.0.0.1:9999", "CLUSTERED_CONSOLE"), ArchiveMember(2, "10.0.0.2:9031", "CLUSTERED_ENGINE"))
MOMENT = timedelta(milliseconds=1)


def test_each_node_gets_its_own_archive_job(node: Node) -> None:
    requested = node.request(*TWO)
    assert [(each.node_index, each.address, each.status) for each in requested] == [
        (1, "10.0.0.1:9999", IN_PROGRESS),
        (2, "10.0.0.2:9031", IN_PROGRESS),
    ]
    assert len({each.archive_id for each in requested}) == 2
    assert len({each.collection_id for each in requested}) == 1


def test_a_second_collection_during_the_first_is_refused(node: Node) -> None:
    node.request()
    with pytest.raises(ValidationFailed) as refused:
        node.request()
    (error,) = refused.value.errors
    assert (error.error_id, error.field_path) == ("csd_collection_already_in_progress", None)
    assert error.message == (
        "A collection of support data has been running since Sat Nov 21 09:30:00 CET 2026. Wait until it has finished."
    )
    assert len(node.listed()) == 1


def test_a_node_takes_its_own_jobs_once(node: Node) -> None:
    node.request(*TWO)
    assert node.jobs().take(0) is None
    taken = node.jobs().take(2)
    assert taken is not None
    assert (taken.node_index, taken.address) == (2, "10.0.0.2:9031")
    # A second process with the same node index gets no job.
    assert node.jobs("worker-2").take(2) is None


def test_a_job_that_no_node_starts_fails_after_a_minute_for_every_reader(node: Node) -> None:
    node.request()
    node.clock.set(node.clock.now() + BEGIN)
    assert node.listed()[0].status == IN_PROGRESS
    node.clock.set(node.clock.now() + MOMENT)
    assert (node.listed()[0].status, node.listed()[0].reason) == (FAILED, NOT_BEGUN)
    # A node that asks for the job now does not get it.
    assert node.jobs().take(0) is None


def test_a_node_that_is_killed_while_collecting_is_shown_as_failed(node: Node) -> None:
    archive = node.request()[0]
    job = node.jobs().take(0)
    assert job is not None
    node.jobs().append(job, 0, b"half")
    node.clock.set(node.clock.now() + LEASE + MOMENT)
    found = node.listed()[0]
    assert (found.status, found.reason) == (FAILED, STOPPED)
    # A new collection can start, and deletes the chunks of the failed one.
    node.request()
    assert [each.status for each in node.listed()] == [IN_PROGRESS, FAILED]
    assert node.content(archive.archive_id) == b""


def test_a_restarted_node_gives_up_its_earlier_jobs(node: Node) -> None:
    node.request(*TWO)
    assert node.jobs("before").take(1) is not None
    node.jobs("after").give_up(1)
    assert [(each.status, each.reason) for each in node.listed()] == [(FAILED, STOPPED), (IN_PROGRESS, None)]
    # Jobs that were not taken yet stay open, and a process keeps the jobs that it took itself.
    assert node.jobs("after").take(2) is not None
    node.jobs("after").give_up(2)
    assert node.listed()[1].status == IN_PROGRESS


def test_a_job_given_up_stays_failed(node: Node) -> None:
    node.request()
    jobs = node.jobs()
    job = jobs.take(0)
    assert job is not None
    jobs.append(job, 0, b"half")
    node.clock.set(node.clock.now() + LEASE + MOMENT)
    with pytest.raises(JobLost):
        jobs.append(job, 1, b"more")
    with pytest.raises(JobLost):
        jobs.renew(job)
    with pytest.raises(JobLost):
        jobs.complete(job, "late.zip")
    assert node.listed()[0].status == FAILED


def test_a_heartbeat_keeps_a_job(node: Node) -> None:
    node.request()
    jobs = node.jobs()
    job = jobs.take(0)
    assert job is not None
    for _ in range(3):
        node.clock.set(node.clock.now() + LEASE)
        jobs.renew(job, "Log files")
    assert (node.listed()[0].status, node.listed()[0].step) == (IN_PROGRESS, "Log files")
    jobs.append(job, 0, b"all")
    jobs.complete(job, "archive.zip")
    assert (node.listed()[0].status, node.listed()[0].size) == (COMPLETED, 3)


def test_the_passphrase_is_encrypted_until_the_job_starts_and_then_deleted(node: Node) -> None:
    node.request(encryptArchive=True, encryptionPassphrase=PASSPHRASE)
    before = rows(node)
    assert PASSPHRASE not in before
    assert "eyJ" in before
    job = node.jobs().take(0)
    assert job is not None
    assert job.passphrase == PASSPHRASE
    assert PASSPHRASE not in repr(job)
    assert "eyJ" not in rows(node)


def test_the_passphrase_is_deleted_with_a_job_that_nobody_starts(node: Node) -> None:
    node.request(encryptArchive=True, encryptionPassphrase=PASSPHRASE)
    node.clock.set(node.clock.now() + BEGIN + MOMENT)
    node.jobs().clean()
    assert "eyJ" not in rows(node)
    assert node.listed()[0].reason == NOT_BEGUN


def test_the_newest_collections_are_kept(node: Node) -> None:
    made = []
    for _ in range(KEPT_COLLECTIONS + 1):
        node.clock.advance(minutes=1)
        made.append(complete(node))
    node.jobs().clean()
    assert [each.archive_id for each in node.listed()] == made[:0:-1]
    assert chunks(node) == KEPT_COLLECTIONS


def test_no_archive_is_kept_for_longer_than_a_week(node: Node) -> None:
    archive_id = complete(node)
    node.clock.set(node.clock.now() + KEPT_FOR)
    node.jobs().clean()
    assert node.archives.completed(archive_id).archive_id == archive_id
    node.clock.set(node.clock.now() + MOMENT)
    node.jobs().clean()
    assert (node.listed(), chunks(node)) == ([], 0)


def test_only_a_complete_archive_can_be_fetched(node: Node) -> None:
    archive = node.request()[0]
    with pytest.raises(NotFound):
        node.archives.completed(archive.archive_id)
    with pytest.raises(NotFound):
        node.archives.completed("none")


def complete(node: Node) -> str:
    archive = node.request()[0]
    job = node.jobs().take(0)
    assert job is not None
    node.jobs().append(job, 0, b"archive")
    node.jobs().complete(job, "archive.zip")
    return archive.archive_id


def rows(node: Node) -> str:
    with node.database.reading() as connection:
        return repr(connection.execute(select(support_archive)).all())


def chunks(node: Node) -> int:
    with node.database.reading() as connection:
        return len(connection.execute(select(support_chunk.c.number)).all())
