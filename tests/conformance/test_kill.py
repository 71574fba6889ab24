"""Kill -9 in the middle of saves: every acknowledged revision is there afterwards, and no half one."""

import json
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
from tests.support import databases
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import GROUPS, TOYS

ROOT = Path(__file__).parents[2]
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


def lines(process: "subprocess.Popen[bytes]") -> Iterator[Any]:
    """Yield a writer's output; its death may have cut off the last line, which then was not acknowledged."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.endswith(b"\n"):
            yield json.loads(line)


def saves_until_killed(url: str, start: int, chance: random.Random) -> list[dict[str, int]]:
    """Let a writer save, kill it after some saves and a random moment into the next, and return its output."""
    acknowledged: list[dict[str, int]] = []
    with writer(url, start) as process:
        printed = lines(process)
        assert next(printed) == "ready", process.stderr
        acknowledged += islice(printed, chance.randrange(MOST_SAVES))
        # A moment within a save, measured in work instead of in time: no two runs of this loop take equally long.
        for _ in range(chance.randrange(40_000)):
            pass
        process.send_signal(signal.SIGKILL)
        acknowledged += printed
        assert process.wait() == -signal.SIGKILL
    return acknowledged


def check(configuration: Configuration, acknowledged: dict[int, int]) -> int:
    """Hold every table against the log, and the log against what was acknowledged; return the next free number."""
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
        # Each revision is whole: a group made and renamed and its device, and from the sixth on a pair that went.
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


def opened(url: str) -> Configuration:
    return make_configuration(open_database(url, Path()), TOYS, ManualClock(), SeededRandomness())


def test_a_killed_server_loses_no_acknowledged_save(database_url: str) -> None:
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails, and then it repeats the choice of moments.
    chance = random.Random(seed)  # noqa: S311 - chooses moments, not secrets.
    acknowledged: dict[int, int] = {}
    start = 0
    for _ in range(ROUNDS):
        for line in saves_until_killed(database_url, start, chance):
            acknowledged[line["number"]] = line["revision"]
        configuration = opened(database_url)
        start = check(configuration, acknowledged)
        configuration.database.close()
    # At most one save a round was on its way to be acknowledged when its process died.
    assert len(acknowledged) <= start <= len(acknowledged) + ROUNDS


@pytest.mark.skipif("HANSE_TEST_POSTGRES" in os.environ, reason="somebody else's server is not killed")
def test_a_killed_postgresql_loses_no_save_that_the_server_acknowledged() -> None:
    with databases.own_server() as server:
        url = server.url
        waiting = open_database(url, Path())
        wait_until_reachable(waiting, seconds=10)
        migrate(waiting)
        waiting.close()
        configuration = opened(url)
        acknowledged: dict[int, int] = {}
        with writer(url, 0) as process:
            printed = lines(process)
            assert next(printed) == "ready"
            for _ in range(30):
                line = next(printed)
                acknowledged[line["number"]] = line["revision"]
            server.kill()
            for line in printed:
                acknowledged[line["number"]] = line["revision"]
            assert process.wait() == 1
        with pytest.raises(Unavailable):
            create(configuration, GROUPS, {"name": "while it is away"})
        with pytest.raises(Unavailable):
            wait_until_reachable(configuration.database, seconds=0)
        server.start()
        wait_until_reachable(configuration.database, seconds=10)
        # The same pool serves again, without a restart of ours.
        assert len(acknowledged) <= check(configuration, acknowledged) <= len(acknowledged) + 1
        configuration.database.close()
