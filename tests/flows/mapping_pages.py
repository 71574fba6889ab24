"""The items and field names of frame pages with attribute mappings."""

from typing import Any

from tests.flows.server import API, Client
from tests.support.access_tokens import manager
from tests.support.mappings import contract, oidc_policy

MANAGERS, MAPPINGS = "accessTokenManagement", "accessTokenMappings"
POLICIES, GRANTS = "openIdConnectPolicyManagement", "policyContractGrantMapping"
HELD = "attributeMapping.attributeContractFulfillment"
ROWS = "attributeContractFulfillment"


def stored(admin: Client, path: str) -> Any:
    return admin.get(f"{API}{path}").json()


def add_mapped_items(admin: Client) -> None:
    """Create the token manager, contracts and policy that the mappings use, unless they exist."""
    bodies = (
        ("/oauth/accessTokenManagers", manager(0)),
        ("/authenticationPolicyContracts", contract(0)),
        ("/authenticationPolicyContracts", contract(1)),
        ("/oauth/openIdConnect/policies", oidc_policy(0)),
    )
    for path, body in bodies:
        assert admin.post(f"{API}{path}", body).status_code in (201, 422)
