"""The objects and settings of the demo, as calls of the admin API."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse import handles

Body = Mapping[str, Any]

CLIENT_ID: Final = "demo-application"
USERS: Final = ("joe", "sarah")
_VALIDATOR, _ADAPTER, _CONTRACT, _POLICY = "demo-users", "demo-sign-in", "demo-user", "demo-policy"
_MANAGER, _OPENID_POLICY = "demo-tokens", "demo-openid"
_JWT: Final = "com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin"
_SIMPLE: Final = "org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator"
_HTML_FORM: Final = "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter"
SCOPES: Final = {"profile": "Your name", "email": "Your e-mail address"}


@dataclass(frozen=True)
class PlannedObject:
    """An object: its collection, its id, its name, and its body."""

    path: str
    id: str
    title: str
    body: Body

    @property
    def item_path(self) -> str:
        """Return the path of the object itself."""
        return f"{self.path}/{self.id}"


@dataclass(frozen=True)
class PlannedSetting:
    """A member of a settings object that the demo needs: set unless it has another value, and reset at the end."""

    path: str
    title: str
    member: str
    value: Any
    # The value of a setting that nobody has changed.
    unset: Any


@dataclass(frozen=True)
class DemoPlan:
    """All objects and settings, in the order in which they are created."""

    creations: tuple[PlannedObject, ...]
    settings: tuple[PlannedSetting, ...]


def plan(redirect_uri: str, signed_out_uri: str, secret: str, passwords: Mapping[str, str]) -> DemoPlan:
    """Return the demo's plan for an application at these addresses; `passwords` are those of the sample users."""
    return DemoPlan(
        (*_scopes(), *_sign_in(passwords), *_tokens(), _client(redirect_uri, signed_out_uri, secret)), _SETTINGS
    )


_SETTINGS: Final = (
    PlannedSetting(handles.POLICY_SETTINGS.path, "Authentication policies", "enableIdpAuthnSelection", True, False),
    PlannedSetting(
        handles.ACCESS_TOKEN_MANAGER_SETTINGS.path,
        "Default access token manager",
        "defaultAccessTokenManagerRef",
        {"id": _MANAGER},
        None,
    ),
    PlannedSetting(
        handles.OIDC_SETTINGS.path,
        "Default OpenID Connect policy",
        "defaultPolicyRef",
        {"id": _OPENID_POLICY},
        None,
    ),
)


def _scopes() -> tuple[PlannedObject, ...]:
    path = handles.COMMON_SCOPES.path
    return tuple(
        PlannedObject(path, name, f"Scope {name}", {"name": name, "description": text}) for name, text in SCOPES.items()
    )


def _sign_in(passwords: Mapping[str, str]) -> tuple[PlannedObject, ...]:
    users: list[Body] = [
        {"fields": _fields({"Username": name, "Password": password, "Confirm Password": password})}
        for name, password in passwords.items()
    ]
    validators: list[Body] = [{"fields": _fields({"Password Credential Validator Instance": _VALIDATOR})}]
    contract = {"coreAttributes": [{"name": "policy.action"}, {"name": "username", "pseudonym": True}]}
    source = {"type": "IDP_ADAPTER", "sourceRef": {"id": _ADAPTER}}
    return (
        PlannedObject(
            handles.PASSWORD_VALIDATORS.path,
            _VALIDATOR,
            "Password credential validator with two users",
            _instance(_VALIDATOR, "Demo users", _SIMPLE, {}, {"Users": users}),
        ),
        PlannedObject(
            handles.ADAPTERS.path,
            _ADAPTER,
            "HTML form adapter",
            {
                **_instance(_ADAPTER, "Demo sign-in", _HTML_FORM, {}, {"Credential Validators": validators}),
                "attributeContract": contract,
            },
        ),
        PlannedObject(
            handles.SOURCE_SESSIONS.path,
            "demo-session",
            "Authentication session policy",
            {
                "id": "demo-session",
                "authenticationSource": source,
                "enableSessions": True,
                "persistent": True,
                "userDeviceType": "ANY",
            },
        ),
        PlannedObject(
            handles.POLICY_CONTRACTS.path,
            _CONTRACT,
            "Authentication policy contract",
            {"id": _CONTRACT, "name": "Demo user", "extendedAttributes": [{"name": "email"}, {"name": "name"}]},
        ),
        PlannedObject(
            handles.POLICIES.path,
            _POLICY,
            "Authentication policy",
            {"id": _POLICY, "name": "Demo sign-in", "rootNode": _policy_tree(source)},
        ),
        PlannedObject(
            handles.CONTRACT_GRANT_MAPPINGS.path,
            _CONTRACT,
            "Policy contract grant mapping",
            {
                "id": _CONTRACT,
                "authenticationPolicyContractRef": {"id": _CONTRACT},
                "attributeContractFulfillment": {
                    "USER_KEY": _from_contract("subject"),
                    "USER_NAME": _from_contract("name"),
                },
            },
        ),
    )


def _policy_tree(source: Body) -> Body:
    adapter = {"type": "ADAPTER", "id": _ADAPTER}
    fulfillment = {
        "subject": {"source": adapter, "value": "username"},
        "name": {"source": adapter, "value": "username"},
        "email": {"source": {"type": "TEXT"}, "value": "${username}@example.com"},
    }
    return {
        "action": {"type": "AUTHN_SOURCE", "authenticationSource": source},
        "children": [
            {"action": {"type": "DONE", "context": "Fail"}, "children": []},
            {
                "action": {
                    "type": "APC_MAPPING",
                    "context": "Success",
                    "authenticationPolicyContractRef": {"id": _CONTRACT},
                    "attributeMapping": {"attributeContractFulfillment": fulfillment},
                },
                "children": [],
            },
        ],
    }


def _tokens() -> tuple[PlannedObject, ...]:
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
            _MANAGER,
            "JWT access token manager",
            {
                **_instance(_MANAGER, "Demo tokens", _JWT, settings, {}),
                "attributeContract": {"extendedAttributes": [{"name": name} for name in names]},
            },
        ),
        PlannedObject(
            handles.ACCESS_TOKEN_MAPPINGS.path,
            f"authz_req|apc.{_CONTRACT}|{_MANAGER}",
            "Access token mapping",
            {
                "context": {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": _CONTRACT}},
                "accessTokenManagerRef": {"id": _MANAGER},
                "attributeContractFulfillment": {
                    "sub": {"source": {"type": "OAUTH_PERSISTENT_GRANT"}, "value": "USER_KEY"},
                    "email": _from_contract("email"),
                    "name": _from_contract("name"),
                },
            },
        ),
        PlannedObject(
            handles.OIDC_POLICIES.path,
            _OPENID_POLICY,
            "OpenID Connect policy",
            {
                "id": _OPENID_POLICY,
                "name": "Demo OpenID",
                "accessTokenManagerRef": {"id": _MANAGER},
                "attributeContract": {"extendedAttributes": [{"name": "email"}, {"name": "name"}]},
                "scopeAttributeMappings": {"email": {"values": ["email"]}, "profile": {"values": ["name"]}},
                "attributeMapping": {"attributeContractFulfillment": openid},
                "returnIdTokenOnRefreshGrant": True,
            },
        ),
    )


def _client(redirect_uri: str, signed_out_uri: str, secret: str) -> PlannedObject:
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
            "oidcPolicy": {"policyGroup": {"id": _OPENID_POLICY}, "postLogoutRedirectUris": [signed_out_uri]},
        },
    )


def _instance(id_: str, name: str, plugin: str, fields: Mapping[str, str], tables: Mapping[str, list[Body]]) -> Body:
    return {
        "id": id_,
        "name": name,
        "pluginDescriptorRef": {"id": plugin},
        "configuration": {
            "fields": _fields(fields),
            "tables": [{"name": table, "rows": rows} for table, rows in tables.items()],
        },
    }


def _fields(values: Mapping[str, str]) -> list[Body]:
    return [{"name": name, "value": value} for name, value in values.items()]


def _from_contract(name: str) -> Body:
    return {"source": {"type": "AUTHENTICATION_POLICY_CONTRACT", "id": _CONTRACT}, "value": name}


def _from_token(name: str) -> Body:
    return {"source": {"type": "TOKEN"}, "value": name}
