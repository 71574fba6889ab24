"""An outage of the database of run-time state: requests that do not need it succeed, and others are refused."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from hanse.config.database import open_database, wait_until_reachable
from hanse.config.migrate import migrate
from hanse.engine.state.contracts import State
from hanse.kit.errors import Unavailable
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from tests.engine.oauth.token.deployment import Deployment, reference_manager, refused
from tests.engine.server import DISCOVERY, JWKS, engine_server
from tests.support import databases
from tests.support.mappings import token_mapping


@pytest.mark.skipif("HANSE_TEST_POSTGRES" in os.environ, reason="the test kills its database server")
def test_without_state_signed_tokens_are_issued_and_others_refused(tmp_path: Path) -> None:
    with databases.own_server() as server:
        database = open_database(server.url, tmp_path)
        wait_until_reachable(database, seconds=10)
        migrate(database)
        with engine_server(server.url, tmp_path) as engine:
            deployment = Deployment(engine)
            deployment.add(MANAGERS, reference_manager())
            deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(1))
            authorization = deployment.add_service("batch")

            def request(manager: str) -> httpx.Response:
                return deployment.client_credentials(authorization, access_token_manager_id=manager)

            assert request("manager-1").status_code == 200
            server.kill()
            for path in (DISCOVERY, JWKS):
                assert engine.get(path).status_code == 200
            assert request("manager-0").status_code == 200
            for _ in range(2):
                answer = request("manager-1")
                refused(answer, 503, "temporarily_unavailable")
                assert int(answer.headers["retry-after"]) >= 1
            server.start()
            wait_until_reachable(database, seconds=10)
            asyncio.run(_until_there(engine.state))
            assert request("manager-1").status_code == 200
        database.close()


def test_a_server_without_its_state_is_not_ready(sqlite_template: Path, tmp_path: Path) -> None:
    with engine_server(databases.sqlite_database(tmp_path, sqlite_template), tmp_path) as engine:
        assert engine.get("/readyz").status_code == 200
        with closing(sqlite3.connect(tmp_path / "state.db")) as damaged:
            damaged.execute("DROP TABLE state_one_time")
        answer = engine.get("/readyz")
        assert (answer.status_code, answer.json()["checks"]["runtimeState"]) == (503, "failed")


async def _until_there(state: State) -> None:
    for _ in range(200):
        try:
            await state.ping()
        except Unavailable:
            await asyncio.sleep(0.02)
        else:
            return
    raise AssertionError("the state does not come back")
