"""Dynamic keys: published before and after they sign, shared by all nodes, and encrypted in the database."""

import json
from base64 import urlsafe_b64decode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hanse.engine.keys.schema import dynamic_key
from tests.engine.server import JWKS, EngineServer, engine_server
from tests.support.clock import ManualClock

PERIOD = {"days": 30}


@pytest.fixture
def issuing(engine: EngineServer) -> EngineServer:
    engine.set_base_url()
    return engine


def published(engine: EngineServer) -> set[str]:
    return {key["kid"] for key in engine.get(JWKS).json()["keys"]}


def signing(engine: EngineServer) -> set[str]:
    (issuer,) = engine.follower.snapshot.issuers.values()
    return set(issuer.keys.key_ids.values())


def rotate(engine: EngineServer) -> None:
    engine.clock.advance(**PERIOD)
    engine.follower.refresh()


def test_each_key_type_has_one_signing_and_one_upcoming_key(issuing: EngineServer) -> None:
    keys: list[dict[str, Any]] = issuing.get(JWKS).json()["keys"]
    kinds = [key.get("crv", key["kty"]) for key in keys]
    assert sorted(kinds) == sorted(["RSA", "P-256", "P-384", "P-521"] * 2)
    assert {key["use"] for key in keys} == {"sig"}
    assert {key["kid"] for key in keys[:4]} == signing(issuing)
    assert {key.get("alg") for key in keys} == {None, "ES256", "ES384", "ES512"}


def test_a_key_is_published_before_and_after_it_signs(issuing: EngineServer) -> None:
    first = signing(issuing)
    second = published(issuing) - first
    rotate(issuing)
    assert signing(issuing) == second
    third = published(issuing) - first - second
    assert (len(third), len(published(issuing))) == (4, 12)
    rotate(issuing)
    assert signing(issuing) == third
    assert second < published(issuing)
    assert not first & published(issuing)


def test_signatures_from_before_a_rotation_are_verified_after_it(issuing: EngineServer) -> None:
    before = issuing.follower.snapshot
    rotate(issuing)
    after = issuing.follower.snapshot
    kept = {key["kid"]: key for key in issuing.get(JWKS).json()["keys"]}
    for issuer in before.issuers.values():
        assert after.issuers[issuer.identifier].keys.key_ids != issuer.keys.key_ids
        assert set(issuer.keys.key_ids.values()) <= set(kept)


def test_no_key_rotates_too_early(issuing: EngineServer) -> None:
    before = published(issuing)
    issuing.clock.advance(days=29, hours=23)
    issuing.follower.refresh()
    assert published(issuing) == before


def test_a_server_that_was_stopped_for_long_rotates_once(issuing: EngineServer) -> None:
    waiting = published(issuing) - signing(issuing)
    issuing.clock.advance(days=400)
    issuing.follower.refresh()
    assert signing(issuing) == waiting


def test_without_an_issuer_no_key_is_created(engine: EngineServer) -> None:
    with engine.core.configuration.database.reading() as connection:
        assert connection.execute(select(dynamic_key)).all() == []


def test_encrypted_private_keys_are_bound_to_their_key_id(issuing: EngineServer) -> None:
    with issuing.core.configuration.database.reading() as connection:
        rows = connection.execute(select(dynamic_key)).all()
    assert rows
    for row in rows:
        header = json.loads(urlsafe_b64decode(row.sealed.split(".")[0] + "=="))
        assert (header["enc"], header["use"]) == ("A256GCM", f"dynamicKey:{row.key_id}")
        assert "PRIVATE" not in row.sealed
        assert "d" not in json.loads(row.jwk)


def test_nodes_share_keys_and_one_of_them_rotates(database_url: str, tmp_path: Path, clock: ManualClock) -> None:
    with (
        engine_server(database_url, tmp_path, clock) as one,
        engine_server(database_url, tmp_path, clock) as two,
        ThreadPoolExecutor(2) as pool,
    ):
        one.set_base_url()
        two.caught_up()
        for _ in range(3):
            clock.advance(**PERIOD)
            list(pool.map(lambda node: node.follower.refresh(), (one, two)))
            # Whichever node was faster, both have the same generation after another refresh.
            for node in (one, two):
                node.follower.refresh()
            assert one.get(JWKS).content == two.get(JWKS).content
            assert one.follower.snapshot.version == two.follower.snapshot.version
            assert published(one) >= signing(two)
        assert one.follower.snapshot.version.generation == 5
        assert one.follower.failures == two.follower.failures == 0


def test_a_restart_reads_the_stored_keys(database_url: str, tmp_path: Path, clock: ManualClock) -> None:
    with engine_server(database_url, tmp_path, clock) as first:
        first.set_base_url()
        before = first.get(JWKS).content
    with engine_server(database_url, tmp_path, clock) as second:
        assert second.get(JWKS).content == before
        second.verified()
