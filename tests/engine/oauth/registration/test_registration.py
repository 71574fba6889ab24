"""Clients register themselves (RFC 7591, section 3), on both databases."""

from tests.engine.oauth.registration.registering import METADATA, prepare, refused, register, registered, stored
from tests.engine.server import DISCOVERY, EngineServer


def test_a_client_registers_and_receives_its_credentials(engine: EngineServer) -> None:
    prepare(engine)
    found = registered(engine)
    assert found["client_id"].startswith("dc-")
    assert len(found["client_secret"]) >= 64
    assert found["client_secret_expires_at"] == 0
    assert found["client_id_issued_at"] == int(engine.now())
    assert found["registration_client_uri"].endswith(f"/as/clients.oauth2/{found['client_id']}")
    assert {name: found[name] for name in METADATA} == {**METADATA, "scope": "email openid"}
    assert (found["response_types"], found["token_endpoint_auth_method"]) == (["code"], "client_secret_basic")
    body = stored(engine, found)
    assert body["grantTypes"] == ["AUTHORIZATION_CODE", "REFRESH_TOKEN"]
    assert found["client_secret"] not in str(body)
    assert found["registration_access_token"] not in str(body)


def test_a_registered_client_authenticates_at_once(engine: EngineServer) -> None:
    prepare(engine)
    found = registered(engine, {"grant_types": ["client_credentials"], "scope": "email"})
    form = {"grant_type": "client_credentials", "scope": "email"}
    given = {**form, "client_id": found["client_id"], "client_secret": found["client_secret"]}
    assert engine.post("/as/token.oauth2", given).status_code == 200


def test_the_metadata_names_the_endpoint_only_while_registration_is_on(engine: EngineServer) -> None:
    engine.set_base_url()
    assert "registration_endpoint" not in engine.get(DISCOVERY).json()
    assert refused(register(engine), "invalid_request", 404)
    prepare(engine)
    assert engine.get(DISCOVERY).json()["registration_endpoint"].endswith("/as/clients.oauth2")
