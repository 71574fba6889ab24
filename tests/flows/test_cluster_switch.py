"""The switch between consoles of a cluster: one console is active, and passive ones change nothing."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import update

from hanse.cluster.console_roles import Consoles
from hanse.cluster.schema import cluster_node, cluster_state
from tests.flows.clusters import (
    BANNERS,
    CLIENTS,
    CONSOLES,
    HOSTS,
    REPLICATE,
    SETTINGS,
    STATUS,
    SWITCH,
    Cluster,
    save_host,
)
from tests.flows.server import ALL_ROLES, API, UI, account, flow_server


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
