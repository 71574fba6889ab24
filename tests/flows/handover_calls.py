"""Valid calls about SP adapters, the mappings to them and the default URLs, and the items that the calls need."""

from typing import Any

from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.token_calls import SERIALS, calls_of, settings_of
from tests.flows.valid_call import GoodCall, Key
from tests.support.instances import adapter, validator
from tests.support.mappings import contract
from tests.support.sp_adapters import SIGNED_JWT, adapter_mapping, contract_mapping, sp_adapter, target_urls

ADAPTERS, URL_MAPPINGS = "/sp/adapters", "/sp/adapters/urlMappings"
ADAPTER_MAPPINGS, CONTRACT_MAPPINGS = "/idpToSpAdapterMapping", "/sp/authenticationPolicyContractMappings"
TARGET_URLS, IDP_DEFAULTS, SP_DEFAULTS = "/sp/targetUrlMappings", "/idp/defaultUrls", "/sp/defaultUrls"
DISCOVERY = "/idpDiscovery"
_URL = "https://app.example.com/*"


def add_handover(admin: Client) -> None:
    """Create the items that the calls need, unless they exist. The adapter with the number 1 can be deleted."""
    bodies: tuple[tuple[str, dict[str, Any]], ...] = (
        ("/passwordCredentialValidators", validator("used")),
        ("/idp/adapters", adapter("handed")),
        ("/authenticationPolicyContracts", contract("handed")),
        *((ADAPTERS, sp_adapter(number)) for number in (0, 1, *SERIALS)),
        (ADAPTER_MAPPINGS, adapter_mapping("handed")),
        (CONTRACT_MAPPINGS, contract_mapping("handed")),
    )
    for path, body in bodies:
        made = admin.post(f"{API}{path}", body)
        assert made.status_code in (201, 422), made.text


_ACTIONS = f"{API}{ADAPTERS}/{{id}}/actions"
HANDOVER_CALLS: dict[Key, GoodCall] = {
    **calls_of(
        ADAPTERS,
        GoodCall(201, body=lambda serial, _c: sp_adapter(f"made-{serial}")),
        GoodCall(body=lambda serial, _c: {**sp_adapter(1), "name": f"New {serial}"}, target="sp-1"),
    ),
    ("GET", f"{API}{ADAPTERS}/descriptors"): GoodCall(),
    ("GET", f"{API}{ADAPTERS}/descriptors/{{id}}"): GoodCall(target=SIGNED_JWT),
    ("GET", f"{API}/internal/effective{ADAPTERS}/{{id}}"): GoodCall(target="sp-1"),
    # The built-in plug-in has no actions.
    ("GET", _ACTIONS): GoodCall(target="sp-1"),
    ("GET", f"{_ACTIONS}/{{actionId}}"): GoodCall(404, target="sp-1"),
    ("POST", f"{_ACTIONS}/{{actionId}}/invokeAction"): GoodCall(
        404, body=lambda _s, _c: {"parameters": []}, target="sp-1"
    ),
    ("GET", f"{API}{URL_MAPPINGS}"): GoodCall(),
    ("PUT", f"{API}{URL_MAPPINGS}"): GoodCall(
        body=lambda _s, _c: {"items": [{"url": _URL, "adapterRef": {"id": "sp-0"}}]}
    ),
    **calls_of(
        ADAPTER_MAPPINGS,
        GoodCall(201, body=lambda serial, _c: adapter_mapping("handed", serial)),
        GoodCall(body=lambda _s, _c: adapter_mapping("handed"), target="adapter-handed|sp-0"),
    ),
    **calls_of(
        CONTRACT_MAPPINGS,
        GoodCall(201, body=lambda serial, _c: contract_mapping("handed", serial)),
        GoodCall(body=lambda _s, _c: contract_mapping("handed"), target="apc-handed|sp-0"),
    ),
    **settings_of(TARGET_URLS, GoodCall(body=lambda _s, _c: target_urls((_URL, "sp-0")))),
    **settings_of(IDP_DEFAULTS, GoodCall(body=lambda serial, _c: {"idpErrorMsg": f"Error {serial}"})),
    **settings_of(DISCOVERY, GoodCall(body=lambda serial, _c: {"commonDomain": f"{serial}.example.org"})),
    **settings_of(
        SP_DEFAULTS, GoodCall(body=lambda serial, _c: {"ssoSuccessUrl": f"https://app.example.com/{serial}"})
    ),
}


def handover_roles(*, sees: frozenset[str], configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make these calls; mappings are deleted before their adapters."""
    lines: dict[Key, frozenset[str]] = {}
    for path in (ADAPTERS, ADAPTER_MAPPINGS, CONTRACT_MAPPINGS):
        lines |= collection(f"{API}{path}", sees=sees, changes=configures)
    for path in (TARGET_URLS, IDP_DEFAULTS, SP_DEFAULTS, DISCOVERY):
        lines |= document(f"{API}{path}", sees=sees, changes=configures)
    lines["GET", f"{API}{URL_MAPPINGS}"], lines["PUT", f"{API}{URL_MAPPINGS}"] = sees, configures
    lines["GET", f"{API}{ADAPTERS}/descriptors"] = lines["GET", f"{API}{ADAPTERS}/descriptors/{{id}}"] = sees
    lines["GET", f"{API}/internal/effective{ADAPTERS}/{{id}}"] = sees
    lines["GET", _ACTIONS] = lines["GET", f"{_ACTIONS}/{{actionId}}"] = sees
    lines["POST", f"{_ACTIONS}/{{actionId}}/invokeAction"] = configures
    for path in (ADAPTER_MAPPINGS, CONTRACT_MAPPINGS, ADAPTERS):
        lines["DELETE", f"{API}{path}/{{id}}"] = configures
    return lines
