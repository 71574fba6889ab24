"""An engine with open registration on SQLite. Only `test_registration` runs on all databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.oauth.registration.registering import prepare
from tests.engine.server import EngineServer, engine_server
from tests.support.clock import ManualClock
from tests.support.databases import sqlite_database


@pytest.fixture(scope="module")
def long_running(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineServer]:
    folder = tmp_path_factory.mktemp("engine")
    with engine_server(sqlite_database(folder, sqlite_template), folder, ManualClock()) as engine:
        prepare(engine)
        yield engine


@pytest.fixture
def shared(long_running: EngineServer) -> EngineServer:
    """A server that several tests share. The rate limit of open registration starts anew for each test."""
    long_running.clock.advance(minutes=2)
    return long_running


@pytest.fixture
def server(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[EngineServer]:
    with engine_server(sqlite_database(tmp_path, sqlite_template), tmp_path, clock) as engine:
        prepare(engine)
        yield engine
