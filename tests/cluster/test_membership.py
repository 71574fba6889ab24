"""Nodes join the table of nodes, stay in it by their heartbeats, and leave it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from hanse.app.data_folder import write_private
from hanse.cluster.identity import NodeFacts, address_of
from hanse.cluster.membership import Membership
from hanse.cluster.node_table import NodeMode, read_rows
from hanse.cluster.schema import cluster_node
from hanse.cluster.standalone import refuse_beside_cluster
from hanse.config.database import Database, open_database
from hanse.kit.options import OptionsError
from hanse.kit.ports import Entitlements
from hanse.ops.license.entitlements import LicenseEntitlements
from tests.support import databases
from tests.support.randomness import SeededRandomness

FACTS = NodeFacts("engine.example:9031", NodeMode.ENGINE, "1.0.0", group="users", tags=("a", "b"))


@pytest.fixture
def shared(postgres_tables_url: str, tmp_path: Path) -> Iterator[Database]:
    databases.empty_postgres(postgres_tables_url)
    database = open_database(postgres_tables_url, tmp_path)
    yield database
    database.close()


class Folders:
    """Nodes by the names of their data folders. The same name again is a restart of that node."""

    def __init__(self, shared: Database, folder: Path) -> None:
        self.shared, self._folder = shared, folder
        self._started = 0
        # The license that is known to the node of each folder.
        self.licenses: dict[str, Entitlements] = {}

    def node(self, name: str, facts: NodeFacts = FACTS) -> Membership:
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        self._started += 1
        randomness = SeededRandomness(self._started)
        return Membership(self.shared, facts, folder, randomness, write_private, lambda: self.licenses.get(name))

    def join(self, name: str, facts: NodeFacts = FACTS) -> Membership:
        node = self.node(name, facts)
        node.join()
        return node

    def rows(self) -> list[Any]:
        with self.shared.reading() as connection:
            return read_rows(connection)

    def set_heartbeat(self, node: Membership, heartbeat: str) -> None:
        with self.shared.writing() as connection:
            mine = cluster_node.c.id == node.identity.id
            connection.execute(update(cluster_node).where(mine).values(heartbeat=heartbeat))


@pytest.fixture
def folders(shared: Database, tmp_path: Path) -> Folders:
    return Folders(shared, tmp_path)


def test_indexes_are_assigned_and_kept_across_restarts(folders: Folders) -> None:
    assert [folders.join(name).index for name in ("one", "two", "three")] == [1, 2, 3]
    two = folders.join("two")
    assert two.index == 2
    two.leave()
    assert [row["node_index"] for row in folders.rows()] == [1, 3]
    # A node that left gets another index if its own was assigned meanwhile.
    assert (folders.join("four").index, folders.join("two").index) == (2, 4)


def test_a_requested_index_is_refused_while_a_running_node_has_it(folders: Folders) -> None:
    wanted = replace(FACTS, index=7)
    holder = folders.join("one", wanted)
    assert holder.index == 7
    with pytest.raises(OptionsError, match=r"--node-index: 7 is the index of the node at engine\.example:9031"):
        folders.join("two", wanted)
    folders.set_heartbeat(holder, "2020-01-01T00:00:00.000Z")
    assert folders.join("two", wanted).index == 7
    assert [row["node_index"] for row in folders.rows()] == [7]


def test_a_node_that_stopped_long_ago_is_removed(folders: Folders) -> None:
    folders.set_heartbeat(folders.join("one"), "2020-01-01T00:00:00.000Z")
    two = folders.join("two")
    assert [row["id"] for row in folders.rows()] == [two.identity.id]


def test_a_beat_renews_the_heartbeat(folders: Folders) -> None:
    node = folders.join("one")
    folders.set_heartbeat(node, "2020-01-01T00:00:00.000Z")
    node.beat()
    assert folders.rows()[0]["heartbeat"] > "2026"


def test_a_deleted_row_is_written_again_with_the_state_of_the_node(folders: Folders) -> None:
    node = folders.join("one")
    node.report({"status": "FAILED", "failure": "The disk is full."})
    with folders.shared.writing() as connection:
        connection.execute(cluster_node.delete())
    node.beat()
    (row,) = folders.rows()
    assert (row["node_index"], row["status"], row["failure"]) == (1, "FAILED", "The disk is full.")
    assert (row["node_group"], row["node_tags"]) == ("users", "a b")


def test_a_copied_data_folder_is_reported_once(folders: Folders) -> None:
    first = folders.join("one")
    folders.join("one")
    with capture_logs() as reported:
        first.beat()
        first.beat()
    assert ["another process runs as this node" in each["event"] for each in reported] == [True]
    first.leave()
    assert len(folders.rows()) == 1


def test_more_nodes_than_licensed_are_reported_once_the_license_is_known(folders: Folders) -> None:
    folders.join("one")
    node = folders.join("two")
    with capture_logs() as reported:
        # The copy of a new engine does not contain the license yet, which does not mean that none is installed.
        node.beat()
    assert reported == []
    folders.licenses["two"] = LicenseEntitlements(None)
    with capture_logs() as reported:
        node.beat()
        node.beat()
    assert [each["event"] for each in reported] == ["more nodes than the license allows"]


def test_a_standalone_server_refuses_the_database_of_a_cluster(folders: Folders) -> None:
    refuse_beside_cluster(folders.shared)
    node = folders.join("one")
    with pytest.raises(OptionsError, match=r"nodes of a cluster are running on this database \(engine\.example:9031\)"):
        refuse_beside_cluster(folders.shared)
    folders.set_heartbeat(node, "2020-01-01T00:00:00.000Z")
    refuse_beside_cluster(folders.shared)


@pytest.mark.parametrize(("host", "address"), [("10.0.0.1", "10.0.0.1:9031"), ("::1", "[::1]:9031")])
def test_a_node_reports_the_address_at_which_it_is_reachable(host: str, address: str) -> None:
    assert address_of(host, 9031) == address


def test_a_wildcard_is_replaced_by_an_address_of_this_machine() -> None:
    assert address_of("*", 9031).rpartition(":")[0] not in ("", "*")
