"""Client assertions (RFC 7523, section 3), and token requests with them."""

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import httpx
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from hanse.crypto.jwk import public_jwk
from hanse.crypto.jws_signing import CompactSigner, mac_signer
from hanse.engine.oauth.client_authentication.assertion import ASSERTION_TYPE
from hanse.resources.applications.clients import OAUTH_CLIENTS
from tests.engine.oauth.token.deployment import ISSUER, Deployment, secret_of, service

GRANT = {"grant_type": "client_credentials"}
TOKEN_ENDPOINT = f"{ISSUER}/as/token.oauth2"
Claims = dict[str, Any]


def claims(deployment: Deployment, client_id: str = "batch", **changes: Any) -> Claims:
    """Return the claims of a valid assertion with changes; None omits a claim."""
    now = deployment.engine.now()
    made = {
        "iss": client_id,
        "sub": client_id,
        "aud": ISSUER,
        "jti": "id-1",
        "iat": int(now),
        "exp": int(now) + 300,
        **changes,
    }
    return {name: value for name, value in made.items() if value is not None}


def encoded(content: Mapping[str, Any]) -> str:
    return b64encode(json.dumps(content).encode(), b"-_").decode().rstrip("=")


def mac(content: Claims, header: Mapping[str, Any] | None = None, *, secret: str = "") -> str:
    secret = secret or secret_of("batch")
    return mac_signer(secret.encode(), "HS256", header or {}).sign(msgspec.json.encode(content))


def signed(content: Claims, key: ec.EllipticCurvePrivateKey, kid: str | None = None, **header: Any) -> str:
    return CompactSigner(key, "ES256", kid).sign(msgspec.json.encode(content), header)


def jwk(key: ec.EllipticCurvePrivateKey, kid: str | None = None, **more: str) -> dict[str, Any]:
    return {**public_jwk(key.public_key()), **({"kid": kid} if kid else {}), **more}


def with_keys(deployment: Deployment, key: ec.EllipticCurvePrivateKey, use: str = "sig", **auth: Any) -> None:
    """Create a client with one registered key."""
    jwks = json.dumps({"keys": [jwk(key, use=use)]})
    auth = {"type": "PRIVATE_KEY_JWT", **auth}
    deployment.add(OAUTH_CLIENTS, service(clientAuth=auth, jwksSettings={"jwks": jwks}))


def asserted(token: str) -> dict[str, str]:
    return {"client_assertion_type": ASSERTION_TYPE, "client_assertion": token}


def assert_with(deployment: Deployment, token: str) -> httpx.Response:
    return deployment.token(GRANT | asserted(token))
