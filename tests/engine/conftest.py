"""An engine on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.server import EngineServer, engine_server
from tests.support.clock import ManualClock


@pytest.fixture
def engine(database_url: str, tmp_path: Path, clock: ManualClock) -> Iterator[EngineServer]:
    """An engine that knows no base URL yet."""
    with engine_server(database_url, tmp_path, clock) as made:
        yield made
