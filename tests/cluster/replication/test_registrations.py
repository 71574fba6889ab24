"""Changes that engines make: each document is published alone, and only clients are admitted."""

from collections.abc import Iterator
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest

from hanse.cluster.publication import SCOPES, publish, read_publication
from hanse.cluster.published_documents import published_revision
from hanse.cluster.registration_overseer import RegistrationOverseer
from hanse.cluster.replication.shipment import ReplicaPosition, ShipmentReader
from hanse.config.configuration import Configuration
from hanse.config.database import open_database
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope
from hanse.kit.errors import NotAllowed, Unavailable
from tests.support import databases
from tests.support import toy_resources as toys
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, create, delete, make_configuration, replace
from tests.support.randomness import SeededRandomness

GROUPS = toys.GROUPS
# The settings replicate with the clients.
SETTINGS = replaced(toys.SETTINGS, deployment=DeploymentOptions(scope=ReplicationScope.CLIENTS))
RESOURCES = (GROUPS, toys.DEVICES, SETTINGS)


@pytest.fixture
def url(postgres_tables_url: str) -> str:
    databases.empty_postgres(postgres_tables_url)
    return postgres_tables_url


@pytest.fixture
def shared(url: str, tmp_path: Path) -> Iterator[Configuration]:
    database = open_database(url, tmp_path)
    yield make_configuration(database, RESOURCES, ManualClock(), SeededRandomness())
    database.close()


@pytest.fixture
def engine(url: str, tmp_path: Path) -> Iterator[Configuration]:
    """The same configuration, as an engine changes it."""
    database = open_database(url, tmp_path)
    configuration = make_configuration(database, RESOURCES, ManualClock(), SeededRandomness())
    configuration.oversee(RegistrationOverseer(database))
    yield configuration
    database.close()


def shipped(configuration: Configuration, attempt: int) -> dict[tuple[str, str], Any]:
    """Return what an engine with a publication receives."""
    with configuration.database.reading() as connection:
        has = ReplicaPosition(read_publication(connection).revisions, attempt)
        return dict(ShipmentReader(configuration.registry, ()).read(connection, has).changes)


def attempt(configuration: Configuration) -> int:
    with configuration.database.reading() as connection:
        return read_publication(connection).attempt


def publish_all(configuration: Configuration) -> None:
    with configuration.changing(AUTHOR) as change:
        publish(change.connection, configuration.database, SCOPES, change.revision())


def test_a_document_saved_by_an_engine_is_published_alone(shared: Configuration, engine: Configuration) -> None:
    create(shared, GROUPS, {"id": "draft", "name": "Draft"})
    before = attempt(shared)
    replace(engine, SETTINGS, "-", {"title": "Registered"})
    assert attempt(shared) == before + 1
    assert list(shipped(shared, before)) == [(SETTINGS.kind, "-")]
    assert shipped(shared, attempt(shared)) == {}
    # An engine without a copy receives it as well.
    assert list(shipped(shared, -1)) == [(SETTINGS.kind, "-")]


def test_publishing_the_scope_takes_over_what_was_published_alone(shared: Configuration, engine: Configuration) -> None:
    replace(engine, SETTINGS, "-", {"title": "Registered"})
    publish_all(shared)
    with shared.reading() as view:
        assert published_revision(view.connection, SETTINGS.kind, "-") is None
    assert shipped(shared, attempt(shared)) == {}


def test_a_document_that_refers_to_an_unpublished_one_is_not_saved(
    shared: Configuration, engine: Configuration
) -> None:
    create(shared, GROUPS, {"id": "g", "name": "G"})
    body = {"title": "Registered", "defaultGroup": {"id": "g"}}
    with pytest.raises(Unavailable):
        replace(engine, SETTINGS, "-", body)
    publish_all(shared)
    replace(engine, SETTINGS, "-", body)


def test_an_engine_can_save_clients_only(shared: Configuration, engine: Configuration) -> None:
    with pytest.raises(NotAllowed):
        create(engine, GROUPS, {"id": "g", "name": "G"})
    create(shared, GROUPS, {"id": "g", "name": "G"})
    with pytest.raises(NotAllowed):
        delete(engine, GROUPS, "g")
