"""General settings: how long connection checks of data stores are reused, and what the fields accept."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from hanse.data_stores.client_pool import DataStoreClients
from tests.flows.server import API, Client, FlowServer

SETTINGS = f"{API}/serverSettings/generalSettings"
STORES = f"{API}/dataStores"
TRIAL = f"{API}/internal/trials/dataStore"
DEFAULTS = {
    "datastoreValidationIntervalSecs": 300,
    "requestHeaderForCorrelationId": "",
    "disableAutomaticConnectionValidation": False,
    "idpConnectionTransactionLoggingOverride": "DONT_OVERRIDE",
    "spConnectionTransactionLoggingOverride": "DONT_OVERRIDE",
}
STORE: dict[str, Any] = {
    "id": "users",
    "name": "Users",
    "type": "JDBC",
    "driverClass": "org.sqlite.JDBC",
    "connectionUrl": "jdbc:sqlite:users.db",
    "validateConnectionSql": "SELECT count(*) FROM users",
}


@pytest.fixture
def store(admin: Client, server: FlowServer) -> dict[str, Any]:
    """Return a saved data store, whose test statement has succeeded."""
    execute(server, "CREATE TABLE users (name)")
    made = admin.post(STORES, STORE)
    assert made.status_code == 201, made.text
    body: dict[str, Any] = made.json()
    return body


def execute(server: FlowServer, statement: str) -> None:
    folder = server.core.configuration.ports.get(DataStoreClients).folder
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "users.db")) as connection:
        connection.execute(statement)


def test_the_defaults_are_those_of_the_contract(admin: Client) -> None:
    assert admin.get(SETTINGS).json() == DEFAULTS
    assert admin.put(SETTINGS, {}).json() == DEFAULTS


def test_fields_about_saml_connections_are_stored(admin: Client) -> None:
    sent = {
        **DEFAULTS,
        "disableAutomaticConnectionValidation": True,
        "idpConnectionTransactionLoggingOverride": "ENHANCED",
        "spConnectionTransactionLoggingOverride": "STANDARD",
    }
    assert admin.put(SETTINGS, sent).json() == sent
    assert admin.get(SETTINGS).json() == sent


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("datastoreValidationIntervalSecs", -1),
        ("datastoreValidationIntervalSecs", 86_401),
        ("idpConnectionTransactionLoggingOverride", "LOUD"),
        *(("requestHeaderForCorrelationId", name) for name in ("Authorization", "cookie", "DPoP", "X Id", "X-Id:")),
    ],
)
def test_invalid_values_are_refused(admin: Client, field: str, value: object) -> None:
    refused = admin.put(SETTINGS, {field: value})
    assert refused.status_code == 422
    assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == [field]


def test_a_save_within_the_interval_reuses_the_last_check(
    admin: Client, server: FlowServer, store: dict[str, Any]
) -> None:
    execute(server, "DROP TABLE users")
    path = f"{STORES}/users"
    server.clock.advance(seconds=299)
    assert admin.put(path, {**store, "name": "People"}).status_code == 200
    server.clock.advance(seconds=1)
    assert admin.put(path, store).status_code == 422
    # The failure is not reused: with a table, the next save connects and succeeds.
    execute(server, "CREATE TABLE users (name)")
    assert admin.put(path, store).status_code == 200


def test_other_connection_settings_are_checked_at_once(
    admin: Client, server: FlowServer, store: dict[str, Any]
) -> None:
    execute(server, "DROP TABLE users")
    changed = {**store, "connectionUrl": "jdbc:sqlite:./users.db"}
    assert admin.put(f"{STORES}/users", changed).status_code == 422


def test_without_an_interval_every_save_connects(admin: Client, server: FlowServer, store: dict[str, Any]) -> None:
    assert admin.put(SETTINGS, {"datastoreValidationIntervalSecs": 0}).status_code == 200
    execute(server, "DROP TABLE users")
    assert admin.put(f"{STORES}/users", {**store, "name": "People"}).status_code == 422


def test_the_connection_test_always_connects(admin: Client, server: FlowServer, store: dict[str, Any]) -> None:
    execute(server, "DROP TABLE users")
    assert admin.post(TRIAL, store).status_code == 422
    assert admin.post(f"{STORES}/users/actions/testConnection/invokeAction", {"parameters": []}).status_code == 422
    # The failed test ends the trust in the earlier check.
    assert admin.put(f"{STORES}/users", {**store, "name": "People"}).status_code == 422
