"""The sample application of the demo: its OAuth client, and the scopes and tokens that it receives."""

from typing import Final

from hanse import handles
from hanse.demo.planned_objects import CONTRACT_ID, Body, PlannedObject, from_contract, instance

CLIENT_ID: Final = "demo-application"
MANAGER_ID, OPENID_POLICY_ID = "demo-tokens", "demo-openid"
SCOPES: Final = {"profile": "Your name", "email": "Your e-mail address"}
_JWT: Final = "com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin"


def scopes() -> tuple[PlannedObject, ...]:
    """Return the scopes that the application requests."""
    path = handles.COMMON_SCOPES.path
    return tuple(
        PlannedObject(path, name, f"Scope {name}", {"name": name, "description": text}) for name, text in SCOPES.items()
    )


def tokens() -> tuple[PlannedObject, ...]:
    """Return the objects that determine the tokens of the application."""
    settings = {"Token Lifetime": "5", "Use Centralized Signing Key": "true", "JWS Algorithm": "RS256"}
    names = ("sub", "email", "name")
    openid = {
        "sub": _from_token("sub"),
        "email": _from_token("email"),
        "name": _from_token("name"),
    }
    return (
        PlannedObject(
            handles.ACCESS_TOKEN_MANAGERS.path,
            MANAGER_ID,
            "JWT access token manager",
            {
                **instance(MANAGER_ID, "Demo tokens", _JWT, settings, {}),
                "attributeContract": {"extendedAttributes": [{"name": name} for name in names]},
            },
        ),
        PlannedObject(
            handles.ACCESS_TOKEN_MAPPINGS.path,
            f"authz_req|apc.{CONTRACT_ID}|{MANAGER_ID}",
            "Access token mapping",
            {
                "context": {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": CONTRACT_ID}},
                "accessTokenManagerRef": {"id": MANAGER_ID},
                "attributeContractFulfillment": {
                    "sub": {"source": {"type": "OAUTH_PERSISTENT_GRANT"}, "value": "USER_KEY"},
                    "email": from_contract("email"),
                    "name": from_contract("name"),
                },
            },
        ),
        PlannedObject(
            handles.OIDC_POLICIES.path,
            OPENID_POLICY_ID,
            "OpenID Connect policy",
            {
                "id": OPENID_POLICY_ID,
                "name": "Demo OpenID",
                "accessTokenManagerRef": {"id": MANAGER_ID},
                "attributeContract": {"extendedAttributes": [{"name": "email"}, {"name": "name"}]},
                "scopeAttributeMappings": {"email": {"values": ["email"]}, "profile": {"values": ["name"]}},
                "attributeMapping": {"attributeContractFulfillment": openid},
                "returnIdTokenOnRefreshGrant": True,
            },
        ),
    )


def client(redirect_uri: str, signed_out_uri: str, secret: str) -> PlannedObject:
    """Return the client of the application."""
    return PlannedObject(
        handles.CLIENTS.path,
        CLIENT_ID,
        "OAuth client",
        {
            "clientId": CLIENT_ID,
            "name": "Demo application",
            "description": "The sample application of the demo.",
            "redirectUris": [redirect_uri],
            "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN", "DEVICE_CODE"],
            "clientAuth": {"type": "SECRET", "secret": secret},
            "requireProofKeyForCodeExchange": True,
            "oidcPolicy": {"policyGroup": {"id": OPENID_POLICY_ID}, "postLogoutRedirectUris": [signed_out_uri]},
        },
    )


def _from_token(name: str) -> Body:
    return {"source": {"type": "TOKEN"}, "value": name}
