"""An older node in a newer cluster refuses publications with kinds of documents that it does not support."""

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
    """Records the replication states that a node reports."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str | None]] = []

    def report(self, values: Mapping[str, Any]) -> None:
        self.all.append((values["status"], values["failure"]))

    def new_reports(self) -> list[tuple[str, str | None]]:
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
    """Yield the replicator of a node with the given resources. It adds the keys of changed documents to `prepared`."""

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


def test_an_unsupported_kind_is_reported_as_a_failure_until_the_node_is_upgraded(
    shared: Configuration, copy: str
) -> None:
    clock, reports = ManualClock(), ReportLog()
    change.create(shared, toy_resources.GROUPS, {"id": "g0", "name": "Before"})
    publish_all(shared)
    with node(shared, copy, OLDER, "0.9.0", clock, reports) as older:
        older.check()
        assert reports.new_reports() == [("RETRIEVING", None), ("APPLYING", None), ("SUCCEEDED", None)]
        change.create(shared, toy_resources.GROUPS, {"id": "g1", "name": "After"})
        change.create(shared, toy_resources.DEVICES, {"id": "d0", "name": "New in 1.0"})
        publish_all(shared)
        older.check()
        # The publication is not applied at all, not even the documents that the node supports.
        assert reports.new_reports() == [("RETRIEVING", None), ("APPLYING", None), ("FAILED", REASON)]
        assert groups_in(copy) == ["g0"]
        # The node tries again after a while and reports nothing until then.
        older.check()
        assert reports.new_reports() == []
        clock.advance(seconds=AGAIN.total_seconds())
        older.check()
        assert reports.new_reports() == [("FAILED", REASON)]
    # The same node with the version of the console.
    with node(shared, copy, NEWER, "1.0.0", clock, reports) as upgraded:
        upgraded.check()
        assert reports.new_reports() == [("RETRIEVING", None), ("APPLYING", None), ("SUCCEEDED", None)]
    assert groups_in(copy) == ["g0", "g1"]


def test_replication_continues_once_the_unsupported_document_is_deleted(shared: Configuration, copy: str) -> None:
    reports = ReportLog()
    with node(shared, copy, OLDER, "0.9.0", ManualClock(), reports) as older:
        change.create(shared, toy_resources.DEVICES, {"id": "d0", "name": "New in 1.0"})
        publish_all(shared)
        older.check()
        assert reports.new_reports()[-1] == ("FAILED", REASON)
        change.delete(shared, toy_resources.DEVICES, "d0")
        change.create(shared, toy_resources.GROUPS, {"id": "g0", "name": "Known"})
        publish_all(shared)
        # A new publication is applied without waiting.
        older.check()
        assert reports.new_reports() == [("RETRIEVING", None), ("APPLYING", None), ("SUCCEEDED", None)]
    assert groups_in(copy) == ["g0"]


def test_a_node_prepares_only_changed_documents(shared: Configuration, copy: str) -> None:
    prepared: list[set[tuple[str, str]] | None] = []
    for number in range(3):
        change.create(shared, toy_resources.GROUPS, {"id": f"g{number}", "name": f"Group {number}"})
    publish_all(shared)
    with node(shared, copy, NEWER, "1.0.0", ManualClock(), ReportLog(), prepared) as replicator:
        replicator.check()
        # The copy was empty, so everything is new.
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
