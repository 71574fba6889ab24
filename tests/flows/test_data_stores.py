"""Data stores over HTTP: the fields of each type, the connection test, pages and passwords."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.data_stores.client_pool import DataStoreClients
from hanse.resources.system.data_stores import DATA_STORES, open_directory, open_tables
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, RunningDirectory, serving
from tests.support.dns_server import serving_dns
from tests.support.json_service import rest_store
from tests.support.postgresql_refusal import refusing

STORES = f"{API}/dataStores"
BYPASS = {"X-BypassExternalValidation": "true"}
LDAP: dict[str, Any] = {
    "type": "LDAP",
    "ldapType": "GENERIC",
    "hostnames": ["127.0.0.1:1"],
    "userDN": ADMIN,
    "password": "Hansa-secret",
}
JDBC: dict[str, Any] = {
    "type": "JDBC",
    "driverClass": "org.sqlite.JDBC",
    "connectionUrl": "jdbc:sqlite:users.db",
}
TRIAL = f"{API}/internal/trials/dataStore"
TEST = "actions/testConnection/invokeAction"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    folder = shared_server.core.configuration.ports.get(DataStoreClients).folder
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "users.db")) as connection:
        connection.executescript(
            "CREATE TABLE users (name, mail); INSERT INTO users VALUES ('ada', 'ada@hanse.example');"
        )
    return shared_server.client().sign_in()


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    folder: Path = tmp_path_factory.mktemp("slapd")
    with serving(folder) as running:
        yield running


@pytest.fixture(scope="module")
def configuration(shared_server: FlowServer) -> Configuration:
    return shared_server.core.configuration


def errors(answer: Any) -> dict[str | None, str]:
    assert answer.status_code == 422, answer.text
    return {each.get("fieldPath"): each["message"] for each in answer.json()["validationErrors"]}


def test_saving_a_directory_tests_the_connection(
    admin: Client, directory: RunningDirectory, configuration: Configuration
) -> None:
    body = {**LDAP, "hostnames": [f"localhost:{directory.port}"], "password": ADMIN_PASSWORD, "readTimeout": 20_000}
    wrong = admin.post(STORES, {**body, "password": "wrong"})
    assert errors(wrong) == dict.fromkeys(("userDN", "password"), "The directory rejected the user DN or its password.")
    made = admin.post(STORES, body)
    assert made.status_code == 201, made.text
    stored = made.json()
    assert stored["name"] == f"localhost:{directory.port} ({ADMIN})"
    assert (stored["verifyHost"], stored["maxConnections"], stored["maxWait"]) == (True, 100, -1)
    assert "password" not in stored
    assert ADMIN_PASSWORD not in made.text
    path = f"{STORES}/{stored['id']}"
    assert admin.post(f"{path}/{TEST}", {"parameters": []}).json() == {"message": "The connection works."}
    with configuration.reading() as view:
        client = open_directory(view, configuration.ports, stored["id"])
    (entry,) = client.search(BASE, "(uid=${username})", {"username": "ada"}, ["mail"])
    assert entry.attributes["mail"][0] == "ada@hanse.example"
    # Saving an unchanged answer changes nothing, neither the password nor the date.
    again = admin.put(path, stored)
    assert again.json() == stored
    left_out = admin.put(path, {name: value for name, value in stored.items() if name != "encryptedPassword"})
    assert left_out.json() == stored
    assert admin.delete(path).status_code == 204


def test_a_directory_is_found_by_srv_records(
    admin: Client, directory: RunningDirectory, configuration: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_dns() as dns:
        monkeypatch.setattr(configuration.ports.get(DataStoreClients), "_make_resolver", dns.resolver)
        dns.records["_ldap._tcp.hanse.example"] = [f"0 0 {directory.port} localhost."]
        body = {**LDAP, "hostnames": ["hanse.example"], "password": ADMIN_PASSWORD, "readTimeout": 20_000}
        nowhere = admin.post(STORES, {**body, "useDnsSrvRecords": True, "ldapDnsSrvPrefix": "_none._tcp"})
        assert errors(nowhere) == {"hostnames": "There is no SRV record _none._tcp.hanse.example in DNS."}
        made = admin.post(STORES, {**body, "useDnsSrvRecords": True})
        assert made.status_code == 201, made.text
        stored, path = made.json(), f"{STORES}/{made.json()['id']}"
        assert (stored["ldapDnsSrvPrefix"], stored["dnsTtl"]) == ("_ldap._tcp", 60_000)
        assert admin.post(f"{path}/{TEST}", {"parameters": []}).json() == {"message": "The connection works."}
        # Other records, or the host with the domain's name, may belong to another server.
        for elsewhere in ({"useDnsSrvRecords": False}, {"ldapDnsSrvPrefix": "_ldap._tcp.evil"}):
            refused = admin.put(path, {**stored, **elsewhere}, headers=BYPASS)
            assert errors(refused).keys() == {"password"}
        assert admin.put(path, {**stored, "dnsTtl": 1000}).status_code == 200
        admin.delete(path)


def test_saving_a_database_tests_the_connection(admin: Client, configuration: Configuration) -> None:
    body = {**JDBC, "name": "Users", "validateConnectionSql": "SELECT count(*) FROM users"}
    missing = admin.post(STORES, {**body, "connectionUrl": "jdbc:sqlite:none.db"})
    assert "unable to open database file" in errors(missing)["connectionUrl"]
    made = admin.post(STORES, body).json()
    assert (made["maxPoolSize"], made["blockingTimeout"], made["allowMultiValueAttributes"]) == (100, 5000, False)
    with configuration.reading() as view:
        tables = open_tables(view, configuration.ports, made["id"])
    assert tables.look_up("users", ["mail"], "name = '${u}'", {"u": "ada"}) == [{"mail": "ada@hanse.example"}]
    admin.delete(f"{STORES}/{made['id']}")


def test_the_connection_test_can_be_skipped(admin: Client) -> None:
    body = {**LDAP, "name": "Bypassed"}
    assert "cannot be reached" in errors(admin.post(STORES, body))["hostnames"]
    made = admin.post(STORES, body, headers=BYPASS)
    assert made.status_code == 201, made.text
    path = f"{STORES}/{made.json()['id']}"
    refused = admin.post(f"{path}/{TEST}", {"parameters": []})
    assert "cannot be reached" in errors(refused)[None]
    assert admin.post(f"{path}/actions/other/invokeAction", {"parameters": []}).status_code == 404
    (action,) = admin.get(f"{path}/actions").json()["items"]
    assert (action["id"], action["invocationRef"]["id"]) == ("testConnection", f"{path.removeprefix(API)}/{TEST}")
    admin.delete(path)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"hostnames": ["evil.example"]}, "password"),
        ({"hostnames": ["127.0.0.1:1", "127.0.0.1:2"]}, "password"),
        ({"useSsl": False}, "password"),
        ({"verifyHost": False}, "password"),
    ],
)
def test_a_stored_password_is_not_sent_to_another_host(admin: Client, changed: dict[str, Any], field: str) -> None:
    made = admin.post(STORES, {**LDAP, "name": "Guarded", "useSsl": True}, headers=BYPASS).json()
    path = f"{STORES}/{made['id']}"
    for headers in ({}, BYPASS):
        assert field in errors(admin.put(path, {**made, **changed}, headers=headers))
    entered = {**made, **changed, "password": "Hansa-new"}
    assert admin.put(path, entered, headers=BYPASS).status_code == 200
    admin.delete(path)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"type": "LDAP"}, {"hostnames", "ldapType", "userDN", "password"}),
        ({"type": "LDAP", "ldapType": "GENERIC", "hostnames": ["a b"], "bindAnonymously": True}, {"hostnames[0]"}),
        ({**LDAP, "hostnames": ["x.example:0"]}, {"hostnames[0]"}),
        ({**LDAP, "useSsl": True, "useStartTLS": True}, {"useStartTLS"}),
        ({**LDAP, "minConnections": 5, "maxConnections": 4}, {"minConnections"}),
        ({**LDAP, "connectionUrl": "jdbc:sqlite:a.db"}, {"connectionUrl"}),
        ({**LDAP, "id": "descriptors"}, {"id"}),
        ({"type": "JDBC"}, {"connectionUrl", "driverClass"}),
        ({**JDBC, "driverClass": "com.mysql.jdbc.Driver"}, {"driverClass"}),
        ({**JDBC, "connectionUrl": "jdbc:sqlite:../hanse.db"}, {"connectionUrl"}),
        ({**JDBC, "hostnames": ["x.example"]}, {"hostnames"}),
        ({"type": "CUSTOM"}, {"name", "pluginDescriptorRef", "configuration"}),
        ({**rest_store("members"), "password": "x", "hostnames": ["x.example"]}, {"password", "hostnames"}),
    ],
)
def test_required_and_inapplicable_fields_of_each_type(admin: Client, body: dict[str, Any], expected: set[str]) -> None:
    assert errors(admin.post(STORES, body, headers=BYPASS)).keys() == expected


def test_the_type_cannot_be_changed(admin: Client) -> None:
    made = admin.post(STORES, {**LDAP, "name": "Stays"}, headers=BYPASS).json()
    path = f"{STORES}/{made['id']}"
    assert "type" in errors(admin.put(path, {**JDBC, "name": "Stays"}, headers=BYPASS))
    admin.delete(path)


def test_pages_have_a_form_for_each_type(admin: Client) -> None:
    choice = visit(admin, "dataStores/add")
    page = visit(admin, choice.links["Database (JDBC)"])
    # Defaults are filled in, and only the fields of this type are shown.
    assert page.fields["maxPoolSize"] == ["100"]
    assert "hostnames#" not in page.fields
    refused = send(
        admin, page, {"name": "Page", "driverClass": "org.sqlite.JDBC", "connectionUrl": "jdbc:sqlite:no.db"}
    )
    assert refused.status == 422
    assert "unable to open database file" in refused.text
    tested = send(admin, page, {"driverClass": "org.sqlite.JDBC", "connectionUrl": "jdbc:sqlite:no.db", "_do": "try:"})
    assert "The connection does not work" in tested.text
    assert "unable to open database file" in tested.text
    tested = send(admin, tested, {"connectionUrl": "jdbc:sqlite:users.db", "_do": "try:"})
    assert "The connection works." in tested.text
    assert tested.fields["connectionUrl"] == ["jdbc:sqlite:users.db"]
    assert admin.get(f"{STORES}?filter=page").json()["items"] == []
    # A change that only the connection test refused can still be saved.
    follow(admin, send(admin, refused, {"_do": "bypass"}))
    (stored,) = admin.get(f"{STORES}?filter=page").json()["items"]
    edit = visit(admin, f"dataStores/edit/{stored['id']}")
    tested = send(admin, edit, {"_do": "try:"})
    assert "unable to open database file" in tested.text
    corrected = send(admin, edit, {"connectionUrl": "jdbc:sqlite:users.db"})
    assert "Page was saved." in follow(admin, corrected).text
    worked = send(admin, visit(admin, f"dataStores/edit/{stored['id']}"), {"_do": "try:"})
    assert "The connection works." in worked.text
    assert "JDBC" in visit(admin, "dataStores").text
    follow(admin, send(admin, visit(admin, f"dataStores/delete/{stored['id']}")))
    assert admin.get(f"{STORES}/{stored['id']}").status_code == 404


def test_a_connection_can_be_tested_before_it_is_saved(admin: Client) -> None:
    before = admin.get(STORES).json()["items"]
    answer = admin.post(TRIAL, {**JDBC, "name": "Never saved", "connectionUrl": "jdbc:sqlite:users.db"})
    assert (answer.status_code, answer.json()) == (200, {"message": "The connection works."})
    assert "connectionUrl" in errors(admin.post(TRIAL, {**JDBC, "connectionUrl": "jdbc:sqlite:no.db"}))
    assert errors(admin.post(TRIAL, {"type": "JDBC"})).keys() == {"connectionUrl", "driverClass"}
    assert admin.get(STORES).json()["items"] == before


def test_a_refused_database_password_is_reported_at_the_password(admin: Client) -> None:
    with refusing('password authentication failed for user "ada"') as port:
        url = f"jdbc:postgresql://127.0.0.1:{port}/people?sslmode=disable"
        body = {"type": "JDBC", "driverClass": "org.postgresql.Driver", "connectionUrl": url, "userName": "ada"}
        found = errors(admin.post(TRIAL, {**body, "password": "wrong"}))
        saved = errors(admin.post(STORES, {**body, "password": "wrong"}))
    assert (
        found == saved == dict.fromkeys(("userName", "password"), "The database rejected the username or its password.")
    )


def test_every_field_of_a_store_is_in_a_section(admin: Client) -> None:
    form = DATA_STORES.ui.form if DATA_STORES.ui is not None else None
    assert form is not None
    placed = [path for section in form.layout.sections for path in section.paths]
    assert len(placed) == len(set(placed))
    members = {member for variant in form.variants for member in variant.members}
    # The pages of instances add the type, as they do for all kinds of plug-ins.
    assert set(placed) == {*members, "_type"}
    page = visit(admin, visit(admin, "dataStores/add").links["Directory (LDAP)"])
    headings = ["Data Store", "Connection", "Encryption", "Credentials", "Attributes", "Connection Pool"]
    assert [each for each in page.links if each in headings] == headings


def test_auditors_see_stores_and_change_nothing(admin: Client, shared_server: FlowServer) -> None:
    made = admin.post(STORES, {**JDBC, "name": "Seen"}, headers=BYPASS).json()
    rights = account("store-auditor", auditor=True)
    assert shared_server.basic("Administrator").post(f"{API}/administrativeAccounts", rights).status_code == 200
    auditor = shared_server.client().sign_in("store-auditor")
    page = visit(auditor, f"dataStores/edit/{made['id']}")
    assert "As an auditor, you can view this page but cannot change it." in page.text
    assert send(auditor, page, {"name": "Mine"}).status == 403
    assert send(auditor, page, {"_do": "try:"}).status == 403
    admin.delete(f"{STORES}/{made['id']}")


def test_the_type_of_the_contract_that_is_not_supported_is_named_in_the_error(admin: Client) -> None:
    message = "Data stores of the type PING_ONE_LDAP_GATEWAY are not supported. Use LDAP, JDBC or CUSTOM."
    assert errors(admin.post(STORES, {"type": "PING_ONE_LDAP_GATEWAY", "name": "Else"})) == {"type": message}
