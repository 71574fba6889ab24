"""A store of run-time state on each kind of database."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanse.engine.state.opening import open_state
from hanse.engine.state.store import StoredState
from tests.conformance.state.makers import TestKeys
from tests.support.randomness import SeededRandomness


@pytest.fixture
def state(database_url: str, tmp_path: Path, randomness: SeededRandomness) -> Iterator[StoredState]:
    opened = open_state(tmp_path, database_url, keys=TestKeys(), randomness=randomness, boot="boot-1")
    yield opened
    asyncio.run(opened.close())
