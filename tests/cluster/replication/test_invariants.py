"""After any sequence of saves and publications, an engine has exactly the published configuration.

Groups replicate with the configuration, devices with the connections, and the settings with the clients.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.cluster.console_roles import Consoles
from hanse.cluster.overseer import ClusterOverseer
from hanse.cluster.publication import SCOPES, publish, read_publication
from hanse.cluster.replication.replica import Replica
from hanse.cluster.replication.shipment import ShipmentReader
from hanse.config import revision_log
from hanse.config.change.reference_checks import references_of
from hanse.config.configuration import Configuration
from hanse.config.database import open_database
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope
from hanse.kit.errors import NotFound, ValidationFailed
from hanse.resources.system.cluster_settings import CLUSTER_SETTINGS
from tests.support import configurations as change
from tests.support import databases, toy_resources
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, make_configuration
from tests.support.randomness import SeededRandomness

DEVICES = replace(toy_resources.DEVICES, deployment=DeploymentOptions(scope=ReplicationScope.CONNECTIONS))
SETTINGS = replace(toy_resources.SETTINGS, deployment=DeploymentOptions(scope=ReplicationScope.CLIENTS))
RESOURCES = (toy_resources.GROUPS, DEVICES, SETTINGS, CLUSTER_SETTINGS)
State = dict[tuple[str, str], Any]
numbers = st.integers(0, 1)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("group"), numbers, numbers),
        st.tuples(st.just("device"), numbers, st.none() | numbers),
        st.tuples(st.just("settings"), numbers, st.none() | numbers),
        st.tuples(st.just("remove"), st.sampled_from(["toy/group", "toy/device"]), numbers),
        st.tuples(st.just("on save"), st.booleans(), st.booleans()),
        st.tuples(st.just("publish"), st.none(), st.none()),
        st.tuples(st.just("ship"), st.none(), st.none()),
    ),
    min_size=10,
    max_size=25,
)


@dataclass
class Cluster:
    shared: Configuration
    replica: Replica
    template: Path
    folder: Path

    def perform(self, step: tuple[str, Any, Any]) -> None:
        what, first, second = step
        with suppress(ValidationFailed, NotFound):
            if what == "group":
                self.save(toy_resources.GROUPS, f"g{first}", {"id": f"g{first}", "name": f"Group {first} {second}"})
            elif what == "device":
                body = {"id": f"d{first}", "name": f"Device {first}", **link("group", second)}
                self.save(DEVICES, f"d{first}", body)
            elif what == "settings":
                change.replace(self.shared, SETTINGS, "-", {"title": f"Title {first}", **link("defaultGroup", second)})
            elif what == "remove":
                resource = self.shared.registry.by_kind(first)
                change.delete(self.shared, resource, f"{first.partition('/')[2][0]}{second}")
            elif what == "on save":
                body = {"replicateConnectionsOnSave": first, "replicateClientsOnSave": second}
                change.replace(self.shared, CLUSTER_SETTINGS, "-", body)
            elif what == "publish":
                with self.shared.changing(AUTHOR) as opened:
                    number = revision_log.latest(opened.connection)
                    publish(opened.connection, self.shared.database, SCOPES, number)
            else:
                self.ship(self.replica)

    def save(self, resource: Any, id_: str, body: Any) -> None:
        with self.shared.reading() as view:
            is_present = view.find(resource, id_) is not None
        if is_present:
            change.replace(self.shared, resource, id_, body)
        else:
            change.create(self.shared, resource, body)

    def ship(self, replica: Replica) -> None:
        with self.shared.database.reading() as connection:
            shipment = ShipmentReader(self.shared.registry, ()).read(connection, replica.position())
        with replica.configuration.database.writing() as connection:
            replica.write(connection, shipment)

    def published(self) -> State:
        """Return what is published, by replaying the whole log."""
        found: State = {}
        with self.shared.database.reading() as connection:
            up_to = read_publication(connection).revisions
            for entry in revision_log.since(connection, 0):
                scope = self.shared.registry.by_kind(entry.kind).replicates_with
                if scope in SCOPES and entry.number <= up_to[scope.value]:
                    found[entry.kind, entry.id] = entry.after
        return {key: body for key, body in found.items() if body is not None}

    def fresh(self) -> Replica:
        folder = self.folder / "fresh"
        folder.mkdir(exist_ok=True)
        return open_replica(databases.sqlite_database(folder, self.template), folder)


def link(name: str, group: int | None) -> Any:
    return {} if group is None else {name: {"id": f"g{group}"}}


def open_replica(url: str, folder: Path) -> Replica:
    database = open_database(url, folder)
    return Replica(make_configuration(database, RESOURCES, ManualClock(), SeededRandomness()), "1.0.0")


def state_of(replica: Replica) -> State:
    with replica.configuration.reading() as view:
        return {
            (resource.kind, stored.id): stored.body for resource in RESOURCES for stored in view.everything(resource)
        }


@pytest.fixture
def template(sqlite_template: Path) -> Path:
    return sqlite_template


@pytest.fixture
def make_cluster(postgres_tables_url: str, template: Path, tmp_path: Path) -> Iterator[Any]:
    created: list[Cluster] = []

    def make(resources: Any = RESOURCES) -> Cluster:
        databases.empty_postgres(postgres_tables_url)
        shared = make_configuration(
            open_database(postgres_tables_url, tmp_path), resources, ManualClock(), SeededRandomness()
        )
        consoles = Consoles(shared.database, "console")
        consoles.claim()
        shared.oversee(ClusterOverseer(consoles, shared.database))
        replica = open_replica(databases.sqlite_database(tmp_path, template), tmp_path)
        cluster = Cluster(shared, replica, template, tmp_path)
        created.append(cluster)
        return cluster

    yield make
    for cluster in created:
        cluster.shared.database.close()
        cluster.replica.configuration.database.close()


def test_an_engine_has_exactly_a_complete_publication(make_cluster: Any) -> None:
    @settings(max_examples=15)
    @given(steps=steps)
    def check(steps: list[tuple[str, Any, Any]]) -> None:
        cluster: Cluster = make_cluster()
        cluster.perform(("on save", True, True))
        for step in steps:
            cluster.perform(step)
            state = cluster.published()
            for (kind, id_), body in state.items():
                resource = cluster.shared.registry.by_kind(kind)
                for found in references_of(resource, body, cluster.shared.registry):
                    assert (found.target_kind, found.target_id) in state, (kind, id_)
            if step[0] == "ship":
                assert state_of(cluster.replica) == state
        # A new replica reaches the same state as one that received every publication.
        cluster.ship(cluster.replica)
        fresh = cluster.fresh()
        cluster.ship(fresh)
        assert state_of(cluster.replica) == state_of(fresh) == cluster.published()
        assert cluster.replica.position() == fresh.position()
        fresh.configuration.database.close()
        cluster.replica.configuration.database.close()
        cluster.shared.database.close()

    check()


def test_a_document_that_is_published_on_save_waits_for_its_references(make_cluster: Any) -> None:
    cluster: Cluster = make_cluster()
    cluster.perform(("on save", True, False))
    cluster.perform(("device", 0, None))
    assert cluster.published().keys() == {("toy/device", "d0")}
    # The group is not published. The device in it waits for the group, and all later devices wait too.
    cluster.perform(("group", 0, 0))
    cluster.perform(("device", 1, 0))
    cluster.perform(("device", 2, None))
    assert cluster.published().keys() == {("toy/device", "d0")}
    cluster.perform(("publish", None, None))
    assert cluster.published().keys() >= {("toy/group", "g0"), ("toy/device", "d1"), ("toy/device", "d2")}
    # Settings replicate with the clients, which are not published on save.
    cluster.perform(("settings", 1, None))
    assert ("toy/settings", "-") not in cluster.published()


def test_a_publication_includes_what_its_documents_refer_to(make_cluster: Any) -> None:
    groups = replace(toy_resources.GROUPS, deployment=DeploymentOptions(scope=ReplicationScope.CONNECTIONS))
    cluster: Cluster = make_cluster((groups, toy_resources.DEVICES, toy_resources.SETTINGS, CLUSTER_SETTINGS))
    cluster.perform(("on save", True, False))
    cluster.perform(("group", 0, 0))
    cluster.save(toy_resources.DEVICES, "d0", {"id": "d0", "name": "Device 0", **link("group", 0)})
    cluster.perform(("publish", None, None))
    cluster.save(toy_resources.DEVICES, "d0", {"id": "d0", "name": "Device 0"})
    # The published device is still in the group.
    cluster.perform(("remove", "toy/group", 0))
    assert ("toy/group", "g0") in cluster.published()
    cluster.perform(("publish", None, None))
    assert cluster.published().keys() == {("toy/device", "d0")}


def test_a_replicated_save_includes_no_other_change(make_cluster: Any) -> None:
    cluster: Cluster = make_cluster()
    for number in range(40):
        cluster.save(toy_resources.GROUPS, f"g{number}", {"id": f"g{number}", "name": f"Group {number}"})
    cluster.perform(("publish", None, None))
    cluster.ship(cluster.replica)
    for name in ("Once", "Twice"):
        cluster.save(toy_resources.GROUPS, "g7", {"id": "g7", "name": name})
    cluster.perform(("publish", None, None))
    with cluster.shared.database.reading() as connection:
        shipment = ShipmentReader(cluster.shared.registry, ()).read(connection, cluster.replica.position())
    assert (shipment.whole, {key: json.loads(body or "") for key, body in shipment.changes.items()}) == (
        False,
        {("toy/group", "g7"): {"id": "g7", "name": "Twice"}},
    )
    assert shipment.size < 100
