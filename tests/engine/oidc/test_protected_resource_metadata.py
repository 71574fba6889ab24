"""The metadata of the server's own APIs as protected resources (RFC 9728)."""

import re

import pytest

from hanse.engine.oauth.paths import OWN_GRANTS_PATH, REGISTRATION_PATH
from hanse.engine.oidc.userinfo import USERINFO_PATH
from hanse.engine.snapshot.protected_resources import WELL_KNOWN
from hanse.resources.applications.clients import CLIENT_SETTINGS
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.server import BASE_URL, DISCOVERY, EngineServer
from tests.support.configurations import create


def test_a_challenge_has_the_address_of_the_metadata_which_names_the_issuer(engine: EngineServer) -> None:
    engine.set_base_url()
    challenges = engine.get(USERINFO_PATH).headers.get_list("www-authenticate")
    assert [each.partition(" ")[0] for each in challenges] == ["Bearer", "DPoP"]
    for challenge in challenges:
        found = re.search('resource_metadata="([^"]+)"', challenge)
        assert found is not None, challenge
        assert found[1] == f"{BASE_URL}{WELL_KNOWN}{USERINFO_PATH}"
    answer = engine.get(f"{WELL_KNOWN}{USERINFO_PATH}")
    assert answer.headers["access-control-allow-origin"] == "*"
    metadata = answer.json()
    # Section 3.3: clients refuse metadata with another address than that of the API.
    assert metadata["resource"] == f"{BASE_URL}{USERINFO_PATH}"
    assert metadata["authorization_servers"] == [BASE_URL]
    assert metadata["scopes_supported"] == ["openid"]
    assert metadata["bearer_methods_supported"] == ["header", "body"]
    assert "ES256" in metadata["dpop_signing_alg_values_supported"]
    assert f"{BASE_URL}{USERINFO_PATH}" in engine.get(DISCOVERY).json()["protected_resources"]


def test_an_issuer_with_a_path_has_metadata_of_its_own(engine: EngineServer) -> None:
    engine.add_issuer("Partners", "partners.example.com", "/tenant")
    resource = f"/tenant{USERINFO_PATH}"
    challenge = engine.get(resource, host="partners.example.com").headers["www-authenticate"]
    address = f"partners.example.com{WELL_KNOWN}{resource}"
    assert re.search(f'resource_metadata="https://{re.escape(address)}"', challenge.replace(":9031", ""))
    metadata = engine.get(f"{WELL_KNOWN}{resource}", host="partners.example.com").json()
    assert metadata["resource"] == f"{metadata['authorization_servers'][0]}{USERINFO_PATH}"
    assert engine.get(f"{WELL_KNOWN}{USERINFO_PATH}", host="partners.example.com").status_code == 404


@pytest.mark.parametrize("path", [OWN_GRANTS_PATH, REGISTRATION_PATH])
def test_an_api_is_listed_once_a_scope_is_configured_for_it(engine: EngineServer, path: str) -> None:
    engine.set_base_url()
    assert engine.get(f"{WELL_KNOWN}{path}").status_code == 404
    create(engine.core.configuration, COMMON_SCOPES, {"name": "manage", "description": "Manage"})
    engine.save(SETTINGS, {"scopeForOAuthGrantManagement": "manage"})
    engine.save(CLIENT_SETTINGS, {"dynamicClientRegistration": {"initialAccessTokenScope": "manage"}})
    metadata = engine.get(f"{WELL_KNOWN}{path}").json()
    assert (metadata["resource"], metadata["scopes_supported"]) == (f"{BASE_URL}{path}", ["manage"])
