"""From a code to a user's claims on the real server, with JWTs and with reference tokens."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanse.engine.oidc.userinfo import USERINFO_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from tests.engine.oauth.token.deployment import Application, Deployment, context, reference_manager, user_mapping
from tests.engine.server import EngineServer, engine_server
from tests.support import databases
from tests.support.clock import ManualClock
from tests.support.mappings import oidc_policy


@pytest.fixture
def engine(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[EngineServer]:
    with engine_server(databases.sqlite_database(tmp_path, sqlite_template), tmp_path, clock) as made:
        yield made


@pytest.fixture
def web(engine: EngineServer) -> Application:
    deployment = Deployment(engine)
    deployment.add(OIDC_POLICIES, oidc_policy())
    deployment.add(OIDC_SETTINGS, {"defaultPolicyRef": {"id": "policy-0"}})
    return Application(deployment)


def with_manager(web: Application, manager: str) -> None:
    web.deployment.add(MANAGERS, reference_manager())
    web.deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping(manager_number=1))
    web.save(defaultAccessTokenManagerRef={"id": manager})


def userinfo(web: Application, token: str) -> Any:
    return web.deployment.engine.get(USERINFO_PATH, Authorization=f"Bearer {token}")


@pytest.mark.parametrize("manager", ["manager-0", "manager-1"])
def test_a_code_is_exchanged_for_an_id_token_and_userinfo(web: Application, manager: str) -> None:
    with_manager(web, manager)
    tokens = web.tokens(scopes=("openid", "read"), context=context(nonce="n-1"))
    assert tokens["id_token"].count(".") == 2
    answer = userinfo(web, tokens["access_token"])
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    # The scope email was not granted.
    assert answer.json() == {"sub": "joe"}


def test_a_revoked_token_and_one_without_openid_are_refused(web: Application) -> None:
    with_manager(web, "manager-1")
    tokens = web.tokens(scopes=("openid",))
    form = {"token": tokens["refresh_token"]}
    revoked = web.deployment.engine.post("/as/revoke_token.oauth2", form, Authorization=web.authorization)
    assert revoked.status_code == 200
    answer = userinfo(web, tokens["access_token"])
    assert (answer.status_code, 'error="invalid_token"' in answer.headers["www-authenticate"]) == (401, True)
    answer = userinfo(web, web.tokens(scopes=("read",))["access_token"])
    assert (answer.status_code, 'error="insufficient_scope"' in answer.headers["www-authenticate"]) == (403, True)


def test_a_request_without_a_token_is_challenged_without_details(web: Application) -> None:
    answer = web.deployment.engine.get(USERINFO_PATH)
    assert (answer.status_code, answer.content) == (401, b"")
    assert "error" not in answer.headers["www-authenticate"]
