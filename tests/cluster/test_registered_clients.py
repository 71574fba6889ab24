"""A client that registers itself at one engine is known to all engines at once, and nothing else is published."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cluster.processes import PATIENCE, Console, Json, Node, eventually, nodes
from tests.support import databases
from tests.support.access_tokens import manager
from tests.support.mappings import token_mapping

Make = Callable[..., Any]
HOST = "sso.example"
METADATA = {"client_name": "Robot", "grant_types": ["client_credentials"]}
SECRET = {"type": "SECRET", "secret": "a secret that is long enough for this"}
# Engines are notified of a publication; without the notification they would check every few seconds.
AT_ONCE = 2.0


@pytest.fixture
def make(postgres_url: str, tmp_path: Path) -> Iterator[Make]:
    with databases.postgres_database(postgres_url) as url, nodes(url, tmp_path) as made:
        yield made


def configured(make: Make) -> Console:
    """Return a console whose settings let anybody register clients, published."""
    console: Console = make("console", "console").set_up()
    console.ok("POST", "/oauth/accessTokenManagers", manager(0))
    console.ok("PUT", "/oauth/accessTokenManagers/settings", {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    console.ok("POST", "/oauth/accessTokenMappings", token_mapping())
    registration = {"allowOpenRegistration": True, "allowClientDelete": True}
    console.ok("PUT", "/oauth/clientSettings", {"clientMetadata": [], "dynamicClientRegistration": registration})
    console.replicate()
    return console


def call(engine: Node, method: str, path: str, client: Json | None = None, **body: Any) -> httpx.Response:
    """Call an engine, with the registration access token of a client if one is given."""
    headers = {"Host": HOST}
    if client is not None:
        headers["Authorization"] = f"Bearer {client['registration_access_token']}"
    address = f"{engine.address}{path}"
    return httpx.request(method, address, headers=headers, timeout=PATIENCE, trust_env=False, **body)


def register(engine: Node) -> Json:
    answer = call(engine, "POST", "/as/clients.oauth2", json=METADATA)
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def token_status(engine: Node, client: Json) -> int:
    form = {"grant_type": "client_credentials"}
    given = {**form, "client_id": client["client_id"], "client_secret": client["client_secret"]}
    return call(engine, "POST", "/as/token.oauth2", data=given).status_code


@pytest.mark.slow
def test_a_client_registered_at_one_engine_uses_every_engine(make: Make) -> None:
    console = configured(make)
    one, two = make("engine-1", "engine"), make("engine-2", "engine", "--engine-workers", "2")
    console.wait_for_engines(2)
    client = register(one)
    began = time.monotonic()
    assert token_status(one, client) == 200
    eventually("the other engine knows the client", lambda: token_status(two, client) == 200)
    assert time.monotonic() - began < AT_ONCE
    # Administrators have nothing to replicate.
    assert console.ok("GET", "/cluster/status")["replicationRequired"] is False
    (shown,) = console.ok("GET", "/oauth/clients")["items"]
    assert (shown["clientId"], shown["replicationStatus"]) == (client["client_id"], "REPLICATED")
    path = f"/as/clients.oauth2/{client['client_id']}"
    changed = {"client_id": client["client_id"], **METADATA, "client_name": "New"}
    rotated = call(two, "PUT", path, client, json=changed).json()
    eventually("the first engine knows the new secret", lambda: token_status(one, rotated) == 200)
    late = make("engine-3", "engine")
    console.wait_for_engines(3)
    assert token_status(late, rotated) == 200
    assert call(one, "DELETE", path, rotated).status_code == 204
    eventually(
        "no engine knows the client", lambda: {token_status(each, rotated) for each in (one, two, late)} == {401}
    )


@pytest.mark.slow
def test_a_registration_publishes_no_change_of_an_administrator(make: Make) -> None:
    console = configured(make)
    engine = make("engine", "engine")
    console.wait_for_engines(1)
    draft = {"clientId": "draft", "name": "Draft", "grantTypes": ["CLIENT_CREDENTIALS"], "clientAuth": SECRET}
    console.ok("POST", "/oauth/clients", draft)
    client = register(engine)
    assert token_status(engine, client) == 200
    assert token_status(engine, {"client_id": "draft", "client_secret": SECRET["secret"]}) == 401
    shown = {each["clientId"]: each["replicationStatus"] for each in console.ok("GET", "/oauth/clients")["items"]}
    assert shown == {client["client_id"]: "REPLICATED", "draft": "NOT_REPLICATED"}
    # An administrator's change of a registered client waits for the replication like every other change.
    body = console.ok("GET", f"/oauth/clients/{client['client_id']}")
    console.ok("PUT", f"/oauth/clients/{client['client_id']}", {**body, "enabled": False})
    assert token_status(engine, client) == 200
    console.replicate()
    console.wait_for_engines(1)
    assert token_status(engine, client) == 401
    assert token_status(engine, {"client_id": "draft", "client_secret": SECRET["secret"]}) == 200


@pytest.mark.slow
def test_requests_at_an_engine_are_counted_and_traced(make: Make) -> None:
    console = configured(make)
    engine = make("engine", "engine")
    console.wait_for_engines(1)
    client = register(engine)
    assert token_status(engine, client) == 200
    assert token_status(engine, {**client, "client_secret": "wrong"}) == 401
    metrics = engine.get("/metrics").text
    assert 'hanse_engine_tokens_issued_total{grant_type="client_credentials"} 1.0' in metrics
    assert 'hanse_engine_token_failures_total{error="invalid_client"} 1.0' in metrics
    (trace,) = eventually("the failure is traced", lambda: console.ok("GET", "/signInTraces/records")["items"])
    assert (trace["outcome"], trace["client"]["id"]) == ("FAILED", client["client_id"])
    # An engine that stops writes its latest figures first.
    engine.stop()
    figures = console.ok("GET", "/internal/engineFigures")
    assert figures["grantTypes"] == [{"id": "client_credentials", "label": "Client credentials", "count": 1}]
    assert figures["errors"] == [{"id": "invalid_client", "label": "invalid_client", "count": 1}]
    assert figures["tokenMilliseconds"] > 0
