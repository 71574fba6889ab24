"""The dry run of a policy that is not saved: the path, the attributes, and no effect on stored data."""

from io import StringIO
from typing import Any

import pytest

from tests.flows.pages import send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.flows.stored_rows import dump
from tests.support.instances import adapter, selector, validator
from tests.support.local_identities import profile
from tests.support.policies import basic, contract, done, expression, on, policy, source

PATH = f"{API}/internal/trials/policy"
FORM, NEAR = "adapter-form", "selector-near"
SUBJECT: dict[str, Any] = {"subject": {"source": {"type": "ADAPTER", "id": FORM}, "value": "username"}}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    policy_contract = {"id": "out", "name": "Out", "extendedAttributes": [{"name": "client"}]}
    outputs = {"id": "second", "name": "Second factor", "rootNode": {"action": {"type": "DONE"}}}
    for path, body in (
        ("/passwordCredentialValidators", validator("used")),
        ("/idp/adapters", adapter("form")),
        ("/authenticationSelectors", selector("near")),
        ("/authenticationPolicyContracts", policy_contract),
        ("/authenticationPolicies/fragments", outputs),
    ):
        answer = client.post(f"{API}{path}", body)
        assert answer.status_code == 201, answer.text
    return client


def ends_in_contract(**more: Any) -> dict[str, Any]:
    end = contract("out", **SUBJECT, client={"source": {"type": "CONTEXT"}, "value": "ClientId"})
    return source(FORM, done("Fail"), end, **more)


def successful(**attributes: str) -> dict[str, Any]:
    listed = [{"name": name, "values": [value]} for name, value in attributes.items()]
    return {"type": "IDP_ADAPTER", "id": FORM, "result": "Success", "attributes": listed}


FAILS = {"type": "IDP_ADAPTER", "id": FORM, "result": "Fail"}


def dry_run(admin: Client, root: dict[str, Any], *results: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = admin.post(PATH, {"policy": policy("Unsaved", root), "results": list(results), **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def path(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each["branch"], each["name"] or each["type"], each["result"]) for each in found["steps"]]


def test_the_path_and_the_attributes_of_a_policy_that_is_not_saved(admin: Client, shared_server: FlowServer) -> None:
    before = dump(shared_server)
    found = dry_run(admin, ends_in_contract(), successful(username="joe"), clientId="shop")
    assert path(found) == [("", "Adapter form", "Success"), ("Success", "Out", "")]
    assert (found["outcome"], found["message"]) == ("SIGNED_IN", "The user is signed in.")
    assert found["attributes"] == [{"name": "subject", "values": ["joe"]}, {"name": "client", "values": ["shop"]}]
    assert found["steps"][0]["attributes"] == [{"name": "username", "values": ["joe"]}]
    assert admin.get(f"{API}/authenticationPolicies/policy?filter=Unsaved").json()["items"] == []
    assert dump(shared_server) == before


def test_the_next_result_is_requested(admin: Client) -> None:
    root = {
        "action": {"type": "AUTHN_SELECTOR", "authenticationSelectorRef": {"id": NEAR}},
        "children": [on("Yes", ends_in_contract()), {"action": {"type": "CONTINUE", "context": "No"}}],
    }
    found = dry_run(admin, root)
    assert (found["outcome"], found["message"]) == ("RESULT_NEEDED", "Choose the result of Selector near.")
    assert found["next"] == {
        "type": "AUTHN_SELECTOR",
        "id": NEAR,
        "name": "Selector near",
        "results": ["Yes", "No"],
        "attributes": [],
    }
    chosen = {"type": "AUTHN_SELECTOR", "id": NEAR, "result": "Yes"}
    found = dry_run(admin, root, chosen)
    assert found["next"]["name"] == "Adapter form"
    assert found["next"]["results"] == ["Success", "Fail"]
    assert found["next"]["attributes"] == ["policy.action", "username"]
    for other in ("No", ""):
        found = dry_run(admin, root, {**chosen, "result": other})
        assert found["outcome"] == "NEXT_POLICY"
    refused = admin.post(PATH, {"policy": policy("Unsaved", root), "results": [FAILS]})
    assert refused.status_code == 422
    assert "The policy reaches selector-near here." in refused.text


def test_rules_choose_the_branch_by_the_attributes(admin: Client) -> None:
    rule = basic("Joe", attributeSource={"type": "ADAPTER", "id": FORM})
    rules = {"fallbackToSuccess": False, "items": [rule]}
    root = source(FORM, done("Fail"), contract("out", "Joe", **SUBJECT, client={"source": {"type": "NO_MAPPING"}}))
    root["action"]["attributeRules"] = rules
    assert dry_run(admin, root, successful(username="joe"))["outcome"] == "SIGNED_IN"
    found = dry_run(admin, root, successful(username="mary"))
    assert path(found)[0] == ("", "Adapter form", "Fail")
    assert (found["outcome"], found["message"]) == ("FAILED", "The user was not authenticated.")
    assert dry_run(admin, root, FAILS)["outcome"] == "FAILED"


def test_the_reason_of_a_failed_mapping_is_shown_at_its_step(admin: Client) -> None:
    found = dry_run(admin, ends_in_contract(), successful())
    assert found["attributes"] == [{"name": "subject", "values": []}, {"name": "client", "values": []}]
    root = ends_in_contract()
    criterion = {"source": SUBJECT["subject"]["source"], "attributeName": "username", "value": "joe"}
    criterion |= {"condition": "EQUALS", "errorResult": "Only Joe may sign in."}
    root["children"][1]["action"]["attributeMapping"]["issuanceCriteria"] = {"conditionalCriteria": [criterion]}
    found = dry_run(admin, root, successful(username="mary"))
    assert (found["outcome"], found["message"]) == ("FAILED", "Only Joe may sign in.")
    assert found["steps"][-1]["reason"] == "The issuance criteria are not met: Only Joe may sign in."


def test_fragments_restarts_and_ends_without_a_source(admin: Client) -> None:
    inside = {"action": {"type": "FRAGMENT", "fragment": {"id": "second"}}, "children": [done("Fail"), done()]}
    found = dry_run(admin, inside)
    assert found["outcome"] == "NO_SOURCE"
    assert [(each["name"], each["fragment"], each["depth"]) for each in found["steps"][:2]] == [
        ("Second factor", "", 1),
        ("", "Second factor", 2),
    ]
    again = source(FORM, {"action": {"type": "RESTART", "context": "Fail"}}, done())
    found = dry_run(admin, again, FAILS, successful(username="joe"))
    assert [each["result"] for each in found["steps"]] == ["Fail", "", "Success", ""]
    assert found["outcome"] == "SIGNED_IN"


def test_a_policy_that_cannot_be_saved_cannot_be_tried(admin: Client, shared_server: FlowServer) -> None:
    broken = source(FORM, done("Fail"))
    refused = admin.post(PATH, {"policy": policy("Unsaved", broken)})
    assert refused.status_code == 422
    assert refused.json()["validationErrors"][0]["fieldPath"] == "policy.rootNode.children"
    policy_contract = account("trial-plain", roles=["ADMINISTRATOR"])
    assert (
        shared_server.basic("Administrator").post(f"{API}/administrativeAccounts", policy_contract).status_code == 200
    )
    plain = shared_server.client().sign_in("trial-plain")
    root = source(FORM, done("Fail"), on("Always", done()), done())
    root["action"]["attributeRules"] = {"items": [expression("Always", "true")]}
    assert dry_run(admin, root, successful(username="joe"))["steps"][0]["result"] == "Always"
    answer = plain.post(PATH, {"policy": policy("Unsaved", root), "results": []})
    assert answer.status_code == 422
    assert "Only an expression administrator may add or change an expression." in answer.text


def test_log_lines_of_a_dry_run_are_marked(admin: Client, every_line: StringIO) -> None:
    every_line.seek(0)
    every_line.truncate()
    dry_run(admin, source(FORM, done("Fail"), done()), FAILS)
    lines = [each for each in every_line.getvalue().splitlines() if "adapter did not authenticate" in each]
    assert lines
    assert all("dry_run=True" in each for each in lines)


def test_the_page_runs_the_entered_policy_step_by_step(admin: Client) -> None:
    page = visit(admin, "policies/add")
    page = send(admin, page, {"name": "Tried", "rootNode:r": f"AUTHN_SOURCE IDP_ADAPTER {FORM}", "_do": "choose:r"})
    refused = send(admin, page, {"_do": "try:"})
    assert refused.status == 422
    assert "The policy cannot be tried" in refused.text
    assert "Branch Success: Choose the next step." in refused.text
    page = send(admin, page, {"rootNode:r.0": "DONE", "rootNode:r.1": "APC_MAPPING out", "_do": "choose:r.1"})
    row = "node.attributeContractFulfillment[1]"
    page = send(admin, page, {"_do": "map:r.1"})
    page = send(admin, page, {f"{row}.source": "CONTEXT|", "_do": f"edit:{row}.source"})
    page = send(admin, page, {f"{row}.value": "ClientId", "_do": "mapped:r.1"})
    dialog = send(admin, page, {"_do": "try:"})
    assert "Try Tried" in dialog.text
    assert "Adapter form" in dialog.text
    shown = send(
        admin,
        dialog,
        {"_next.result": "Success", "_next.a1": "joe\nmary", "_request.clientId": "shop", "_do": "answer:"},
    )
    assert "The user is signed in." in shown.text
    assert "joe, mary" in shown.text
    # The step is repeated with another result; the entered values are offered again.
    again = send(admin, shown, {"_do": "try:0"})
    assert again.fields["_next.a1"] == ["joe\nmary"]
    assert again.fields["_request.clientId"] == ["shop"]
    failed = send(admin, again, {"_next.result": "Fail", "_do": "answer:"})
    assert "The user was not authenticated." in failed.text
    back = send(admin, failed, {"_do": "back:"})
    assert back.fields["name"] == ["Tried"]
    assert admin.get(f"{API}/authenticationPolicies/policy?filter=Tried").json()["items"] == []


def test_empty_policies_and_malformed_results_are_refused(admin: Client) -> None:
    page = visit(admin, "policyContracts/add")
    assert send(admin, page, {"_do": "try:"}).status == 400
    page = visit(admin, "policies/add")
    root = {"rootNode:r": f"AUTHN_SOURCE IDP_ADAPTER {FORM}", "rootNode:r.0": "DONE", "rootNode:r.1": "DONE"}
    page = send(admin, page, {**root, "name": "Tried", "_do": "choose:r"})
    page = send(admin, page, {"rootNode:r.0": "DONE", "rootNode:r.1": "DONE", "_do": "try:"})
    for broken in ("{", "3", '["text"]'):
        assert send(admin, page, {"_results": broken, "_do": "try:"}).status == 400
    assert send(admin, page, {"_question": "null", "_do": "answer:"}).status == 400


def test_a_local_identity_profile_is_tried_and_stores_no_user(admin: Client, shared_server: FlowServer) -> None:
    apc = {"id": "apc-0", "name": "APC 0", "extendedAttributes": [{"name": "mail"}]}
    assert admin.post(f"{API}/authenticationPolicyContracts", apc).status_code in (201, 422)
    assert admin.post(f"{API}/localIdentity/identityProfiles", profile("tried")).status_code == 201
    name = {"source": {"type": "ADAPTER", "id": FORM}, "value": "username"}
    own = {"type": "LOCAL_IDENTITY_PROFILE", "id": "profile-tried"}
    end: dict[str, Any] = {
        "type": "LOCAL_IDENTITY_MAPPING",
        "context": "Success",
        "localIdentityRef": {"id": "profile-tried"},
        "inboundMapping": {
            "attributeContractFulfillment": {
                "pf.local.identity.unique.id": name,
                "login": name,
                "mail": {"source": {"type": "TEXT"}, "value": "${username}@hanse.example"},
            }
        },
        "outboundAttributeMapping": {
            "attributeContractFulfillment": {
                "subject": {"source": own, "value": "login"},
                "mail": {"source": own, "value": "mail"},
            }
        },
    }
    root = source(FORM, done("Fail"), {"action": end})
    found = dry_run(admin, root, successful(username="joe"))
    assert path(found)[-1] == ("Success", "Profile tried", "")
    assert found["outcome"] == "SIGNED_IN"
    assert found["attributes"] == [
        {"name": "subject", "values": ["joe"]},
        {"name": "mail", "values": ["joe@hanse.example"]},
    ]
    users = f"{API}/localIdentity/identityProfiles/profile-tried/users"
    assert shared_server.basic("Administrator").get(users).json()["items"] == []
    # Without a valid value for a required field nobody is signed in.
    failed = dry_run(admin, root, successful(username="j o e @ home"))
    assert failed["outcome"] == "FAILED"
    reason = failed["steps"][-1]["reason"]
    assert reason.startswith("The user has no usable account in the local identity profile: ")
    assert reason.endswith("The inbound mapping has no valid value for: mail.")
