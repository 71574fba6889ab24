"""Support data over HTTP: the defaults, a complete collection, and refused requests."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from hanse.app.cluster_node import standalone_node
from hanse.app.support_data_worker import support_worker
from tests.flows.server import API, Client, FlowServer
from tests.support.support_data import CHUNKS, add_archive, opened

SETTINGS = f"{API}/internal/csdSettings"
ARCHIVES = f"{API}/collectSupportData/archives"
COLLECT = f"{ARCHIVES}/collect"
QUICK = {"nodeTypeToCollect": "STANDALONE", "numHeartbeatSamples": 1, "reportCount": 1}


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    thread = threading.Thread(target=made.run_forever)
    thread.start()
    yield made
    made.call_soon_threadsafe(made.stop)
    thread.join()
    made.close()


def errors(answer: Any) -> list[tuple[str | None, str]]:
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath"), each["errorId"]) for each in answer.json()["validationErrors"]]


def test_the_defaults_and_the_single_node_of_a_standalone_server(admin: Client) -> None:
    offered = admin.get(SETTINGS).json()
    (node,) = offered.pop("nodes")
    assert (node["index"], node["role"], node["running"]) == (0, "STANDALONE", True)
    assert node["address"].endswith(":9999")
    assert offered == {
        "nodesToCollect": [],
        "nodeTypeToCollect": "STANDALONE",
        "encryptArchive": False,
        "collectExpensiveData": False,
        "truncateLogs": True,
        "fileHeadCollectionKBSize": 100,
        "fileTailCollectionKBSize": 900,
        "rolledLogCount": 1,
        "includeBinaryFiles": False,
        "numHeartbeatSamples": 5,
        "intervalBetweenHeartbeatSamples": 1,
        "reportCount": 10,
        "reportInterval": 1,
    }


def test_an_archive_is_collected_in_the_background_and_downloaded(
    server: FlowServer, admin: Client, loop: asyncio.AbstractEventLoop
) -> None:
    (server.options.data / "log").mkdir(exist_ok=True)
    assert admin.get(ARCHIVES).json() == {"archives": []}
    (requested,) = admin.post(COLLECT, QUICK).json()["archives"]
    assert (requested["status"], requested["step"]) == ("IN_PROGRESS", "Waiting for the node")
    assert "exportLink" not in requested
    assert admin.get(f"{ARCHIVES}/{requested['archiveId']}").json() == requested
    assert admin.get(f"{ARCHIVES}/unknown").status_code == 404
    assert admin.get(f"{ARCHIVES}/export/{requested['archiveId']}").status_code == 404
    assert errors(admin.delete(f"{ARCHIVES}/{requested['archiveId']}")) == [
        (None, "csd_collection_already_in_progress")
    ]
    assert support_worker(server.core, server.options, standalone_node(server.core, server.options)).run_next_job(loop)
    (made,) = admin.get(ARCHIVES).json()["archives"]
    assert (made["archiveId"], made["status"], made["nodeIndex"]) == (requested["archiveId"], "COMPLETED", "0")
    assert admin.get(f"{ARCHIVES}/{made['archiveId']}").json() == made
    assert made["timestamp"] == requested["timestamp"]
    locations = [made[link]["location"].partition("/pf-admin-api/")[2] for link in ("statusLink", "exportLink")]
    assert [admin.get(f"/pf-admin-api/{each}").status_code for each in locations] == [200, 200]
    file = admin.get(f"{ARCHIVES}/export/{made['archiveId']}")
    assert file.headers["content-disposition"] == f'attachment; filename="{made["fileName"]}"'
    assert file.headers["content-length"] == str(made["size"])
    whole = b"".join(opened(file.content).values())
    # An archive can be deleted.
    assert admin.delete(f"{ARCHIVES}/{made['archiveId']}").status_code == 204
    assert admin.get(ARCHIVES).json() == {"archives": []}
    assert admin.get(f"{ARCHIVES}/export/{made['archiveId']}").status_code == 404
    assert admin.delete(f"{ARCHIVES}/{made['archiveId']}").status_code == 404
    # The archive contains the account, without its password or any encrypted value.
    assert b'"Administrator"' in whole
    assert b"Hansa-1241" not in whole
    assert b"eyJhbGciOiJkaXIi" not in whole


def test_chunks_are_sent_one_after_the_other(server: FlowServer, admin: Client) -> None:
    add_archive(server.core.configuration.database, "chest")
    assert admin.get(f"{ARCHIVES}/export/chest").content == b"".join(CHUNKS)


def test_a_second_collection_during_the_first_is_refused(admin: Client) -> None:
    assert admin.post(COLLECT, QUICK).status_code == 201
    refused = admin.post(COLLECT, QUICK)
    assert errors(refused) == [(None, "csd_collection_already_in_progress")]
    assert "has been running since Sat Nov 21 08:30:00 UTC 2026." in refused.json()["message"]


def test_a_collection_that_no_node_starts_fails_after_a_minute(server: FlowServer, admin: Client) -> None:
    admin.post(COLLECT, QUICK)
    server.clock.advance(minutes=2)
    (failed,) = admin.get(ARCHIVES).json()["archives"]
    assert failed["status"] == "FAILED"
    assert failed["reason"].startswith("The node did not start the collection within a minute.")
    assert admin.post(COLLECT, QUICK).status_code == 201


def test_the_refusals_of_the_specification(admin: Client) -> None:
    assert errors(admin.post(COLLECT, {})) == [("nodesToCollect", "csd_node_to_collect_required")]
    assert errors(admin.post(COLLECT, {**QUICK, "reportCount": "ten"})) == [
        ("reportCount", "request_incorrectly_formatted")
    ]
    no_size = {"fileHeadCollectionKBSize": 0, "fileTailCollectionKBSize": 0}
    assert errors(admin.post(COLLECT, {**QUICK, **no_size})) == [("truncateLogs", "csd_truncation_without_size")]
    assert errors(admin.post(COLLECT, {**QUICK, "encryptArchive": True})) == [
        ("encryptionPassphrase", "required_field")
    ]
    assert errors(admin.post(COLLECT, {**QUICK, "nodeTypeToCollect": "CLUSTER"})) == [
        ("nodeTypeToCollect", "literal_error")
    ]
    assert admin.get(ARCHIVES).json() == {"archives": []}
