"""Fixtures of a node on each kind of database."""

import pytest

from hanse.config.database import Database
from tests.admin.server import Server
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness


@pytest.fixture
def bare_server(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Server:
    """A node without any account, as after an installation."""
    return Server(database, clock, randomness)


@pytest.fixture
def server(bare_server: Server) -> Server:
    """A node with one administrator, who has all roles; nobody has signed in yet."""
    bare_server.add_account()
    return bare_server
