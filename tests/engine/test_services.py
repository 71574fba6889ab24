"""The services that endpoints are given, as a running engine has them."""

import asyncio
from pathlib import Path
from threading import Event

import pytest

from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.work import ThreadWork
from tests.conformance.state.makers import session
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
        # Another process of the same start.
        assert asyncio.run(replaced.state.sessions.get(kept.key, kept.created)) == kept
    with engine_server(database_url, tmp_path, boot="boot-2") as restarted:
        found = asyncio.run(restarted.state.sessions.get(kept.key, kept.created))
        assert found == (kept if persistent or is_shared else None)


def test_blocking_work_has_a_deadline_and_a_limited_queue() -> None:
    released = Event()
    work = ThreadWork(threads=1, waiting=1)

    async def run() -> None:
        running = asyncio.create_task(work.run(released.wait))
        waiting = asyncio.create_task(work.run(lambda: "done", seconds=30))
        await asyncio.sleep(0)
        with pytest.raises(TemporarilyUnavailable):
            await work.run(lambda: "no place")
        waiting.cancel()
        await asyncio.wait([waiting])
        # The place of what was cancelled is free again, and the thread is not.
        with pytest.raises(TemporarilyUnavailable):
            await work.run(lambda: "too late", seconds=0.01)
        released.set()
        assert await running
        assert await work.run(lambda: "done") == "done"

    asyncio.run(run())
    work.close()


def test_an_error_of_blocking_work_is_the_callers() -> None:
    def fail() -> None:
        raise TimeoutError("of the directory")

    work = ThreadWork()
    with pytest.raises(TimeoutError, match="of the directory"):
        asyncio.run(work.run(fail))
    work.close()
