"""The callers that may register clients (RFC 7591, section 3)."""

import pytest

from hanse.engine.oauth.registration.registration_callers import OPEN_LIMIT
from hanse.resources.applications.clients import CLIENT_SETTINGS
from tests.engine.oauth.registration.registering import allow, initial_token, refused, register
from tests.engine.server import EngineServer

CLOSED = {"allowOpenRegistration": False, "initialAccessTokenScope": "register"}


def test_registration_is_off_unless_a_scope_or_open_registration_is_set(server: EngineServer) -> None:
    server.save(CLIENT_SETTINGS, {"clientMetadata": [], "dynamicClientRegistration": {}})
    refused(register(server), "invalid_request", 404)


def test_a_token_with_the_scope_is_required_where_registration_is_not_open(server: EngineServer) -> None:
    allow(server, **CLOSED)
    answer = register(server)
    assert (answer.status_code, answer.content) == (401, b"")
    assert answer.headers["www-authenticate"].startswith('Bearer realm="Hanse"')
    token = initial_token(server, "register")
    assert register(server, Authorization=f"Bearer {token}").status_code == 201


@pytest.mark.parametrize("scheme", ["Bearer", "DPoP"])
def test_a_forged_token_is_refused(server: EngineServer, scheme: str) -> None:
    allow(server, **CLOSED)
    assert register(server, Authorization=f"{scheme} forged").status_code == 401


def test_a_token_without_the_scope_is_refused(server: EngineServer) -> None:
    allow(server, **CLOSED)
    token = initial_token(server, "email")
    refused(register(server, Authorization=f"Bearer {token}"), "insufficient_scope", 403)


def test_a_wrong_token_is_refused_even_where_registration_is_open(server: EngineServer) -> None:
    assert register(server, Authorization="Bearer forged").status_code == 401


def test_open_registrations_are_limited_for_each_network(server: EngineServer) -> None:
    answers = [register(server, {"redirect_uris": ["http://evil.example.com"]}) for _ in range(OPEN_LIMIT + 1)]
    assert [each.status_code for each in answers] == [400] * OPEN_LIMIT + [429]
    assert int(answers[-1].headers["retry-after"]) > 0


def test_the_number_of_registered_clients_is_limited(server: EngineServer) -> None:
    allow(server, maximumClients=1)
    assert register(server).status_code == 201
    refused(register(server), "temporarily_unavailable", 503)
