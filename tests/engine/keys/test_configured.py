"""Static keys: the server's own for most issuers, a key set's for those that it names."""

from typing import Any

from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from tests.engine.server import JWKS, EngineServer
from tests.support.certified import pair
from tests.support.configurations import create

LUEBECK = "luebeck.example.com"
OWN: dict[str, Any] = {
    "staticJwksEnabled": True,
    "rsaActiveCertRef": {"id": "rsa-1"},
    "rsaActiveKeyId": "own",
    "p256ActiveCertRef": {"id": "p256-1"},
    "p256ActiveKeyId": "own-ec",
}


def _keys(engine: EngineServer, host: str | None = None) -> dict[str, dict[str, Any]]:
    answer = engine.get(JWKS) if host is None else engine.get(JWKS, host=f"{host}:9031")
    return {key["kid"]: key for key in answer.json()["keys"]}


def _with_pairs(engine: EngineServer, *names: str) -> None:
    for name in names:
        create(engine.core.configuration, SIGNING_KEY_PAIRS, pair(name))
    engine.set_base_url()


def test_static_keys_are_published_and_sign_until_they_are_switched_off(engine: EngineServer) -> None:
    _with_pairs(engine, "rsa-1", "rsa-2", "p256-1")
    dynamic = _keys(engine)
    engine.save(OAUTH_KEYS, OWN)
    assert set(_keys(engine)) == {"own", "own-ec"}
    assert set(engine.verified()["id_token_signing_alg_values_supported"]) >= {"RS256", "ES256"}
    changed = {
        **OWN,
        "rsaActiveCertRef": {"id": "rsa-2"},
        "rsaActiveKeyId": "new",
        "rsaPreviousCertRef": {"id": "rsa-1"},
        "rsaPreviousKeyId": "own",
        "rsaPublishX5cParameter": True,
    }
    engine.save(OAUTH_KEYS, changed)
    published = _keys(engine)
    assert set(published) == {"new", "own", "own-ec"}
    assert published["new"]["x5c"] == pair("rsa-2")["certificates"]
    assert "x5c" not in published["own-ec"]
    engine.verified()
    engine.save(OAUTH_KEYS, {**changed, "staticJwksEnabled": False})
    assert _keys(engine) == dynamic


def test_a_key_set_signs_for_its_issuers_alone(engine: EngineServer) -> None:
    _with_pairs(engine, "rsa-1", "rsa-2", "p256-1")
    issuer = engine.add_issuer("Lübeck", LUEBECK)
    keys = {"rsaActiveCertRef": {"id": "rsa-2"}, "rsaActiveKeyId": "luebeck"}
    body = {"name": "Lübeck", "issuers": [{"id": issuer}], "signingKeys": keys}
    create(engine.core.configuration, KEY_SETS, body)
    # Without static keys no key set counts.
    engine.caught_up()
    assert "luebeck" not in _keys(engine, LUEBECK)
    engine.save(OAUTH_KEYS, OWN)
    assert set(_keys(engine, LUEBECK)) == {"luebeck"}
    assert set(_keys(engine)) == {"own", "own-ec"}
    engine.verified(host=f"{LUEBECK}:9031")
