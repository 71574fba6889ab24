"""Several workers of a new server open the file of the run-time state at the same moment."""

import threading
from pathlib import Path

from hanse.engine.state.sqlite import SqliteRunner

OPENERS, ROUNDS = 8, 30


def test_several_workers_can_create_the_file_at_once(tmp_path: Path) -> None:
    for number in range(ROUNDS):
        together = threading.Barrier(OPENERS)
        opened: list[SqliteRunner] = []

        def open_it(
            path: Path = tmp_path / f"{number}.db",
            together: threading.Barrier = together,
            opened: list[SqliteRunner] = opened,
        ) -> None:
            together.wait()
            opened.append(SqliteRunner(path))

        threads = [threading.Thread(target=open_it) for _ in range(OPENERS)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        for runner in opened:
            runner.close()
        assert len(opened) == OPENERS
