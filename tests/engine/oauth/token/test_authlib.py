"""The third-party client Authlib at the token, introspection and revocation endpoints."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oauth2.rfc7523 import ClientSecretJWT, PrivateKeyJWT
from joserfc.jwk import ECKey

from hanse.crypto.jwk import public_jwk
from hanse.engine.oauth.paths import INTROSPECTION_PATH, REVOCATION_PATH, TOKEN_PATH
from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.engine.oauth.token.deployment import CALLBACK, ISSUER, VERIFIER, Application, Deployment, secret_of, service
from tests.support.key_pairs import ec_key

TOKEN_ENDPOINT = f"{ISSUER}{TOKEN_PATH}"


@pytest.fixture(autouse=True)
def _now(deployment: Deployment) -> None:
    """Set the engine's clock to the real time, which Authlib uses."""
    deployment.engine.clock.set(datetime.now(UTC))


def call(deployment: Deployment, client_id: str, use: Callable[[Any], Any], **options: Any) -> Any:
    """Return the result of `use` with an Authlib client."""

    async def called() -> Any:
        transport = httpx2.ASGITransport(deployment.engine.app)
        async with AsyncOAuth2Client(client_id, transport=transport, **options) as client:
            for method in (ClientSecretJWT(TOKEN_ENDPOINT), PrivateKeyJWT(TOKEN_ENDPOINT, alg="ES256")):
                client.register_client_auth_method(method)
            return await use(client)

    return asyncio.run(called())


@pytest.mark.parametrize("method", ["client_secret_basic", "client_secret_post", "client_secret_jwt"])
def test_a_client_authenticates_with_a_secret(deployment: Deployment, method: str) -> None:
    type_ = "CLIENT_SECRET_JWT" if method.endswith("jwt") else "SECRET"
    deployment.add_service(clientAuth={"type": type_, "secret": secret_of("batch")})
    token = call(
        deployment,
        "batch",
        lambda client: client.fetch_token(TOKEN_ENDPOINT, grant_type="client_credentials", scope="read"),
        client_secret=secret_of("batch"),
        token_endpoint_auth_method=method,
    )
    assert (token["token_type"], token["scope"]) == ("Bearer", "read")


def test_a_client_authenticates_with_a_key(deployment: Deployment) -> None:
    jwks = json.dumps({"keys": [public_jwk(ec_key(1).public_key())]})
    auth = {"type": "PRIVATE_KEY_JWT", "enforceReplayPrevention": True}
    deployment.add(OAUTH_CLIENTS, service(clientAuth=auth, jwksSettings={"jwks": jwks}))

    async def twice(client: Any) -> list[Any]:
        return [await client.fetch_token(TOKEN_ENDPOINT, grant_type="client_credentials") for _ in range(2)]

    options = {"client_secret": ECKey.import_key(ec_key(1)), "token_endpoint_auth_method": "private_key_jwt"}
    first, second = call(deployment, "batch", twice, **options)
    assert first["access_token"] != second["access_token"]


def test_a_code_is_redeemed_refreshed_introspected_and_revoked(deployment: Deployment) -> None:
    web = Application(deployment)
    code = web.code()

    async def use(client: Any) -> tuple[Any, ...]:
        token = await client.fetch_token(
            TOKEN_ENDPOINT, grant_type="authorization_code", code=code, redirect_uri=CALLBACK, code_verifier=VERIFIER
        )
        refreshed = await client.refresh_token(TOKEN_ENDPOINT, refresh_token=token["refresh_token"])
        introspected = await client.introspect_token(f"{ISSUER}{INTROSPECTION_PATH}", token=refreshed["access_token"])
        revoked = await client.revoke_token(f"{ISSUER}{REVOCATION_PATH}", token=refreshed["refresh_token"])
        return token, refreshed, introspected.json(), revoked.status_code

    token, refreshed, introspected, revoked = call(deployment, "web", use, client_secret=secret_of("web"))
    assert token["refresh_token"] != refreshed["refresh_token"]
    assert (introspected["active"], introspected["sub"], revoked) == (True, "joe", 200)
    assert not web.grants()
