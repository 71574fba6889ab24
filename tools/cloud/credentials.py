"""Gateway credentials are issued as signed JWTs and are accepted until they are revoked.

As on the platform, a credential never expires; it is rotated and revoked. The signature proves that this service issued
it, and the stored list of credentials that it was not revoked.
"""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from hanse.kit.clock import Clock
from hanse.kit.randomness import Randomness
from tools.cloud.records import Gateway, GatewayCredential, new_uuid
from tools.cloud.state import CloudState

# The platform's access tokens have the same lifetime.
ACCESS_TOKEN_LIFETIME = timedelta(minutes=5)
_ACCESS_TOKEN_USE = "access"  # noqa: S105 - the name of a kind of token, not a token.


def issue_credential(
    state: CloudState, gateway: Gateway, clock: Clock, randomness: Randomness
) -> tuple[GatewayCredential, str]:
    """Return a new credential of a gateway and its signed text, which is not stored.

    Raises TooManyCredentialsError if the gateway has five credentials already.
    """
    credential = GatewayCredential(new_uuid(randomness), gateway.id, clock.now())
    state.add_credential(credential)
    return credential, state.signing_key.sign(_credential_claims(state, gateway, credential))


def authenticate_credential(state: CloudState, text: str) -> tuple[GatewayCredential, Gateway] | None:
    """Return the credential of a signed text, or None if this service did not issue it or it was revoked."""
    claims = state.signing_key.verify(text)
    # An access token is signed with the same key but has no `jti`, so that it is not accepted as a credential.
    return _find_credential(state, claims.get("jti")) if claims else None


def issue_access_token(state: CloudState, credential: GatewayCredential, now: datetime) -> str:
    """Return a bearer token for the management API, bound to the credential for which it is issued."""
    organization = state.organization
    return state.signing_key.sign(
        {
            "iss": organization.public_url,
            "aud": organization.public_url,
            "org": organization.id,
            "tokenUse": _ACCESS_TOKEN_USE,
            "credentialId": credential.id,
            "iat": int(now.timestamp()),
            "exp": int((now + ACCESS_TOKEN_LIFETIME).timestamp()),
        }
    )


def authenticate_access_token(state: CloudState, text: str, now: datetime) -> Gateway | None:
    """Return the gateway of a bearer token, or None if the token or its credential is not valid any more."""
    claims = state.signing_key.verify(text)
    if claims is None or claims.get("tokenUse") != _ACCESS_TOKEN_USE or claims["exp"] <= now.timestamp():
        return None
    found = _find_credential(state, claims["credentialId"])
    return found[1] if found else None


def _find_credential(state: CloudState, credential_id: Any) -> tuple[GatewayCredential, Gateway] | None:
    credential = state.credential(credential_id) if isinstance(credential_id, str) else None
    gateway = state.gateway(credential.gateway_id) if credential else None
    return (credential, gateway) if credential and gateway else None


def _credential_claims(state: CloudState, gateway: Gateway, credential: GatewayCredential) -> dict[str, Any]:
    """Return the documented claims. The gateway type is the platform's name for a federation server."""
    organization = state.organization
    environment = state.environment(gateway.environment_id)
    return {
        "aud": organization.public_url,
        "authUrl": organization.public_url,
        "consoleUrl": organization.public_url,
        "environmentId": gateway.environment_id,
        "environmentName": environment.name if environment else "",
        "gatewayId": gateway.id,
        "gatewayName": gateway.name,
        "gatewayType": "PING_FEDERATE",
        "iat": int(credential.created_at.timestamp()),
        "iss": f"wss://{urlsplit(organization.public_url).netloc}",
        "jti": credential.id,
        "organizationId": organization.id,
        "organizationName": organization.name,
        "targetClusterEnvironment": "PROD",
        "targetGeography": organization.region,
    }
