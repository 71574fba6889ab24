"""After SIGKILL between any two steps, all acknowledged writes are stored, and no code or token works twice."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from hanse.config.database import open_database, wait_until_reachable
from hanse.engine.state.contracts import PendingStatus, RedeemedCode, digest
from hanse.engine.state.store import StoredState
from tests.conformance.acknowledgements import ROOT, choose_moments, read_lines, spend_moment
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW, PENDING, grant, refresh
from tests.conformance.state.killed_process import ROTATIONS, UNAVAILABLE_EXIT_CODE
from tests.support import databases
from tests.support.randomness import SeededRandomness

TASKS = 8
MOST_LINES = 400
RACERS = 3
VALUES_PER_KIND = 60
Writes = list[tuple[str, str, int]]


@contextmanager
def worker(store: Store, name: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.conformance.state.killed_process",
            store.url,
            str(store.folder),
            name,
            str(TASKS),
        ],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


async def check(state: StoredState, printed: list[list[str | int]], names: list[str]) -> None:
    """Compare the stored rows with the acknowledgements, and try to use every used code and token again."""
    redeemed = {str(id_) for what, id_, *_ in printed if what == "redeemed"}
    rotated = {(str(line[1]), int(line[2])) for line in printed if line[0] == "rotated"}
    assert redeemed
    for name in names:
        for task in range(TASKS):
            number = 0
            while await _check_one(state, f"{name}-{task}-{number}", redeemed, rotated):
                number += 1
            redeemed -= {f"{name}-{task}-{earlier}" for earlier in range(number)}
    # Every acknowledged redemption was checked.
    assert not redeemed


async def _check_one(state: StoredState, id_: str, redeemed: set[str], rotated: set[tuple[str, int]]) -> bool:
    found = await state.grants.peek_code(digest(id_), NOW)
    tokens = [await state.grants.by_refresh_token(digest(f"{id_}-{n}"), NOW) for n in range(ROTATIONS + 1)]
    if not isinstance(found, RedeemedCode):
        # The code was not redeemed, so neither its grant nor a token exists.
        assert found in (None, b"request")
        assert await state.grants.get(id_, NOW) is None
        assert tokens == [None] * (ROTATIONS + 1)
        assert id_ not in redeemed
        return False
    assert found == RedeemedCode(id_)
    assert await state.grants.get(id_, NOW) == grant(id_)
    newest = max(n for n, token in enumerate(tokens) if token)
    acknowledged = max((generation for name, generation in rotated if name == id_), default=0)
    # At most one rotation was committed without an acknowledgement.
    assert acknowledged <= newest <= acknowledged + 1
    for number, token in enumerate(tokens[: newest + 1]):
        assert token is not None
        assert (token[1].replaced is None) == (number == newest)
    assert not await state.grants.redeem_code(digest(id_), grant("again"), refresh("again", "again"), NOW)
    for number in range(newest):
        assert not await state.grants.rotate(digest(f"{id_}-{number}"), refresh("again", id_), NOW)
    return True


def _run_until_killed(store: Store, name: str, moments: random.Random) -> list[list[str | int]]:
    with worker(store, name) as process:
        printed = read_lines(process)
        assert next(printed) == ["ready"]
        acknowledged = list(islice(printed, moments.randrange(TASKS, MOST_LINES)))
        spend_moment(moments, 20_000)
        process.send_signal(signal.SIGKILL)
        acknowledged += printed
        assert process.wait() == -signal.SIGKILL
    return acknowledged


def _kill_often(store: Store, rounds: int) -> None:
    moments = choose_moments()
    printed: list[list[str | int]] = []
    names: list[str] = []
    for number in range(rounds):
        names.append(f"w{number}")
        printed += _run_until_killed(store, names[-1], moments)
        asyncio.run(check(store.open(), printed, names))


def test_a_killed_process_loses_no_acknowledged_write(store: Store) -> None:
    _kill_often(store, 2)


@pytest.mark.slow
def test_a_repeatedly_killed_process_loses_no_acknowledged_write(store: Store) -> None:
    _kill_often(store, 25)


@pytest.mark.slow
@pytest.mark.skipif("HANSE_TEST_POSTGRES" in os.environ, reason="a server that the tests did not start is not killed")
def test_a_killed_postgresql_loses_no_acknowledged_write(tmp_path: Path) -> None:
    with databases.own_server() as server:
        waiting = open_database(server.url, tmp_path)
        wait_until_reachable(waiting, seconds=10)
        store = Store(server.url, tmp_path, SeededRandomness())
        state = store.open()
        asyncio.run(state.ping())
        with worker(store, "w0") as process:
            printed = read_lines(process)
            assert next(printed) == ["ready"]
            acknowledged = list(islice(printed, 100))
            server.kill()
            acknowledged += printed
            assert process.wait() == UNAVAILABLE_EXIT_CODE
        server.start()
        wait_until_reachable(waiting, seconds=10)
        waiting.close()
        # The store replaces its lost connections without an error.
        asyncio.run(check(state, acknowledged, ["w0"]))
        asyncio.run(state.close())


def test_each_one_time_value_is_used_by_exactly_one_of_several_processes(store: Store) -> None:
    state = store.open()

    async def prepare() -> None:
        for number in range(VALUES_PER_KIND):
            await state.grants.put_code(digest(f"code-{number}"), b"request", NOW + 60)
            await state.grants.create(grant(f"grant-{number}"), refresh(f"token-{number}", f"grant-{number}"))
            device = digest(f"device-{number}")
            await state.pending.create(replace(PENDING, key=device, user_code=None), NOW)
            await state.pending.decide(device, PendingStatus.APPROVED, b"", NOW, until=NOW)

    asyncio.run(prepare())
    racers = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.conformance.state.racing_process",
                store.url,
                str(store.folder),
                f"r{number}",
                str(VALUES_PER_KIND),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        for number in range(RACERS)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == b"ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.close()
    found = []
    for racer in racers:
        assert racer.stdout is not None
        found.append(json.loads(racer.stdout.read()))
        racer.stdout.close()
        assert racer.wait() == 0
    for number in range(VALUES_PER_KIND):
        for what in range(4):
            assert sum(each[number][what] for each in found) == 1
