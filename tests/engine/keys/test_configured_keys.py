"""Static keys: issuers use the server's own keys, or those of their key set."""

import json
from pathlib import Path
from typing import Any

from sqlalchemy import select, update
from structlog.testing import capture_logs

from hanse.config.store.schema import document
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from tests.engine.server import JWKS, EngineServer, engine_server
from tests.support.certified_keys import pair
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


def test_static_keys_are_published_and_sign_until_they_are_disabled(engine: EngineServer) -> None:
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


def test_a_key_set_signs_only_for_its_issuers(engine: EngineServer) -> None:
    _with_pairs(engine, "rsa-1", "rsa-2", "p256-1")
    issuer = engine.add_issuer("Lübeck", LUEBECK)
    keys = {"rsaActiveCertRef": {"id": "rsa-2"}, "rsaActiveKeyId": "luebeck"}
    body = {"name": "Lübeck", "issuers": [{"id": issuer}], "signingKeys": keys}
    create(engine.core.configuration, KEY_SETS, body)
    # Without static keys, key sets do not apply.
    engine.caught_up()
    assert "luebeck" not in _keys(engine, LUEBECK)
    engine.save(OAUTH_KEYS, OWN)
    assert set(_keys(engine, LUEBECK)) == {"luebeck"}
    assert set(_keys(engine)) == {"own", "own-ec"}
    engine.verified(host=f"{LUEBECK}:9031")


def damage(engine: EngineServer, pair_id: str) -> None:
    """Make a stored private key undecryptable, and save a change after which the keys are loaded again."""
    database = engine.core.configuration.database
    with database.writing() as connection:
        of_id = (document.c.kind == SIGNING_KEY_PAIRS.kind, document.c.id == pair_id)
        body = json.loads(connection.execute(select(document.c.body).where(*of_id)).scalar_one())
        body["encryptedPrivateKey"] = "damaged"
        connection.execute(update(document).where(*of_id).values(body=json.dumps(body)))
    create(engine.core.configuration, SIGNING_KEY_PAIRS, pair("p384-1"))
    engine.caught_up()


def test_issuers_keep_their_keys_if_new_ones_cannot_be_decrypted(
    engine: EngineServer, database_url: str, tmp_path: Path
) -> None:
    _with_pairs(engine, "rsa-1", "rsa-2", "p256-1")
    issuer = engine.add_issuer("Lübeck", LUEBECK)
    engine.save(OAUTH_KEYS, OWN)
    keys = {"rsaActiveCertRef": {"id": "rsa-2"}, "rsaActiveKeyId": "luebeck"}
    create(engine.core.configuration, KEY_SETS, {"name": "L", "issuers": [{"id": issuer}], "signingKeys": keys})
    engine.caught_up()
    before = engine.follower.snapshot.issuers
    with capture_logs() as logs:
        damage(engine, "rsa-2")
    assert [each["event"] for each in logs if each["log_level"] == "error"] == ["keys not usable"]
    # The issuer keeps its keys, and all other changes take effect.
    assert set(_keys(engine, LUEBECK)) == {"luebeck"}
    assert engine.follower.snapshot.issuers.keys() == before.keys()
    # A server that starts now has no old keys: the issuer is not served, instead of signing with the server's own keys.
    with engine_server(database_url, tmp_path, engine.clock) as started:
        assert list(started.follower.snapshot.issuers) == ["https://sso.example.com:9031"]
        assert started.get(JWKS, host=f"{LUEBECK}:9031").status_code == 404
