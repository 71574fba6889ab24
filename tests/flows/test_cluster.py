"""Consoles of a cluster over HTTP."""

from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import update

from hanse.cluster.console_roles import Consoles
from hanse.cluster.schema import cluster_node, cluster_state
from hanse.ops.licence.issuing import issue_licence
from tests.flows.server import ALL_ROLES, API, UI, Client, FlowServer, account, flow_server
from tests.ops.licence.licences import KEY, changed
from tests.support import databases
from tests.support.clients import client
from tests.support.configurations import MASTER_KEY

CLIENTS = f"{API}/oauth/clients"
SETTINGS, STATUS = f"{API}/cluster/settings", f"{API}/cluster/status"
REPLICATE, SWITCH = f"{API}/cluster/replicate", f"{API}/cluster/adminNode/role/active"
CONSOLES, BANNERS = f"{API}/internal/activePassiveConsoleInfo", f"{API}/internal/replicationInfo"
HOSTS = f"{API}/virtualHostNames"
ONLY_CONSOLE = {"isReplicating": False, "isPassiveAdminNode": False, "isMultipleAdminNodesEnabled": False}


class Cluster:
    """Consoles on one database, each with a data folder of its own."""

    def __init__(self, url: str, folder: Path, stack: ExitStack, anchors: Path) -> None:
        self._url, self._folder, self._stack, self._anchors = url, folder, stack, anchors
        self._count = 0

    def console(self) -> FlowServer:
        self._count += 1
        return self._stack.enter_context(
            flow_server(
                self._url,
                self._folder / str(self._count),
                mode="console",
                seed=self._count,
                host=f"console-{self._count}.example",
                licence_trust_anchors=(self._anchors,),
            )
        )


@pytest.fixture
def cluster(
    postgres_tables_url: str, tmp_path: Path, anchor_file: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Cluster]:
    # All nodes share the encryption key.
    monkeypatch.setenv("HANSE_MASTER_KEY", b64encode(MASTER_KEY).decode())
    databases.empty_postgres(postgres_tables_url)
    with ExitStack() as stack:
        yield Cluster(postgres_tables_url, tmp_path, stack, anchor_file)


def save_host(client: Client, name: str) -> int:
    return client.put(HOSTS, {"virtualHostNames": [name]}).status_code


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


def test_a_passive_console_changes_nothing(cluster: Cluster) -> None:
    first, second = cluster.console(), cluster.console()
    first.set_up()
    standby = second.client().sign_in()
    info = standby.get(CONSOLES).json()
    assert (info["enabled"], info["role"], info["synchronizationIntervalSecs"]) == (True, "PASSIVE", 10)
    assert info["activeNodeLastSuccessfulSyncTime"]
    revision = second.revision()
    for answer in (
        standby.put(HOSTS, {"virtualHostNames": ["one.example"]}),
        standby.post(REPLICATE),
        standby.put(SETTINGS, {}),
        standby.post(f"{API}/keyPairs/signing/generate", {"commonName": "x", "validDays": 1, "keyAlgorithm": "EC"}),
    ):
        assert (answer.status_code, answer.json()["resultId"]) == (403, "console_is_passive"), answer.text
    assert second.revision() == revision
    # It shows only the cluster (document 2, section 6); this applies to frame pages, too.
    for path in (HOSTS, SETTINGS, CLIENTS, f"{UI}/search?filter=admin", f"{UI}/notifications"):
        answer = standby.get(path)
        assert (answer.status_code, answer.json()["resultId"]) == (403, "console_is_passive"), answer.text
    frame = standby.get("/pf-admin-ui/frame/clientSettings")
    assert frame.status_code == 403
    assert "This console is passive and shows only the cluster." in frame.text
    for path in (CONSOLES, BANNERS, f"{API}/internal/nodes", f"{API}/version", f"{UI}/uiSettings", f"{UI}/endpoints"):
        assert standby.get(path).status_code == 200, path
    # Its own session service works.
    assert standby.get(STATUS).json()["currentNodeIndex"] == 2
    assert standby.post(f"{UI}/apitoken").status_code == 200
    assert standby.get(f"{UI}/logout").status_code == 303


def test_completing_the_wizard_on_a_passive_console_makes_it_active(cluster: Cluster) -> None:
    first, second = cluster.console(), cluster.console()
    wizard = second.local()
    assert wizard.put(f"{API}/license/agreement", {"accepted": True}).status_code == 200
    assert wizard.post(f"{API}/administrativeAccounts", account("Administrator", ALL_ROLES)).status_code == 200
    # The following calls use the new account (document 3, section 4).
    basic = second.basic("Administrator")
    assert (basic.get(CONSOLES).json()["enabled"], basic.get(CONSOLES).json()["role"]) == (True, "PASSIVE")
    assert save_host(basic, "early.example") == 403
    assert basic.post(SWITCH).status_code == 200
    assert save_host(basic, "now.example") == 200
    assert save_host(first.basic("Administrator"), "late.example") == 403


def test_more_nodes_than_the_licence_allows_cause_a_notice(cluster: Cluster) -> None:
    admin = cluster.console().set_up()
    cluster.console()

    def notices_at(limit: int | None) -> list[str]:
        file = b64encode(issue_licence(changed(node_limit=limit), KEY)).decode()
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


def test_a_console_that_becomes_active_makes_the_other_passive(cluster: Cluster) -> None:
    first, second = cluster.console(), cluster.console()
    was_active = first.set_up()
    standby = second.client().sign_in()
    assert standby.post(SWITCH).json() == {"warnings": []}
    assert save_host(standby, "two.example") == 200
    # The first console was not notified, and its late write is fenced off.
    late = was_active.put(HOSTS, {"virtualHostNames": ["one.example"]})
    assert (late.status_code, late.json()["resultId"]) == (403, "console_is_passive")
    assert standby.get(HOSTS).json() == {"virtualHostNames": ["two.example"]}
    assert [info["role"] for info in (was_active.get(CONSOLES).json(), standby.get(CONSOLES).json())] == [
        "PASSIVE",
        "ACTIVE",
    ]


def test_a_console_that_missed_two_switches_repeats_nothing(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = cluster.console(), cluster.console()
    admin = first.set_up()
    monkeypatch.setattr(Consoles, "refresh", lambda *_: None)
    assert second.client().sign_in().post(SWITCH).status_code == 200
    with first.core.configuration.database.writing() as connection:
        rows = {row.node_index: row.id for row in connection.execute(cluster_node.select())}
        connection.execute(update(cluster_state).values(active_console=rows[1], epoch=7))
    assert save_host(admin, "late.example") == 403
    # The refusal has updated its role, so it knows that it is active now.
    assert save_host(admin, "again.example") == 200


def test_of_two_simultaneous_switches_one_succeeds(cluster: Cluster) -> None:
    active, *others = [cluster.console() for _ in range(3)]
    active.set_up()
    clients = [server.client().sign_in() for server in others]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda client: client.post(SWITCH), clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    winner = next(client for client, answer in zip(clients, answers, strict=True) if answer.status_code == 200)
    loser = next(client for client in clients if client is not winner)
    assert (save_host(winner, "won.example"), save_host(loser, "lost.example")) == (200, 403)


def test_a_switch_with_an_outdated_etag_is_refused(cluster: Cluster) -> None:
    first, second = cluster.console(), cluster.console()
    first.set_up()
    standby = second.client().sign_in()
    known = standby.get(CONSOLES).headers["etag"]
    assert standby.post(SWITCH, headers={"If-Match": '"7"'}).status_code == 409
    assert standby.post(SWITCH, headers={"If-Match": known}).status_code == 200
    # The active console has nothing to switch.
    assert standby.post(SWITCH, headers={"If-Match": known}).status_code == 200


def test_a_restarted_console_keeps_its_role(cluster: Cluster, postgres_tables_url: str, tmp_path: Path) -> None:
    with flow_server(postgres_tables_url, tmp_path / "a", mode="console") as first:
        first.set_up()
        cluster.console()
    with flow_server(postgres_tables_url, tmp_path / "a", mode="console") as again:
        admin = again.client().sign_in()
        assert (admin.get(CONSOLES).json()["role"], admin.get(STATUS).json()["currentNodeIndex"]) == ("ACTIVE", 1)
