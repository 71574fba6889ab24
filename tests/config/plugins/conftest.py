"""A configuration with openers, and a group for them to refer to."""

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from tests.support import toys
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.openers import RESOURCE
from tests.support.randomness import SeededRandomness


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    configuration = make_configuration(database, [toys.GROUPS, RESOURCE], clock, SeededRandomness())
    create(configuration, toys.GROUPS, {"id": "red", "name": "Red"})
    return configuration
