"""After SIGKILL in the middle of saves, every acknowledged revision is stored, and no revision is incomplete."""

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hanse.config import revision_log
from hanse.config.change import bodies
from hanse.config.change.reference_checks import references_of
from hanse.config.configuration import Configuration
from hanse.config.database import open_database, wait_until_reachable
from hanse.config.migrate import migrate
from hanse.config.store.schema import document_count, reference, unique_value
from hanse.kit.errors import Unavailable
from tests.conformance.acknowledgements import ROOT, choose_moments, read_lines, spend_moment
from tests.support import databases
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import GROUPS, TOYS

ROUNDS = 4
MOST_SAVES = 60


@contextmanager
def writer(url: str, start: int) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.conformance.writing_process", url, str(start)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def saves_until_killed(url: str, start: int, moments: random.Random) -> list[dict[str, int]]:
    """Start a writer, kill it at a random moment after some saves, and return the acknowledged saves."""
    acknowledged: list[dict[str, int]] = []
    with writer(url, start) as process:
        printed = read_lines(process)
        assert next(printed) == "ready", process.stderr
        acknowledged += islice(printed, moments.randrange(MOST_SAVES))
        spend_moment(moments, 40_000)
        process.send_signal(signal.SIGKILL)
        acknowledged += printed
        assert process.wait() == -signal.SIGKILL
    return acknowledged


def check(configuration: Configuration, acknowledged: dict[int, int]) -> int:
    """Compare every table with the revision log, and the log with the acknowledged saves; return the next number."""
    with configuration.reading() as view:
        log = list(revision_log.since(view.connection, 0))
        numbers = sorted({change.number for change in log})
        assert numbers == list(range(1, view.revision() + 1))
        expected: dict[tuple[str, str], tuple[dict[str, Any], int]] = {}
        made: dict[int, int] = {}
        for change in log:
            key = (change.kind, change.id)
            assert (expected[key][0] if key in expected else None) == change.before
            if change.after is None:
                del expected[key]
            else:
                expected[key] = (change.after, change.number)
            if change.kind == "toy/device" and change.before is None:
                made[int(change.id[1:])] = change.number
        assert acknowledged.items() <= made.items()
        # Each revision is complete. It creates and renames a group and creates its device, which are three changes.
        # From the sixth save on it also deletes an older pair.
        assert all(sum(change.number == number for change in log) in (3, 5) for number in numbers)
        assert expected == {
            (resource.kind, stored.id): (stored.body, stored.revision)
            for resource in TOYS
            for stored in view.everything(resource)
        }
        by_kind = {resource.kind: resource for resource in TOYS}
        assert {tuple(row) for row in view.connection.execute(select(reference))} == {
            (kind, id_, found.path, found.target_kind, found.target_id)
            for (kind, id_), (body, _) in expected.items()
            for found in references_of(by_kind[kind], body, view.registry)
        }
        counted = {kind: number for kind, number in view.connection.execute(select(document_count)) if number}
        assert counted == Counter(kind for kind, _ in expected)
        assert {tuple(row) for row in view.connection.execute(select(unique_value))} == {
            (kind, field, value, id_)
            for (kind, id_), (body, _) in expected.items()
            for field, value, _, _ in bodies.unique_values(by_kind[kind], body)
        }
        return max(made, default=-1) + 1


def open_configuration(url: str) -> Configuration:
    return make_configuration(open_database(url, Path()), TOYS, ManualClock(), SeededRandomness())


def test_a_killed_server_loses_no_acknowledged_save(database_url: str) -> None:
    moments = choose_moments()
    acknowledged: dict[int, int] = {}
    start = 0
    for _ in range(ROUNDS):
        for line in saves_until_killed(database_url, start, moments):
            acknowledged[line["number"]] = line["revision"]
        configuration = open_configuration(database_url)
        start = check(configuration, acknowledged)
        configuration.database.close()
    # At most one save of each round was committed without an acknowledgement.
    assert len(acknowledged) <= start <= len(acknowledged) + ROUNDS


@pytest.mark.slow
@pytest.mark.skipif("HANSE_TEST_POSTGRES" in os.environ, reason="a server that the tests did not start is not killed")
def test_a_killed_postgresql_loses_no_save_that_the_server_acknowledged() -> None:
    with databases.own_server() as server:
        url = server.url
        waiting = open_database(url, Path())
        wait_until_reachable(waiting, seconds=10)
        migrate(waiting)
        waiting.close()
        configuration = open_configuration(url)
        acknowledged: dict[int, int] = {}
        with writer(url, 0) as process:
            printed = read_lines(process)
            assert next(printed) == "ready"
            for _ in range(30):
                line = next(printed)
                acknowledged[line["number"]] = line["revision"]
            server.kill()
            for line in printed:
                acknowledged[line["number"]] = line["revision"]
            assert process.wait() == 1
        with pytest.raises(Unavailable):
            create(configuration, GROUPS, {"name": "while the database is unavailable"})
        with pytest.raises(Unavailable):
            wait_until_reachable(configuration.database, seconds=0)
        server.start()
        wait_until_reachable(configuration.database, seconds=10)
        # The same connection pool works again without a restart.
        assert len(acknowledged) <= check(configuration, acknowledged) <= len(acknowledged) + 1
        configuration.database.close()
