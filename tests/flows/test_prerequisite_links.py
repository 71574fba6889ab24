"""Links from a client's missing prerequisites to the pages that add them, and the return to the client."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.flows.pages import FRAME, Page, follow, send, visit
from tests.flows.prerequisites import (
    NO_GRANTS,
    NO_MANAGER,
    NO_OPENID,
    POLICY,
    SETTINGS,
    add,
    add_client,
    choose_manager,
    missing,
    unmapped,
)
from tests.flows.server import API, Client
from tests.flows.token_calls import (
    ADAPTERS,
    CONTRACTS,
    MANAGERS,
    VALIDATORS,
)
from tests.support.access_tokens import manager
from tests.support.instances import adapter, validator
from tests.support.mappings import contract as policy_contract
from tests.support.mappings import (
    from_source,
)
from tests.support.policies import contract, done, policy, source


def test_an_added_item_returns_to_the_client(admin: Client) -> None:
    add_client(admin, "web", "AUTHORIZATION_CODE", "CLIENT_CREDENTIALS")
    page = visit(admin, frame_address(visit(admin, "oauthClients/edit/web"), "Add Access Token Manager"))
    # The first page offers the plug-in types.
    page = visit(admin, next(link for link in page.links.values() if "reference" in link.lower()))
    assert page.links["Cancel"] == f"{FRAME}/oauthClients/edit/web"
    page = send(admin, page, {"_do": "add:attributeContract.extendedAttributes"})
    entered = {"name": "First", "id": "first", "attributeContract.extendedAttributes[0].name": "sub", "_do": ""}
    saved = send(admin, page, entered)
    assert saved.answer.headers["location"] == f"{FRAME}/oauthClients/edit/web"
    page = follow(admin, saved)
    assert "First was saved. It is the default." in page.texts
    assert NO_MANAGER not in page.texts


def open_add_page(admin: Client, client_id: str, link: str) -> Page:
    """Open the add page of a link in the panel; the console maps the link's path to the frame page."""
    parts = urlsplit(visit(admin, f"oauthClients/edit/{client_id}").links[link])
    assert parse_qs(parts.query)["return"] == [f"oauthClients/edit/{client_id}"]
    node = {
        "access-token-mappings": "accessTokenMappings",
        "openid-connect-policy-management": "openIdConnectPolicyManagement",
        "policy-contract-grant-mapping": "policyContractGrantMapping",
        "resource-owner-credentials-grant-mapping": "resourceOwnerCredentialsGrantMapping",
    }[parts.path.split("/")[-2]]
    return visit(admin, f"{node}/add?{parts.query}")


def save_and_return(admin: Client, client_id: str, page: Page, changes: dict[str, Any] | None = None) -> None:
    saved = send(admin, page, changes)
    assert saved.answer.headers.get("location") == f"{FRAME}/oauthClients/edit/{client_id}", saved.text


def test_what_is_missing_is_added_on_pages_with_the_known_values(admin: Client) -> None:
    add_client(admin, "web", "AUTHORIZATION_CODE", "CLIENT_CREDENTIALS", restrictScopes=False)
    add(admin, MANAGERS, manager())
    choose_manager(admin)
    add(admin, VALIDATORS, validator("used"))
    add(admin, ADAPTERS, adapter("form", id="form"))
    add(admin, CONTRACTS, policy_contract(0))
    mapped_branch = contract("apc-0", mail=from_source("ADAPTER", "username", "form"))
    add(admin, POLICY, policy("Log in", source("form", done("Fail"), mapped_branch)))
    settings = admin.get(f"{API}{SETTINGS}").json()
    assert admin.put(f"{API}{SETTINGS}", {**settings, "enableIdpAuthnSelection": True}).status_code == 200
    assert missing(admin, "web") == [
        unmapped("users who sign in"),
        unmapped("client credentials"),
        NO_GRANTS,
        NO_OPENID,
    ]

    page = open_add_page(admin, "web", "Add Policy Contract Grant Mapping")
    assert page.fields["authenticationPolicyContractRef"] == ["apc-0"]
    # The prefilled form can be saved at once, and it has no unsaved changes to warn of.
    assert (" data-prefilled" in page.answer.text, " data-unsaved" in page.answer.text) == (True, False)
    sources = {f"attributeContractFulfillment[{row}].source": "AUTHENTICATION_POLICY_CONTRACT|apc-0" for row in (0, 1)}
    values = {f"attributeContractFulfillment[{row}].value": "subject" for row in (0, 1)}
    save_and_return(admin, "web", page, sources | values)

    page = open_add_page(admin, "web", "Add Access Token Mapping")
    assert [page.fields[name] for name in ("context.type", "context.contextRef", "accessTokenManagerRef")] == [
        ["AUTHENTICATION_POLICY_CONTRACT"],
        ["apc-0"],
        ["manager-0"],
    ]
    # An attribute of the same name is preselected as the source of the token's attribute.
    rows = {page.fields[f"attributeContractFulfillment[{row}].name"][0]: row for row in (0, 1)}
    row = f"attributeContractFulfillment[{rows['mail']}]"
    assert page.fields[f"{row}.source"] == ["AUTHENTICATION_POLICY_CONTRACT|apc-0"]
    assert page.fields[f"{row}.value"] == ["mail"]
    row = f"attributeContractFulfillment[{rows['sub']}]"
    save_and_return(
        admin, "web", page, {f"{row}.source": "AUTHENTICATION_POLICY_CONTRACT|apc-0", f"{row}.value": "subject"}
    )
    assert missing(admin, "web") == [unmapped("client credentials"), NO_OPENID]

    page = open_add_page(admin, "web", "Add Access Token Mapping")
    assert page.fields["context.type"] == ["CLIENT_CREDENTIALS"]
    assert "context.contextRef" not in page.fields
    page = open_add_page(admin, "web", "Add OpenID Connect Policy")
    assert page.fields["accessTokenManagerRef"] == ["manager-0"]


def test_the_password_grant_is_mapped_from_the_only_validator(admin: Client) -> None:
    add_client(admin, "legacy", "RESOURCE_OWNER_CREDENTIALS", redirectUris=[])
    add(admin, MANAGERS, manager())
    choose_manager(admin)
    add(admin, VALIDATORS, validator("used"))
    page = open_add_page(admin, "legacy", "Add Access Token Mapping")
    assert (page.fields["context.type"], page.fields["context.contextRef"]) == (["PCV"], ["validator-used"])
    page = open_add_page(admin, "legacy", "Add Resource Owner Credentials Grant Mapping")
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
    # A posted form keeps its own values.
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
    warning, confirmation = (
        "IdP authentication policies are disabled. No policy is used.",
        "IdP authentication policies are enabled.",
    )
    page = visit(admin, node)
    assert warning in page.texts
    entered = {"name": "Half"} if node == "policies/add" else {}
    page = send(admin, page, {**entered, "_do": "main-switch"})
    page = follow(admin, page) if page.status == 303 else page
    assert (confirmation in page.texts, warning in page.texts) == (True, False)
    assert admin.get(f"{API}{SETTINGS}").json()["enableIdpAuthnSelection"] is True
    # The entered values are still there.
    assert page.fields.get("name", ["Half"]) == ["Half"]


def frame_address(page: Page, link: str) -> str:
    """Return the frame page of a console link, with its query."""
    parts = urlsplit(page.links[link])
    assert parse_qs(parts.query) == {"return": ["oauthClients/edit/web"]}
    assert parts.path == "/applications/oauth/access-token-management/add"
    return f"accessTokenManagement/add?{parts.query}"
