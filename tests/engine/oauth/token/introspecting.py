"""Requests to the introspection endpoint."""

from typing import Any

import httpx

from hanse.engine.oauth.paths import INTROSPECTION_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from tests.engine.oauth.token.deployment import (
    Deployment,
    reference_manager,
)
from tests.support.mappings import token_mapping

INACTIVE = {"active": False}


def introspect(deployment: Deployment, authorization: str, token: str, **form: str) -> httpx.Response:
    return deployment.engine.post(INTROSPECTION_PATH, {"token": token, **form}, Authorization=authorization)


def introspected(deployment: Deployment, authorization: str, token: str, **form: str) -> dict[str, Any]:
    answer = introspect(deployment, authorization, token, **form)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store"), answer.text
    content: dict[str, Any] = answer.json()
    return content


def token_of(deployment: Deployment, authorization: str, **form: str) -> str:
    return str(deployment.client_credentials(authorization, **form).json()["access_token"])


def add_references(deployment: Deployment, number: int = 1, **settings: str) -> None:
    deployment.add(MANAGERS, reference_manager(number, **settings))
    deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(number))
