"""Configuration encryption keys over HTTP: the list, and the rotation, after which all secrets can be decrypted."""

from sqlalchemy import select, update

from hanse.config.bundle import document as bundles
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import import_
from hanse.config.change.write_transaction import Author
from hanse.config.secrets.key_table import encryption_key
from hanse.config.secrets.keyring import key_id_of
from hanse.engine.keys.dynamic_keys import DynamicKeys
from hanse.engine.keys.schema import dynamic_key
from hanse.kit.randomness import SystemRandomness
from hanse.resources.security.encryption_keys import ROTATION_RECORD
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from tests.flows.server import API, Client, FlowServer

KEYS = f"{API}/configurationEncryptionKeys"


def rotate(admin: Client) -> list[str]:
    answer = admin.post(f"{KEYS}/rotate")
    assert answer.status_code == 201, answer.text
    return [key["keyId"] for key in answer.json()["items"]]


def test_keys_are_listed_the_newest_first_and_never_shown(server: FlowServer, admin: Client) -> None:
    (first,) = admin.get(KEYS).json()["items"]
    server.clock.advance(minutes=1)
    answer = admin.post(f"{KEYS}/rotate")
    assert answer.status_code == 201
    newest, older = answer.json()["items"]
    assert older == first
    assert newest["creationDate"] > first["creationDate"]
    assert set(newest) == {"keyId", "creationDate"}
    assert admin.get(KEYS).json() == answer.json()


def test_a_key_without_a_creation_date_shows_none(server: FlowServer, admin: Client) -> None:
    with server.core.configuration.changing_keys(Author("import")) as (change, keyring):
        change.connection.execute(update(encryption_key).values(creation_date=""))
        keyring.add(change.connection, keyring.make())
    assert [set(key) for key in admin.get(KEYS).json()["items"]] == [{"keyId", "creationDate"}, {"keyId"}]


def test_after_a_rotation_passwords_and_signing_keys_can_be_decrypted(server: FlowServer, admin: Client) -> None:
    configuration = server.core.configuration
    keys = DynamicKeys(configuration.database, server.core.keyring, server.clock, SystemRandomness())
    keys.rotate_if_due()
    newest = rotate(admin)[0]
    assert server.client().sign_in().get(f"{API}/version").status_code == 200
    with configuration.reading() as view:
        stored = view.get(ADMINISTRATIVE_ACCOUNTS, "Administrator")
        assert key_id_of(stored.body["encryptedPassword"]) == newest
        sealed = list(view.connection.execute(select(dynamic_key.c.sealed)).scalars())
        assert keys.material(view.connection, with_certificates=False).algorithms
    assert {key_id_of(each) for each in sealed} == {newest}


def test_the_history_names_the_administrator_who_rotated(server: FlowServer, admin: Client) -> None:
    first, second = rotate(admin)[0], rotate(admin)[0]
    with server.core.configuration.reading() as view:
        changes = view.history(ROTATION_RECORD, "-")
    assert [(change.actor, change.after["keyId"]) for change in changes if change.after] == [
        ("Administrator", second),
        ("Administrator", first),
    ]
    assert all(change.after["secrets"] >= 1 for change in changes if change.after)


def test_an_export_from_before_a_rotation_can_be_read_after_it(server: FlowServer, admin: Client) -> None:
    configuration = server.core.configuration
    account = {"username": "Clerk", "password": "Kontor-1241", "active": True, "roles": ["ADMINISTRATOR"]}
    assert admin.post(f"{API}/administrativeAccounts", account).status_code == 200
    with configuration.reading() as view:
        archive = bundles.to_bytes(export(view, server.core.keyring, product_version="1"))
    rotate(admin)
    assert admin.delete(f"{API}/administrativeAccounts/Clerk").status_code == 204
    import_(configuration, bundles.read(archive), Author("import"))
    assert server.client().sign_in("Clerk", "Kontor-1241").get(f"{API}/version").status_code == 200
