"""Valid calls for access token managers and mappings, and the items that they need."""

from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.valid_call import GoodCall, Key
from tests.support.access_tokens import REFERENCE, manager
from tests.support.instances import adapter, validator
from tests.support.mappings import (
    adapter_granted,
    contract,
    grant_mapping,
    oidc_policy,
    password_granted,
    token_mapping,
)

HISTORY, USED_BY = f"{API}/internal/history", f"{API}/internal/usedBy"
MANAGERS, MANAGER_SETTINGS = "/oauth/accessTokenManagers", "/oauth/accessTokenManagers/settings"
MAPPINGS, GRANT_MAPPINGS = "/oauth/accessTokenMappings", "/oauth/authenticationPolicyContractMappings"
ADAPTER_GRANTS, PASSWORD_GRANTS = "/oauth/idpAdapterMappings", "/oauth/resourceOwnerCredentialsMappings"
ADAPTERS, VALIDATORS = "/idp/adapters", "/passwordCredentialValidators"
POLICIES, POLICY_SETTINGS = "/oauth/openIdConnect/policies", "/oauth/openIdConnect/settings"
_MAPPED = (MAPPINGS, GRANT_MAPPINGS, ADAPTER_GRANTS, PASSWORD_GRANTS)
CONTRACTS = "/authenticationPolicyContracts"
EFFECTIVE = f"{API}/internal/effective{MANAGERS}/{{id}}"
# Callers with permission to create use a separate policy contract.
SERIALS = ("administrator", "all")
# The first manager is used, and the second can be deleted.
USED, SPARE = "manager-0", "manager-1"


def add_tokens(admin: Client) -> None:
    """Create the items that the calls need, unless they exist."""
    bodies = (
        *((MANAGERS, manager(number)) for number in (0, 1)),
        (MAPPINGS, token_mapping()),
        *((POLICIES, oidc_policy(number)) for number in (0, 1)),
        *((CONTRACTS, {**contract(serial), "id": _contract_id(serial)}) for serial in ("0", *SERIALS)),
        (GRANT_MAPPINGS, grant_mapping()),
        *((VALIDATORS, validator(name)) for name in ("used", *map(_granted, ("0", *SERIALS)))),
        *((ADAPTERS, adapter(_granted(serial))) for serial in ("0", *SERIALS)),
        (ADAPTER_GRANTS, adapter_granted("adapter-granted-0")),
        (PASSWORD_GRANTS, password_granted("validator-granted-0")),
    )
    for path, body in bodies:
        made = admin.post(f"{API}{path}", body)
        assert made.status_code in (201, 422), made.text


def _new_manager(serial: str) -> dict[str, Any]:
    return {**manager(), "id": f"made-{serial}", "name": f"Made {serial}"}


def _contract_id(serial: str) -> str:
    return f"apc-{serial}"


def _token_mapping(serial: str) -> dict[str, Any]:
    """Return the body of a mapping for a policy contract of its own."""
    context = {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": _contract_id(serial)}}
    return {**token_mapping(), "id": f"made-{serial}", "context": context}


def _grant_mapping(serial: str) -> dict[str, Any]:
    key = {"source": {"type": "AUTHENTICATION_POLICY_CONTRACT"}, "value": "subject"}
    return {
        "id": f"made-{serial}",
        "authenticationPolicyContractRef": {"id": _contract_id(serial)},
        "attributeContractFulfillment": {"USER_KEY": key, "USER_NAME": key},
    }


def _granted(serial: str) -> str:
    return f"granted-{serial}"


def calls_of(path: str, post: GoodCall, put: GoodCall) -> dict[Key, GoodCall]:
    """Return the calls of a collection; the target of PUT is also that of GET and DELETE."""
    target = put.target
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("POST", f"{API}{path}"): post,
        ("GET", f"{API}{path}/{{id}}"): GoodCall(target=target),
        ("PUT", f"{API}{path}/{{id}}"): put,
        ("DELETE", f"{API}{path}/{{id}}"): GoodCall(204, target=target),
        ("GET", f"{HISTORY}{path}/{{id}}"): GoodCall(target=target),
        ("GET", f"{USED_BY}{path}/{{id}}"): GoodCall(target=target),
    }


def settings_of(path: str, put: GoodCall) -> dict[Key, GoodCall]:
    """Return the calls of a singleton."""
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("PUT", f"{API}{path}"): put,
        ("GET", f"{HISTORY}{path}"): GoodCall(),
        ("GET", f"{USED_BY}{path}"): GoodCall(),
    }


TOKEN_CALLS: dict[Key, GoodCall] = {
    **calls_of(
        MANAGERS,
        GoodCall(201, body=lambda serial, _c: _new_manager(serial)),
        GoodCall(body=lambda serial, _c: {**manager(1), "name": f"New {serial}"}, target=SPARE),
    ),
    ("GET", f"{API}{MANAGERS}/descriptors"): GoodCall(),
    ("GET", f"{API}{MANAGERS}/descriptors/{{id}}"): GoodCall(target=REFERENCE),
    ("GET", EFFECTIVE): GoodCall(target=SPARE),
    **calls_of(
        MAPPINGS,
        GoodCall(201, body=lambda serial, _c: _token_mapping(serial)),
        GoodCall(body=lambda _s, _c: token_mapping(), target="mapping-0"),
    ),
    **calls_of(
        GRANT_MAPPINGS,
        GoodCall(201, body=lambda serial, _c: _grant_mapping(serial)),
        GoodCall(body=lambda _s, _c: grant_mapping(), target="grant-0"),
    ),
    **calls_of(
        ADAPTER_GRANTS,
        GoodCall(201, body=lambda serial, _c: adapter_granted(f"adapter-{_granted(serial)}")),
        GoodCall(body=lambda _s, _c: adapter_granted("adapter-granted-0"), target="adapter-granted-0"),
    ),
    **calls_of(
        PASSWORD_GRANTS,
        GoodCall(201, body=lambda serial, _c: password_granted(f"validator-{_granted(serial)}")),
        GoodCall(body=lambda _s, _c: password_granted("validator-granted-0"), target="validator-granted-0"),
    ),
    **calls_of(
        POLICIES,
        GoodCall(201, body=lambda serial, _c: oidc_policy(name=f"Made {serial}", id=f"made-{serial}")),
        GoodCall(body=lambda serial, _c: oidc_policy(1, name=f"New {serial}"), target="policy-1"),
    ),
    **settings_of(POLICY_SETTINGS, GoodCall(body=lambda _s, _c: {"defaultPolicyRef": {"id": "policy-0"}})),
    **settings_of(MANAGER_SETTINGS, GoodCall(body=lambda _s, _c: {"defaultAccessTokenManagerRef": {"id": USED}})),
}


def token_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call. Items are deleted after those that use them."""
    return {
        **collection(f"{API}{MANAGERS}", sees=sees, changes=configures),
        ("GET", f"{API}{MANAGERS}/descriptors"): sees,
        ("GET", f"{API}{MANAGERS}/descriptors/{{id}}"): sees,
        ("GET", EFFECTIVE): sees,
        **document(f"{API}{MANAGER_SETTINGS}", sees=sees, changes=configures),
        **{
            line: who
            for path in (*_MAPPED, POLICIES)
            for line, who in collection(f"{API}{path}", sees=sees, changes=configures).items()
        },
        **document(f"{API}{POLICY_SETTINGS}", sees=sees, changes=configures),
        **{("DELETE", f"{API}{path}/{{id}}"): configures for path in (*_MAPPED, POLICIES, MANAGERS)},
    }
