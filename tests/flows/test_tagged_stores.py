"""Data stores with different servers by node tags, over HTTP and on the frame page."""

from pathlib import Path
from typing import Any

import pytest

from hanse.data_stores.client_pool import DataStoreClients
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.data_stores.clients import database_settings, directory_settings
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer

Body = dict[str, Any]
STORES = f"{API}/dataStores"
BYPASS = {"X-BypassExternalValidation": "true"}
HERE, EU = ["here.example"], ["eu-1.example:1389", "eu-2.example"]
LDAP: Body = {"type": "LDAP", "ldapType": "GENERIC", "userDN": "cn=admin", "password": "Hansa-secret"}
HOSTS: list[Body] = [
    {"hostnames": EU, "tags": "eu, europe"},
    {"hostnames": HERE, "tags": "docker", "defaultSource": True},
]
JDBC: Body = {"type": "JDBC", "driverClass": "org.sqlite.JDBC", "name": "Tagged users"}
URLS: list[Body] = [
    {"connectionUrl": "jdbc:sqlite:here.db", "defaultSource": True},
    {"connectionUrl": "jdbc:sqlite:eu.db", "tags": "eu"},
]


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def create_store(admin: Client, body: Body) -> Body:
    answer = admin.post(STORES, body, headers=BYPASS)
    assert answer.status_code == 201, answer.text
    found: Body = answer.json()
    return found


def errors(answer: Any) -> dict[str, str]:
    assert answer.status_code == 422, answer.text
    return {each["fieldPath"]: each["message"] for each in answer.json()["validationErrors"]}


@pytest.mark.parametrize(
    ("tags", "servers"),
    [
        ((), [("here.example", 389)]),
        (("asia",), [("here.example", 389)]),
        (("europe",), [("eu-1.example", 1389), ("eu-2.example", 389)]),
        (("docker", "eu"), [("eu-1.example", 1389), ("eu-2.example", 389)]),
    ],
)
def test_a_node_uses_the_first_set_with_one_of_its_tags(
    admin: Client, shared_server: FlowServer, tags: tuple[str, ...], servers: list[tuple[str, int]]
) -> None:
    stored = create_store(admin, {**LDAP, "name": "Tagged", "hostnamesTags": HOSTS})
    assert (stored["hostnames"], stored["hostnamesTags"][1]) == (HERE, HOSTS[1])
    with shared_server.core.configuration.reading() as view:
        store = view.model(DATA_STORES, stored["id"])
        assert directory_settings(store, "", view, DataStoreClients(Path(), tags)).servers == tuple(servers)
    assert admin.put(f"{STORES}/{stored['id']}", stored, headers=BYPASS).json() == stored
    admin.delete(f"{STORES}/{stored['id']}")


def test_hosts_and_the_default_set_are_edited_together(admin: Client) -> None:
    stored = create_store(admin, {**LDAP, "name": "Edited", "hostnamesTags": HOSTS})
    path, moved = f"{STORES}/{stored['id']}", ["moved.example"]
    sets = [HOSTS[0], {**HOSTS[1], "hostnames": moved}]
    for sent in ({"hostnames": moved}, {"hostnamesTags": sets}):
        # The password would be sent to another server, so it must be entered again.
        assert "password" in errors(admin.put(path, {**stored, **sent}, headers=BYPASS))
        again = admin.put(path, {**stored, **sent, "password": "Hansa-secret"}, headers=BYPASS).json()
        assert (again["hostnames"], again["hostnamesTags"]) == (moved, [stored["hostnamesTags"][0], sets[1]])
        assert admin.get(path).json() == again
        stored = admin.put(path, {**stored, "password": "Hansa-secret"}, headers=BYPASS).json()
        assert stored["hostnames"] == HERE
    database = create_store(admin, {**JDBC, "name": "Edited too", "connectionUrlTags": URLS})
    for name in ("connectionUrl", "connectionUrlTags"):
        url = {"connectionUrl": f"jdbc:sqlite:{name}.db"}
        change: Body = url if name == "connectionUrl" else {name: [{**URLS[0], **url}, URLS[1]]}
        answer = admin.put(f"{STORES}/{database['id']}", {**database, **change}, headers=BYPASS)
        database = answer.json()
        assert (answer.status_code, database["connectionUrl"]) == (200, url["connectionUrl"])
        assert database["connectionUrlTags"][0]["connectionUrl"] == url["connectionUrl"]
    admin.delete(f"{STORES}/{database['id']}")
    both = {**stored, "hostnames": ["a.example"], "hostnamesTags": sets, "password": "Hansa-secret"}
    assert "hostnames" in errors(admin.put(path, both, headers=BYPASS))
    admin.delete(path)


def test_databases_have_addresses_by_tags_too(admin: Client, shared_server: FlowServer) -> None:
    stored = create_store(admin, {**JDBC, "connectionUrlTags": URLS})
    assert stored["connectionUrl"] == "jdbc:sqlite:here.db"
    with shared_server.core.configuration.reading() as view:
        store = view.model(DATA_STORES, stored["id"])
    assert "/eu.db" in database_settings(store, "", DataStoreClients(Path(), ["eu"])).url
    assert "/here.db" in database_settings(store, "", DataStoreClients(Path())).url
    admin.delete(f"{STORES}/{stored['id']}")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({**LDAP, "hostnames": EU, "hostnamesTags": HOSTS}, {"hostnames"}),
        ({**LDAP, "hostnames": EU, "hostnamesTags": HOSTS[:1]}, {"hostnamesTags"}),
        ({**LDAP, "hostnamesTags": [HOSTS[1], HOSTS[1]]}, {"hostnamesTags"}),
        (
            {**LDAP, "hostnamesTags": [{"hostnames": ["a b"]}, HOSTS[1]]},
            {f"hostnamesTags[0].{x}" for x in ("tags", "hostnames[0]")},
        ),
        ({**JDBC, "connectionUrl": "jdbc:sqlite:eu.db", "connectionUrlTags": URLS}, {"connectionUrl"}),
        (
            {**JDBC, "connectionUrlTags": [{**URLS[0], "connectionUrl": "jdbc:x"}]},
            {"connectionUrlTags[0].connectionUrl"},
        ),
        ({**JDBC, "connectionUrlTags": URLS, "hostnamesTags": HOSTS}, {"hostnames", "hostnamesTags"}),
        ({**LDAP, "hostnames": ["here.example:389"], "useDnsSrvRecords": True}, {"hostnames[0]"}),
        ({**LDAP, "hostnames": ["192.0.2.1"], "useDnsSrvRecords": True}, {"hostnames[0]"}),
        (
            {**LDAP, "hostnames": HERE, "ldapDnsSrvPrefix": "_ldap/_tcp", "ldapsDnsSrvPrefix": "."},
            {"ldapDnsSrvPrefix", "ldapsDnsSrvPrefix"},
        ),
        ({**LDAP, "hostnames": HERE, "clientTlsCertificateRef": {"id": "x"}}, {"clientTlsCertificateRef"}),
    ],
)
def test_contradicting_sets_and_unsupported_values_are_refused(admin: Client, body: Body, expected: set[str]) -> None:
    assert errors(admin.post(STORES, body, headers=BYPASS)).keys() == expected


def test_a_stored_password_is_not_sent_to_another_set(admin: Client) -> None:
    stored = create_store(admin, {**LDAP, "name": "Tagged", "hostnamesTags": HOSTS})
    path = f"{STORES}/{stored['id']}"
    more = [*stored["hostnamesTags"], {"hostnames": ["evil.example"], "tags": "eu"}]
    assert errors(admin.put(path, {**stored, "hostnamesTags": more}, headers=BYPASS)).keys() == {"password"}
    assert admin.put(path, {**stored, "hostnamesTags": stored["hostnamesTags"][1:]}, headers=BYPASS).status_code == 200
    admin.delete(path)


def test_the_form_has_the_sets_and_only_effective_fields(admin: Client) -> None:
    stored = create_store(admin, {**LDAP, "name": "Tagged", "hostnamesTags": HOSTS, "dnsTtl": 5})
    page = visit(admin, f"dataStores/edit/{stored['id']}")
    assert page.fields["hostnamesTags[0].hostnames"] == ["\n".join(EU)]
    assert not [name for name in page.fields if name.startswith("clientTlsCertificateRef")]
    refused = send(admin, page, {"hostnamesTags[0].tags": "", "_do": "bypass"})
    assert "Enter tags. A set without tags must be the default." in refused.text
    sent = send(admin, page, {"hostnamesTags[0].tags": "west", "testOnReturn": "true", "_do": "bypass"})
    follow(admin, sent)
    now = admin.get(f"{STORES}/{stored['id']}").json()
    assert now["hostnamesTags"][0] == {"hostnames": EU, "tags": "west", "defaultSource": False}
    assert (now["testOnReturn"], now["dnsTtl"]) == (True, 5)
    admin.delete(f"{STORES}/{stored['id']}")
