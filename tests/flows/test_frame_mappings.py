"""Frame pages of attribute mappings and access token managers."""

import pytest

from tests.flows.mapping_pages import GRANTS, HELD, MANAGERS, MAPPINGS, POLICIES, ROWS, add_mapped_items, stored
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.access_tokens import REFERENCE
from tests.support.instances import validator
from tests.support.mappings import oidc_policy
from tests.support.stores import ldap_store


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    add_mapped_items(client)
    return client


def test_a_manager_is_added_with_its_contract(admin: Client) -> None:
    page = visit(admin, f"{MANAGERS}/add?type={REFERENCE}")
    page = send(admin, page, {"_do": "add:attributeContract.extendedAttributes"})
    named = {"name": "Opaque", "id": "opaque", "attributeContract.extendedAttributes[0].name": "sub", "_do": ""}
    listed = follow(admin, send(admin, page, named))
    assert ("Opaque was saved." in listed.text, "Internally Managed Reference Tokens" in listed.texts) == (True, True)
    made = stored(admin, "/oauth/accessTokenManagers/opaque")
    assert [each["name"] for each in made["attributeContract"]["extendedAttributes"]] == ["sub"]
    page = visit(admin, f"{MANAGERS}/edit/opaque")
    follow(admin, send(admin, page, {"attributeContract.defaultSubjectAttribute": "sub"}))
    made = stored(admin, "/oauth/accessTokenManagers/opaque")
    assert made["attributeContract"]["defaultSubjectAttribute"] == "sub"


def test_a_policy_has_a_row_for_each_attribute_of_its_contract(admin: Client) -> None:
    page = visit(admin, f"{POLICIES}/edit/policy-0")
    assert [page.fields[f"{HELD}[{n}].name"] for n in (0, 1)] == [["sub"], ["email"]]
    assert (page.fields[f"{HELD}[1].source"], page.fields[f"{HELD}[1].value"]) == (["TOKEN|"], ["mail"])
    # Unchanged values are saved as they were.
    before = stored(admin, "/oauth/openIdConnect/policies/policy-0")
    follow(admin, send(admin, page))
    assert stored(admin, "/oauth/openIdConnect/policies/policy-0") == before
    added = "attributeContract.extendedAttributes"
    page = send(admin, page, {"_do": f"add:{added}"})
    page = send(admin, page, {f"{added}[1].name": "room", "_do": f"edit:{added}"})
    assert page.fields[f"{HELD}[2].name"] == ["room"]
    refused = send(admin, page, {f"{HELD}[2].source": "TOKEN|", "_do": ""})
    assert (refused.status, "Value: This field is required." in refused.text) == (422, True)
    listed = follow(admin, send(admin, refused, {f"{HELD}[2].source": "TEXT|", f"{HELD}[2].value": "12"}))
    assert "Policy 0 was saved." in listed.text
    changed = stored(admin, "/oauth/openIdConnect/policies/policy-0")["attributeMapping"][ROWS]
    assert changed["room"] == {"source": {"type": "TEXT"}, "value": "12"}
    assert changed["email"] == before["attributeMapping"][ROWS]["email"]


def test_the_scopes_of_a_policy_are_rows(admin: Client) -> None:
    page = visit(admin, f"{POLICIES}/edit/policy-0")
    page = send(admin, page, {"_do": "add:scopeAttributeMappings"})
    named = {"scopeAttributeMappings[1].key": "profile", "scopeAttributeMappings[1].values": "sub\nnobody", "_do": ""}
    refused = send(admin, page, named)
    assert "The contract has no attribute with this name." in refused.text
    follow(admin, send(admin, refused, {"scopeAttributeMappings[1].values": "sub"}))
    scopes = stored(admin, "/oauth/openIdConnect/policies/policy-0")["scopeAttributeMappings"]
    assert scopes == {"email": {"values": ["email"]}, "profile": {"values": ["sub"]}}


def test_the_offered_values_follow_the_chosen_source(admin: Client) -> None:
    page = visit(admin, f"{MAPPINGS}/add")
    assert f"{ROWS}[0].name" not in page.fields
    chosen = {
        "context.type": "AUTHENTICATION_POLICY_CONTRACT",
        "accessTokenManagerRef": "manager-0",
        "_do": "edit:accessTokenManagerRef",
    }
    page = send(admin, page, chosen)
    assert [page.fields[f"{ROWS}[{n}].name"] for n in (0, 1)] == [["sub"], ["mail"]]
    page = send(admin, page, {"context.contextRef": "apc-1", "_do": "edit:context.contextRef"})
    source = "AUTHENTICATION_POLICY_CONTRACT|apc-1"
    page = send(admin, page, {f"{ROWS}[0].source": source, "_do": f"edit:{ROWS}[0].source"})
    filled = {f"{ROWS}[0].value": "subject", f"{ROWS}[1].source": "NO_MAPPING|", "_do": ""}
    listed = follow(admin, send(admin, page, filled))
    called = "Authentication policy contract: APC 1 → Manager 0"
    assert f"{called} was saved." in listed.text
    # The list shows the number of mapped attributes; the name contains the token manager.
    assert ("Maps" in listed.texts, "2 attributes" in listed.texts) == (True, True)
    [made] = [each for each in stored(admin, "/oauth/accessTokenMappings")["items"] if "contextRef" in each["context"]]
    assert made[ROWS] == {
        "sub": {"source": {"type": "AUTHENTICATION_POLICY_CONTRACT", "id": "apc-1"}, "value": "subject"},
        "mail": {"source": {"type": "NO_MAPPING"}, "value": ""},
    }
    question = visit(admin, f"{MAPPINGS}/delete/{made['id']}")
    assert f"Delete {called}?" in question.text
    follow(admin, send(admin, question))


def test_a_mapping_gets_the_id_of_the_chosen_validator(admin: Client) -> None:
    frame = "resourceOwnerCredentialsGrantMapping"
    assert admin.post(f"{API}/passwordCredentialValidators", validator("chosen")).status_code == 201
    page = send(admin, visit(admin, f"{frame}/add"), {"id": "validator-chosen", "_do": "edit:id"})
    assert page.fields[f"{ROWS}[0].name"] == ["USER_KEY"]
    source = "PASSWORD_CREDENTIAL_VALIDATOR|validator-chosen"
    chosen = {f"{ROWS}[0].source": source, f"{ROWS}[0].value": "username", "_do": ""}
    assert "Validator chosen was saved." in follow(admin, send(admin, page, chosen)).text
    made = stored(admin, "/oauth/resourceOwnerCredentialsMappings/validator-chosen")
    assert made[ROWS]["USER_KEY"]["value"] == "username"
    page = visit(admin, f"{frame}/edit/validator-chosen")
    assert page.fields[f"{ROWS}[0].value"] == ["username"]
    follow(admin, send(admin, visit(admin, f"{frame}/delete/validator-chosen")))


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (MAPPINGS, "Choose an access token manager with attributes first."),
        ("spAdapterMappings", "Choose an SP adapter with attributes first."),
        ("spContractMappings", "Choose an SP adapter with attributes first."),
    ],
)
def test_a_mapping_without_attributes_names_what_is_missing(admin: Client, frame: str, text: str) -> None:
    page = visit(admin, f"{frame}/add")
    assert text in page.texts
    assert "Choose a contract with attributes first." not in page.texts


def test_a_grant_mapping_is_created_with_a_criterion(admin: Client, shared_server: FlowServer) -> None:
    page = visit(admin, f"{GRANTS}/add")
    page = send(
        admin, page, {"authenticationPolicyContractRef": "apc-0", "_do": "edit:authenticationPolicyContractRef"}
    )
    rows = [page.fields[f"{ROWS}[{n}].name"] for n in (0, 1)]
    assert rows == [["USER_KEY"], ["USER_NAME"]]
    criteria = "issuanceCriteria.conditionalCriteria"
    page = send(admin, page, {"_do": f"add:{criteria}"})
    source = "AUTHENTICATION_POLICY_CONTRACT|apc-0"
    filled = {f"{ROWS}[{n}].source": source for n in (0, 1)} | {f"{ROWS}[{n}].value": "subject" for n in (0, 1)}
    criterion = {"source": source, "attributeName": "mail", "condition": "NOT_EQUAL", "value": "x"}
    filled |= {f"{criteria}[0].{name}": value for name, value in criterion.items()}
    follow(admin, send(admin, page, {**filled, "_do": ""}))
    [made] = stored(admin, "/oauth/authenticationPolicyContractMappings")["items"]
    [kept] = made["issuanceCriteria"]["conditionalCriteria"]
    assert kept["source"] == {"type": "AUTHENTICATION_POLICY_CONTRACT", "id": "apc-0"}
    page = visit(admin, f"{GRANTS}/edit/{made['id']}")
    assert page.fields[f"{criteria}[0].source"] == [source]
    auditor = admin.post(f"{API}/administrativeAccounts", account("mapping.auditor", auditor=True))
    assert auditor.status_code in (200, 422)
    seen = visit(shared_server.client().sign_in("mapping.auditor"), f"{GRANTS}/edit/{made['id']}")
    assert (seen.status, seen.is_read_only) == (200, True)
    assert admin.delete(f"{API}/oauth/authenticationPolicyContractMappings/{made['id']}").status_code == 204


def test_attributes_are_looked_up_in_data_stores(admin: Client, shared_server: FlowServer) -> None:
    headers = {"X-BypassExternalValidation": "true"}
    sql = {"type": "JDBC", "name": "Rooms", "connectionUrl": "jdbc:postgresql://db.hanse.example/rooms"}
    sql |= {"driverClass": "org.postgresql.Driver", "userName": "hanse", "password": "clear-password"}
    for body in ({**ldap_store(7), "id": "people"}, {**sql, "id": "rooms"}):
        made = admin.post(f"{API}/dataStores", body, headers=headers)
        assert made.status_code in (201, 422), made.text
    edit, sources = f"{POLICIES}/edit/policy-1", "attributeMapping.attributeSources"
    assert admin.post(f"{API}/oauth/openIdConnect/policies", oidc_policy(1)).status_code in (201, 422)
    page = send(admin, visit(admin, edit), {"_do": f"add:{sources}"})
    # The fields of a query depend on the type of the store, so they are shown after the store is chosen.
    assert f"{sources}[0].searchFilter" not in page.fields
    page = send(admin, page, {f"{sources}[0].dataStoreRef": "people", "_do": f"edit:{sources}[0].dataStoreRef"})
    assert page.fields[f"{sources}[0].searchScope"] == ["SUBTREE"]
    filled = {"id": "dir", "searchFilter": "uid=${sub}", "searchAttributes": "mail\nroomNumber"}
    page = send(
        admin, page, {**{f"{sources}[0].{name}": value for name, value in filled.items()}, "_do": f"add:{sources}"}
    )
    page = send(admin, page, {f"{sources}[1].dataStoreRef": "rooms", "_do": f"edit:{sources}[1].dataStoreRef"})
    filled = {"id": "db", "table": "rooms", "columnNames": "floor", "filter": "number = '${ds.dir.roomNumber}'"}
    page = send(
        admin, page, {**{f"{sources}[1].{name}": value for name, value in filled.items()}, "_do": f"up:{sources}[1]"}
    )
    assert page.fields[f"{sources}[1].id"] == ["dir"]
    # An earlier lookup cannot use the attributes of a later one.
    refused = send(admin, page, {"_do": ""})
    assert "No source has an attribute ds.dir.roomNumber." in refused.text
    page = send(admin, refused, {"_do": f"up:{sources}[1]"})
    page = send(admin, page, {f"{HELD}[1].source": "JDBC_DATA_STORE|db", "_do": f"edit:{HELD}[1].source"})
    criteria = "attributeMapping.issuanceCriteria"
    page = send(admin, page, {f"{HELD}[1].value": "floor", "_do": f"add:{criteria}.conditionalCriteria"})
    criterion = f"{criteria}.conditionalCriteria[0]"
    page = send(admin, page, {f"{criterion}.source": "LDAP_DATA_STORE|dir", "_do": f"edit:{criterion}.source"})
    entered = {"attributeName": "mail", "condition": "NOT_EQUAL", "value": "", "errorResult": "No mail"}
    page = send(
        admin,
        page,
        {
            **{f"{criterion}.{name}": value for name, value in entered.items()},
            "_do": f"add:{criteria}.expressionCriteria",
        },
    )
    page = send(
        admin, page, {f"{criterion}.value": "x", f"{criteria}.expressionCriteria[0].expression": "true", "_do": ""}
    )
    assert "Policy 1 was saved." in follow(admin, page).text
    mapping = stored(admin, "/oauth/openIdConnect/policies/policy-1")["attributeMapping"]
    assert [(each["type"], each["id"]) for each in mapping["attributeSources"]] == [("LDAP", "dir"), ("JDBC", "db")]
    assert mapping[ROWS]["email"] == {"source": {"type": "JDBC_DATA_STORE", "id": "db"}, "value": "floor"}
    assert mapping["issuanceCriteria"]["conditionalCriteria"][0]["errorResult"] == "No mail"
    assert admin.delete(f"{API}/dataStores/people").status_code == 422
    # Administrators who are not expression administrators see expressions but cannot add one.
    made = admin.post(f"{API}/administrativeAccounts", account("mapping.plain", ["ADMINISTRATOR"]))
    assert made.status_code in (200, 422)
    plain = shared_server.client().sign_in("mapping.plain")
    page = visit(plain, edit)
    assert "Expression|" not in page.text
    assert page.fields[f"{criteria}.expressionCriteria[0].expression"] == ["true"]
    page = send(plain, page, {f"{sources}[0].baseDn": "dc=example", "_do": ""})
    assert "Policy 1 was saved." in follow(plain, page).text
    page = send(admin, visit(admin, edit), {"_do": f"remove:{sources}[0]"})
    assert "No source has an attribute ds.dir.roomNumber." in send(admin, page, {"_do": ""}).text
