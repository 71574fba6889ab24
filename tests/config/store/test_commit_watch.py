"""A watch notices every commit, in its own process and in others."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from sqlalchemy import text

from hanse.config import revision_log
from hanse.config.commit_watch import CommitWatch, PostgresWatch, WakeWatch, watch
from hanse.config.database import Database

# This is longer than any operation takes. No test waits that long unless it fails.
PATIENCE = 30.0


@pytest.fixture
def watching(database: Database) -> Iterator[CommitWatch]:
    made = watch(database)
    # On PostgreSQL the first wait begins to listen for notifications.
    made.wait(0)
    yield made
    made.close()


def commit(database: Database) -> None:
    with database.writing() as connection:
        revision_log.take_number(connection)


def seconds_waited(watching: CommitWatch, seconds: float = PATIENCE) -> float:
    started = time.monotonic()
    watching.wait(seconds)
    return time.monotonic() - started


@contextmanager
def during_a_wait(watching: CommitWatch, act: Callable[[], None]) -> Iterator[float]:
    """Call `act` during a wait, and yield the seconds that the wait took."""
    took: list[float] = []
    thread = threading.Thread(target=lambda: took.append(seconds_waited(watching)))
    thread.start()
    act()
    thread.join(PATIENCE)
    yield took[0]


def test_a_commit_ends_the_wait(watching: CommitWatch, database: Database) -> None:
    for _ in range(3):
        with during_a_wait(watching, lambda: commit(database)) as seconds:
            assert seconds < PATIENCE / 2


def test_a_commit_before_the_wait_is_not_missed(watching: CommitWatch, database: Database) -> None:
    commit(database)
    commit(database)
    assert seconds_waited(watching) < PATIENCE / 2
    # On PostgreSQL the second notification may come after the first wait has ended; there is no third.
    assert max(seconds_waited(watching, 0.06) for _ in range(2)) >= 0.05


def test_only_commits_end_the_wait(watching: CommitWatch, database: Database) -> None:
    with database.reading() as connection:
        revision_log.latest(connection)
    with suppress(ZeroDivisionError), database.writing() as connection:
        revision_log.take_number(connection)
        raise ZeroDivisionError
    assert seconds_waited(watching, 0.06) >= 0.05


def test_wake_ends_the_wait(watching: CommitWatch) -> None:
    with during_a_wait(watching, watching.wake) as seconds:
        assert seconds < PATIENCE / 2
    for _ in range(100_000):
        watching.wake()
    assert seconds_waited(watching) < PATIENCE / 2


def test_waking_a_closed_watch_is_harmless(database: Database) -> None:
    made = watch(database)
    made.close()
    made.wake()


@pytest.mark.parametrize("database_kind", ["postgresql"], indirect=True)
def test_a_lost_connection_is_opened_again(watching: CommitWatch, database: Database) -> None:
    assert isinstance(watching, PostgresWatch)
    before = backend(watching)
    with database.writing() as connection:
        connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": before})
    deadline = time.monotonic() + PATIENCE
    while backend(watching) in (before, None) and time.monotonic() < deadline:
        watching.wait(0.01)
    assert backend(watching) not in (before, None)
    commit(database)
    assert seconds_waited(watching) < PATIENCE / 2


def backend(watching: PostgresWatch) -> int | None:
    """Return the process id of the PostgreSQL backend that listens."""
    if watching._connection is None:
        return None
    driver: Any = watching._connection.connection.driver_connection
    number: int = driver.info.backend_pid
    return number


def test_without_a_database_only_wake_ends_the_wait() -> None:
    made = WakeWatch()
    assert seconds_waited(made, 0.06) >= 0.05
    made.wake()
    assert seconds_waited(made) < PATIENCE / 2
