"""A configuration with plug-in instances of the tests, and a group that they refer to."""

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from tests.support import toy_resources
from tests.support.clock import ManualClock
from tests.support.configurations import create, make_configuration
from tests.support.door_plugins import RESOURCE
from tests.support.randomness import SeededRandomness


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    configuration = make_configuration(database, [toy_resources.GROUPS, RESOURCE], clock, SeededRandomness())
    create(configuration, toy_resources.GROUPS, {"id": "red", "name": "Red"})
    return configuration
