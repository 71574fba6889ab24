"""Several workers of a new server open the file of the run-time state at the same moment."""

from functools import partial
from pathlib import Path

from hanse.engine.state.sqlite import SqliteRunner
from tests.support.concurrency import succeed_at_once

OPENERS, ROUNDS = 8, 30


def test_several_workers_can_create_the_file_at_once(tmp_path: Path) -> None:
    for number in range(ROUNDS):
        for runner in succeed_at_once(*[partial(SqliteRunner, tmp_path / f"{number}.db")] * OPENERS):
            runner.close()
