"""Several workers of a new server open the file of the run-time state at the same moment."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from hanse.engine.state.schema import VERSIONS, ddl
from hanse.engine.state.sqlite import SqliteRunner
from tests.support.concurrency import succeed_at_once

OPENERS, ROUNDS = 8, 30


def test_several_workers_can_create_the_file_at_once(tmp_path: Path) -> None:
    for number in range(ROUNDS):
        for runner in succeed_at_once(*[partial(SqliteRunner, tmp_path / f"{number}.db")] * OPENERS):
            runner.close()


def test_an_upgrade_keeps_the_steps_of_traces(tmp_path: Path) -> None:
    path, clustered = tmp_path / "state.db", next(n for n, each in enumerate(VERSIONS) if "RENAME" in each[0])
    with closing(sqlite3.connect(path)) as connection, connection:
        later = len([each for steps in VERSIONS[clustered:] for each in steps])
        for statement in ddl(0, sqlite=True)[:-later]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {clustered}")
        connection.execute(
            "INSERT INTO state_trace VALUES ('trace-1', 1, 1, 9, 'web', 'joe', 'joe', 'SUCCEEDED', '', x'00')"
        )
        connection.execute("INSERT INTO state_trace_part VALUES ('trace-1', 'request-1', 1, x'01')")
    SqliteRunner(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        found = "SELECT trace_id, request_id, time, body FROM state_trace_part"
        assert connection.execute(found).fetchall() == [("trace-1", "request-1", 1.0, b"\x01")]
        # The steps still end with their trace.
        connection.execute("DELETE FROM state_trace")
        assert connection.execute(found).fetchall() == []
