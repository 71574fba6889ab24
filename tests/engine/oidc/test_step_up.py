"""Step-up authentication (RFC 9470): the authentication that a token states, and APIs that require a stronger one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oidc.userinfo import USERINFO_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from tests.engine.oauth.token.deployment import (
    Application,
    Deployment,
    central_manager,
    context,
    reference_manager,
    user_mapping,
)
from tests.engine.server import EngineServer, engine_server
from tests.support import databases
from tests.support.clock import ManualClock
from tests.support.configurations import replace
from tests.support.mappings import oidc_policy

STRONG = "urn:example:strong"


@pytest.fixture
def engine(sqlite_template: Path, tmp_path: Path, clock: ManualClock) -> Iterator[EngineServer]:
    with engine_server(databases.sqlite_database(tmp_path, sqlite_template), tmp_path, clock) as made:
        yield made


@pytest.fixture
def web(engine: EngineServer) -> Application:
    made = Application(Deployment(engine))
    made.deployment.add(MANAGERS, reference_manager())
    made.deployment.add(ACCESS_TOKEN_MAPPINGS, user_mapping(manager_number=1))
    return made


def require(web: Application, **settings: Any) -> None:
    web.deployment.add(OIDC_POLICIES, oidc_policy(0, **settings))
    web.deployment.add(OIDC_SETTINGS, {"defaultPolicyRef": {"id": "policy-0"}})


def include(web: Application, number: int) -> None:
    """Include the time and the class of the authentication in the tokens of a manager."""
    body = {0: central_manager, 1: reference_manager}[number](number)
    body["sessionValidationSettings"] = {"includeAuthenticationContext": True}
    replace(web.deployment.engine.core.configuration, MANAGERS, body.pop("id"), body)
    web.deployment.engine.caught_up()
    web.save(defaultAccessTokenManagerRef={"id": f"manager-{number}"})


def token(web: Application, **sign_in: Any) -> str:
    text: str = web.tokens(scopes=("openid", "read"), context=context(**sign_in))["access_token"]
    return text


def user_info(web: Application, text: str) -> httpx.Response:
    return web.deployment.engine.get(USERINFO_PATH, Authorization=f"Bearer {text}")


def test_a_signed_token_states_the_sign_in_if_configured(web: Application) -> None:
    require(web)
    sign_in = {"acr": STRONG, "auth_time": 1_700_000_000.5}
    assert not {"acr", "auth_time"} & read_compact(token(web, **sign_in)).claims().keys()
    include(web, 0)
    claims = read_compact(token(web, **sign_in)).claims()
    assert (claims["acr"], claims["auth_time"]) == (STRONG, 1_700_000_000)
    assert "acr" not in read_compact(token(web, auth_time=1.0)).claims()


def test_introspection_states_the_sign_in_of_a_reference_token(web: Application) -> None:
    require(web)
    include(web, 1)
    form = {"token": token(web, acr=STRONG, auth_time=1_700_000_000.0)}
    seen = web.deployment.engine.post("/as/introspect.oauth2", form, Authorization=web.authorization).json()
    assert (seen["acr"], seen["auth_time"]) == (STRONG, 1_700_000_000)


@pytest.mark.parametrize("manager", [0, 1])
def test_user_info_requires_an_authentication_class_and_names_it(web: Application, manager: int) -> None:
    require(web, userInfoAcrValues=[STRONG, "urn:example:stronger"])
    include(web, manager)
    assert user_info(web, token(web, acr=STRONG)).status_code == 200
    answer = user_info(web, token(web, acr="urn:example:weak"))
    assert (answer.status_code, answer.json()["error"]) == (401, "insufficient_user_authentication")
    challenge = answer.headers["www-authenticate"]
    assert challenge.startswith('Bearer realm="Hanse", error="insufficient_user_authentication"')
    assert f'acr_values="{STRONG} urn:example:stronger"' in challenge
    assert "max_age" not in challenge


@pytest.mark.parametrize("manager", [0, 1])
def test_user_info_requires_a_recent_authentication(web: Application, manager: int) -> None:
    require(web, userInfoMaxAge=60)
    include(web, manager)
    now = web.deployment.engine.now()
    assert user_info(web, token(web, auth_time=now)).status_code == 200
    answer = user_info(web, token(web, auth_time=now - 61))
    assert answer.status_code == 401
    assert 'max_age="60"' in answer.headers["www-authenticate"]
    # The ID of an unknown sign-in finds nothing.
    assert user_info(web, token(web)).status_code == 401
