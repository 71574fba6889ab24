"""Requests of clients that register themselves."""

import json
from collections.abc import Mapping
from typing import Any

import httpx

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients import CLIENT_SETTINGS, OAUTH_CLIENTS
from hanse.resources.system.authorization_server import COMMON_SCOPES, EXCLUSIVE_SCOPES
from tests.engine.server import EngineServer
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.configurations import create, read
from tests.support.mappings import token_mapping

PATH = "/as/clients.oauth2"
METADATA = {
    "client_name": "Portal",
    "redirect_uris": ["https://portal.example.com/callback"],
    "grant_types": ["authorization_code", "refresh_token"],
    "scope": "openid email",
}
OPEN = {"allowOpenRegistration": True}


def prepare(engine: EngineServer, **registration: Any) -> None:
    """Configure an issuer, scopes, and open registration with these settings."""
    engine.set_base_url()
    configuration = engine.core.configuration
    for name in ("email", "phone", "register"):
        create(configuration, COMMON_SCOPES, {"name": name, "description": f"Scope {name}"})
    create(configuration, MANAGERS, manager(0))
    create(configuration, ACCESS_TOKEN_MAPPINGS, token_mapping())
    engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    create(configuration, EXCLUSIVE_SCOPES, {"name": "admin", "description": "Administration"})
    allow(engine, **registration)


def allow(engine: EngineServer, **registration: Any) -> None:
    """Save the settings of dynamic client registration."""
    engine.save(CLIENT_SETTINGS, {"clientMetadata": [], "dynamicClientRegistration": {**OPEN, **registration}})


def register(engine: EngineServer, metadata: Mapping[str, Any] | None = None, **headers: str) -> httpx.Response:
    """Send a registration request, by default with valid metadata."""
    return send(engine, "POST", PATH, METADATA if metadata is None else metadata, **headers)


def send(engine: EngineServer, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
    """Send a request with a JSON body, or without a body."""
    content = None if body is None else json.dumps(body).encode()
    given = {"Content-Type": "application/json", **headers} if content is not None else headers
    return engine.request(method, path, headers=given, content=content)


def registered(engine: EngineServer, metadata: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Register a client and return the answer."""
    answer = register(engine, metadata)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def managed(engine: EngineServer, method: str, client_: Mapping[str, Any], body: Any = None) -> httpx.Response:
    """Send a request with the registration access token of a client."""
    bearer = {"Authorization": f"Bearer {client_['registration_access_token']}"}
    return send(engine, method, f"{PATH}/{client_['client_id']}", body, **bearer)


def stored(engine: EngineServer, client_: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored body of a registered client."""
    return read(engine.core.configuration, OAUTH_CLIENTS, client_["client_id"]).body


def refused(answer: httpx.Response, code: str, status: int = 400) -> str:
    """Check an error, and return its description."""
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
    return str(answer.json().get("error_description", ""))


def initial_token(engine: EngineServer, scope: str) -> str:
    """Return an access token of a client that may register others."""
    configuration = engine.core.configuration
    create(configuration, OAUTH_CLIENTS, client("registrar", grantTypes=["CLIENT_CREDENTIALS"], redirectUris=[]))
    engine.caught_up()
    secret = {"client_id": "registrar", "client_secret": "clear-secret-of-registrar"}
    answer = engine.post("/as/token.oauth2", {"grant_type": "client_credentials", "scope": scope, **secret})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["access_token"])
