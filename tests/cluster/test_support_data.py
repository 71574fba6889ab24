"""Support data of real nodes: each node collects its own archive, and the collection of a killed node fails."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.processes import Console, eventually, nodes
from tests.support import databases
from tests.support.support_data import opened

ARCHIVES = "/collectSupportData/archives"
PASSPHRASE = "Holstentor-1478"
QUICK = {"numHeartbeatSamples": 1, "reportCount": 1}


@pytest.fixture
def make(postgres_url: str, tmp_path: Path) -> Iterator[Any]:
    with databases.postgres_database(postgres_url) as url, nodes(url, tmp_path) as made:
        yield made


def collect(console: Console, **fields: Any) -> list[Any]:
    """Request archives of all nodes."""
    offered = console.ok("GET", "/internal/csdSettings")
    assert "nodeTypeToCollect" not in offered
    indexes = [node["index"] for node in offered["nodes"]]
    found: list[Any] = console.ok("POST", f"{ARCHIVES}/collect", {"nodesToCollect": indexes, **QUICK, **fields})[
        "archives"
    ]
    return found


def statuses(console: Console) -> list[str]:
    return [archive["status"] for archive in console.ok("GET", ARCHIVES)["archives"]]


@pytest.mark.slow
def test_each_node_collects_its_own_archive(make: Any) -> None:
    console = make("console", "console").set_up()
    engine = make("engine")
    eventually("the engine has joined", lambda: len(console.engines()) == 1)
    requested = collect(console, encryptArchive=True, encryptionPassphrase=PASSPHRASE)
    assert [each["role"] for each in requested] == ["CLUSTERED_CONSOLE", "CLUSTERED_ENGINE"]
    eventually("both are completed", lambda: statuses(console) == ["COMPLETED", "COMPLETED"])
    files = [
        opened(console.request("GET", f"{ARCHIVES}/export/{each['archiveId']}").content, PASSPHRASE)
        for each in requested
    ]
    for each, index in zip(files, (1, 2), strict=True):
        assert json.loads(each["about.json"])["node"]["index"] == index
        assert json.loads(each["problems.json"]) == []
        assert [node["index"] for node in json.loads(each["cluster.json"])["nodes"]] == [1, 2]
        assert each["log/server.log"]
        whole = b"".join(each.values()).decode()
        assert PASSPHRASE not in whole
        assert "eyJhbGciOiJkaXIi" not in whole
    assert PASSPHRASE not in console.log() + engine.log()
    of_console, of_engine = files
    assert json.loads(of_console["database.json"])["server"].startswith("PostgreSQL")
    # An engine reads its configuration from its own copy.
    assert json.loads(of_engine["database.json"])["server"].startswith("SQLite")
    assert json.loads(of_engine["shared-database.json"])["server"].startswith("PostgreSQL")


@pytest.mark.slow
def test_the_collection_of_a_killed_engine_is_shown_as_failed(make: Any) -> None:
    console = make("console", "console").set_up()
    engine = make("engine")
    eventually("the engine has joined", lambda: len(console.engines()) == 1)
    collect(console, numHeartbeatSamples=600)

    def step() -> str:
        found: str = console.ok("GET", ARCHIVES)["archives"][1].get("step", "")
        return found

    eventually("the engine measures", lambda: step() == "Heartbeats and system reports")
    engine.kill()
    failed = eventually(
        "the engine has failed",
        lambda: next((each for each in console.ok("GET", ARCHIVES)["archives"] if each["status"] == "FAILED"), None),
        seconds=100,
    )
    assert (failed["role"], failed["reason"]) == (
        "CLUSTERED_ENGINE",
        "The node stopped during the collection. Its log has the reason.",
    )
    # The console's own collection continues.
    assert statuses(console) == ["IN_PROGRESS", "FAILED"]
