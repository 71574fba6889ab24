"""Bodies of SP connections."""

from typing import Any

from tests.support.mappings import from_source

Body = dict[str, Any]
PARTNER = "https://sp.example.com"
CONSUMER = "https://sp.example.com/saml/acs"
CONTRACT_MAPPINGS = "authenticationPolicyContractAssertionMappings"


def adapter_mapping(adapter: str, subject: str = "username", **more: Any) -> Body:
    """Return the mapping of an adapter's users whose name identifier is an attribute of the adapter."""
    return {
        "idpAdapterRef": {"id": adapter},
        "attributeContractFulfillment": {"SAML_SUBJECT": from_source("ADAPTER", subject, adapter)},
        **more,
    }


def contract_mapping(contract: str, **more: Any) -> Body:
    """Return the mapping of a policy contract's users."""
    return {
        "authenticationPolicyContractRef": {"id": contract},
        "attributeContractFulfillment": {
            "SAML_SUBJECT": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", contract)
        },
        **more,
    }


def browser_sso(**more: Any) -> Body:
    """Return the settings of Browser SSO with both ways to begin, for the users of the contract `apc-0`."""
    return {
        "protocol": "SAML20",
        "enabledProfiles": ["SP_INITIATED_SSO", "IDP_INITIATED_SSO"],
        "incomingBindings": ["POST", "REDIRECT"],
        "ssoServiceEndpoints": [{"binding": "POST", "url": CONSUMER, "index": 0, "isDefault": True}],
        "attributeContract": {},
        "assertionLifetime": {"minutesBefore": 5, "minutesAfter": 5},
        "adapterMappings": [],
        CONTRACT_MAPPINGS: [contract_mapping("apc-0")],
        **more,
    }


def sp_connection(number: int | str = 0, *, sso: Body | None = None, **more: Any) -> Body:
    """Return the body of a connection. It is inactive, because it has no signing key."""
    return {
        "type": "SP",
        "id": f"sp-{number}",
        "name": f"Service {number}",
        "entityId": PARTNER if number == 0 else f"{PARTNER}/{number}",
        "active": False,
        "spBrowserSso": sso or browser_sso(),
        **more,
    }
