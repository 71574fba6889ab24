"""Valid calls for resources with frame pages, and the items that they need."""

from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.valid_call import GoodCall, Key
from tests.support.clients import client

HISTORY, USED_BY = f"{API}/internal/history", f"{API}/internal/usedBy"
CONTRACTS = "/authenticationPolicyContracts"
CONTRACT = "employees"
CLIENTS = "/oauth/clients"
CLIENT = "kontor"
APPLICATIONS = f"{API}/internal/applications"
FINDINGS = f"{API}/internal/clientSecurityFindings"
POLICY, FRAGMENT = "/authenticationPolicies/policy", "/authenticationPolicies/fragments"
TREE = "staff"
POLICY_TRIAL = f"{API}/internal/trials/policy"


def contract(serial: str) -> dict[str, Any]:
    """Return the body of a policy contract."""
    return {"id": serial, "name": f"Contract {serial}", "extendedAttributes": [{"name": "mail"}]}


def tree(serial: str) -> dict[str, Any]:
    """Return the body of an authentication policy, or of a fragment."""
    return {"id": serial, "name": f"Tree {serial}", "rootNode": {"action": {"type": "DONE"}}}


def application(serial: str, kind: str = "MACHINE", *redirect_uris: str, **more: Any) -> dict[str, Any]:
    """Return the body of the quick start of an application."""
    made = {"kind": kind, "clientId": f"app-{serial}", "name": f"Application {serial}"}
    return {**made, "redirectUris": list(redirect_uris), **more}


def add_framed(admin: Client) -> None:
    """Create the items that the calls need, unless they exist."""
    # The settings of an application contain the issuer.
    made = admin.put(f"{API}/serverSettings/federationInfo", {"baseUrl": "https://sso.example.com"})
    assert made.status_code == 200, made.text
    made = admin.post(f"{API}{CONTRACTS}", contract(CONTRACT))
    assert made.status_code in (201, 422), made.text
    made = admin.post(f"{API}{CLIENTS}", client(CLIENT))
    assert made.status_code in (201, 422), made.text
    for path, body in ((CONTRACTS, contract(CONTRACT)), (POLICY, tree(TREE)), (FRAGMENT, tree(TREE))):
        made = admin.post(f"{API}{path}", body)
        assert made.status_code in (201, 422), made.text


def _settings(path: str, put: GoodCall) -> dict[Key, GoodCall]:
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("PUT", f"{API}{path}"): put,
        ("GET", f"{HISTORY}{path}"): GoodCall(),
        ("GET", f"{USED_BY}{path}"): GoodCall(),
    }


def _collection(path: str, post: GoodCall, put: GoodCall, key: str = "id") -> dict[Key, GoodCall]:
    target, item = put.target, f"{path}/{{{key}}}"
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("POST", f"{API}{path}"): post,
        ("GET", f"{API}{item}"): GoodCall(target=target),
        ("PUT", f"{API}{item}"): put,
        ("DELETE", f"{API}{item}"): GoodCall(204, target=target),
        ("GET", f"{HISTORY}{item}"): GoodCall(target=target),
        ("GET", f"{USED_BY}{item}"): GoodCall(target=target),
    }


FRAME_CALLS: dict[Key, GoodCall] = {
    ("POST", POLICY_TRIAL): GoodCall(body=lambda serial, _c: {"policy": tree(serial)}),
    **_settings(
        "/redirectValidation",
        GoodCall(
            body=lambda serial, _c: {
                "redirectValidationLocalSettings": {"whiteList": [{"validDomain": f"{serial}.example"}]}
            }
        ),
    ),
    **_settings(
        "/serviceAuthentication",
        GoodCall(body=lambda serial, _c: {"attributeQuery": {"id": serial, "sharedSecret": "a secret of an app"}}),
    ),
    **_settings("/incomingProxySettings", GoodCall(body=lambda serial, _c: {"clientCertSSLHeaderName": f"X-{serial}"})),
    **_settings(
        "/administrativeApi/corsSettings",
        GoodCall(body=lambda serial, _c: {"enabled": True, "allowedOriginsList": [f"https://{serial}.example"]}),
    ),
    **_settings(
        "/serverSettings/generalSettings",
        GoodCall(body=lambda serial, _c: {"requestHeaderForCorrelationId": f"X-{serial}"}),
    ),
    **_settings(
        "/extendedProperties", GoodCall(body=lambda serial, _c: {"items": [{"name": serial, "multiValued": True}]})
    ),
    **_collection(
        CONTRACTS,
        GoodCall(201, body=lambda serial, _c: contract(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: {**contract(CONTRACT), "name": f"New {serial}"}, target=CONTRACT),
    ),
    **_collection(
        CLIENTS,
        GoodCall(201, body=lambda serial, _c: client(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: client(CLIENT, name=f"New {serial}"), target=CLIENT),
        key="clientId",
    ),
    ("POST", f"{APPLICATIONS}/preview"): GoodCall(body=lambda serial, _c: application(serial)),
    ("POST", APPLICATIONS): GoodCall(201, body=lambda serial, _c: application(serial)),
    ("GET", f"{APPLICATIONS}/{{clientId}}/settings"): GoodCall(target=CLIENT),
    ("GET", FINDINGS): GoodCall(),
    ("GET", f"{FINDINGS}/{{clientId}}"): GoodCall(target=CLIENT),
    ("GET", f"{API}{CLIENTS}/{{clientId}}/clientAuth/clientSecret"): GoodCall(target=CLIENT),
    ("PUT", f"{API}{CLIENTS}/{{clientId}}/clientAuth/clientSecret"): GoodCall(
        body=lambda serial, _c: {"secret": f"secret-{serial}"}, target=CLIENT
    ),
    ("DELETE", f"{API}{CLIENTS}/{{clientId}}/clientAuth/clientSecret/secondarySecrets"): GoodCall(204, target=CLIENT),
    **_settings("/oauth/clientSettings", GoodCall(body=lambda serial, _c: {"clientMetadata": [{"parameter": serial}]})),
    **_settings("/authenticationPolicies/default", GoodCall(body=lambda _s, _c: {"failIfNoSelection": True})),
    **_settings("/authenticationPolicies/settings", GoodCall(body=lambda _s, _c: {"enableIdpAuthnSelection": True})),
    ("POST", f"{API}{POLICY}/{{id}}/move"): GoodCall(body=lambda _s, _c: {"location": "START"}, target=TREE),
    **{
        key: call
        for path in (POLICY, FRAGMENT)
        for key, call in _collection(
            path,
            GoodCall(201, body=lambda serial, _c: tree(f"made-{serial}")),
            GoodCall(body=lambda serial, _c: {**tree(TREE), "name": f"New {serial}"}, target=TREE),
        ).items()
    },
}


def frame_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {
        **document(f"{API}/redirectValidation", sees=sees, changes=configures),
        **document(f"{API}/incomingProxySettings", sees=sees, changes=configures),
        **document(f"{API}/serviceAuthentication", sees=sees, changes=configures),
        **document(f"{API}/administrativeApi/corsSettings", sees=sees, changes=configures),
        **document(f"{API}/serverSettings/generalSettings", sees=sees, changes=configures),
        **document(f"{API}/extendedProperties", sees=sees, changes=configures),
        **collection(f"{API}{CONTRACTS}", sees=sees, changes=configures),
        ("DELETE", f"{API}{CONTRACTS}/{{id}}"): configures,
        **collection(f"{API}{CLIENTS}", sees=sees, changes=configures, key="clientId"),
        ("POST", f"{APPLICATIONS}/preview"): configures,
        ("POST", APPLICATIONS): configures,
        ("GET", f"{APPLICATIONS}/{{clientId}}/settings"): sees,
        ("GET", FINDINGS): sees,
        ("GET", f"{FINDINGS}/{{clientId}}"): sees,
        ("GET", f"{API}{CLIENTS}/{{clientId}}/clientAuth/clientSecret"): sees,
        ("PUT", f"{API}{CLIENTS}/{{clientId}}/clientAuth/clientSecret"): configures,
        ("DELETE", f"{API}{CLIENTS}/{{clientId}}/clientAuth/clientSecret/secondarySecrets"): configures,
        ("DELETE", f"{API}{CLIENTS}/{{clientId}}"): configures,
        **document(f"{API}/oauth/clientSettings", sees=sees, changes=configures),
        **document(f"{API}/authenticationPolicies/default", sees=sees, changes=configures),
        **document(f"{API}/authenticationPolicies/settings", sees=sees, changes=configures),
        **collection(f"{API}{POLICY}", sees=sees, changes=configures),
        ("POST", f"{API}{POLICY}/{{id}}/move"): configures,
        ("POST", POLICY_TRIAL): configures,
        ("DELETE", f"{API}{POLICY}/{{id}}"): configures,
        **collection(f"{API}{FRAGMENT}", sees=sees, changes=configures),
        ("DELETE", f"{API}{FRAGMENT}/{{id}}"): configures,
    }
