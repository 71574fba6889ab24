"""Valid calls for data stores and certificates, and the items that they need."""

import sqlite3
from contextlib import closing
from typing import Any
from zlib import crc32

from hanse.crypto.certificate_chains import to_pem
from hanse.data_stores.client_pool import DataStoreClients
from hanse.plugins.data_stores.rest.plugin import REST_API
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS
from tests.flows.key_calls import key_link
from tests.flows.role_table import collection
from tests.flows.server import API, FlowServer
from tests.flows.valid_call import GoodCall, Key
from tests.support.certified_keys import pair
from tests.support.configurations import create
from tests.support.key_pairs import stored_body
from tests.tools.cloud.serving import RunningCloud

STORES = "/dataStores"
STORE = "people"
TRIAL = f"{API}/internal/trials/dataStore"
EFFECTIVE = f"{API}/internal/effective{STORES}/{{id}}"
ACTIONS = f"{API}{STORES}/{{id}}/actions"
# One target replaces both path parameters; calls of another action would be refused.
_INVOKE = f"{ACTIONS}/{{actionId}}/invokeAction"


def store(serial: str) -> dict[str, Any]:
    """Return the body of a data store: an SQLite file, which needs no other server."""
    url = "jdbc:sqlite:people.db"
    return {"type": "JDBC", "name": f"Store {serial}", "driverClass": "org.sqlite.JDBC", "connectionUrl": url}


def add_stores(server: FlowServer) -> None:
    """Create the items that the calls need, unless they exist."""
    folder = server.core.configuration.ports.get(DataStoreClients).folder
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "people.db")) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS people (mail TEXT)")
    for family in (SSL_SERVER_KEY_PAIRS, SSL_CLIENT_KEY_PAIRS):
        with server.core.configuration.reading() as view:
            is_present = view.find(family, "seal-1") is not None
        if not is_present:
            create(server.core.configuration, family, stored_body(1))
        for id_ in (CA, "other"):
            made = server.basic("Administrator").post(f"{API}{family.path}/generate", new_server_pair(id_))
            assert made.status_code in (201, 422), made.text
    for id_ in (CA, "other"):
        made = server.basic("Administrator").post(f"{API}{CAS}/import", {"id": id_, **ca_file(id_)})
        assert made.status_code in (201, 422), made.text
    # The second ID is the name of an action, as one target replaces all path parameters.
    for id_ in (STORE, "testConnection"):
        made = server.basic("Administrator").post(f"{API}{STORES}", {"id": id_, **store(id_)})
        assert made.status_code in (201, 422), made.text


CAS = "/certificates/ca"
CA = "root"


def ca_file(serial: str) -> dict[str, Any]:
    """Return the body that imports a certificate; each serial has a different one."""
    return {"fileData": to_pem(pair(f"p256-{crc32(serial.encode())}")["certificates"])}


SSL = "/keyPairs/sslServer"
_FILE_PASSWORD = "Hansa-1241-Hansa"


def new_server_pair(serial: str) -> dict[str, Any]:
    """Return the body that generates a key pair; an EC key, as that is fast."""
    name = {"commonName": serial, "organization": "Hanse", "country": "DE"}
    return {"id": serial, **name, "validDays": 365, "keyAlgorithm": "EC"}


def _server_file(serial: str, _cloud: RunningCloud) -> dict[str, Any]:
    body = pair(f"p256-{crc32(serial.encode())}")
    return {"fileData": body["privateKey"] + to_pem(body["certificates"]), "password": ""}


def _issued(_serial: str, _cloud: RunningCloud) -> dict[str, Any]:
    return {"fileData": to_pem(stored_body(1)["certificates"])}


def _password(_serial: str, _cloud: RunningCloud) -> dict[str, Any]:
    return {"password": _FILE_PASSWORD}


def _pair_calls(path: str) -> dict[Key, GoodCall]:
    """Return the calls of key pairs for TLS."""
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("POST", f"{API}{path}/generate"): GoodCall(201, body=lambda serial, _c: new_server_pair(f"made-{serial}")),
        ("POST", f"{API}{path}/import"): GoodCall(201, body=_server_file),
        ("POST", f"{API}{path}/link"): GoodCall(422, body=lambda _s, _c: key_link()),
        ("GET", f"{API}{path}/{{id}}"): GoodCall(target="other"),
        ("GET", f"{API}{path}/{{id}}/certificate"): GoodCall(target="other"),
        ("GET", f"{API}{path}/{{id}}/csr"): GoodCall(target="other"),
        ("POST", f"{API}{path}/{{id}}/csr"): GoodCall(body=_issued, target="seal-1"),
        ("POST", f"{API}{path}/{{id}}/pkcs12"): GoodCall(body=_password, target="other"),
        ("POST", f"{API}{path}/{{id}}/pem"): GoodCall(body=_password, target="other"),
        ("DELETE", f"{API}{path}/{{id}}"): GoodCall(204, target=CA),
        ("GET", f"{API}/internal/history{path}/{{id}}"): GoodCall(target="other"),
        ("GET", f"{API}/internal/usedBy{path}/{{id}}"): GoodCall(target="other"),
    }


SSL_CALLS: dict[Key, GoodCall] = {
    **_pair_calls(SSL_SERVER_KEY_PAIRS.path),
    **_pair_calls(SSL_CLIENT_KEY_PAIRS.path),
    ("GET", f"{API}{SSL}/settings"): GoodCall(),
    ("PUT", f"{API}{SSL}/settings"): GoodCall(body=lambda _s, _c: {"activeRuntimeServerCerts": []}),
    ("GET", f"{API}/internal/history{SSL}/settings"): GoodCall(),
    ("GET", f"{API}/internal/usedBy{SSL}/settings"): GoodCall(),
}
STORE_CALLS: dict[Key, GoodCall] = {
    **SSL_CALLS,
    ("GET", f"{API}{CAS}"): GoodCall(),
    ("POST", f"{API}{CAS}/import"): GoodCall(201, body=lambda serial, _c: ca_file(serial)),
    ("GET", f"{API}{CAS}/{{id}}"): GoodCall(target=CA),
    ("GET", f"{API}{CAS}/{{id}}/file"): GoodCall(target="other"),
    ("DELETE", f"{API}{CAS}/{{id}}"): GoodCall(204, target=CA),
    ("GET", f"{API}/internal/history{CAS}/{{id}}"): GoodCall(target=CA),
    ("GET", f"{API}/internal/usedBy{CAS}/{{id}}"): GoodCall(target="other"),
    ("GET", f"{API}{STORES}"): GoodCall(),
    ("POST", f"{API}{STORES}"): GoodCall(201, body=lambda serial, _c: store(f"made {serial}")),
    ("GET", f"{API}{STORES}/{{id}}"): GoodCall(target=STORE),
    ("PUT", f"{API}{STORES}/{{id}}"): GoodCall(
        body=lambda serial, _c: {**store(STORE), "name": f"New {serial}"}, target=STORE
    ),
    ("DELETE", f"{API}{STORES}/{{id}}"): GoodCall(204, target=STORE),
    ("GET", f"{API}/internal/history{STORES}/{{id}}"): GoodCall(target=STORE),
    ("GET", f"{API}/internal/usedBy{STORES}/{{id}}"): GoodCall(target=STORE),
    ("GET", f"{API}{STORES}/descriptors"): GoodCall(),
    ("GET", f"{API}{STORES}/descriptors/{{id}}"): GoodCall(target=REST_API.id),
    # The data store of these calls is no instance of a plug-in.
    ("GET", EFFECTIVE): GoodCall(404, target=STORE),
    ("POST", TRIAL): GoodCall(body=lambda serial, _c: store(f"tried {serial}")),
    ("GET", ACTIONS): GoodCall(target="testConnection"),
    ("GET", f"{ACTIONS}/{{actionId}}"): GoodCall(target="testConnection"),
    ("POST", _INVOKE): GoodCall(body=lambda _s, _c: {"parameters": []}, target="testConnection"),
}


def ca_roles(*, sees: frozenset[str], manages: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may call the operations of trusted CAs and key pairs for TLS."""
    return {
        **{key: sees if key[0] == "GET" else manages for key in SSL_CALLS},
        ("GET", f"{API}{CAS}"): sees,
        ("POST", f"{API}{CAS}/import"): manages,
        ("GET", f"{API}{CAS}/{{id}}"): sees,
        ("GET", f"{API}{CAS}/{{id}}/file"): sees,
        ("GET", f"{API}/internal/history{CAS}/{{id}}"): sees,
        ("GET", f"{API}/internal/usedBy{CAS}/{{id}}"): sees,
        ("DELETE", f"{API}{CAS}/{{id}}"): manages,
    }


def store_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        **collection(f"{API}{STORES}", sees=sees, changes=configures),
        ("DELETE", f"{API}{STORES}/{{id}}"): configures,
        ("GET", f"{API}{STORES}/descriptors"): sees,
        ("GET", f"{API}{STORES}/descriptors/{{id}}"): sees,
        ("GET", EFFECTIVE): sees,
        ("POST", TRIAL): configures,
        ("GET", ACTIONS): sees,
        ("GET", f"{ACTIONS}/{{actionId}}"): sees,
        ("POST", _INVOKE): configures,
    }
