"""The missing prerequisites on a client's page."""

from tests.flows.exchange_calls import POLICIES as EXCHANGE_POLICIES
from tests.flows.exchange_calls import POLICY_SETTINGS as EXCHANGE_SETTINGS
from tests.flows.exchange_calls import PROCESSORS
from tests.flows.pages import visit
from tests.flows.prerequisites import (
    AUTHORIZATION_SETTINGS,
    NO_DEFAULT,
    NO_GRANTS,
    NO_MANAGER,
    NO_OPENID,
    NO_POLICY,
    POLICIES_OFF,
    POLICY,
    SETTINGS,
    add,
    add_client,
    choose_manager,
    missing,
    unmapped,
)
from tests.flows.server import API, Client, FlowServer, account
from tests.flows.token_calls import (
    ADAPTER_GRANTS,
    ADAPTERS,
    CONTRACTS,
    GRANT_MAPPINGS,
    MANAGERS,
    MAPPINGS,
    PASSWORD_GRANTS,
    POLICIES,
    POLICY_SETTINGS,
    VALIDATORS,
)
from tests.support.access_tokens import manager
from tests.support.instances import adapter, validator
from tests.support.mappings import (
    adapter_granted,
    from_source,
    grant_mapping,
    oidc_policy,
    password_granted,
    token_mapping,
)
from tests.support.mappings import contract as policy_contract
from tests.support.policies import contract, done, policy, source
from tests.support.token_exchange import exchange_mapping, jwt_processor, processor_policy


def test_the_client_credentials_grant_needs_a_manager_and_a_mapping(admin: Client) -> None:
    add_client(admin, "batch", "CLIENT_CREDENTIALS", redirectUris=[])
    assert missing(admin, "batch") == [NO_MANAGER]
    add(admin, MANAGERS, manager())
    assert missing(admin, "batch") == [NO_DEFAULT]
    choose_manager(admin)
    assert missing(admin, "batch") == [unmapped("client credentials")]
    add(admin, MAPPINGS, token_mapping())
    assert missing(admin, "batch") == []


def test_a_manager_for_other_clients_is_reported(admin: Client) -> None:
    add_client(admin, "batch", "CLIENT_CREDENTIALS", redirectUris=[])
    add_client(admin, "other", "CLIENT_CREDENTIALS", redirectUris=[])
    access = {"restrictClients": True, "allowedClients": [{"id": "other"}]}
    add(admin, MANAGERS, {**manager(), "accessControlSettings": access})
    choose_manager(admin)
    add(admin, MAPPINGS, token_mapping())
    name = manager()["name"]
    assert missing(admin, "other") == []
    assert missing(admin, "batch") == [f"The access token manager {name} does not allow this client."]
    links = visit(admin, "oauthClients/edit/batch").links
    assert links["Open Access Token Management"].startswith(
        "/applications/oauth/access-token-management/edit/manager-0?"
    )


def test_users_need_an_enabled_policy_and_grant_mappings(admin: Client) -> None:
    add_client(admin, "web", "AUTHORIZATION_CODE", "REFRESH_TOKEN")
    assert missing(admin, "web") == [NO_MANAGER, NO_POLICY, NO_GRANTS]
    add(admin, MANAGERS, manager())
    choose_manager(admin)
    # The mapping for client credentials does not apply to users.
    add(admin, MAPPINGS, token_mapping())
    assert missing(admin, "web")[0] == unmapped("users who sign in")
    fulfillment = {name: from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY") for name in ("sub", "mail")}
    default_mapping = {"context": {"type": "DEFAULT"}, "attributeContractFulfillment": fulfillment}
    add(admin, MAPPINGS, {**token_mapping(), "id": "default_mapping", **default_mapping})
    add(admin, VALIDATORS, validator("used"))
    add(admin, ADAPTERS, adapter("form", id="form"))
    for number in (0, 1):
        add(admin, CONTRACTS, policy_contract(number))
    # The contract that has a grant mapping ends no policy.
    add(admin, GRANT_MAPPINGS, grant_mapping(1))
    assert missing(admin, "web") == [NO_POLICY]
    mapped_branch = contract("apc-0", mail=from_source("ADAPTER", "username", "form"))
    add(admin, POLICY, policy("Log in", source("form", done("Fail"), mapped_branch), enabled=False))
    assert missing(admin, "web") == ["Every authentication policy is disabled.", NO_GRANTS]
    body = {**admin.get(f"{API}{POLICY}/log-in").json(), "enabled": True}
    assert admin.put(f"{API}{POLICY}/log-in", body).status_code == 200
    assert missing(admin, "web") == [POLICIES_OFF, NO_GRANTS]
    settings = admin.get(f"{API}{SETTINGS}").json()
    assert admin.put(f"{API}{SETTINGS}", {**settings, "enableIdpAuthnSelection": True}).status_code == 200
    add(admin, GRANT_MAPPINGS, grant_mapping(0))
    assert missing(admin, "web") == []
    # The policy that ends with a mapped contract is disabled, and the enabled one ends with another contract.
    assert admin.put(f"{API}{POLICY}/log-in", {**body, "enabled": False}).status_code == 200
    add(admin, CONTRACTS, policy_contract(2))
    other_branch = contract("apc-2", mail=from_source("ADAPTER", "username", "form"))
    add(admin, POLICY, policy("Elsewhere", source("form", done("Fail"), other_branch)))
    assert missing(admin, "web") == [
        "Every authentication policy that ends with the policy contract of a grant mapping is disabled."
    ]


def test_an_adapter_with_a_grant_mapping_signs_users_in_without_a_policy(admin: Client) -> None:
    add_client(admin, "web", "AUTHORIZATION_CODE")
    add(admin, VALIDATORS, validator("used"))
    add(admin, ADAPTERS, adapter("form", id="form"))
    add(admin, ADAPTER_GRANTS, adapter_granted("form"))
    assert missing(admin, "web") == [NO_MANAGER]


def test_the_password_grant_needs_a_grant_mapping_of_a_validator(admin: Client) -> None:
    add_client(admin, "legacy", "RESOURCE_OWNER_CREDENTIALS", redirectUris=[])
    add(admin, MANAGERS, manager())
    choose_manager(admin)
    no_grants = "No grant mapping covers users whose passwords the client sends."
    assert missing(admin, "legacy") == [unmapped("passwords that the client sends"), no_grants]
    add(admin, VALIDATORS, validator("used"))
    add(admin, PASSWORD_GRANTS, password_granted("validator-used"))
    context = {"type": "PCV", "contextRef": {"id": "validator-used"}}
    add(admin, MAPPINGS, {**token_mapping(), "context": context})
    assert missing(admin, "legacy") == []


def test_token_exchange_needs_a_processor_policy_and_its_access_token_mapping(admin: Client) -> None:
    add_client(admin, "gateway", "TOKEN_EXCHANGE", redirectUris=[])
    no_policy = "The client has no token exchange processor policy, and none is the default."
    assert missing(admin, "gateway") == [NO_MANAGER, no_policy]
    add(admin, MANAGERS, manager())
    choose_manager(admin)
    add(admin, PROCESSORS, jwt_processor())
    add(admin, EXCHANGE_POLICIES, processor_policy())
    assert missing(admin, "gateway") == [no_policy, unmapped("token exchange")]
    chosen = {"defaultProcessorPolicyRef": {"id": "exchange-0"}}
    assert admin.put(f"{API}{EXCHANGE_SETTINGS}", chosen).status_code == 200
    assert missing(admin, "gateway") == [unmapped("token exchange")]
    add(admin, MAPPINGS, exchange_mapping())
    assert missing(admin, "gateway") == []


def test_openid_needs_a_policy_only_where_it_can_be_requested(admin: Client) -> None:
    add_client(admin, "oauth", "AUTHORIZATION_CODE")
    add_client(admin, "openid", "AUTHORIZATION_CODE", restrictedScopes=["openid"])
    add_client(admin, "any", "AUTHORIZATION_CODE", restrictScopes=False)
    assert [NO_OPENID in missing(admin, id_) for id_ in ("oauth", "openid", "any")] == [False, True, True]
    add(admin, MANAGERS, manager())
    add(admin, POLICIES, oidc_policy())
    assert NO_OPENID in missing(admin, "any")
    chosen = {"defaultPolicyRef": {"id": "policy-0"}}
    assert admin.put(f"{API}{POLICY_SETTINGS}", chosen).status_code == 200
    assert NO_OPENID not in missing(admin, "any")


def test_the_device_grant_needs_a_sign_in_and_an_openid_policy_if_id_tokens_are_returned(admin: Client) -> None:
    add_client(admin, "tv", "DEVICE_CODE", redirectUris=[], restrictedScopes=["openid"])
    assert missing(admin, "tv") == [NO_MANAGER, NO_POLICY, NO_GRANTS]
    settings = admin.get(f"{API}{AUTHORIZATION_SETTINGS}").json()
    changed = {**settings, "returnIdTokenOnOpenIdWithDeviceAuthzGrant": True}
    assert admin.put(f"{API}{AUTHORIZATION_SETTINGS}", changed).status_code == 200
    assert NO_OPENID in missing(admin, "tv")


def test_each_grant_type_and_reader_gets_the_applicable_findings(server: FlowServer, admin: Client) -> None:
    add_client(admin, "validator", "ACCESS_TOKEN_VALIDATION", redirectUris=[])
    add_client(admin, "batch", "CLIENT_CREDENTIALS", redirectUris=[])
    assert missing(admin, "validator") == []
    add(admin, "/administrativeAccounts", account("auditor", [], auditor=True))
    read = visit(server.client().sign_in("auditor"), "oauthClients/edit/batch")
    assert (NO_MANAGER in read.texts, "Add Access Token Manager" in read.links) == (True, False)
