"""Two configurations: a source to export, and a target with another database to import into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database, open_database
from tests.support import databases
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import TOYS


@pytest.fixture
def source(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, TOYS, clock, randomness)


@pytest.fixture
def other_database(sqlite_template: Path, tmp_path: Path) -> Iterator[Database]:
    (tmp_path / "other").mkdir()
    opened = open_database(databases.sqlite_database(tmp_path / "other", sqlite_template), tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def target(other_database: Database, clock: ManualClock) -> Configuration:
    return make_configuration(other_database, TOYS, clock, SeededRandomness(99))
