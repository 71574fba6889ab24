"""A database that does not answer: no operation is partly done, and the store recovers without a restart."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hanse.config.database import open_database, wait_until_reachable
from hanse.engine.state import sqlite_writer
from hanse.engine.state.contracts import digest
from hanse.engine.state.open_state import FILE, open_state
from hanse.engine.state.sealing import Sealer
from hanse.engine.state.sqlite import SqliteRunner
from hanse.engine.state.store import StoredState
from hanse.engine.state.writer_queue import WriterQueue
from hanse.kit.errors import Unavailable
from tests.conformance.state.conftest import Store
from tests.conformance.state.example_rows import NOW, TestKeys, grant, refresh, session
from tests.support import databases
from tests.support.randomness import SeededRandomness


def test_a_failed_operation_does_not_affect_those_in_the_same_batch(state: StoredState) -> None:
    async def scenario() -> None:
        made = [session(f"cookie-{number}", id=f"s{number % 19}") for number in range(20)]
        results = await asyncio.gather(*(state.sessions.create(each) for each in made), return_exceptions=True)
        failed = [each for each in results if each is not None]
        assert len(failed) == 1
        assert not isinstance(failed[0], Unavailable)
        assert len(await state.sessions.of_user("ada", NOW)) == 19

    asyncio.run(scenario())


def test_a_cancelled_operation_does_not_affect_the_others(state: StoredState) -> None:
    async def scenario() -> None:
        tasks = [asyncio.create_task(state.grants.create(grant(f"g{number}"), None)) for number in range(20)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.wait(tasks)
        assert [task.exception() for task in tasks[1::2]] == [None] * 10
        ids = {each.id for each in (await state.grants.page(NOW)).items}
        assert ids >= {f"g{number}" for number in range(1, 20, 2)}

    asyncio.run(scenario())


def test_queued_operations_finish_before_the_state_closes(store: Store) -> None:
    state = store.open()

    async def scenario() -> None:
        created = asyncio.gather(*(state.grants.create(grant(f"g{number}"), None) for number in range(5)))
        await asyncio.sleep(0)
        if store.url.startswith("sqlite"):
            await state.close()
        await created
        await state.close()
        with pytest.raises(Unavailable):
            await state.grants.create(grant("late"), None)

    asyncio.run(scenario())
    assert len(asyncio.run(store.open().grants.page(NOW)).items) == 5


@contextmanager
def state_with_short_wait(folder: Path) -> Iterator[StoredState]:
    """Open the SQLite file with a writer that waits only 0.2 seconds for other processes."""
    runner = SqliteRunner(folder / FILE, wait_seconds=0.2)
    state = StoredState(runner, Sealer(TestKeys(), SeededRandomness()), SeededRandomness(), "boot-1")
    yield state
    asyncio.run(state.close())


def test_a_file_locked_by_another_process_is_unavailable_for_writes_only(tmp_path: Path) -> None:
    async def scenario(state: StoredState, other: sqlite3.Connection) -> None:
        await state.grants.put_code(digest("code"), b"request", NOW + 60)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable) as caught:
            await state.grants.redeem_code(digest("code"), grant(), refresh(), NOW)
        assert caught.value.headers["Retry-After"]
        assert await state.grants.peek_code(digest("code"), NOW) == b"request"
        other.execute("ROLLBACK")
        assert await state.grants.redeem_code(digest("code"), grant(), refresh(), NOW)

    with (
        state_with_short_wait(tmp_path) as state,
        closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other,
    ):
        asyncio.run(scenario(state, other))


def test_an_operation_does_not_wait_forever_for_a_stopped_process(tmp_path: Path) -> None:
    async def scenario(state: StoredState) -> None:
        with pytest.raises(Unavailable):
            await state.grants.create(grant("refused"), None)

    with state_with_short_wait(tmp_path) as state:
        turns = WriterQueue(tmp_path / f"{FILE}-turn")
        with turns.mine():
            asyncio.run(scenario(state))
        turns.close()
        asyncio.run(state.grants.create(grant("accepted"), None))
        # A refused operation is not executed later.
        assert [each.id for each in asyncio.run(state.grants.page(NOW)).items] == ["accepted"]


def test_a_full_disk_is_reported_and_leaves_no_partial_write(tmp_path: Path) -> None:
    async def scenario(state: StoredState, connection: sqlite3.Connection) -> None:
        await state.grants.put_code(digest("code"), b"request", NOW + 60)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unavailable):
            await state.grants.redeem_code(digest("code"), grant(body=b"x" * 100_000), refresh(), NOW)
        assert await state.grants.peek_code(digest("code"), NOW) == b"request"
        connection.execute("PRAGMA max_page_count = 100000")
        assert await state.grants.redeem_code(digest("code"), grant(), refresh(), NOW)

    with state_with_short_wait(tmp_path) as state:
        writer: sqlite_writer.SqliteWriter = state._runner._writer  # type: ignore[attr-defined]  # the runner of this test.
        asyncio.run(scenario(state, writer._connection))


def test_a_full_queue_refuses_operations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "_MOST_WAITING", 3)

    async def scenario(state: StoredState) -> None:
        tasks = [asyncio.create_task(state.grants.create(grant(f"g{number}"), None)) for number in range(100)]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        refused = [each for each in results if each is not None]
        assert refused
        assert all(isinstance(each, Unavailable) for each in refused)
        assert len((await state.grants.page(NOW, most=200)).items) == 100 - len(refused)

    with state_with_short_wait(tmp_path) as state:
        asyncio.run(scenario(state))


def test_operations_of_one_turn_of_the_event_loop_are_committed_together(tmp_path: Path) -> None:
    async def scenario(state: StoredState) -> None:
        await asyncio.gather(*(state.grants.create(grant(f"g{number}"), None) for number in range(20)))
        assert len((await state.grants.page(NOW, most=50)).items) == 20

    with state_with_short_wait(tmp_path) as state:
        writer: sqlite_writer.SqliteWriter = state._runner._writer  # type: ignore[attr-defined]  # the runner of this test.
        statements: list[str] = []
        writer._connection.set_trace_callback(statements.append)
        asyncio.run(scenario(state))
    # There is one commit, unless a busy machine interrupts the event loop between the operations.
    assert statements.count("COMMIT") < 5


def test_a_file_that_cannot_be_opened_is_reported_at_start(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(Unavailable, match=r"state\.db"):
        open_state(tmp_path, keys=TestKeys(), randomness=SeededRandomness(), boot="boot-1")


def test_only_the_servers_user_can_read_the_file(tmp_path: Path) -> None:
    with state_with_short_wait(tmp_path) as state:
        asyncio.run(state.grants.create(grant(), None))
        found = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert found == dict.fromkeys((FILE, *(f"{FILE}-{each}" for each in ("wal", "shm", "turn", "opening"))), 0o600)


@pytest.mark.skipif("HANSE_TEST_POSTGRES" in os.environ, reason="a server that the tests did not start is not killed")
def test_postgresql_may_be_unavailable_at_start_and_later(tmp_path: Path) -> None:
    with databases.own_server() as server:
        waiting = open_database(server.url, tmp_path)
        wait_until_reachable(waiting, seconds=10)
        server.kill()
        state = open_state(tmp_path, server.url, keys=TestKeys(), randomness=SeededRandomness(), boot="boot-1")

        async def expect_unavailable() -> None:
            for _ in range(3):
                with pytest.raises(Unavailable):
                    await state.grants.create(grant(), refresh())
            with pytest.raises(Unavailable):
                await state.ping()

        async def expect_recovery() -> None:
            # For a short time after a failure, no new attempt is made.
            for _ in range(200):
                try:
                    await state.ping()
                except Unavailable:
                    await asyncio.sleep(0.02)
            await state.grants.create(grant(), refresh())
            await asyncio.gather(*(state.ping() for _ in range(20)))

        asyncio.run(expect_unavailable())
        server.start()
        wait_until_reachable(waiting, seconds=10)
        asyncio.run(expect_recovery())
        server.kill()
        asyncio.run(expect_unavailable())
        server.start()
        wait_until_reachable(waiting, seconds=10)
        asyncio.run(_read_again(state))
        # A restart between two operations causes no errors.
        server.kill()
        server.start()
        wait_until_reachable(waiting, seconds=10)
        assert asyncio.run(state.grants.get("grant-1", NOW)) == grant()
        waiting.close()
        asyncio.run(state.close())


async def _read_again(state: StoredState) -> None:
    for _ in range(200):
        try:
            assert await state.grants.get("grant-1", NOW) == grant()
        except Unavailable:
            await asyncio.sleep(0.02)
        else:
            return
    raise AssertionError("the store does not come back")
