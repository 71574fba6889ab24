"""Consoles of a cluster over HTTP: replication, status, roles and nodes."""

from base64 import b64encode

from sqlalchemy import update

from hanse.cluster.schema import cluster_node
from hanse.ops.license.issuing import issue_license
from tests.flows.clusters import (
    BANNERS,
    CLIENTS,
    CONSOLES,
    ONLY_CONSOLE,
    REPLICATE,
    SETTINGS,
    STATUS,
    SWITCH,
    Cluster,
    save_host,
)
from tests.flows.server import API, UI, FlowServer, account
from tests.ops.license.licenses import KEY, changed
from tests.support.clients import client


def test_a_standalone_server_refuses_cluster_operations(shared_server: FlowServer) -> None:
    admin = shared_server.client().sign_in()
    for refused in (
        admin.get(STATUS),
        admin.get(SETTINGS),
        admin.put(SETTINGS, {"replicateClientsOnSave": True}),
        admin.get(f"{API}/cluster/adminNode/status"),
        admin.post(REPLICATE),
        admin.post(SWITCH),
        admin.delete(f"{API}/cluster/nodes/1"),
    ):
        assert (refused.status_code, refused.json()["resultId"]) == (403, "not_clustered"), refused.text
        assert refused.json()["message"] == "This server is not deployed in clustered mode."
    assert admin.get(BANNERS).json() == {"replicationRequired": False, "nodes": [], **ONLY_CONSOLE}
    consoles = admin.get(CONSOLES).json()
    assert (consoles["clustered"], consoles["enabled"]) == (False, False)
    assert admin.get(f"{API}/internal/clientStorage").json() == {"isXmlClientStorage": True}
    assert admin.get(f"{API}/internal/nodes").json() == {"items": []}


def test_saved_changes_wait_for_replication(cluster: Cluster) -> None:
    server = cluster.console()
    admin = server.set_up()
    before = admin.get(STATUS).json()
    assert (before["replicationRequired"], "lastReplicationTime" in before) == (True, False)
    answer = admin.post(REPLICATE).json()
    assert answer == {"resultId": "success", "message": "Cluster nodes notified of new configuration."}
    after = admin.get(STATUS).json()
    assert after["replicationRequired"] is False
    assert "replicationRequired" not in {each["id"] for each in admin.get(f"{UI}/notifications").json()["items"]}
    assert after["lastReplicationTime"] > before["lastConfigUpdateTime"]
    server.clock.advance(minutes=1)
    assert save_host(admin, "one.example") == 200
    assert admin.get(BANNERS).json() == {"replicationRequired": True, "nodes": [], **ONLY_CONSOLE}
    assert "replicationRequired" in {each["id"] for each in admin.get(f"{UI}/notifications").json()["items"]}
    assert admin.get(STATUS).json()["lastConfigUpdateTime"] > before["lastConfigUpdateTime"]


def test_changes_without_effect_on_engines_need_no_replication(cluster: Cluster) -> None:
    admin = cluster.console().set_up()
    admin.post(REPLICATE)
    assert admin.put(SETTINGS, {"replicateClientsOnSave": True}).status_code == 200
    assert admin.put(f"{API}/license/agreement", {"accepted": True}).status_code == 200
    assert admin.get(STATUS).json()["replicationRequired"] is False


def test_log_settings_are_replicated_when_they_are_saved(cluster: Cluster) -> None:
    admin = cluster.console().set_up()
    path = f"{API}/serverSettings/logSettings"
    verbose = {"logCategories": [{"id": "core", "enabled": True}]}
    admin.post(REPLICATE)
    assert admin.get(path).json()["replicationStatus"] == "REPLICATED"
    # Without the option, a save waits for a manual replication.
    assert admin.put(path, verbose).json()["replicationStatus"] == "NOT_REPLICATED"
    assert admin.get(STATUS).json()["replicationRequired"] is True
    admin.post(REPLICATE)
    assert admin.put(SETTINGS, {"replicateLogSettingsOnSave": True}).status_code == 200
    # The answer to the save has the same status as the next read.
    assert admin.put(path, {"logCategories": []}).json()["replicationStatus"] == "REPLICATED"
    assert admin.get(path).json()["replicationStatus"] == "REPLICATED"
    assert admin.get(STATUS).json()["replicationRequired"] is False
    # Other changes wait for a manual replication.
    assert save_host(admin, "one.example") == 200
    assert admin.put(path, verbose).status_code == 200
    assert admin.get(path).json()["replicationStatus"] == "REPLICATED"
    assert admin.get(STATUS).json()["replicationRequired"] is True


def test_clients_are_replicated_when_they_are_saved(cluster: Cluster) -> None:
    admin = cluster.console().set_up()
    scopes = f"{API}/oauth/authServerSettings/scopes/commonScopes"
    assert admin.post(scopes, {"name": "read", "description": "Reads"}).status_code == 201
    admin.post(REPLICATE)
    # Without the option, a save waits for a manual replication.
    assert admin.post(CLIENTS, client("first")).status_code == 201
    assert admin.get(STATUS).json()["replicationRequired"] is True
    assert admin.put(SETTINGS, {"replicateClientsOnSave": True}).status_code == 200
    body = client("second", restrictScopes=True, restrictedScopes=["openid", "read"])
    assert admin.post(CLIENTS, body).status_code == 201
    assert admin.get(STATUS).json()["replicationRequired"] is False
    assert admin.put(f"{CLIENTS}/second/clientAuth/clientSecret", {"secret": "another"}).status_code == 200
    assert admin.get(STATUS).json()["replicationRequired"] is False
    assert admin.delete(f"{CLIENTS}/first").status_code == 204
    after = admin.get(STATUS).json()
    assert after["replicationRequired"] is False
    # A client that refers to an item that is not replicated yet waits for the replication.
    assert admin.post(scopes, {"name": "write", "description": "Writes"}).status_code == 201
    assert admin.put(f"{CLIENTS}/second", {**body, "restrictedScopes": ["write"]}).status_code == 200
    waiting = admin.get(STATUS).json()
    assert (waiting["replicationRequired"], waiting["lastReplicationTime"]) == (True, after["lastReplicationTime"])


def test_a_node_shows_its_configured_options(cluster: Cluster) -> None:
    admin = cluster.console().set_up()
    (node,) = admin.get(STATUS).json()["nodes"]
    assert (node["index"], node["address"]) == (1, "console-1.example:9999")
    assert (node["mode"], node["adminConsoleInfo"]["consoleRole"]) == ("CLUSTERED_CONSOLE", "ACTIVE")
    assert admin.get(STATUS).json()["currentNodeIndex"] == 1
    assert admin.get(f"{API}/internal/nodes").json()["items"] == [node]
    assert admin.get(f"{API}/cluster/adminNode/status").json() == node["adminConsoleInfo"]


def test_the_roles_that_may_read_and_change_a_cluster(cluster: Cluster) -> None:
    server = cluster.console()
    server.set_up()
    for name, roles, auditor, expected in (
        ("anna", ["ADMINISTRATOR"], False, (200, 200, 200)),
        ("ben", [], True, (200, 403, 403)),
        ("carl", ["USER_ADMINISTRATOR", "CRYPTO_ADMINISTRATOR"], False, (403, 403, 403)),
    ):
        made = server.basic("Administrator").post(
            f"{API}/administrativeAccounts", {**account(name, roles), "auditor": auditor}
        )
        assert made.status_code == 200, made.text
        caller = server.basic(name)
        for path in (STATUS, SETTINGS, f"{API}/cluster/adminNode/status"):
            assert caller.get(path).status_code == expected[0], (name, path)
        assert caller.put(SETTINGS, {"replicateClientsOnSave": True}).status_code == expected[1], name
        assert caller.post(REPLICATE).status_code == expected[2], name
        # There is no such node; callers without the right get 403 instead of 404.
        assert caller.delete(f"{API}/cluster/nodes/9").status_code == (404 if expected[1] == 200 else 403), name


def test_a_dead_node_can_be_removed_and_a_running_one_cannot(cluster: Cluster) -> None:
    server = cluster.console()
    admin = server.set_up()
    cluster.console()
    running = admin.delete(f"{API}/cluster/nodes/2")
    assert running.status_code == 409
    assert running.json()["message"] == ("The node at console-2.example:9999 is running. Stop it before you remove it.")
    with server.core.configuration.database.writing() as connection:
        dead = update(cluster_node).where(cluster_node.c.node_index == 2)
        # The incarnation is changed as well, so that the console's own heartbeat does not renew the row.
        connection.execute(dead.values(heartbeat="2020-01-01T00:00:00.000Z", incarnation="ended"))
    revision = server.revision()
    assert admin.delete(f"{API}/cluster/nodes/2").status_code == 204
    assert [node["index"] for node in admin.get(STATUS).json()["nodes"]] == [1]
    assert admin.get(CONSOLES).json()["enabled"] is False
    # The configuration is the same as before.
    assert server.revision() == revision
    for index in ("2", "x", "-1", "99999999999"):
        assert admin.delete(f"{API}/cluster/nodes/{index}").status_code == 404, index


def test_more_nodes_than_the_license_allows_cause_a_notice(cluster: Cluster) -> None:
    admin = cluster.console().set_up()
    cluster.console()

    def notices_at(limit: int | None) -> list[str]:
        file = b64encode(issue_license(changed(node_limit=limit), KEY)).decode()
        assert admin.put(f"{API}/license", {"fileData": file}).status_code == 200
        assert admin.get(STATUS).json().get("nodeLimit") == limit
        notices = admin.get(f"{UI}/notifications").json()["items"]
        return [notice["description"] for notice in notices if notice["id"] == "licenseNodes"]

    assert notices_at(2) == []
    (notice,) = notices_at(1)
    assert notice.startswith("The license allows 1 cluster nodes, and 2 are running. ")
    assert notices_at(None) == []
    # All nodes keep running.
    assert [node["status"] for node in admin.get(STATUS).json()["nodes"]] == ["RUNNING", "RUNNING"]
