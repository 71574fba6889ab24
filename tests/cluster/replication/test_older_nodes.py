"""A node of an older version among newer ones: what it does with a kind of documents that it does not know."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from hanse.cluster.membership import Membership
from hanse.cluster.publication import SCOPES, publish
from hanse.cluster.replication.replica import Replica
from hanse.cluster.replication.replicator import AGAIN, Changed, Replicator
from hanse.cluster.replication.shipment import ShipmentReader
from hanse.config import revision_log
from hanse.config.configuration import Configuration
from hanse.config.database import open_database
from hanse.config.store import documents
from hanse.config.transaction_view import TransactionView
from tests.support import configurations as change
from tests.support import databases, toy_resources
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, make_configuration
from tests.support.randomness import SeededRandomness

OLDER = (toy_resources.GROUPS,)
NEWER = (toy_resources.GROUPS, toy_resources.DEVICES)
REASON = (
    "This node runs version 0.9.0, which does not support documents of the kind 'toy/device', such as 'd0'. "
    "Start it with the version of the console to apply the published configuration."
)


class ReportLog:
    """Notes what a node says of itself."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str | None]] = []

    def report(self, values: Mapping[str, Any]) -> None:
        self.all.append((values["status"], values["failure"]))

    def since(self) -> list[tuple[str, str | None]]:
        reports, self.all = self.all, []
        return reports


@pytest.fixture
def shared(postgres_tables_url: str, tmp_path: Path) -> Iterator[Configuration]:
    databases.empty_postgres(postgres_tables_url)
    database = open_database(postgres_tables_url, tmp_path)
    yield make_configuration(database, NEWER, ManualClock(), SeededRandomness())
    database.close()


@pytest.fixture
def copy(sqlite_template: Path, tmp_path: Path) -> str:
    return databases.sqlite_database(tmp_path, sqlite_template)


@contextmanager
def node(
    shared: Configuration,
    copy: str,
    resources: Any,
    version: str,
    clock: ManualClock,
    reports: ReportLog,
    prepared: list[set[tuple[str, str]] | None] | None = None,
) -> Iterator[Replicator]:
    """Yield what follows on a node that knows some resources; `prepared` is where it notes what has changed."""

    def prepare(_view: TransactionView, changed: Changed) -> Callable[[], None]:
        if prepared is not None:
            prepared.append(None if changed is None else set(changed))
        return lambda: None

    database = open_database(copy, Path())
    replica = Replica(make_configuration(database, resources, clock, SeededRandomness()), version)
    shipping = ShipmentReader(replica.configuration.registry, ())
    membership = cast("Membership", reports)
    yield Replicator(shared.database, replica, shipping, membership, prepare, clock, ())
    database.close()


def publish_all(shared: Configuration) -> None:
    with shared.changing(AUTHOR) as opened:
        publish(opened.connection, shared.database, SCOPES, revision_log.latest(opened.connection))


def groups_in(copy: str) -> list[str]:
    database = open_database(copy, Path())
    with database.reading() as connection:
        found = sorted(stored.id for stored in documents.everything(connection, toy_resources.GROUPS.kind))
    database.close()
    return found


def test_a_resource_unknown_to_an_older_node(shared: Configuration, copy: str) -> None:
    clock, reports = ManualClock(), ReportLog()
    change.create(shared, toy_resources.GROUPS, {"id": "g0", "name": "Before"})
    publish_all(shared)
    with node(shared, copy, OLDER, "0.9.0", clock, reports) as older:
        older.check()
        assert reports.since() == [("RETRIEVING", None), ("APPLYING", None), ("SUCCEEDED", None)]
        change.create(shared, toy_resources.GROUPS, {"id": "g1", "name": "After"})
        change.create(shared, toy_resources.DEVICES, {"id": "d0", "name": "New in 1.0"})
        publish_all(shared)
        older.check()
        # Nothing of it is applied, not even the parts that the node supports.
        assert reports.since() == [("RETRIEVING", None), ("APPLYING", None), ("FAILED", REASON)]
        assert groups_in(copy) == ["g0"]
        # It tries again by itself, after a while, and says nothing else in between.
        older.check()
        assert reports.since() == []
        clock.advance(seconds=AGAIN.total_seconds())
        older.check()
        assert reports.since() == [("FAILED", REASON)]
    # The same node with the version of the console.
    with node(shared, copy, NEWER, "1.0.0", clock, reports) as upgraded:
        upgraded.check()
        assert reports.since() == [("RETRIEVING", None), ("APPLYING", None), ("SUCCEEDED", None)]
    assert groups_in(copy) == ["g0", "g1"]


def test_a_removed_resource_unknown_to_an_older_node(shared: Configuration, copy: str) -> None:
    reports = ReportLog()
    with node(shared, copy, OLDER, "0.9.0", ManualClock(), reports) as older:
        change.create(shared, toy_resources.DEVICES, {"id": "d0", "name": "New in 1.0"})
        publish_all(shared)
        older.check()
        assert reports.since()[-1] == ("FAILED", REASON)
        change.delete(shared, toy_resources.DEVICES, "d0")
        change.create(shared, toy_resources.GROUPS, {"id": "g0", "name": "Known"})
        publish_all(shared)
        # Something new was published: it does not wait.
        older.check()
        assert reports.since() == [("RETRIEVING", None), ("APPLYING", None), ("SUCCEEDED", None)]
    assert groups_in(copy) == ["g0"]


def test_a_node_builds_only_from_changed_documents(shared: Configuration, copy: str) -> None:
    prepared: list[set[tuple[str, str]] | None] = []
    for number in range(3):
        change.create(shared, toy_resources.GROUPS, {"id": f"g{number}", "name": f"Group {number}"})
    publish_all(shared)
    with node(shared, copy, NEWER, "1.0.0", ManualClock(), ReportLog(), prepared) as replicator:
        replicator.check()
        # It had nothing, so everything is new.
        assert prepared == [None]
        change.replace(shared, toy_resources.GROUPS, "g1", {"id": "g1", "name": "Changed"})
        change.delete(shared, toy_resources.GROUPS, "g2")
        replicator.check()
        assert prepared == [None]
        publish_all(shared)
        replicator.check()
        assert prepared.pop() == {(toy_resources.GROUPS.kind, "g1"), (toy_resources.GROUPS.kind, "g2")}
        publish_all(shared)
        replicator.check()
        assert prepared.pop() == set()
