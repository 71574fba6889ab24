"""The configuration that the plans expect, besides clients: a user with every standard claim, scopes, and tokens."""

from collections.abc import Mapping
from typing import Any, Final

from hanse import handles
from hanse.demo.plan import plan
from hanse.demo.setup import USERS
from tools.conformance.admin_api import AdminApi

USER: Final = "joe"
OPENID_POLICY: Final = "demo-openid"
# The publisher, authenticator and request policy of backchannel requests.
_CIBA: Final = "conformance"
# The value of `acr` (OpenID Connect Core 1.0, section 2) for users who sign in with a password.
AUTHENTICATION_CLASS: Final = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
_MANAGER: Final = "demo-tokens"
# OpenID Connect Core 1.0, section 5.1, but for `sub`.
CLAIMS: Final[Mapping[str, Mapping[str, str]]] = {
    "profile": {
        "name": "Joe Doe",
        "family_name": "Doe",
        "given_name": "Joe",
        "middle_name": "Q",
        "nickname": "Joey",
        "preferred_username": "joe",
        "profile": "https://example.com/joe",
        "picture": "https://example.com/joe.png",
        "website": "https://example.com",
        "gender": "male",
        "birthdate": "1990-01-31",
        "zoneinfo": "Europe/Berlin",
        "locale": "de-DE",
        "updated_at": "1700000000",
    },
    "email": {"email": "joe@example.com", "email_verified": "true"},
    "phone": {"phone_number": "+49 30 1234567", "phone_number_verified": "true"},
    "address": {
        "address": '{"street_address":"Hauptstrasse 1","locality":"Berlin","postal_code":"10115","country":"DE"}',
    },
}
# They come from this module instead of the demo.
_REPLACED: Final = frozenset({handles.CLIENTS.path, handles.COMMON_SCOPES.path, handles.OIDC_POLICIES.path})


def configure(api: AdminApi, engine: str, password: str, clients: Mapping[str, dict[str, Any]]) -> None:
    """Create what the plans need, or bring it up to date: the objects of the demo, with more claims.

    `engine` is the issuer, `password` the one of the user who signs in, and `clients` are bodies by client identifier.
    Raises RefusedError.
    """
    api.change("/serverSettings", federationInfo={"baseUrl": engine})
    demo = plan("https://application.invalid/", "https://application.invalid/", password, {USER: password})
    for each in demo.creations:
        if each.path not in _REPLACED:
            api.put(each.path, each.id, _completed(each.path, each.body))
    for name, body in demo.users.items():
        api.replace_user(USERS, name, body)
    for scope in CLAIMS:
        api.put(handles.COMMON_SCOPES.path, scope, {"name": scope, "description": f"Your {scope}"})
    api.put(handles.OIDC_POLICIES.path, OPENID_POLICY, _openid_policy())
    for setting in demo.settings:
        api.change(setting.path, **{setting.member: setting.value})
    # Clients are notified of a logout only if sessions are tracked.
    api.change(
        handles.OIDC_SETTINGS.path, sessionSettings={"trackUserSessionsForLogout": True, "sessionManagement": True}
    )
    # Resource servers should accept a proof once (RFC 9449, section 11.1), which the FAPI plans check.
    api.change(handles.AUTHORIZATION_SERVER.path, dpopProofEnforceReplayPrevention=True)
    api.change(handles.CLIENT_SETTINGS.path, dynamicClientRegistration=_registration())
    for id_, body in clients.items():
        api.put(handles.CLIENTS.path, id_, body)


def configure_ciba(api: AdminApi, mail_port: int) -> None:
    """Create what backchannel requests need: e-mails to users through a mail server on this machine, and a policy."""
    publisher = {"From Address": "hanse@example.com", "Email Server": "localhost", "SMTP Port": str(mail_port)}
    api.put(
        handles.NOTIFICATION_PUBLISHERS.path, _CIBA, _plugin("com.pingidentity.email.SmtpNotificationPlugin", publisher)
    )
    api.put(
        handles.OUT_OF_BAND_AUTHENTICATORS.path,
        _CIBA,
        _plugin("hanse.email-authenticator", {"Notification Publisher": _CIBA}),
    )
    hint = {"source": {"type": "REQUEST"}, "value": "IDENTITY_HINT_SUBJECT"}
    fulfillment = {
        "USER_KEY": hint,
        "email": {"source": {"type": "TEXT"}, "value": f"{USER}@example.com"},
        "locale": {"source": {"type": "TEXT"}, "value": "en"},
    }
    policy = {
        "id": _CIBA,
        "name": "Conformance",
        "authenticatorRef": {"id": _CIBA},
        "identityHintContract": {},
        "identityHintMapping": {"attributeContractFulfillment": fulfillment},
    }
    api.put(handles.CIBA_POLICIES.path, _CIBA, policy)
    api.change(handles.CIBA_SETTINGS.path, defaultRequestPolicyRef={"id": _CIBA})


def _plugin(descriptor: str, values: Mapping[str, str]) -> dict[str, Any]:
    fields = [{"name": name, "value": value} for name, value in values.items()]
    return {
        "id": _CIBA,
        "name": "Conformance",
        "pluginDescriptorRef": {"id": descriptor},
        "configuration": {"fields": fields, "tables": []},
    }


def _completed(path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the demo's object with what the plans expect beyond the demo."""
    if path == handles.ADAPTERS.path:
        return {**body, "authnCtxClassRef": AUTHENTICATION_CLASS}
    if path == handles.ACCESS_TOKEN_MANAGERS.path:
        # A code that is used twice revokes the tokens that were issued for it (RFC 6749, section 4.1.2). The claim
        # with the grant lets UserInfo find the claims that the request named.
        more = {"Enable Token Revocation": "true", "Access Grant GUID Claim Name": "grant"}
        fields = [*body["configuration"]["fields"], *({"name": name, "value": more[name]} for name in more)]
        return {**body, "configuration": {**body["configuration"], "fields": fields}}
    return dict(body)


def _openid_policy() -> dict[str, Any]:
    claims = {name: value for values in CLAIMS.values() for name, value in values.items()}
    fulfillment = {name: {"source": {"type": "TEXT"}, "value": value} for name, value in claims.items()}
    return {
        "id": OPENID_POLICY,
        "name": "Conformance",
        "accessTokenManagerRef": {"id": _MANAGER},
        "attributeContract": {"extendedAttributes": [{"name": name} for name in claims]},
        "attributeMapping": {
            "attributeContractFulfillment": {
                "sub": {"source": {"type": "TOKEN"}, "value": "sub"},
                **fulfillment,
            }
        },
        "returnIdTokenOnRefreshGrant": True,
        # The token response of the hybrid flow has an ID token too (OpenID Connect Core 1.0, section 3.3.3.3).
        "reissueIdTokenInHybridFlow": True,
    }


def _registration() -> dict[str, Any]:
    """Return the settings of clients that register themselves, which anybody can do here."""
    return {
        "allowOpenRegistration": True,
        "allowClientDelete": True,
        # The plans for OpenID Connect Core send no PKCE parameters.
        "requireProofKeyForCodeExchange": False,
        "oidcPolicy": {"policyGroup": {"id": OPENID_POLICY}},
    }
