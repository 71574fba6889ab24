"""One console and three engines as processes: exactly the publication is applied everywhere."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from tests.cluster.processes import eventually, nodes
from tests.support import databases

pytestmark = pytest.mark.slow

PASSWORD = "Hansa-1356-database"
SECRET = {"type": "SECRET", "secret": "a secret that is long enough for this"}


@pytest.fixture
def make(postgres_url: str, tmp_path: Path) -> Iterator[Any]:
    with databases.postgres_database(postgres_url) as url:
        # The PostgreSQL server of the tests requires no password; the nodes get one that they must not reveal.
        with_password = make_url(url).set(password=PASSWORD).render_as_string(hide_password=False)
        with nodes(with_password if make_url(url).password in (None, "") else url, tmp_path) as made:
            yield made


def test_engines_apply_exactly_the_publication(make: Any) -> None:
    console = make("console", "console")
    # The console creates the tables and the keys before the engines start.
    console.set_up()
    engines = [make(f"engine-{number}", "engine", "--node-tags", f"tag-{number}") for number in (1, 2, 3)]
    eventually("three engines have joined", lambda: len(console.engines()) == 3)
    assert console.statuses() == [None, None, None]
    # The engines do not have the license yet, and do not report that it allows too few nodes.
    assert not any("more nodes than the license allows" in engine.log() for engine in engines)
    first = console.add_issuer("first")
    client = {"clientId": "one", "name": "One", "grantTypes": ["CLIENT_CREDENTIALS"], "clientAuth": SECRET}
    assert console.ok("POST", "/oauth/clients", client)["replicationStatus"] == "NOT_REPLICATED"
    waiting = console.ok("GET", "/cluster/status")
    assert waiting["replicationRequired"] is True
    assert not any(engine.serves(first) for engine in engines)
    console.replicate()
    console.wait_for_engines(3)
    assert console.ok("GET", "/oauth/clients")["items"][0]["replicationStatus"] == "REPLICATED"
    assert all(engine.serves(first) for engine in engines)
    # All of them sign with the same keys.
    assert len({engine.get("/pf/JWKS", first).content for engine in engines}) == 1
    status = console.ok("GET", "/cluster/status")
    assert status["replicationRequired"] is False
    assert {node["configurationTimestamp"] for node in console.engines()} == {status["lastReplicationTime"]}
    assert sorted(node["nodeTags"] for node in console.engines()) == ["tag-1", "tag-2", "tag-3"]
    second = console.add_issuer("second")
    # A stopped engine is not in the table. After its restart it catches up and has the same index.
    index = {node["nodeTags"]: node["index"] for node in console.engines()}
    engines[2].stop()
    eventually("the stopped engine is gone", lambda: len(console.engines()) == 2)
    console.replicate()
    console.wait_for_engines(2)
    assert [engine.serves(second) for engine in engines[:2]] == [True, True]
    engines[2].start()
    console.wait_for_engines(3)
    assert engines[2].serves(second)
    assert {node["nodeTags"]: node["index"] for node in console.engines()} == index
    with closing(sqlite3.connect(engines[0].folder / "replica.db")) as copy:
        # Only consoles search, so the engines' copies have no search index.
        assert copy.execute(
            "SELECT count(*) FROM sqlite_master WHERE name LIKE '%search%' AND type = 'trigger'"
        ).fetchone() == (0,)
    assert PASSWORD not in "".join(node.log() for node in (console, *engines))


def test_an_engine_that_was_killed_while_it_applied_catches_up(make: Any) -> None:
    console = make("console", "console").set_up()
    engine = make("engine")
    console.replicate()
    console.wait_for_engines(1)
    host = console.add_issuer("first")
    # The engine waits while another process has a write transaction on its copy.
    with closing(sqlite3.connect(engine.folder / "replica.db", isolation_level=None)) as copy:
        copy.execute("BEGIN IMMEDIATE")
        console.replicate()
        eventually("the engine applies", lambda: console.statuses() == ["APPLYING"])
        assert not engine.serves(host)
        engine.kill()
        copy.execute("ROLLBACK")
    engine.start()
    console.wait_for_engines(1)
    assert engine.serves(host)
