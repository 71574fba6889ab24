"""Gateway credentials: issued as signed JWTs, accepted only while the service still lists them.

A credential never expires (the platform's own rule: it is rotated and revoked), so the signature proves where it comes
from and the list of credentials proves that it is still valid.
"""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from hanse.kit.clock import Clock
from hanse.kit.randomness import Randomness
from tools.cloud.records import Gateway, GatewayCredential, new_uuid
from tools.cloud.state import CloudState

ACCESS_TOKEN_LIFETIME = timedelta(minutes=5)  # The platform's lifetime for this exchange.
_ACCESS_TOKEN_USE = "access"  # noqa: S105 - the name of a kind of token, not a token.


def issue_credential(
    state: CloudState, gateway: Gateway, clock: Clock, randomness: Randomness
) -> tuple[GatewayCredential, str]:
    """Return a new credential of a gateway and its signed text, which is shown this once.

    Raises TooManyCredentialsError when the gateway has five.
    """
    credential = GatewayCredential(new_uuid(randomness), gateway.id, clock.now())
    state.add_credential(credential)
    return credential, state.signing_key.sign(_credential_claims(state, gateway, credential))


def authenticate_credential(state: CloudState, text: str) -> tuple[GatewayCredential, Gateway] | None:
    """Return the credential of a text, or None if it was not issued here or is revoked."""
    claims = state.signing_key.verify(text)
    # An access token is signed with the same key but has no `jti`: if it were accepted, it could renew itself.
    return _find_live(state, claims.get("jti")) if claims else None


def issue_access_token(state: CloudState, credential: GatewayCredential, now: datetime) -> str:
    """Return a bearer token for the management API, bound to the credential that it was exchanged for."""
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
    """Return the gateway that a bearer token acts for; None if it or its credential is no longer valid."""
    claims = state.signing_key.verify(text)
    if claims is None or claims.get("tokenUse") != _ACCESS_TOKEN_USE or claims["exp"] <= now.timestamp():
        return None
    found = _find_live(state, claims["credentialId"])
    return found[1] if found else None


def _find_live(state: CloudState, credential_id: Any) -> tuple[GatewayCredential, Gateway] | None:
    credential = state.credential(credential_id) if isinstance(credential_id, str) else None
    gateway = state.gateway(credential.gateway_id) if credential else None
    return (credential, gateway) if credential and gateway else None


def _credential_claims(state: CloudState, gateway: Gateway, credential: GatewayCredential) -> dict[str, Any]:
    """Return the documented claims; the gateway type is the platform's name for a federation server."""
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
