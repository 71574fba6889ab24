"""The missing prerequisites on a client's page, and the links to the pages that add them and back."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.flows.frame_calls import CLIENTS
from tests.flows.pages import FRAME, Page, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.flows.token_calls import (
    ADAPTER_GRANTS,
    ADAPTERS,
    CONTRACTS,
    GRANT_MAPPINGS,
    MANAGER_SETTINGS,
    MANAGERS,
    MAPPINGS,
    PASSWORD_GRANTS,
    POLICIES,
    POLICY_SETTINGS,
    VALIDATORS,
)
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.instances import adapter, validator
from tests.support.mappings import adapter_granted, grant_mapping, oidc_policy, password_granted, taken, token_mapping
from tests.support.mappings import contract as policy_contract
from tests.support.policies import contract, done, policy, source

HEADING = "What is missing before this works"
NO_MANAGER = "There is no access token manager to issue tokens."
NO_DEFAULT = "The client has no access token manager, and none is the default."
NO_POLICY = "There is no authentication policy by which users sign in."
POLICIES_OFF = "IdP authentication policies are disabled."
NO_GRANTS = "No grant mapping covers a policy contract with which an authentication policy ends."
NO_OPENID = "No OpenID Connect policy applies to the client, which can request the scope openid."
AUTHORIZATION_SETTINGS = "/oauth/authServerSettings"
POLICY, SETTINGS = "/authenticationPolicies/policy", "/authenticationPolicies/settings"
OWN = {"restrictScopes": True, "restrictedScopes": []}


@pytest.fixture
def admin(server: FlowServer) -> Client:
    server.set_up()
    return server.client().sign_in()


def add(admin: Client, path: str, body: dict[str, Any]) -> None:
    made = admin.post(f"{API}{path}", body)
    assert made.status_code in (200, 201), made.text


def add_client(admin: Client, id_: str, *grants: str, **more: Any) -> None:
    add(admin, CLIENTS, client(id_, grantTypes=list(grants), **{**OWN, **more}))


def missing(admin: Client, id_: str) -> list[str]:
    """Return what the page of a client says, without its links."""
    texts = visit(admin, f"oauthClients/edit/{id_}").texts
    if HEADING not in texts:
        return []
    after = texts[texts.index(HEADING) + 1 :]
    return [each for each in after[: after.index("Client")] if each.endswith(".")]


def choose_manager(admin: Client) -> None:
    answer = admin.put(f"{API}{MANAGER_SETTINGS}", {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    assert answer.status_code == 200, answer.text


def unmapped(about: str) -> str:
    return f"No access token mapping covers {about}, for the manager {manager()['name']}."


def test_a_client_that_acts_for_itself_needs_a_manager_and_a_mapping(admin: Client) -> None:
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
    # A mapping for client credentials is of no use to users.
    add(admin, MAPPINGS, token_mapping())
    assert missing(admin, "web")[0] == unmapped("users who sign in")
    fulfilled = {name: taken("OAUTH_PERSISTENT_GRANT", "USER_KEY") for name in ("sub", "mail")}
    everybody = {"context": {"type": "DEFAULT"}, "attributeContractFulfillment": fulfilled}
    add(admin, MAPPINGS, {**token_mapping(), "id": "everybody", **everybody})
    add(admin, VALIDATORS, validator("used"))
    add(admin, ADAPTERS, adapter("form", id="form"))
    for number in (0, 1):
        add(admin, CONTRACTS, policy_contract(number))
    # No policy ends with the contract that has a grant mapping.
    add(admin, GRANT_MAPPINGS, grant_mapping(1))
    assert missing(admin, "web") == [NO_POLICY]
    ending = contract("apc-0", mail=taken("ADAPTER", "username", "form"))
    add(admin, POLICY, policy("Log in", source("form", done("Fail"), ending), enabled=False))
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
    elsewhere = contract("apc-2", mail=taken("ADAPTER", "username", "form"))
    add(admin, POLICY, policy("Elsewhere", source("form", done("Fail"), elsewhere)))
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


def test_devices_need_what_their_users_need_and_a_policy_where_they_get_id_tokens(admin: Client) -> None:
    add_client(admin, "tv", "DEVICE_CODE", redirectUris=[], restrictedScopes=["openid"])
    assert missing(admin, "tv") == [NO_MANAGER, NO_POLICY, NO_GRANTS]
    settings = admin.get(f"{API}{AUTHORIZATION_SETTINGS}").json()
    changed = {**settings, "returnIdTokenOnOpenIdWithDeviceAuthzGrant": True}
    assert admin.put(f"{API}{AUTHORIZATION_SETTINGS}", changed).status_code == 200
    assert NO_OPENID in missing(admin, "tv")


def test_each_grant_type_and_reader_gets_the_applicable_findings(server: FlowServer, admin: Client) -> None:
    add_client(admin, "exchange", "TOKEN_EXCHANGE", redirectUris=[])
    add_client(admin, "batch", "CLIENT_CREDENTIALS", redirectUris=[])
    assert missing(admin, "exchange") == []
    add(admin, "/administrativeAccounts", account("auditor", [], auditor=True))
    read = visit(server.client().sign_in("auditor"), "oauthClients/edit/batch")
    assert (NO_MANAGER in read.texts, "Add Access Token Manager" in read.links) == (True, False)


def test_an_added_item_returns_to_the_client(admin: Client) -> None:
    add_client(admin, "web", "AUTHORIZATION_CODE", "CLIENT_CREDENTIALS")
    page = visit(admin, framed(visit(admin, "oauthClients/edit/web"), "Add Access Token Manager"))
    # The type of the plug-in is chosen first.
    page = visit(admin, next(link for link in page.links.values() if "reference" in link.lower()))
    assert page.links["Cancel"] == f"{FRAME}/oauthClients/edit/web"
    page = send(admin, page, {"_do": "add:attributeContract.extendedAttributes"})
    entered = {"name": "First", "id": "first", "attributeContract.extendedAttributes[0].name": "sub", "_do": ""}
    saved = send(admin, page, entered)
    assert saved.answer.headers["location"] == f"{FRAME}/oauthClients/edit/web"
    page = follow(admin, saved)
    assert "First was saved. It is the default." in page.texts
    assert NO_MANAGER not in page.texts


def added(admin: Client, client_id: str, link: str) -> Page:
    """Follow a link of the panel to the page that adds what is missing, as the console leads the frame there."""
    parts = urlsplit(visit(admin, f"oauthClients/edit/{client_id}").links[link])
    assert parse_qs(parts.query)["return"] == [f"oauthClients/edit/{client_id}"]
    node = {
        "access-token-mappings": "accessTokenMappings",
        "openid-connect-policy-management": "openIdConnectPolicyManagement",
        "policy-contract-grant-mapping": "policyContractGrantMapping",
        "resource-owner-credentials-grant-mapping": "resourceOwnerCredentialsGrantMapping",
    }[parts.path.split("/")[-2]]
    return visit(admin, f"{node}/add?{parts.query}")


def saved_for(admin: Client, client_id: str, page: Page, changes: dict[str, Any] | None = None) -> None:
    saved = send(admin, page, changes)
    assert saved.answer.headers.get("location") == f"{FRAME}/oauthClients/edit/{client_id}", saved.text


def test_what_is_missing_is_added_on_pages_with_the_known_values(admin: Client) -> None:
    add_client(admin, "web", "AUTHORIZATION_CODE", "CLIENT_CREDENTIALS", restrictScopes=False)
    add(admin, MANAGERS, manager())
    choose_manager(admin)
    add(admin, VALIDATORS, validator("used"))
    add(admin, ADAPTERS, adapter("form", id="form"))
    add(admin, CONTRACTS, policy_contract(0))
    ending = contract("apc-0", mail=taken("ADAPTER", "username", "form"))
    add(admin, POLICY, policy("Log in", source("form", done("Fail"), ending)))
    settings = admin.get(f"{API}{SETTINGS}").json()
    assert admin.put(f"{API}{SETTINGS}", {**settings, "enableIdpAuthnSelection": True}).status_code == 200
    assert missing(admin, "web") == [
        unmapped("users who sign in"),
        unmapped("client credentials"),
        NO_GRANTS,
        NO_OPENID,
    ]

    page = added(admin, "web", "Add Policy Contract Grant Mapping")
    assert page.fields["authenticationPolicyContractRef"] == ["apc-0"]
    # It can be saved at once, and there is nothing that leaving the page would lose.
    assert (" data-prefilled" in page.answer.text, " data-unsaved" in page.answer.text) == (True, False)
    sources = {f"attributeContractFulfillment[{row}].source": "AUTHENTICATION_POLICY_CONTRACT|apc-0" for row in (0, 1)}
    values = {f"attributeContractFulfillment[{row}].value": "subject" for row in (0, 1)}
    saved_for(admin, "web", page, sources | values)

    page = added(admin, "web", "Add Access Token Mapping")
    assert [page.fields[name] for name in ("context.type", "context.contextRef", "accessTokenManagerRef")] == [
        ["AUTHENTICATION_POLICY_CONTRACT"],
        ["apc-0"],
        ["manager-0"],
    ]
    # An attribute of the same name is the source of the token's attribute.
    rows = {page.fields[f"attributeContractFulfillment[{row}].name"][0]: row for row in (0, 1)}
    row = f"attributeContractFulfillment[{rows['mail']}]"
    assert page.fields[f"{row}.source"] == ["AUTHENTICATION_POLICY_CONTRACT|apc-0"]
    assert page.fields[f"{row}.value"] == ["mail"]
    row = f"attributeContractFulfillment[{rows['sub']}]"
    saved_for(admin, "web", page, {f"{row}.source": "AUTHENTICATION_POLICY_CONTRACT|apc-0", f"{row}.value": "subject"})
    assert missing(admin, "web") == [unmapped("client credentials"), NO_OPENID]

    page = added(admin, "web", "Add Access Token Mapping")
    assert page.fields["context.type"] == ["CLIENT_CREDENTIALS"]
    assert "context.contextRef" not in page.fields
    page = added(admin, "web", "Add OpenID Connect Policy")
    assert page.fields["accessTokenManagerRef"] == ["manager-0"]


def test_the_password_grant_is_mapped_from_the_only_validator(admin: Client) -> None:
    add_client(admin, "legacy", "RESOURCE_OWNER_CREDENTIALS", redirectUris=[])
    add(admin, MANAGERS, manager())
    choose_manager(admin)
    add(admin, VALIDATORS, validator("used"))
    page = added(admin, "legacy", "Add Access Token Mapping")
    assert (page.fields["context.type"], page.fields["context.contextRef"]) == (["PCV"], ["validator-used"])
    page = added(admin, "legacy", "Add Resource Owner Credentials Grant Mapping")
    assert page.fields["id"] == ["validator-used"]


def test_only_declared_fields_are_filled_from_the_address_and_only_with_what_they_offer(admin: Client) -> None:
    add(admin, MANAGERS, manager())
    whole = visit(admin, "accessTokenMappings/add?with.accessTokenManagerRef=manager-0")
    assert whole.fields["accessTokenManagerRef"] == ["manager-0"]
    for query in (
        "with.accessTokenManagerRef=nobody",
        "with.accessTokenManagerRef=%00",
        f"with.accessTokenManagerRef={'x' * 2_000}",
        "with.context.type=NO_TYPE",
        "with.context.contextRef=manager-0",
        "with.id=chosen",
        "with.=x&with.context=DEFAULT",
    ):
        page = visit(admin, f"accessTokenMappings/add?{query}")
        assert (page.status, " data-prefilled" in page.answer.text) == (200, False), query
        assert page.fields["accessTokenManagerRef"] == [""], query
        assert page.fields["context.type"] == [""], query
    # A form that was posted has its own values.
    sent = send(admin, whole, {"accessTokenManagerRef": "", "_do": "edit:accessTokenManagerRef"})
    assert sent.fields["accessTokenManagerRef"] == [""]


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "oauthClients/edit/a/../b", "oauthClients/delete/web", "x"]
)
def test_the_return_address_is_restricted(admin: Client, address: str) -> None:
    page = visit(admin, f"policyContracts/add?return={address}")
    assert page.links["Cancel"] == f"{FRAME}/policyContracts"


@pytest.mark.parametrize("node", ["policies/add", "policySettings", "policyDefaults"])
def test_every_policy_page_says_that_policies_are_disabled_and_enables_them(admin: Client, node: str) -> None:
    warning, done_ = (
        "IdP authentication policies are disabled. No policy is used.",
        "IdP authentication policies are enabled.",
    )
    page = visit(admin, node)
    assert warning in page.texts
    entered = {"name": "Half"} if node == "policies/add" else {}
    page = send(admin, page, {**entered, "_do": "main-switch"})
    page = follow(admin, page) if page.status == 303 else page
    assert (done_ in page.texts, warning in page.texts) == (True, False)
    assert admin.get(f"{API}{SETTINGS}").json()["enableIdpAuthnSelection"] is True
    # The entered values are still there.
    assert page.fields.get("name", ["Half"]) == ["Half"]


def framed(page: Page, link: str) -> str:
    """Return the address in the frame of a link of the console, with its query."""
    parts = urlsplit(page.links[link])
    assert parse_qs(parts.query) == {"return": ["oauthClients/edit/web"]}
    assert parts.path == "/applications/oauth/access-token-management/add"
    return f"accessTokenManagement/add?{parts.query}"


SHORT = {"type": "SECRET", "secret": "only-twenty-octets-x"}
HS256 = {"oidcPolicy": {"idTokenSigningAlgorithm": "HS256"}}


def test_a_secret_that_is_too_short_for_its_algorithm_is_a_warning(admin: Client) -> None:
    add_client(admin, "short", "REFRESH_TOKEN", clientAuth=SHORT, **HS256)
    (text,) = missing(admin, "short")
    assert text.startswith("The client secret has fewer than 32 bytes, which HS256 requires")
    add_client(admin, "long", "REFRESH_TOKEN", clientAuth={**SHORT, "secret": "x" * 32}, **HS256)
    assert missing(admin, "long") == []
    add_client(admin, "unused", "REFRESH_TOKEN", clientAuth=SHORT)
    assert missing(admin, "unused") == []


def test_a_short_secret_is_refused_where_the_settings_say_so(admin: Client) -> None:
    settings = admin.get(f"{API}/oauth/authServerSettings").json()
    add_client(admin, "before", "REFRESH_TOKEN", clientAuth=SHORT)
    assert (
        admin.put(f"{API}/oauth/authServerSettings", {**settings, "refuseShortClientSecrets": True}).status_code == 200
    )
    for method, path, body in (
        (admin.post, CLIENTS, client("new", grantTypes=["REFRESH_TOKEN"], clientAuth=SHORT, **OWN, **HS256)),
        # The secret that is stored is too short for the algorithm that is chosen now.
        (admin.put, f"{CLIENTS}/before", client("before", grantTypes=["REFRESH_TOKEN"], **OWN, **HS256)),
    ):
        answer = method(f"{API}{path}", body)
        assert answer.status_code == 422, answer.text
        (error,) = answer.json()["validationErrors"]
        assert (error["errorId"], error["fieldPath"]) == ("secret_too_short", "clientAuth.secret")
