"""The objects and settings of the demo, as calls of the admin API."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse import handles

Body = Mapping[str, Any]

CLIENT_ID: Final = "demo-application"
# The sample users, with their full names.
USERS: Final = {"joe": "Joe Baker", "sarah": "Sarah Reed"}
PROFILE_ID, CONTRACT_ID = "demo-users", "demo-user"
_VALIDATOR, _ADAPTER, _POLICY = "demo-users", "demo-sign-in", "demo-policy"
_MANAGER, _OPENID_POLICY = "demo-tokens", "demo-openid"
_JWT: Final = "com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin"
_LOCAL_STORE: Final = "hanse.local-identities"
_HTML_FORM: Final = "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter"
_ATTRIBUTES: Final[Body] = {"extendedAttributes": [{"name": "email"}, {"name": "name"}]}
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
    """All objects and settings, in the order in which they are created, and then the users of the profile."""

    creations: tuple[PlannedObject, ...]
    settings: tuple[PlannedSetting, ...]
    # The bodies of the calls that create the users, by username.
    users: Mapping[str, Body]


def plan(redirect_uri: str, signed_out_uri: str, secret: str, passwords: Mapping[str, str]) -> DemoPlan:
    """Return the demo's plan for an application at these addresses; `passwords` are those of the sample users."""
    return DemoPlan(
        (*_users_profile(), *_scopes(), *_sign_in(), *_tokens(), _client(redirect_uri, signed_out_uri, secret)),
        _SETTINGS,
        {name: _user(name, password) for name, password in passwords.items()},
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


def _user(name: str, password: str) -> Body:
    values = {"login": name, "email": f"{name}@example.com", "name": USERS.get(name, name)}
    return {
        "attributes": [{"name": key, "values": [value]} for key, value in values.items()],
        "password": password,
        "passwordIsTemporary": False,
    }


def _users_profile() -> tuple[PlannedObject, ...]:
    """Return the profile and its contract, which are created first and therefore deleted last, with the users."""
    return (
        PlannedObject(
            handles.POLICY_CONTRACTS.path,
            CONTRACT_ID,
            "Authentication policy contract",
            {"id": CONTRACT_ID, "name": "Demo user", **_ATTRIBUTES},
        ),
        PlannedObject(
            handles.LOCAL_IDENTITY_PROFILES.path, PROFILE_ID, "Local identity profile with two users", _profile()
        ),
    )


def _profile() -> Body:
    return {
        "id": PROFILE_ID,
        "name": "Demo users",
        "apcId": {"id": CONTRACT_ID},
        "registrationEnabled": True,
        "profileEnabled": True,
        "profileConfig": {"deleteIdentityEnabled": True},
        "fieldConfig": {
            "fields": [
                # Applications identify users by their username, which must not pass to another user.
                _field("login", "TEXT", "Username", "Unique ID Field", "Read-Only"),
                _field("email", "EMAIL", "E-mail address", "Unique ID Field"),
                _field("name", "TEXT", "Full name"),
            ]
        },
    }


def _field(id_: str, type_: str, label: str, *properties: str) -> Body:
    return {
        "id": id_,
        "type": type_,
        "label": label,
        "registrationPageField": True,
        "profilePageField": True,
        "attributes": dict.fromkeys(("Required", *properties), True),
    }


def _sign_in() -> tuple[PlannedObject, ...]:
    validators: list[Body] = [{"fields": _fields({"Password Credential Validator Instance": _VALIDATOR})}]
    contract = {"coreAttributes": [{"name": "policy.action"}, {"name": "username", "pseudonym": True}], **_ATTRIBUTES}
    form = {"Local Identity Profile": PROFILE_ID, "Allow Password Changes": "true"}
    source = {"type": "IDP_ADAPTER", "sourceRef": {"id": _ADAPTER}}
    return (
        PlannedObject(
            handles.PASSWORD_VALIDATORS.path,
            _VALIDATOR,
            "Password credential validator",
            {
                **_instance(_VALIDATOR, "Demo users", _LOCAL_STORE, {"Local Identity Profile": PROFILE_ID}, {}),
                "attributeContract": {"coreAttributes": [{"name": "username"}], **_ATTRIBUTES},
            },
        ),
        PlannedObject(
            handles.ADAPTERS.path,
            _ADAPTER,
            "HTML form adapter",
            {
                **_instance(_ADAPTER, "Demo sign-in", _HTML_FORM, form, {"Credential Validators": validators}),
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
            handles.POLICIES.path,
            _POLICY,
            "Authentication policy",
            {"id": _POLICY, "name": "Demo sign-in", "rootNode": _policy_tree(source)},
        ),
        PlannedObject(
            handles.CONTRACT_GRANT_MAPPINGS.path,
            CONTRACT_ID,
            "Policy contract grant mapping",
            {
                "id": CONTRACT_ID,
                "authenticationPolicyContractRef": {"id": CONTRACT_ID},
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
        "name": {"source": adapter, "value": "name"},
        "email": {"source": adapter, "value": "email"},
    }
    return {
        "action": {"type": "AUTHN_SOURCE", "authenticationSource": source},
        "children": [
            {"action": {"type": "DONE", "context": "Fail"}, "children": []},
            {
                "action": {
                    "type": "APC_MAPPING",
                    "context": "Success",
                    "authenticationPolicyContractRef": {"id": CONTRACT_ID},
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
            f"authz_req|apc.{CONTRACT_ID}|{_MANAGER}",
            "Access token mapping",
            {
                "context": {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": CONTRACT_ID}},
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
    return {"source": {"type": "AUTHENTICATION_POLICY_CONTRACT", "id": CONTRACT_ID}, "value": name}


def _from_token(name: str) -> Body:
    return {"source": {"type": "TOKEN"}, "value": name}
