"""Clients manage their registrations (RFC 7592)."""

from typing import Any

import pytest

from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.engine.oauth.registration.registering import (
    METADATA,
    allow,
    managed,
    refused,
    registered,
    stored,
)
from tests.engine.server import EngineServer
from tests.support.configurations import replace

ISSUED = ("registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at")


def changed(client: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Return the body of an update: the current registration with changed members."""
    kept = {name: value for name, value in client.items() if name not in ISSUED}
    return {**kept, **members}


def token(server: EngineServer, client: dict[str, Any], secret: str) -> int:
    """Return the status of a token request with a secret of the client."""
    form = {"grant_type": "client_credentials", "client_id": client["client_id"], "client_secret": secret}
    return server.post("/as/token.oauth2", form).status_code


def test_a_client_reads_its_registration(server: EngineServer) -> None:
    found = registered(server)
    answer = managed(server, "GET", found)
    assert answer.status_code == 200
    # A secret is returned only when it is issued.
    hidden = ("client_secret", "client_secret_expires_at")
    assert answer.json() == {name: value for name, value in found.items() if name not in hidden}


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_registration_access_token_is_for_its_own_client_only(server: EngineServer, method: str) -> None:
    allow(server, allowClientDelete=True)
    one, other = registered(server), registered(server)
    mixed = {**one, "registration_access_token": other["registration_access_token"]}
    body = changed(one) if method == "PUT" else None
    refused(managed(server, method, mixed, body), "invalid_token", 401)
    unknown = {**one, "client_id": "dc-unknown"}
    refused(managed(server, method, unknown, body), "invalid_token", 401)


def test_a_change_replaces_all_metadata_and_rotates_token_and_secret(server: EngineServer) -> None:
    grants = {**METADATA, "grant_types": ["client_credentials"], "contacts": ["a@example.com"]}
    found = registered(server, grants)
    body = changed(found, client_name="New", contacts=None)
    answer = managed(server, "PUT", found, body)
    assert answer.status_code == 200, answer.text
    new = answer.json()
    assert (new["client_name"], "contacts" in new) == ("New", False)
    assert new["client_secret"] != found["client_secret"]
    assert new["registration_access_token"] != found["registration_access_token"]
    refused(managed(server, "GET", found), "invalid_token", 401)
    assert managed(server, "GET", new).status_code == 200
    assert (token(server, new, found["client_secret"]), token(server, new, new["client_secret"])) == (401, 200)
    assert stored(server, new)["dynamicRegistration"]["changed"]


def test_without_rotation_token_and_secret_stay(server: EngineServer) -> None:
    allow(server, rotateClientSecret=False, rotateRegistrationAccessToken=False)
    found = registered(server, {**METADATA, "grant_types": ["client_credentials"]})
    new = managed(server, "PUT", found, changed(found, client_name="New")).json()
    assert "client_secret" not in new
    assert new["registration_access_token"] == found["registration_access_token"]
    assert token(server, found, found["client_secret"]) == 200


def test_a_rotated_secret_is_retained_as_configured(server: EngineServer) -> None:
    own = {"clientSecretRetentionPeriodType": "OVERRIDE_SERVER_DEFAULT", "clientSecretRetentionPeriodOverride": 10}
    allow(server, retainClientSecret=True, **own)
    found = registered(server, {**METADATA, "grant_types": ["client_credentials"]})
    managed(server, "PUT", found, changed(found))
    assert token(server, found, found["client_secret"]) == 200
    server.clock.advance(minutes=11)
    assert token(server, found, found["client_secret"]) == 401


@pytest.mark.parametrize(
    "members",
    [
        {"client_id": "another"},
        {"client_id": None},
        {"client_secret": "a-secret-that-the-client-chooses"},
        {"registration_access_token": "x"},
        {"client_id_issued_at": 1},
    ],
)
def test_an_update_with_members_that_only_the_server_sets_is_refused(
    server: EngineServer, members: dict[str, Any]
) -> None:
    found = registered(server)
    refused(managed(server, "PUT", found, changed(found, **members)), "invalid_client_metadata")


def test_a_refused_change_leaves_registration_and_token_as_they_were(server: EngineServer) -> None:
    found = registered(server)
    before = stored(server, found)
    answer = managed(server, "PUT", found, changed(found, redirect_uris=["http://evil.example.com/"]))
    refused(answer, "invalid_redirect_uri")
    assert stored(server, found) == before
    assert managed(server, "GET", found).status_code == 200


def test_a_change_keeps_settings_of_administrators(server: EngineServer) -> None:
    found = registered(server)
    body = stored(server, found)
    edited = {**body, "bypassApprovalPage": True, "exclusiveScopes": ["admin"]}
    replace(server.core.configuration, OAUTH_CLIENTS, found["client_id"], edited)
    server.caught_up()
    assert managed(server, "PUT", found, changed(found, scope="openid admin")).status_code == 200
    after = stored(server, found)
    assert (after["bypassApprovalPage"], after["exclusiveScopes"]) == (True, ["admin"])


def test_an_administrator_cannot_change_the_record_of_the_registration(server: EngineServer) -> None:
    found = registered(server)
    body = stored(server, found)
    forged = {**body, "dynamicRegistration": {**body["dynamicRegistration"], "softwareId": "forged"}}
    replace(server.core.configuration, OAUTH_CLIENTS, found["client_id"], forged)
    assert stored(server, found)["dynamicRegistration"] == body["dynamicRegistration"]


def test_a_client_deletes_itself_only_where_the_settings_allow_it(server: EngineServer) -> None:
    found = registered(server, {**METADATA, "grant_types": ["client_credentials"]})
    answer = managed(server, "DELETE", found)
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, PUT")
    allow(server, allowClientDelete=True)
    answer = managed(server, "DELETE", found)
    assert (answer.status_code, answer.content) == (204, b"")
    assert token(server, found, found["client_secret"]) == 401
    refused(managed(server, "GET", found), "invalid_token", 401)


def test_no_registration_can_be_managed_while_the_tokens_are_disabled(server: EngineServer) -> None:
    before = registered(server)
    allow(server, disableRegistrationAccessTokens=True)
    assert "registration_access_token" not in registered(server)
    refused(managed(server, "GET", before), "invalid_token", 401)


def test_a_client_that_an_administrator_disabled_cannot_manage_its_registration(server: EngineServer) -> None:
    found = registered(server)
    replace(server.core.configuration, OAUTH_CLIENTS, found["client_id"], {**stored(server, found), "enabled": False})
    refused(managed(server, "GET", found), "invalid_token", 401)
