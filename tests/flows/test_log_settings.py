"""Verbose log categories on a real server: each adds its debug lines to the log, without secrets."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanse.kit.clock import SystemClock
from hanse.kit.log_categories import LOG_CATEGORIES
from hanse.saml.bindings import SAML_REQUEST, redirect_query
from hanse.saml.envelopes import Header
from hanse.saml.requests import AuthnRequest
from tests.cli.test_serve import running
from tests.flows.server import ALL_ROLES, API, PASSWORD, account
from tests.flows.test_process import browser, sign_in
from tests.support.json_service import rest_store
from tests.tools.cloud.serving import RunningCloud

SETTINGS = f"{API}/serverSettings/logSettings"
MIGRATED = f"{API}/internal/logSettings/migratedConfiguration"
# A logger and an event of each category that `exercise` causes.
EVENTS = {
    "requests": ("hanse.access", "request received"),
    "requestheaders": ("hanse.request-headers", "request headers"),
    "requestparams": ("hanse.request-parameters", "request parameters"),
    "restdatastore": ("hanse.service-requests", "service answered"),
    "dsresponsetime": ("hanse.data-store-times", "data store answered"),
    "trustedcas": ("hanse.trusted-cas", "trusted CAs loaded"),
    "admin-api": ("hanse.admin.api", "call admitted"),
    "admin-sessions": ("hanse.admin.session", "session begun"),
    "oauth": ("hanse.oauth", "published document"),
    "protocolrequestresponse": ("hanse.saml", "SAML message received"),
    "authorization-details": ("hanse.plugins", "plug-ins found"),
    "configuration": ("hanse.config", "document saved"),
    "database": ("hanse.database", "statement"),
    "data-stores": ("hanse.data-stores", "database reached"),
    "cluster": ("hanse.engine", "issuer built"),
    "cloud": ("hanse.cloud", "cloud call"),
    "core": ("hanse.health", "readiness requested"),
}
# This event occurs only once, with the first issuer.
KEYS = ("hanse.keys", "generation of dynamic keys created")


def lines(data: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (data / "log" / "server.log").read_text().splitlines()]


def settle(client: httpx.Client, data: Path) -> int:
    """Wait until all lines so far are in the log, which is written with a delay; return the number of lines."""
    last = client.get("/healthz").headers["X-Request-Id"]
    wait_for(lambda: client.get("/healthz").is_success and last in (data / "log" / "server.log").read_text())
    return len(lines(data))


def debug_lines(data: Path, since: int) -> set[tuple[str, str]]:
    return {(line["logger"], line["event"]) for line in lines(data)[since:] if line["level"] == "debug"}


def switch(client: httpx.Client, *ids: str) -> None:
    answer = client.put(SETTINGS, json={"logCategories": [{"id": id_, "enabled": True} for id_ in ids]})
    assert answer.status_code == 200, answer.text


def exercise(client: httpx.Client, cloud: RunningCloud, engine: str, number: int) -> list[str]:
    """Use every part of the server, and return the secrets of the requests."""
    secrets = sign_in(client)
    issuer = {"name": f"Kontor {number}", "host": "localhost", "path": f"/kontor-{number}"}
    assert client.post(f"{API}/oauth/issuers", json=issuer).status_code == 201
    connection = client.post(f"{API}/pingOneConnections", json={"name": f"C{number}", "credential": cloud.credential})
    assert connection.status_code == 201, connection.text
    store = {
        "type": "JDBC",
        "name": f"S{number}",
        "driverClass": "org.sqlite.JDBC",
        # A database that was reached is not checked again at once, so each round has its own.
        "connectionUrl": f"jdbc:sqlite:users-{number}.db",
    }
    assert client.post(f"{API}/dataStores", json=store).status_code == 201
    # No server listens there, but the trusted CAs are loaded before the connection.
    nowhere = {"type": "LDAP", "ldapType": "GENERIC", "hostnames": ["127.0.0.1:1"], "bindAnonymously": True}
    assert client.post(f"{API}/dataStores", json={**nowhere, "useSsl": True}).status_code == 422
    protected = {"Authentication_Method": "Basic Authentication", "Username": "hanse", "Password": "hunter5"}
    tried = client.post(f"{API}/internal/trials/dataStore", json=rest_store("tried", cloud.url, **protected))
    assert tried.status_code == 200, tried.text
    assert client.post("/pf-admin-ui/login", json={"username": "hunter2", "password": "hunter3"}).status_code == 401
    client.get("/readyz", params={"code": "hunter4"})
    if number > 1:
        # Plug-ins are discovered at their first use.
        assert client.get(f"{API}/oauth/authorizationDetailProcessors/descriptors").is_success
    published = f"{engine}/kontor-{number}/.well-known/openid-configuration"
    wait_for(lambda: client.get(published).status_code == 200)
    # There is no such partner, but the message is logged before that is known.
    header = Header(f"_request{number}", SystemClock().now(), "https://sp.example.com")
    query = redirect_query(AuthnRequest(header).to_element(), parameter=SAML_REQUEST)
    assert client.get(f"{engine}/kontor-{number}/idp/SSO.saml2?{query}").status_code == 400
    return [*secrets, cloud.credential, PASSWORD, "hunter2", "hunter3", "hunter4", "hunter5"]


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(2000):
        if condition():
            return
    raise AssertionError("the condition was never true")


def test_each_category_changes_the_log_at_once_and_no_secret_is_logged(
    tmp_path: Path, anchor_file: Path, cloud: RunningCloud
) -> None:
    data = tmp_path / "data"
    options = [
        "--licence-trust-anchors",
        str(anchor_file),
        "--cloud-regions",
        f"NA={cloud.url}",
        "--outgoing-networks",
        "127.0.0.0/8",
    ]
    with running(data, *options) as (_, listening), browser(data, listening["admin"]) as client:
        engine = listening["engine"].replace("127.0.0.1", "localhost")
        (data / "data-stores").mkdir()
        for number in range(1, 4):
            sqlite3.connect(data / "data-stores" / f"users-{number}.db").close()
        assert client.post(f"{API}/administrativeAccounts", json=account("Administrator", ALL_ROLES)).is_success
        secrets = sign_in(client)
        assert debug_lines(data, 0) == set()
        switch(client, "keys")
        secrets += exercise(client, cloud, engine, 1)
        settle(client, data)
        assert debug_lines(data, 0) == {KEYS}
        assert {category.id for category in LOG_CATEGORIES} == {"keys", *EVENTS}
        switch(client, *EVENTS)
        since = settle(client, data)
        secrets += exercise(client, cloud, engine, 2)
        settle(client, data)
        assert set(EVENTS.values()) <= debug_lines(data, since)
        switch(client, "oauth")
        since = settle(client, data)
        secrets += exercise(client, cloud, engine, 3)
        settle(client, data)
        assert {logger for logger, _ in debug_lines(data, since)} == {"hanse.oauth"}
        secrets.append(listening["setupLink"].partition("key=")[2])
        log = (data / "log" / "server.log").read_text()
        assert not [secret for secret in secrets if secret in log]


@pytest.mark.slow
def test_a_migrated_configuration_suspends_the_settings_until_it_is_merged(tmp_path: Path) -> None:
    file = tmp_path / "conf" / "log4j2.xml"
    file.parent.mkdir()
    file.write_text("<Configuration/>")
    with running(tmp_path) as (_, listening), browser(tmp_path, listening["admin"]) as client:
        assert client.post(f"{API}/administrativeAccounts", json=account("Administrator", ALL_ROLES)).is_success
        sign_in(client)
        assert client.get(MIGRATED).json() == {"waiting": True, "file": "conf/log4j2.xml"}
        settle(client, tmp_path)
        assert "is not merged yet" in (tmp_path / "log" / "server.log").read_text()
        switch(client, "admin-api")
        client.get(SETTINGS)
        settle(client, tmp_path)
        assert debug_lines(tmp_path, 0) == set()
        assert client.post(f"{MIGRATED}/merged").json() == {"waiting": False}
        assert (file.exists(), file.with_name("log4j2.xml.merged").read_text()) == (False, "<Configuration/>")
        assert client.post(f"{MIGRATED}/merged").status_code == 404
        wait_for(lambda: client.get(SETTINGS).is_success and bool(debug_lines(tmp_path, 0)))
