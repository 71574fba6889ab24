"""Good calls of data stores and certificates, and what they are about."""

import sqlite3
from contextlib import closing
from typing import Any

from hanse.sources.access import Sources
from tests.flows.good_call import GoodCall, Key
from tests.flows.kinds import collection
from tests.flows.server import API, FlowServer

STORES = "/dataStores"
STORE = "people"
ACTIONS = f"{API}{STORES}/{{id}}/actions"
# The path has the parameter twice over; a call of another action would be refused.
_INVOKE = f"{ACTIONS}/{{actionId}}/invokeAction"


def store(serial: str) -> dict[str, Any]:
    """Return the body of a data store: a file, which needs no other server."""
    url = "jdbc:sqlite:people.db"
    return {"type": "JDBC", "name": f"Store {serial}", "driverClass": "org.sqlite.JDBC", "connectionUrl": url}


def add_stores(server: FlowServer) -> None:
    """Make what the calls are about, where it is not there."""
    folder = server.core.configuration.ports.get(Sources).folder
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "people.db")) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS people (mail TEXT)")
    # Named as its action, as one word stands in for all parameters of a path.
    for id_ in (STORE, "testConnection"):
        made = server.basic("Administrator").post(f"{API}{STORES}", {"id": id_, **store(id_)})
        assert made.status_code in (201, 422), made.text


STORE_CALLS: dict[Key, GoodCall] = {
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
    # No plug-in is installed.
    ("GET", f"{API}{STORES}/descriptors/{{id}}"): GoodCall(404),
    ("GET", ACTIONS): GoodCall(target="testConnection"),
    ("GET", f"{ACTIONS}/{{actionId}}"): GoodCall(target="testConnection"),
    ("POST", _INVOKE): GoodCall(body=lambda _s, _c: {"parameters": []}, target="testConnection"),
}


def store_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return who may make these calls."""
    return {
        **collection(f"{API}{STORES}", sees=sees, changes=configures),
        ("DELETE", f"{API}{STORES}/{{id}}"): configures,
        ("GET", f"{API}{STORES}/descriptors"): sees,
        ("GET", f"{API}{STORES}/descriptors/{{id}}"): sees,
        ("GET", ACTIONS): sees,
        ("GET", f"{ACTIONS}/{{actionId}}"): sees,
        ("POST", _INVOKE): configures,
    }
