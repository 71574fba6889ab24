"""Failures in a cluster of processes, and their effects for users and administrators."""

import json
import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from hanse.config.database import Database, open_database, wait_until_reachable
from hanse.config.secrets.keyring import key_id_of
from tests.cluster.processes import Console, eventually, nodes, throughout
from tests.support import databases

pytestmark = pytest.mark.slow
HOSTS = "/virtualHostNames"


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    with databases.postgres_database(postgres_url) as made:
        yield made


@pytest.fixture
def shared(url: str) -> Iterator[Database]:
    database = open_database(url, Path())
    yield database
    database.close()


def damage(database: Database, old: str, new: str) -> None:
    """Change the text of stored issuers, as a newer console would that saves an unknown field."""
    with database.writing() as connection:
        for table, column in (("document", "body"), ("revision", "after")):
            changed = f"UPDATE {table} SET {column} = replace({column}, :old, :new) WHERE kind = 'oauth/issuers'"  # noqa: S608 - names of ours.
            assert connection.execute(text(changed), {"old": old, "new": new}).rowcount


def test_an_engine_that_cannot_apply_keeps_its_configuration(url: str, shared: Database, tmp_path: Path) -> None:
    with nodes(url, tmp_path) as make:
        console = make("console", "console").set_up()
        engine = make("engine")
        old = console.add_issuer("old")
        console.replicate()
        console.wait_for_engines(1)
        new = console.add_issuer("new")
        damage(shared, '"host":"new.example"', '"host":"new.example","color":"red"')
        console.replicate()
        eventually("the engine has failed", lambda: console.statuses() == ["FAILED"])
        (node,) = console.engines()
        assert node["replicationFailure"] == (
            "This node runs version 1.0.0, which does not understand Virtual Issuer 'new' (color: This field is "
            "not known.). Start it with the version of the console to apply the published configuration."
        )
        assert (engine.serves(old), engine.serves(new)) == (True, False)
        states = engine.states()
        assert isinstance(states.pop("configurationAgeSeconds"), int)
        assert states == {"status": 200, "configuration": "behind", "database": "ok", "runtimeState": "ok"}
        banner = console.ok("GET", "/internal/replicationInfo")["nodes"]
        assert [(each["index"], each["replicationStatus"]) for each in banner] == [(node["index"], "FAILED")]
        # After a restart it still reports the failure and serves its previous configuration.
        engine.kill()
        engine.start()
        assert (engine.serves(old), console.statuses()) == (True, ["FAILED"])
        damage(shared, ',"color":"red"', "")
        console.replicate()
        console.wait_for_engines(1)
        assert engine.serves(new)


def test_an_older_engine_without_a_published_kind_keeps_its_configuration(
    url: str, shared: Database, tmp_path: Path
) -> None:
    with nodes(url, tmp_path) as make:
        console = make("console", "console").set_up()
        engine = make("engine")
        old = console.add_issuer("old")
        console.replicate()
        console.wait_for_engines(1)
        assert console.ok("GET", "/cluster/status")["mixedMode"] is False
        console.add_issuer("new")
        with shared.writing() as connection:
            # The table row that an older engine writes when it joins.
            connection.execute(text("UPDATE cluster_node SET version = '0.9.0' WHERE mode = 'CLUSTERED_ENGINE'"))
            # A document of a newer console, of an unknown kind.
            for table in ("document", "revision"):
                renamed = f"UPDATE {table} SET kind = 'oauth/colors' WHERE kind = 'oauth/issuers' AND id = 'new'"  # noqa: S608 - names of ours.
                assert connection.execute(text(renamed)).rowcount
        console.replicate()
        eventually("the engine has failed", lambda: console.statuses() == ["FAILED"])
        status = console.ok("GET", "/cluster/status")
        (node,) = console.engines()
        assert (status["mixedMode"], node["version"]) == (True, "0.9.0")
        assert node["replicationFailure"] == (
            "This node runs version 1.0.0, which does not support documents of the kind "
            "'oauth/colors', such as 'new'. "
            "Start it with the version of the console to apply the published configuration."
        )
        assert engine.serves(old)


def save_until_refused(console: Console) -> int:
    """Save again and again until a save fails; return the number of the last acknowledged save."""
    number = 0
    while console.request("PUT", HOSTS, {"virtualHostNames": [f"host-{number}.example"]}).is_success:
        number += 1
    return number - 1


def is_save_refused(console: Console) -> bool:
    answer = console.request("PUT", HOSTS, {"virtualHostNames": ["lost.example"]})
    body = answer.json()
    reported = (answer.status_code, body["resultId"], body["message"])
    return reported == (503, "unavailable", "The configuration database cannot be reached.")


def statuses(console: Console) -> set[str]:
    return {node["status"] for node in console.ok("GET", "/cluster/status")["nodes"]}


@pytest.mark.skipif("HANSE_TEST_POSTGRES" in os.environ, reason="a server that the tests did not start is not killed")
def test_engines_serve_while_the_database_is_unavailable_for_a_minute(tmp_path: Path) -> None:
    with databases.own_server() as server, nodes(server.url, tmp_path) as make:
        waiting = open_database(server.url, Path())
        wait_until_reachable(waiting, seconds=20)
        waiting.close()
        console = make("console", "console").set_up()
        engines = [make(f"engine-{number}") for number in (1, 2)]
        host = console.add_issuer("first")
        console.replicate()
        console.wait_for_engines(2)
        with ThreadPoolExecutor(1) as pool:
            saving = pool.submit(save_until_refused, console)
            eventually("some saves are acknowledged", lambda: console.ok("GET", HOSTS)["virtualHostNames"])
            # The database is killed during a save.
            server.kill()
            acknowledged = saving.result()
        # Engines continue to serve and stay ready; they report what is unavailable.
        eventually("an engine notices", lambda: engines[0].states()["database"] == "away")
        # The engines cannot find later publications, and report the age of their configuration.
        eventually("an engine says so", lambda: engines[0].states()["configuration"] == "unverified")
        serving = {"status": 200, "configuration": "unverified", "database": "away", "runtimeState": "away"}
        before = engines[0].states()["configurationAgeSeconds"]
        throughout(
            "engines serve, and the console says why it does not",
            lambda: (
                all(engine.serves(host) for engine in engines)
                and serving.items() <= engines[0].states().items()
                and is_save_refused(console)
            ),
            seconds=60,
        )
        assert engines[0].states()["configurationAgeSeconds"] >= before + 60
        assert '"event":"the configuration in use may be out of date"' in engines[0].log()
        # An engine that starts now serves from its copy, with the same keys.
        keys = engines[0].get("/pf/JWKS", host).content
        engines[1].kill()
        engines[1].start()
        assert engines[1].get("/pf/JWKS", host).content == keys
        # The age of its copy is stored with it.
        assert 60 <= engines[1].states()["configurationAgeSeconds"] < 600
        server.start()
        eventually("the console is back", lambda: console.request("GET", HOSTS).is_success)
        # Every acknowledged save is stored. The one that was interrupted may be stored or not.
        (stored,) = console.ok("GET", HOSTS)["virtualHostNames"]
        assert stored in {f"host-{acknowledged}.example", f"host-{acknowledged + 1}.example"}
        eventually("all nodes run again", lambda: {"RUNNING"} == statuses(console))
        second = console.add_issuer("second")
        console.replicate()
        console.wait_for_engines(2)
        assert all(engine.serves(second) for engine in engines)
        eventually(
            "engines have verified their configuration", lambda: engines[0].states()["configuration"] == "current"
        )


def test_one_of_two_consoles_becomes_active_when_both_switch_at_once(url: str, tmp_path: Path) -> None:
    with nodes(url, tmp_path) as make:
        make("console-1", "console").set_up()
        rivals = [make(f"console-{number}", "console") for number in (2, 3)]
        # Both have started before the first request.
        assert all(rival.request("GET", "/version").is_success for rival in rivals)
        with ThreadPoolExecutor(2) as pool:
            switch = "/cluster/adminNode/role/active"
            answers = list(pool.map(lambda rival: rival.request("POST", switch).status_code, rivals))
        assert sorted(answers) == [200, 409]
        saves = [
            rival.request("PUT", HOSTS, {"virtualHostNames": [f"{number}.example"]}).status_code
            for number, rival in enumerate(rivals)
        ]
        assert saves == [200 if answer == 200 else 403 for answer in answers]
        roles = [rival.ok("GET", "/internal/activePassiveConsoleInfo")["role"] for rival in rivals]
        assert sorted(roles) == ["ACTIVE", "PASSIVE"]


def test_an_engine_reloads_everything_after_a_restored_backup(url: str, shared: Database, tmp_path: Path) -> None:
    with nodes(url, tmp_path) as make:
        console = make("console", "console").set_up()
        engine = make("engine")
        gone = console.add_issuer("gone")
        console.replicate()
        console.wait_for_engines(1)
        # As after a restore, the revision log continues from an earlier point, and its numbers are used again.
        with shared.writing() as connection:
            connection.execute(text("DELETE FROM document WHERE kind = 'oauth/issuers'"))
            connection.execute(text("UPDATE revision SET time = '2026-01-01T00:00:00.000Z'"))
        kept: Any = console.add_issuer("kept")
        console.replicate()
        console.wait_for_engines(1)
        assert (engine.serves(gone), engine.serves(kept)) == (False, True)


def test_after_a_rotation_no_copy_is_encrypted_with_the_older_key(url: str, tmp_path: Path) -> None:
    with nodes(url, tmp_path) as make:
        console = make("console", "console").set_up()
        engine = make("engine")
        wanted = {"commonName": "seal", "organization": "Hanse", "country": "DE", "validDays": 30, "keyAlgorithm": "EC"}
        console.ok("POST", "/keyPairs/signing/generate", {"id": "seal", **wanted})
        console.replicate()
        console.wait_for_engines(1)
        rotated = console.ok("POST", "/configurationEncryptionKeys/rotate")
        newest = {each["keyId"] for each in rotated["items"]} - {sealing_key(engine.folder / "replica.db")}

        def uses_newest_key() -> bool:
            return {sealing_key(engine.folder / "replica.db")} == newest

        eventually("the copy is encrypted with the newest key", uses_newest_key)
        status = console.ok("GET", "/cluster/status")
        assert (status["replicationRequired"], console.statuses()) == (False, ["SUCCEEDED"])


def sealing_key(copy: Path) -> str:
    """Return the id of the key that encrypts the private key in an engine's copy."""
    with closing(sqlite3.connect(copy)) as opened:
        (body,) = opened.execute("SELECT body FROM document WHERE kind = 'keyPairs/signing'").fetchone()
    return key_id_of(json.loads(body)["encryptedPrivateKey"])
