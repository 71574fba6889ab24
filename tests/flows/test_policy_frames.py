"""Frame pages of policies: the tree, rules, mappings and refused requests."""

import json
from dataclasses import replace
from typing import Any

import pytest

from hanse.admin.frames.policy_editor import tree_view
from hanse.kit.local_users import UNIQUE_ID
from tests.flows.frame_calls import CONTRACTS, FRAGMENT, POLICY
from tests.flows.pages import FRAME, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.instances import adapter, selector, validator
from tests.support.local_identities import profile

LIST, TREE, MAPPED = "policies", "rootNode", "node.attributeContractFulfillment"
ENDS = {"action": {"type": "DONE"}}
RULE = {
    "authenticationSourceType": "FRAGMENT",
    "authenticationSourceId": "second",
    "attribute": "mail",
    "condition": "EQUALS",
    "expectedValue": "joe@example.com",
    "result": "Joe",
}


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    contract = {"id": "out", "name": "Out", "extendedAttributes": [{"name": "mail"}]}
    client.post(f"{API}{CONTRACTS}", contract)
    fragment = {"id": "second", "name": "Second factor", "outputs": {"id": "out"}, "rootNode": ENDS}
    assert client.post(f"{API}{FRAGMENT}", fragment).status_code in (201, 422)
    return client


def rules(*found: dict[str, Any], node: str = "r", default: bool = True) -> dict[str, str]:
    """Return the form fields that the Rules dialog sets."""
    submitted = {"submittedRules": json.dumps(found), "submittedRulesId": node, "defaultSuccess": str(default).lower()}
    return {**submitted, "_do": "rules"}


def tree_of(page: Any) -> Any:
    return json.loads(page.fields[TREE][0])


def branches(page: Any) -> list[str]:
    return [child["action"].get("context") for child in tree_of(page)["children"]]


def test_a_policy_is_built_branch_by_branch(admin: Client) -> None:
    page = send(
        admin, visit(admin, f"{LIST}/add"), {"name": "Made here", f"{TREE}:r": "FRAGMENT second", "_do": "choose:r"}
    )
    assert branches(page) == ["Fail", "Success"]
    page = send(admin, page, rules(RULE))
    assert branches(page) == ["Fail", "Joe", "Success"]
    assert "Second factor: mail" in page.text
    page = send(admin, page, {"_do": ""})
    assert page.status == 422
    assert page.text.count("Choose the next step.") >= 3
    chosen = {f"{TREE}:r.0": "DONE", f"{TREE}:r.1": "APC_MAPPING out", f"{TREE}:r.2": "CONTINUE", "_do": "choose:r.1"}
    page = send(admin, page, chosen)
    # Attributes with equal names are already mapped.
    page = send(admin, page, {"_do": "map:r.1"})
    assert "Contract Mapping on Joe: " in page.text
    assert [page.fields[f"{MAPPED}[1].{each}"] for each in ("source", "value")] == [["FRAGMENT|second"], ["mail"]]
    refused = send(admin, page, {f"{MAPPED}[0].source": "", "_do": "mapped:r.1"})
    assert (refused.status, "The attribute subject is not fulfilled." in refused.text) == (422, True)
    page = send(admin, refused, {f"{MAPPED}[0].source": "TEXT|", "_do": f"edit:{MAPPED}[0].source"})
    page = send(admin, page, {f"{MAPPED}[0].value": "joe", "_do": "add:node.issuanceCriteria.expressionCriteria"})
    criterion = {"node.issuanceCriteria.expressionCriteria[0].expression": "true"}
    page = send(admin, page, {**criterion, "_do": "mapped:r.1"})
    assert {"Contract Mapping: 3 lines", "Issuance criterion"} <= set(page.texts)
    page = send(admin, page, {"_do": ""})
    assert "Made here was saved." in follow(admin, page).text
    [stored] = admin.get(f"{API}{POLICY}?filter=Made+here").json()["items"]
    root = stored["rootNode"]
    assert [child["action"]["context"] for child in root["children"]] == ["Fail", "Joe", "Success"]
    assert root["action"]["attributeRules"]["items"][0]["attributeSource"] == {"type": "FRAGMENT", "id": "second"}
    mapping = root["children"][1]["action"]["attributeMapping"]["attributeContractFulfillment"]
    assert mapping["subject"] == {"source": {"type": "TEXT"}, "value": "joe"}
    # A renamed result keeps its branch.
    page = visit(admin, f"{LIST}/edit/{stored['id']}")
    page = send(admin, page, rules({**RULE, "result": "Joseph"}, default=False))
    assert [child["action"].get("type") for child in tree_of(page)["children"]] == ["DONE", "APC_MAPPING", "CONTINUE"]
    # Without default to success, the Success branch is kept and marked as unreachable.
    assert branches(page) == ["Fail", "Joseph", "Success"]
    assert page.texts.count(tree_view.UNREACHABLE) == 1
    assert tree_view.UNREACHABLE not in send(admin, page, rules({**RULE, "result": "Joseph"})).texts
    assert branches(send(admin, page, rules())) == ["Fail", "Success"]
    page = send(admin, page, {"_do": "clear:r"})
    assert branches(page) == []


def test_a_mistake_in_rules_is_reported_at_their_node(admin: Client) -> None:
    page = visit(admin, f"{LIST}/add")
    page = send(admin, page, {"name": "Wrong", f"{TREE}:r": "FRAGMENT second", "_do": "choose:r"})
    page = send(admin, page, rules({**RULE, "result": "SUCCESS"}, {**RULE, "attribute": "phone"}))
    page = send(admin, page, {**{f"{TREE}:r.{index}": "DONE" for index in range(4)}, "_do": ""})
    assert "'Fail', 'Action' and 'Success' are not permitted as result values." in page.text
    assert "Second factor has no attribute 'phone'." in page.text


def test_a_tree_of_thirty_levels_can_be_edited(admin: Client) -> None:
    node: dict[str, Any] = {"action": {"type": "DONE", "context": "Success"}}
    for _ in range(30):
        action = {"type": "FRAGMENT", "fragment": {"id": "second"}, "context": "Success"}
        node = {"action": action, "children": [{"action": {"type": "DONE", "context": "Fail"}}, node]}
    del node["action"]["context"]
    assert admin.post(f"{API}{POLICY}", {"id": "deep", "name": "Deep", "rootNode": node}).status_code == 201
    page = visit(admin, f"{LIST}/edit/deep")
    assert page.status == 200
    last = "r" + ".1" * 29
    page = send(admin, page, {f"{TREE}:{last}.0": "CONTINUE", "_do": ""})
    assert "Deep was saved." in follow(admin, page).text


@pytest.mark.parametrize(
    "tree",
    [
        "[]",
        '{"action": 1}',
        '{"children": 1}',
        "{",
        "[" * 5_000,
        '{"children": [[]]}',
        '{"action": {"type": "\\ud800"}}',
    ],
)
def test_an_invalid_tree_is_refused(admin: Client, tree: str) -> None:
    assert send(admin, visit(admin, f"{LIST}/add"), {TREE: tree, "_do": "choose:r"}).status == 400


@pytest.mark.parametrize(
    "posted",
    [
        {"_do": "choose:x.1"},
        {"_do": "clear:r.7"},
        {"_do": "rules", "submittedRules": "[{}]", "submittedRulesId": "r", "defaultSuccess": "true"},
        {"_do": "rules", "submittedRules": "[]", "submittedRulesId": "r.9", "defaultSuccess": "true"},
    ],
)
def test_forged_posts_are_refused(admin: Client, posted: dict[str, str]) -> None:
    assert send(admin, visit(admin, f"{LIST}/add"), posted).status == 400


def test_auditors_see_the_tree_and_change_nothing(shared_server: FlowServer, admin: Client) -> None:
    body = {"id": "seen", "name": "Seen", "rootNode": {"action": {"type": "FRAGMENT", "fragment": {"id": "second"}},
            "children": [{"action": {"type": "DONE", "context": name}} for name in ("Fail", "Success")]}}  # fmt: skip
    assert admin.post(f"{API}{POLICY}", body).status_code == 201
    made = shared_server.basic("Administrator").post(
        f"{API}/administrativeAccounts", account("reviser", roles=[], auditor=True)
    )
    assert made.status_code == 200
    auditor = shared_server.client().sign_in("reviser")
    page = visit(auditor, f"{LIST}/edit/seen")
    assert "Second factor" in page.text
    assert "<select" not in page.text
    assert "Move Seen up" not in visit(auditor, LIST).text
    assert send(auditor, replace(page, action=f"{FRAME}/{LIST}"), {"_do": "switch:seen"}).status == 403


def test_others_can_save_a_policy_with_stored_expressions(shared_server: FlowServer, admin: Client) -> None:
    expression = {"authenticationSourceType": "EXPRESSION", "expression": "true", "result": "Always"}
    page = visit(admin, f"{LIST}/add")
    page = send(admin, page, {"name": "Written", f"{TREE}:r": "FRAGMENT second", "_do": "choose:r"})
    page = send(admin, page, rules(expression))
    ends = {f"{TREE}:r.{index}": "DONE" for index in range(3)}
    assert "Written was saved." in follow(admin, send(admin, page, {**ends, "_do": ""})).text
    [stored] = admin.get(f"{API}{POLICY}?filter=Written").json()["items"]
    made = shared_server.basic("Administrator").post(
        f"{API}/administrativeAccounts", account("plain", roles=["ADMINISTRATOR"])
    )
    assert made.status_code == 200
    plain = shared_server.client().sign_in("plain")
    edit = f"{LIST}/edit/{stored['id']}"
    page = send(plain, visit(plain, edit), rules({**expression, "expression": "false"}))
    refused = send(plain, page, {"_do": ""})
    assert refused.status == 422
    assert "Only an expression administrator may add or change an expression." in refused.text
    page = send(plain, visit(plain, edit), rules({**expression, "result": "Ever"}))
    assert "Written was saved." in follow(plain, send(plain, page, {"_do": ""})).text


def test_selectors_and_adapters_are_chosen(admin: Client) -> None:
    made = admin.post(f"{API}/authenticationSelectors", selector("near"))
    assert made.status_code == 201, made.text
    assert admin.post(f"{API}/passwordCredentialValidators", validator("used")).status_code == 201
    created = admin.post(f"{API}/idp/adapters", adapter("form"))
    assert created.status_code == 201, created.text
    near, form = made.json()["id"], created.json()["id"]
    page = visit(admin, f"{LIST}/add")
    page = send(admin, page, {"name": "Near", f"{TREE}:r": f"AUTHN_SELECTOR {near}", "_do": "choose:r"})
    assert branches(page) == ["Yes", "No"]
    chosen = {f"{TREE}:r.0": f"AUTHN_SOURCE IDP_ADAPTER {form}", f"{TREE}:r.1": "DONE", "_do": "choose:r.0"}
    page = send(admin, page, chosen)
    page = send(admin, page, {f"{TREE}:r.0.0": "DONE", f"{TREE}:r.0.1": "APC_MAPPING out", "_do": "choose:r.0.1"})
    page = send(admin, page, {"_do": "map:r.0.1"})
    assert page.fields[f"{MAPPED}[0].source"] == [f"ADAPTER|{form}"]
    page = send(admin, page, {f"{MAPPED}[1].source": "NO_MAPPING|", "_do": "mapped:r.0.1"})
    # The expected user that an adapter receives.
    page = send(admin, page, {"_do": "map:r.0"})
    page = send(admin, page, {f"{MAPPED}[0].source": "CONTEXT|", "_do": f"edit:{MAPPED}[0].source"})
    page = send(
        admin, page, {f"{MAPPED}[0].value": "RequestedUser", "node.userIdAuthenticated": "true", "_do": "mapped:r.0"}
    )
    assert "Incoming User ID: 1 line" in page.texts
    page = send(admin, page, {"_do": ""})
    assert "Near was saved." in follow(admin, page).text
    [stored] = admin.get(f"{API}{POLICY}?filter=Near").json()["items"]
    action = stored["rootNode"]["children"][0]["action"]
    expected = {"source": {"type": "CONTEXT"}, "value": "RequestedUser"}
    assert (action["inputUserIdMapping"], action["userIdAuthenticated"]) == (expected, True)
    for path, id_ in (("/idp/adapters", form), ("/authenticationSelectors", near)):
        assert admin.delete(f"{API}{path}/{id_}").status_code == 422


def test_the_inputs_of_a_fragment_are_mapped(admin: Client) -> None:
    fragment = {"id": "given", "name": "Given", "inputs": {"id": "out"}, "rootNode": ENDS}
    assert admin.post(f"{API}{FRAGMENT}", fragment).status_code == 201
    page = visit(admin, f"{LIST}/add")
    page = send(admin, page, {"name": "Gives", f"{TREE}:r": "FRAGMENT given", "_do": "choose:r"})
    page = send(admin, page, {f"{TREE}:r.0": "DONE", f"{TREE}:r.1": "DONE", "_do": "map:r"})
    page = send(admin, page, {"_do": "add:node.attributeSources"})
    page = send(admin, page, {"_do": "remove:node.attributeSources[0]"})
    for row, value in enumerate(("RequestedUser", "ClientIp")):
        page = send(admin, page, {f"{MAPPED}[{row}].source": "CONTEXT|", "_do": f"edit:{MAPPED}[{row}].source"})
        page = send(admin, page, {f"{MAPPED}[{row}].value": value, "_do": f"edit:{MAPPED}[{row}].value"})
    kept = send(admin, page, {"_do": "mapped:r"})
    assert "Fragment Mapping: 2 lines" in kept.texts
    # After Cancel, the tree is unchanged.
    assert "Fragment Mapping: 2 lines" not in send(admin, page, {"_do": "choose:r"}).texts
    assert "Gives was saved." in follow(admin, send(admin, kept, {"_do": ""})).text
    [stored] = admin.get(f"{API}{POLICY}?filter=Gives").json()["items"]
    mapping = stored["rootNode"]["action"]["fragmentMapping"]["attributeContractFulfillment"]
    assert mapping["mail"] == {"source": {"type": "CONTEXT"}, "value": "ClientIp"}
    assert send(admin, visit(admin, f"{LIST}/edit/{stored['id']}"), {"_do": "map:r.0"}).status == 400


def test_a_large_tree_loads_more_branches_on_request(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_view, "MOST_CHOICES", 1)
    children = [{"action": {"type": "DONE", "context": name}} for name in ("Fail", "Success")]
    root = {"action": {"type": "FRAGMENT", "fragment": {"id": "second"}}, "children": children}
    assert admin.post(f"{API}{POLICY}", {"id": "large", "name": "Large", "rootNode": root}).status_code == 201
    page = visit(admin, f"{LIST}/edit/large")
    assert "Continue" not in page.texts
    page = send(admin, page, {"_do": f"edit:{TREE}.children[1]"})
    page = send(admin, page, {f"{TREE}:r.1": "CONTINUE", "_do": ""})
    assert "Large was saved." in follow(admin, page).text
    assert admin.get(f"{API}{POLICY}/large").json()["rootNode"]["children"][1]["action"]["type"] == "CONTINUE"


def test_a_policy_ends_with_a_local_identity_profile_and_its_two_mappings(admin: Client) -> None:
    contract_of_profile = {"id": "apc-0", "name": "APC 0", "extendedAttributes": [{"name": "mail"}]}
    assert admin.post(f"{API}{CONTRACTS}", contract_of_profile).status_code in (201, 422)
    assert admin.post(f"{API}/localIdentity/identityProfiles", profile("crew")).status_code == 201
    page = send(admin, visit(admin, f"{LIST}/add"), {"name": "Crew", f"{TREE}:r": "FRAGMENT second", "_do": "choose:r"})
    chosen = {f"{TREE}:r.0": "DONE", f"{TREE}:r.1": "LOCAL_IDENTITY_MAPPING profile-crew", "_do": "choose:r.1"}
    page = send(admin, page, chosen)
    assert {"Profile crew", "Outbound Mapping", "Inbound Mapping", "Outbound Mapping: 2 lines"} <= set(page.texts)
    # Attributes with equal names are already mapped, from the profile first.
    page = send(admin, page, {"_do": "map:r.1"})
    assert "Outbound Mapping on Success: " in page.text
    assert page.fields[f"{MAPPED}[1].source"] == ["LOCAL_IDENTITY_PROFILE|profile-crew"]
    page = send(
        admin, page, {f"{MAPPED}[0].source": "LOCAL_IDENTITY_PROFILE|profile-crew", "_do": f"edit:{MAPPED}[0].source"}
    )
    page = send(admin, page, {f"{MAPPED}[0].value": "login", "_do": "mapped:r.1"})
    page = send(admin, page, {"_do": "map:r.1~inboundMapping"})
    assert "Inbound Mapping on Success: " in page.text
    refused = send(admin, page, {f"{MAPPED}[0].source": "NO_MAPPING|", "_do": "mapped:r.1~inboundMapping"})
    assert (refused.status, "This attribute needs a value." in refused.text) == (422, True)
    page = send(admin, refused, {f"{MAPPED}[0].source": "FRAGMENT|second", "_do": f"edit:{MAPPED}[0].source"})
    page = send(admin, page, {f"{MAPPED}[0].value": "subject", "_do": "mapped:r.1~inboundMapping"})
    assert "Inbound Mapping: 1 line" in page.texts
    assert "Crew was saved." in follow(admin, send(admin, page, {"_do": ""})).text
    [stored] = admin.get(f"{API}{POLICY}?filter=Crew").json()["items"]
    action = stored["rootNode"]["children"][1]["action"]
    assert action["localIdentityRef"]["id"] == "profile-crew"
    inbound = action["inboundMapping"]["attributeContractFulfillment"]
    assert inbound[UNIQUE_ID] == {"source": {"type": "FRAGMENT", "id": "second"}, "value": "subject"}
    outbound = action["outboundAttributeMapping"]["attributeContractFulfillment"]
    assert {name: each["value"] for name, each in outbound.items()} == {"subject": "login", "mail": "mail"}
    # The profile is in use, and the policy is opened again with both mappings.
    assert admin.delete(f"{API}/localIdentity/identityProfiles/profile-crew").status_code == 422
    again = visit(admin, f"{LIST}/edit/{stored['id']}")
    assert {"Outbound Mapping: 2 lines", "Inbound Mapping: 1 line"} <= set(again.texts)
    assert send(admin, again, {"_do": "map:r.1~attributeMapping"}).status == 400
