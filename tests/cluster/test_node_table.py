"""Rows of the node table as the admin API returns them."""

import json
from typing import Any

import pytest

from hanse.cluster.node_table import ClusterNode, NodeMode, NodeStatus, nodes_operation, shown
from hanse.config.declare.validation import to_body

MOMENT = "2026-11-21T08:30:10.000Z"
STATE = {"attempt": 3, "active_console": "first", "epoch": 2, "role_updated": "2026-11-21T08:00:00.000Z"}
PUBLISHED = {"CONFIGURATION": 12, "CONNECTIONS": 14, "CLIENTS": 12}
NODE: dict[str, Any] = {
    "id": "first",
    "node_index": 1,
    "address": "10.0.0.2:9999",
    "mode": "CLUSTERED_CONSOLE",
    "version": "1.0.0",
    "node_group": "north",
    "node_tags": "a b",
    "heartbeat": "2026-11-21T08:30:00.000Z",
    "applied": None,
    "attempt": None,
    "configuration_time": None,
    "status": None,
    "status_time": None,
    "failure": None,
    "started": None,
}
ENGINE = {**NODE, "id": "engine", "node_index": 2, "mode": "CLUSTERED_ENGINE"}


def shown_engine(**changed: Any) -> ClusterNode:
    row: Any = {**ENGINE, **changed}
    (node,) = shown([row], STATE, PUBLISHED, MOMENT)
    return node


def test_nodes_are_listed_by_index_with_the_fields_of_the_contract() -> None:
    rows: Any = [ENGINE, NODE, {**NODE, "id": "second", "node_index": 3, "status": "SUCCEEDED", "status_time": MOMENT}]
    operation = nodes_operation(lambda _view: shown(rows, STATE, PUBLISHED, MOMENT))
    call: Any = type("Call", (), {"view": None})
    body: Any = operation.run(call).body
    console, engine, passive = to_body(body)["items"]
    assert [node["index"] for node in (console, engine, passive)] == [1, 2, 3]
    assert (console["mode"], console["lastHeartbeat"]) == ("CLUSTERED_CONSOLE", "2026-11-21T08:30:00.000Z")
    since = {"consoleRoleLastUpdateDate": STATE["role_updated"]}
    assert console["adminConsoleInfo"] == {"consoleRole": "ACTIVE", "configSyncStatus": "NONE", **since}
    followed = {"configSyncStatus": "SUCCEEDED", "configSyncTimestamp": MOMENT}
    assert passive["adminConsoleInfo"] == {"consoleRole": "PASSIVE", **followed, **since}
    assert (engine["nodeGroup"], engine["nodeTags"], "adminConsoleInfo" in engine) == ("north", "a b", False)


@pytest.mark.parametrize("status", ["RETRIEVING", "APPLYING", "SUCCEEDED", "FAILED"])
def test_an_engine_reports_its_progress_with_the_latest_publication(status: str) -> None:
    node = shown_engine(attempt=3, status=status, failure="The disk is full.")
    assert node.replication_status == status
    assert node.replication_failure == ("The disk is full." if status == "FAILED" else None)


def test_progress_with_an_older_publication_is_ignored() -> None:
    older = json.dumps({"CONFIGURATION": 11, "CONNECTIONS": 14, "CLIENTS": 12})
    assert shown_engine(attempt=2, status="SUCCEEDED", applied=older).replication_status == "OUT_OF_DATE"
    assert shown_engine().replication_status == "OUT_OF_DATE"


def test_an_engine_with_the_latest_publication_is_not_behind() -> None:
    assert shown_engine(attempt=2, status="SUCCEEDED", applied=json.dumps(PUBLISHED)).replication_status == "SUCCEEDED"


def test_an_engine_of_a_version_with_fewer_scopes_is_not_behind() -> None:
    older = json.dumps({name: number for name, number in PUBLISHED.items() if name != "CLIENTS"})
    assert shown_engine(attempt=2, status="SUCCEEDED", applied=older).replication_status == "SUCCEEDED"
    assert shown_engine(attempt=2, status="SUCCEEDED", applied="{}").replication_status == "OUT_OF_DATE"


@pytest.mark.parametrize("status", ["SUCCEEDED", "APPLYING", None, "FAILED"])
def test_before_the_first_replication_an_engine_has_no_status_but_a_failure(status: str | None) -> None:
    row: Any = {**ENGINE, "attempt": 0, "status": status, "applied": json.dumps(PUBLISHED)}
    (node,) = shown([row], {**STATE, "attempt": 0}, PUBLISHED, MOMENT)
    assert node.replication_status == ("FAILED" if status == "FAILED" else None)


@pytest.mark.parametrize("status", ["FAILED", "APPLYING", "SUCCEEDED", None])
def test_an_unreachable_engine_is_out_of_date_unless_it_had_the_publication(status: str | None) -> None:
    gone = {"heartbeat": "2026-11-21T08:29:59.999Z", "attempt": 3, "status": status, "failure": "The disk is full."}
    node = shown_engine(**gone, applied=json.dumps({**PUBLISHED, "CLIENTS": 11}))
    assert (node.status, node.replication_status) == (NodeStatus.UNREACHABLE, "OUT_OF_DATE")
    assert node.replication_failure is None
    assert shown_engine(**gone, applied=json.dumps(PUBLISHED)).replication_status is None
    assert shown_engine().status is NodeStatus.RUNNING


def test_before_the_first_replication_an_engine_that_cannot_be_reached_is_not_behind() -> None:
    row: Any = {**ENGINE, "heartbeat": "2026-11-21T08:29:59.999Z"}
    (node,) = shown([row], {**STATE, "attempt": 0}, PUBLISHED, MOMENT)
    assert node.replication_status is None


def test_modes_have_the_names_of_the_contract() -> None:
    assert {mode.value for mode in NodeMode} == {
        "CLUSTERED_ENGINE",
        "CLUSTERED_CONSOLE",
        "CLUSTERED_DUAL",
        "STANDALONE",
    }


def test_values_of_a_newer_version_are_passed_through() -> None:
    assert shown_engine(mode="CLUSTERED_ARCHIVE").mode == "CLUSTERED_ARCHIVE"
    assert shown_engine(attempt=3, status="verifying").replication_status == "verifying"
    info = shown_engine(mode="CLUSTERED_CONSOLE", status="verifying").admin_console_info
    assert info is not None
    assert info.config_sync_status == "verifying"


@pytest.mark.parametrize(
    ("started", "since"),
    [
        ("2026-11-21T07:00:00.000Z", STATE["role_updated"]),
        ("2026-11-21T08:15:00.000Z", "2026-11-21T08:15:00.000Z"),
        (None, STATE["role_updated"]),
    ],
)
def test_a_console_has_its_role_since_the_last_switch_or_its_start(started: str | None, since: str) -> None:
    info = shown_engine(mode="CLUSTERED_CONSOLE", started=started).admin_console_info
    assert info is not None
    assert info.console_role_last_update_date == since
