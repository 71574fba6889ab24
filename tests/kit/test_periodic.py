"""Periodic background jobs."""

import asyncio
import threading
from collections.abc import Sequence

import pytest
import structlog

from hanse.kit.errors import Unavailable
from hanse.kit.periodic import LONGEST_PAUSE_SECONDS, Periodic, PeriodicThread, on_thread


class Ended(Exception):
    """The planned number of pauses is used up."""


class Pauses:
    """Records pauses without waiting, and raises `Ended` after the given number."""

    def __init__(self, limit: int) -> None:
        self.seconds: list[float] = []
        self._limit = limit

    async def __call__(self, seconds: float) -> None:
        if len(self.seconds) == self._limit:
            raise Ended
        self.seconds.append(seconds)


def pauses_of_run(
    outcomes: Sequence[Exception | None], seconds: float, first: float | None = None, **more: float
) -> list[float]:
    """Run a job with the planned outcomes, and return the pauses before each run."""
    planned = iter(outcomes)

    async def step() -> None:
        outcome = next(planned)
        if outcome is not None:
            raise outcome

    # There is one pause less if the first run is not delayed.
    pauses = Pauses(len(outcomes) - (first == 0))
    with pytest.raises(Ended):
        asyncio.run(Periodic("test", step, seconds, first_seconds=first, pause=pauses, **more).run())
    assert next(planned, "done") == "done"
    return pauses.seconds


def test_a_job_is_repeated() -> None:
    assert pauses_of_run([None] * 3, 5) == [5, 5, 5]
    assert pauses_of_run([None] * 3, 5, first=0) == [5, 5]


def test_a_failed_job_is_repeated_with_growing_delays() -> None:
    away = [Unavailable("away")] * 6
    assert pauses_of_run([*away, None, None, *away[:2]], 5) == [5, 10, 20, 40, 60, 60, 60, 5, 5, 10]
    # The interval of a job that runs seldom does not grow.
    assert pauses_of_run(away, 600, first=1) == [1, 600, 600, 600, 600, 600]
    # A job can have a shorter limit, which never shortens its interval.
    assert pauses_of_run(away, 1, longest_seconds=5) == [1, 2, 4, 5, 5, 5]
    assert pauses_of_run(away[:2], 30, longest_seconds=5) == [30, 30]
    # The pause stays limited after any number of failures.
    assert max(pauses_of_run([Unavailable("away")] * 2000, 0.5)) == LONGEST_PAUSE_SECONDS


def test_an_outage_is_logged_once_and_unexpected_errors_each_time() -> None:
    with structlog.testing.capture_logs() as logged:
        pauses_of_run([Unavailable("away")] * 3 + [None, None, ValueError("defect"), ValueError("defect"), None], 5)
    # Levels below warning are ignored, as they may be switched off.
    assert [(each["log_level"], each["event"], each["job"]) for each in logged if each["log_level"] != "info"] == [
        ("warning", "background job failed", "test"),
        ("error", "job failed", "test"),
        ("error", "job failed", "test"),
    ]


def test_a_cancelled_job_ends() -> None:
    async def scenario() -> None:
        begun = asyncio.Event()

        async def step() -> None:
            begun.set()
            await asyncio.Event().wait()

        task = asyncio.create_task(Periodic("test", step, 5, first_seconds=0).run())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())


def test_blocking_work_runs_on_a_thread() -> None:
    threads: list[threading.Thread] = []

    def function() -> None:
        threads.append(threading.current_thread())
        if len(threads) == 1:
            raise Unavailable("away")

    with pytest.raises(Ended):
        asyncio.run(Periodic("test", on_thread(function), 5, pause=Pauses(2)).run())
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def test_a_thread_pauses_like_a_task_and_ends_after_its_step() -> None:
    outcomes: list[Exception | None] = [None, Unavailable("away"), Unavailable("away"), None]
    planned, pauses, ended = iter(outcomes), list[float](), threading.Event()

    def step() -> None:
        outcome = next(planned)
        if outcome is not None:
            raise outcome

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == len(outcomes):
            ended.set()
            thread.ending.wait()

    thread = PeriodicThread("test", step, 5, thread="test", first_seconds=0, pause=pause)
    thread.start()
    assert ended.wait(10)
    thread.stop()
    assert pauses == [5, 10, 20, 5]
    assert next(planned, "done") == "done"


def test_a_thread_that_was_never_started_can_be_stopped() -> None:
    PeriodicThread("test", lambda: None, 5, thread="test").stop()


def test_stopping_ends_a_pause() -> None:
    thread = PeriodicThread("test", lambda: None, 3600, thread="test")
    thread.start()
    thread.stop()
    assert "test" not in {each.name for each in threading.enumerate()}
