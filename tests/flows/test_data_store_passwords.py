"""Passwords of data stores are sent only to the servers for which they were entered."""

import socketserver
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from hanse.config.bundle import document as bundles
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import import_
from hanse.config.change.write_transaction import Author
from tests.flows.server import API, Client, FlowServer
from tests.flows.test_data_stores import BYPASS, LDAP, STORES, TRIAL, errors
from tests.support.instances import publisher
from tests.support.running_servers import running


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


@dataclass
class Listener:
    """An attacker's server, which counts its connections."""

    address: str = ""
    connections: int = 0


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()

    class Counting(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            found.connections += 1

    server = socketserver.TCPServer(("127.0.0.1", 0), Counting)
    found.address = f"127.0.0.1:{server.server_address[1]}"
    with running(server):
        yield found


def test_a_trial_does_not_send_a_stored_password_to_another_host(admin: Client) -> None:
    made = admin.post(STORES, {**LDAP, "name": "Tried"}, headers=BYPASS).json()
    sealed = made["encryptedPassword"]
    elsewhere = {key: value for key, value in LDAP.items() if key != "password"} | {"hostnames": ["localhost:1"]}
    for body in (
        {**elsewhere, "encryptedPassword": sealed},
        {**elsewhere, "id": made["id"]},
        {**elsewhere, "id": made["id"], "encryptedPassword": sealed},
    ):
        assert errors(admin.post(TRIAL, body)).keys() == {"password"}
    admin.delete(f"{STORES}/{made['id']}")


def test_a_save_sends_the_password_of_a_store_nowhere_else(admin: Client, listener: Listener) -> None:
    made = admin.post(STORES, {**LDAP, "name": "Original"}, headers=BYPASS).json()
    sealed = made["encryptedPassword"]
    without = {key: value for key, value in LDAP.items() if key != "password"} | {"encryptedPassword": sealed}
    evil = {**without, "hostnames": [listener.address]}
    own = admin.post(STORES, {**LDAP, "name": "Own", "password": "Another-1241"}, headers=BYPASS).json()
    for headers in ({}, BYPASS):
        for refused in (
            admin.post(STORES, {**evil, "name": "New"}, headers=headers),
            admin.put(f"{STORES}/{own['id']}", {**own, **evil, "name": "Own"}, headers=headers),
            admin.put(f"{STORES}/{made['id']}", {**made, "hostnames": evil["hostnames"]}, headers=headers),
            # With anonymous bind the password is not used now, but a later change could use it again.
            admin.put(f"{STORES}/{made['id']}", {**made, **evil, "bindAnonymously": True}, headers=headers),
        ):
            assert errors(refused).keys() == {"password"}
    assert listener.connections == 0
    # For the same servers the encrypted password is accepted, so a script can copy a data store from an answer.
    copy = admin.post(STORES, {**without, "name": "Copy"}, headers=BYPASS)
    assert copy.status_code == 201, copy.text
    for each in (made, own, copy.json()):
        admin.delete(f"{STORES}/{each['id']}")


def test_a_password_encrypted_with_an_older_key_is_not_sent_to_another_server(server: FlowServer) -> None:
    admin = server.set_up()
    made = admin.post(STORES, {**LDAP, "name": "Rotated"}, headers=BYPASS).json()
    assert admin.post(f"{API}/configurationEncryptionKeys/rotate").status_code == 201
    path = f"{STORES}/{made['id']}"
    refused = admin.put(path, {**made, "hostnames": ["127.0.0.1:2"]}, headers=BYPASS)
    assert errors(refused).keys() == {"password"}
    assert admin.put(path, {**made, "name": "Same server"}, headers=BYPASS).status_code == 200


def test_an_exported_configuration_with_passwords_of_servers_is_imported(server: FlowServer) -> None:
    admin, configuration = server.set_up(), server.core.configuration
    store = admin.post(STORES, {**LDAP, "name": "Exported"}, headers=BYPASS).json()
    path, mail = f"{API}/notificationPublishers", publisher(0, 25, Username="hanse", Password="s3cret")
    sender = admin.post(path, mail).json()
    with configuration.reading() as view:
        archive = bundles.to_bytes(export(view, server.core.keyring, product_version="1"))
    for where in (f"{STORES}/{store['id']}", f"{path}/{sender['id']}"):
        assert admin.delete(where).status_code == 204
    import_(configuration, bundles.read(archive), Author("import"))
    assert admin.get(f"{STORES}/{store['id']}").json() == store
    assert admin.get(f"{path}/{sender['id']}").json() == sender
