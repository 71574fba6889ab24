"""The configuration of the conformance suites: the resources of all subjects on each kind of database."""

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from tests.conformance.subjects import SUBJECTS
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration
from tests.support.randomness import SeededRandomness


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(
        database,
        [subject.resource for subject in SUBJECTS],
        clock,
        randomness,
        ports={port: bound for subject in SUBJECTS for port, bound in subject.ports.items()},
        digests={name: digest for subject in SUBJECTS for name, digest in subject.digests.items()},
    )
