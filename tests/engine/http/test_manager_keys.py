"""The JWKS endpoints of access token managers: own paths, at every host, without database access."""

from typing import Any

import pytest
from joserfc.jwk import KeySet

from hanse.engine.snapshot.token_manager_keys import MANAGER_KEY_SETS
from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from tests.engine.server import EngineServer
from tests.support.access_tokens import JWT, fields, manager
from tests.support.certified_keys import pair
from tests.support.configurations import create, delete, replace

PATH = "/ext/oauth/jwks"


@pytest.fixture
def database_kind() -> str:
    """Published documents do not depend on the database."""
    return "sqlite"


def certified(number: int, key_id: str, key_pair: str, algorithm: str, **more: str) -> dict[str, Any]:
    """Return the body of a manager that signs tokens with a certificate."""
    row = {"fields": fields({"Key ID": key_id, "Certificate": key_pair})}
    settings = {"JWS Algorithm": algorithm, "Active Signing Certificate Key ID": key_id, **more}
    tables = [{"name": "Certificates", "rows": [row]}]
    configuration = {"fields": fields(settings), "tables": tables}
    return {**manager(number), "pluginDescriptorRef": {"id": JWT}, "configuration": configuration}


SHARED = {"JWKS Endpoint Path": "/oauth/jwks", "JWKS Endpoint Cache Duration": "5"}


def findings(change: Any, *arguments: Any) -> list[tuple[str | None, str]]:
    with pytest.raises(ValidationFailed) as refused:
        change(*arguments)
    return [(each.field_path, each.message) for each in refused.value.errors]


def test_managers_publish_the_keys_that_verify_their_tokens(engine: EngineServer) -> None:
    configuration = engine.core.configuration
    for name in ("p256-1", "rsa-1"):
        create(configuration, SIGNING_KEY_PAIRS, pair(name))
    engine.set_base_url()
    assert engine.get(PATH).status_code == 404
    create(configuration, MANAGERS, certified(1, "ec", "p256-1", "ES256", **SHARED))
    create(configuration, MANAGERS, certified(2, "rsa", "rsa-1", "PS256", **SHARED))
    engine.set_hosts("other.example")
    engine.caught_up()
    statements = engine.statements()
    answer = engine.get(PATH)
    assert statements == []
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=300")
    assert [(jwk["kid"], jwk["kty"], jwk["use"], jwk.get("alg")) for jwk in answer.json()["keys"]] == [
        ("ec", "EC", "sig", "ES256"),
        ("rsa", "RSA", "sig", None),
    ]
    assert not {"d", "p", "q"} & {name for jwk in answer.json()["keys"] for name in jwk}
    assert len(KeySet.import_key_set(answer.json()).keys) == 2
    assert engine.get(PATH, host="other.example").content == answer.content
    assert engine.get(PATH, host="unknown.example").status_code == 404
    assert engine.get(f"{PATH}/more").status_code == 404


def test_managers_are_read_again_only_when_they_or_their_keys_change(engine: EngineServer) -> None:
    configuration = engine.core.configuration
    for name in ("p256-1", "rsa-1"):
        create(configuration, SIGNING_KEY_PAIRS, pair(name))
    engine.set_base_url()
    create(configuration, MANAGERS, certified(1, "ec", "p256-1", "ES256", **SHARED))
    engine.caught_up()
    before = engine.follower.snapshot.part(MANAGER_KEY_SETS)
    engine.set_hosts("other.example")
    assert engine.follower.snapshot.part(MANAGER_KEY_SETS) is before
    assert engine.get(PATH, host="other.example").status_code == 200
    create(configuration, MANAGERS, certified(2, "rsa", "rsa-1", "PS256", **SHARED))
    engine.caught_up()
    assert [jwk["kid"] for jwk in engine.get(PATH).json()["keys"]] == ["ec", "rsa"]
    replace(configuration, MANAGERS, "manager-1", certified(1, "new", "p256-1", "ES256", **SHARED))
    engine.caught_up()
    assert [jwk["kid"] for jwk in engine.get(PATH).json()["keys"]] == ["new", "rsa"]
    delete(configuration, MANAGERS, "manager-2")
    engine.caught_up()
    assert [jwk["kid"] for jwk in engine.get(PATH).json()["keys"]] == ["new"]


def test_key_ids_are_unique_within_a_set_and_keys_match_their_algorithm(engine: EngineServer) -> None:
    configuration = engine.core.configuration
    for name in ("p256-1", "rsa-1"):
        create(configuration, SIGNING_KEY_PAIRS, pair(name))
    create(configuration, MANAGERS, certified(1, "k", "p256-1", "ES256", **SHARED))
    twice = certified(2, "k", "rsa-1", "RS256", **SHARED)
    assert findings(create, configuration, MANAGERS, twice) == [
        (
            "configuration.tables[0].rows[0].fields[0].value",
            "The manager 'Manager 1' publishes another key with the ID 'k' at the same path.",
        )
    ]
    # The same key with the same ID, another path, and a manager without a path are accepted.
    create(configuration, MANAGERS, certified(3, "k", "p256-1", "ES256", **SHARED))
    create(configuration, MANAGERS, certified(4, "k", "rsa-1", "RS256", **{**SHARED, "JWKS Endpoint Path": "/b"}))
    create(configuration, MANAGERS, certified(5, "k", "rsa-1", "RS256"))
    fields_path = "configuration.fields[1].value"
    unsuitable = [
        ("ES384", "p256-1", "ES384 needs an EC key of 384 bits; the key 'k' is EC with 256 bits."),
        ("RS256", "p256-1", "RS256 needs an RSA key of at least 2048 bits; the key 'k' is EC with 256 bits."),
        ("ES256", "rsa-1", "ES256 needs an EC key of 256 bits; the key 'k' is RSA with 2048 bits."),
    ]
    for algorithm, key_pair, message in unsuitable:
        assert findings(create, configuration, MANAGERS, certified(6, "k", key_pair, algorithm)) == [
            (fields_path, message)
        ]
    with configuration.reading() as view:
        stored = view.get(MANAGERS, "manager-5").body
    stored["configuration"]["fields"][0]["value"] = "ES512"
    assert findings(replace, configuration, MANAGERS, "manager-5", stored)[0][0] == fields_path
