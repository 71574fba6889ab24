"""The services of a running engine: state, and threads for blocking work."""

import asyncio
from functools import partial
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest

from hanse.engine.credentials import MOST_AT_ONE_DIRECTORY
from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.services import Purpose
from hanse.engine.thread_pools import SIZES, Bulkhead, PoolSize, ThreadWork
from hanse.kit.errors import Unavailable
from tests.conformance.state.example_rows import session
from tests.engine.server import engine_server


@pytest.mark.parametrize("persistent", [False, True])
def test_sessions_survive_a_restart_when_they_are_persistent_or_shared(
    database_url: str, tmp_path: Path, persistent: bool
) -> None:
    is_shared = database_url.startswith("postgresql")
    kept = session(persistent=persistent)
    with engine_server(database_url, tmp_path) as engine:
        asyncio.run(engine.state.sessions.create(kept))
    with engine_server(database_url, tmp_path) as replaced:
        # Another process of the same machine start.
        assert asyncio.run(replaced.state.sessions.get(kept.key, kept.created)) == kept
    with engine_server(database_url, tmp_path, boot="boot-2") as restarted:
        found = asyncio.run(restarted.state.sessions.get(kept.key, kept.created))
        assert found == (kept if persistent or is_shared else None)


def test_blocking_work_has_a_deadline_and_a_limited_queue() -> None:
    released = Event()
    work = ThreadWork({Purpose.LOOKUPS: PoolSize(1, 1)})
    run = partial(work.run, Purpose.LOOKUPS)

    async def scenario() -> None:
        running = asyncio.create_task(run(released.wait))
        waiting = asyncio.create_task(run(lambda: "done", seconds=30))
        await asyncio.sleep(0)
        with pytest.raises(TemporarilyUnavailable) as refused:
            await run(lambda: "no place")
        assert refused.value.headers == ((b"retry-after", b"1"),)
        waiting.cancel()
        await asyncio.wait([waiting])
        # The cancelled work has left the queue, but the thread is still busy.
        with pytest.raises(TemporarilyUnavailable):
            await run(lambda: "too late", seconds=0.01)
        released.set()
        assert await running
        assert await run(lambda: "done") == "done"

    asyncio.run(scenario())
    work.close()


@pytest.mark.parametrize("saturated", Purpose)
def test_a_saturated_pool_does_not_delay_the_others(saturated: Purpose) -> None:
    released = Event()
    work = ThreadWork(dict.fromkeys(Purpose, PoolSize(2, 1)))

    async def scenario() -> None:
        blocked = [asyncio.create_task(work.run(saturated, released.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TemporarilyUnavailable):
            await work.run(saturated, lambda: "no place")
        for purpose in set(Purpose) - {saturated}:
            assert await work.run(purpose, lambda: "done") == "done"
        released.set()
        await asyncio.gather(*blocked)

    asyncio.run(scenario())
    work.close()


def test_a_directory_cannot_occupy_all_threads_that_check_passwords() -> None:
    assert set(SIZES) == set(Purpose)
    for purpose in (Purpose.ADAPTERS, Purpose.PASSWORDS):
        assert SIZES[purpose].threads > MOST_AT_ONE_DIRECTORY


def test_a_slow_system_does_not_occupy_the_threads_of_others() -> None:
    bulkhead, released, inside = Bulkhead(2, patience=0.01), Event(), Barrier(3)

    def wait() -> None:
        with bulkhead.place("slow"):
            inside.wait(30)
            released.wait(30)

    threads = [Thread(target=wait) for _ in range(2)]
    for each in threads:
        each.start()
    inside.wait(30)
    with pytest.raises(Unavailable) as refused, bulkhead.place("slow"):
        pass
    assert refused.value.headers == {"Retry-After": "1"}
    with bulkhead.place("fast"):
        released.set()
    for each in threads:
        each.join()
    with bulkhead.place("slow"):
        pass


def test_errors_of_blocking_work_reach_the_caller() -> None:
    def fail() -> None:
        raise TimeoutError("of the directory")

    work = ThreadWork()
    with pytest.raises(TimeoutError, match="of the directory"):
        asyncio.run(work.run(Purpose.LOOKUPS, fail))
    work.close()
