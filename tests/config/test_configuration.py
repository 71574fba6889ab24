"""Subscribers of a configuration are called after each commit."""

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.errors import ValidationFailed
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, as_model, create, make_configuration, revision
from tests.support.randomness import SeededRandomness
from tests.support.toy_resources import GROUPS, TOYS


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, TOYS, clock, randomness)


@pytest.fixture
def seen(configuration: Configuration) -> list[int]:
    """The revisions that a subscriber was called with. Each of them could be read at the time of the call."""
    seen: list[int] = []

    def note(number: int) -> None:
        assert revision(configuration) == number
        seen.append(number)

    configuration.after_commit(note)
    return seen


def test_subscribers_are_called_once_a_revision_can_be_read(configuration: Configuration, seen: list[int]) -> None:
    create(configuration, GROUPS, {"name": "one"})
    create(configuration, GROUPS, {"name": "two"})
    with configuration.changing_keys(AUTHOR) as (change, keyring):
        keyring.add(change.connection, keyring.make())
        change.create(GROUPS, as_model(GROUPS, {"name": "three"}))
    assert seen == [1, 2, 3]


def test_a_rolled_back_or_empty_transaction_calls_no_subscriber(configuration: Configuration, seen: list[int]) -> None:
    create(configuration, GROUPS, {"name": "one"})
    seen.clear()
    with pytest.raises(ValidationFailed):
        create(configuration, GROUPS, {"name": "one"})
    with configuration.changing(AUTHOR):
        pass
    assert seen == []
