"""Frame pages fill in mappings from equal names and the user's identifiers, and remove values that no longer apply."""

import pytest

from tests.flows.mapping_pages import GRANTS, HELD, MAPPINGS, POLICIES, ROWS, add_mapped_items, stored
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import manager
from tests.support.instances import ADAPTER, adapter, validator
from tests.support.mappings import oidc_policy


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    add_mapped_items(client)
    return client


def test_an_adapters_attributes_are_its_own_unless_a_mapping_overrides_them(admin: Client) -> None:
    assert admin.post(f"{API}/passwordCredentialValidators", validator("used")).status_code in (201, 422)
    assert admin.post(f"{API}/idp/adapters", adapter("override")).status_code == 201
    path, edit = "/idp/adapters/adapter-override", "idpAdapters/edit/adapter-override"
    page = visit(admin, edit)
    assert [page.fields[f"{HELD}[1].{member}"] for member in ("name", "source", "value")] == [
        ["username"],
        ["ADAPTER|"],
        ["username"],
    ]
    page = send(admin, page, {"_do": "add:attributeContract.extendedAttributes"})
    follow(admin, send(admin, page, {"attributeContract.extendedAttributes[0].name": "mail", "_do": ""}))
    assert "attributeMapping" not in stored(admin, path)
    page = visit(admin, edit)
    assert page.fields[f"{HELD}[2].value"] == ["mail"]
    page = send(admin, page, {f"{HELD}[2].source": "TEXT|", "_do": f"edit:{HELD}[2].source"})
    follow(admin, send(admin, page, {f"{HELD}[2].value": "${username}@example.com", "_do": ""}))
    mapping = stored(admin, path)["attributeMapping"][ROWS]
    assert mapping["mail"] == {"source": {"type": "TEXT"}, "value": "${username}@example.com"}
    assert mapping["username"] == {"source": {"type": "ADAPTER"}, "value": "username"}
    # A child shows the mapping of its parent, and has none of its own.
    page = visit(admin, f"idpAdapters/add?type={ADAPTER}")
    page = send(admin, page, {"name": "Child", "id": "child", "parentRef": "adapter-override", "_do": ""})
    pseudonym = {"attributeContract.coreAttributes[1].pseudonym": "true"}
    follow(admin, send(admin, page, {**pseudonym, "_do": ""}))
    assert "attributeMapping" not in stored(admin, "/idp/adapters/child")


def test_only_existing_contexts_are_offered(admin: Client) -> None:
    texts = visit(admin, f"{MAPPINGS}/add").texts
    assert {"Default", "Password credential validator", "Authentication policy contract"} < set(texts)
    assert "Token exchange processor policy" in texts
    assert "IdP connection" not in texts


def test_a_new_attribute_is_mapped_from_the_equal_name_at_once(admin: Client) -> None:
    typed = "attributeContract.extendedAttributes[0].name"
    page = send(
        admin,
        visit(admin, f"{POLICIES}/add"),
        {"accessTokenManagerRef": "manager-0", "_do": "edit:accessTokenManagerRef"},
    )
    page = send(admin, page, {"_do": "add:attributeContract.extendedAttributes"})
    # The script presses this button when the field is left.
    assert f'value="edit:{typed}"' in page.answer.text
    page = send(admin, page, {typed: "mail", "_do": f"edit:{typed}"})
    assert [page.fields[f"{HELD}[1].{member}"] for member in ("name", "source", "value")] == [
        ["mail"],
        ["TOKEN|"],
        ["mail"],
    ]


def test_a_token_mapping_is_prefilled(admin: Client) -> None:
    body = {"id": "people", "name": "People", "extendedAttributes": [{"name": "mail"}]}
    assert admin.post(f"{API}/authenticationPolicyContracts", body).status_code == 201
    page = visit(admin, f"{MAPPINGS}/add")
    chosen = {"context.type": "AUTHENTICATION_POLICY_CONTRACT", "accessTokenManagerRef": "manager-0"}
    page = send(admin, page, {**chosen, "_do": "edit:context.type"})
    # The context reference is required and marked as required.
    assert 'aria-required="true"' in page.answer.text.split('name="context.contextRef"')[1].split(">")[0]
    page = send(admin, page, {"context.contextRef": "people", "_do": "edit:context.contextRef"})
    found = {page.fields[f"{ROWS}[{n}].name"][0]: page.fields[f"{ROWS}[{n}].source"] for n in (0, 1)}
    assert found == {"sub": ["OAUTH_PERSISTENT_GRANT|"], "mail": ["AUTHENTICATION_POLICY_CONTRACT|people"]}
    assert {each: page.fields[f"{ROWS}[{n}].value"] for n, each in enumerate(found)} == {
        "sub": ["USER_KEY"],
        "mail": ["mail"],
    }
    # Chosen values are kept, even if another attribute has the same name.
    page = send(admin, page, {f"{ROWS}[1].source": "TEXT|", "_do": "edit:context.contextRef"})
    assert page.fields[f"{ROWS}[1].source"] == ["TEXT|"]
    admin.delete(f"{API}/authenticationPolicyContracts/people")


def test_a_grant_mapping_is_prefilled(admin: Client) -> None:
    path = "/oauth/authServerSettings"
    settings = stored(admin, path)
    grant = {**settings["persistentGrantContract"], "extendedAttributes": [{"name": "mail"}]}
    assert admin.put(f"{API}{path}", {**settings, "persistentGrantContract": grant}).status_code == 200
    page = visit(admin, f"{GRANTS}/add")
    chosen = {"authenticationPolicyContractRef": "apc-0", "_do": "edit:authenticationPolicyContractRef"}
    page = send(admin, page, chosen)
    rows = [[page.fields.get(f"{ROWS}[{n}].{name}") for name in ("name", "source", "value")] for n in range(3)]
    # Both identifiers of a grant's owner come from the attribute that identifies the user.
    assert rows == [
        [[name], ["AUTHENTICATION_POLICY_CONTRACT|apc-0"], [value]]
        for name, value in (("USER_KEY", "subject"), ("USER_NAME", "subject"), ("mail", "mail"))
    ]
    assert admin.put(f"{API}{path}", settings).status_code == 200


def test_values_of_a_removed_source_are_removed(admin: Client) -> None:
    page = visit(admin, f"{POLICIES}/edit/policy-0")
    assert page.fields[f"{HELD}[1].value"] == ["mail"]
    page = send(admin, page, {f"{HELD}[1].source": "TEXT|", "_do": f"edit:{HELD}[1].source"})
    assert page.fields[f"{HELD}[1].value"] == [""]
    page = send(admin, page, {"_do": "add:attributeMapping.issuanceCriteria.conditionalCriteria"})
    row = "attributeMapping.issuanceCriteria.conditionalCriteria[0]"
    entered = {"attributeName": "mail", "condition": "NOT_EQUAL", "value": "x", "errorResult": "no"}
    chosen = {f"{row}.{name}": value for name, value in entered.items()} | {f"{row}.source": "MAPPED_ATTRIBUTES|"}
    page = send(admin, page, {**chosen, "_do": f"edit:{row}.source"})
    assert "not available here" not in page.text
    assert [page.fields[f"{row}.{name}"] for name in entered] == [[""], [""], [""], ["no"]]


def test_values_of_a_replaced_contract_become_those_of_the_new_one(admin: Client) -> None:
    page = visit(admin, f"{GRANTS}/add")
    page = send(
        admin, page, {"authenticationPolicyContractRef": "apc-0", "_do": "edit:authenticationPolicyContractRef"}
    )
    source = "AUTHENTICATION_POLICY_CONTRACT|apc-0"
    filled = {f"{ROWS}[0].source": source, f"{ROWS}[0].value": "subject", f"{ROWS}[1].source": "TEXT|"}
    filled |= {f"{ROWS}[1].value": "everybody", "authenticationPolicyContractRef": "apc-1"}
    page = send(admin, page, {**filled, "_do": "edit:authenticationPolicyContractRef"})
    found = [(page.fields[f"{ROWS}[{n}].source"], page.fields[f"{ROWS}[{n}].value"]) for n in (0, 1)]
    assert found == [(["AUTHENTICATION_POLICY_CONTRACT|apc-1"], ["subject"]), (["TEXT|"], ["everybody"])]


def test_a_stored_value_that_is_no_longer_offered_is_still_shown(admin: Client) -> None:
    path = "/oauth/openIdConnect/policies"
    body = oidc_policy(7)
    assert admin.post(f"{API}{path}", body).status_code == 201
    reduced = manager(0) | {"attributeContract": {"extendedAttributes": [{"name": "sub"}]}}
    assert admin.put(f"{API}/oauth/accessTokenManagers/manager-0", reduced).status_code == 200
    try:
        page = visit(admin, f"{POLICIES}/edit/policy-7")
        assert page.fields[f"{HELD}[1].value"] == ["mail"]
        assert "mail (not available here)" in page.text
    finally:
        assert admin.put(f"{API}/oauth/accessTokenManagers/manager-0", manager(0)).status_code == 200
        assert admin.delete(f"{API}{path}/policy-7").status_code == 204
