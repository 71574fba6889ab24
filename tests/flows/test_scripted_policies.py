"""Policies, fragments and mappings as sent by scripts that were written for other servers with this API.

Such scripts compare the answer with the request, so every sent value must be returned unchanged.

"""

import json
from typing import Any

import pytest

from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import manager
from tests.support.instances import adapter, validator
from tests.support.mappings import from_source, text
from tests.support.policies import done
from tests.support.stores import ldap_store

Body = dict[str, Any]
BYPASS = {"X-BypassExternalValidation": "true"}
FRAGMENTS, POLICIES = f"{API}/authenticationPolicies/fragments", f"{API}/oauth/openIdConnect/policies"
CONTRACT, FORM = "AUTHENTICATION_POLICY_CONTRACT", {"id": "adapter-scripted"}
DIRECTORY = {
    "type": "LDAP",
    "id": "directory",
    "description": "Directory",
    "dataStoreRef": {"id": "store-5"},
    "baseDn": "ou=people,dc=hanse,dc=example",
    "searchScope": "SUBTREE",
    "searchFilter": "(cn=Joe)",
    "searchAttributes": ["Subject DN"],
    "binaryAttributeSettings": {"photo": {"binaryEncoding": "BASE64"}},
    "memberOfNestedGroup": False,
}
CRITERIA = {
    "conditionalCriteria": [
        {
            "errorResult": "nobody else",
            "source": {"type": "CONTEXT"},
            "attributeName": "ClientIp",
            "condition": "EQUALS",
            "value": "192.0.2.1",
        }
    ],
    "expressionCriteria": [],
}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    admin = shared_server.client().sign_in()
    names = ({"name": name} for name in ("firstName", "photo", "username"))
    for path, body in (
        ("oauth/accessTokenManagers", {**manager(), "id": "scripted"}),
        ("authenticationPolicyContracts", {"id": "scripted", "name": "Scripted", "extendedAttributes": list(names)}),
        ("passwordCredentialValidators", validator("used")),
        ("idp/adapters", {**adapter("scripted")}),
        ("dataStores", {**ldap_store(5), "binaryAttributes": ["photo"]}),
    ):
        answer = admin.post(f"{API}/{path}", body, headers=BYPASS)
        assert answer.status_code == 201, answer.text
    return admin


def fragment() -> Body:
    inputs = {"type": "INPUTS", "id": "Inputs"}
    fulfillment = {
        "subject": from_source("ADAPTER", "username", FORM["id"]),
        "firstName": text("Joe"),
        "photo": from_source("LDAP_DATA_STORE", "Subject DN", "directory"),
        "username": {"source": {**inputs, "id": "inputs"}, "value": "username"},
    }
    mapping = {
        "attributeSources": [DIRECTORY],
        "attributeContractFulfillment": fulfillment,
        "issuanceCriteria": CRITERIA,
    }
    rule = {
        "attributeSource": inputs,
        "attributeName": "username",
        "condition": "EQUALS",
        "expectedValue": "joe",
        "result": "Joe",
    }
    return {
        "id": "scripted",
        "name": "Scripted",
        "description": "Written by a script",
        "inputs": {"id": "scripted"},
        "outputs": {"id": "scripted"},
        "rootNode": {
            "action": {
                "type": "AUTHN_SOURCE",
                "authenticationSource": {"type": "IDP_ADAPTER", "sourceRef": FORM},
                "inputUserIdMapping": {"source": inputs, "value": "username"},
                "userIdAuthenticated": True,
                "attributeRules": {"fallbackToSuccess": True, "items": [rule]},
            },
            "children": [
                done("Fail"),
                {
                    "action": {
                        "type": "APC_MAPPING",
                        "context": "Success",
                        "authenticationPolicyContractRef": {"id": "scripted"},
                        "attributeMapping": mapping,
                    },
                    "children": [],
                },
                done("Joe"),
            ],
        },
    }


def policy() -> Body:
    attributes = [{"name": name, "multiValued": name == "extended"} for name in ("extended", "another")]
    fulfillment = {
        "sub": from_source("TOKEN", "sub"),
        "extended": {"source": {"type": "NO_MAPPING"}},
        "another": text("x"),
    }
    return {
        "id": "scripted",
        "name": "Scripted",
        "accessTokenManagerRef": {"id": "scripted"},
        "attributeContract": {"extendedAttributes": attributes},
        "attributeMapping": {
            "attributeSources": [DIRECTORY],
            "attributeContractFulfillment": fulfillment,
            "issuanceCriteria": CRITERIA,
        },
        "scopeAttributeMappings": {"email": {"values": ["extended"]}},
        "idTokenLifetime": 7,
        "idTokenTypHeaderValue": "Example",
        **dict.fromkeys(("includeSHashInIdToken", "includeSriInIdToken", "includeUserInfoInIdToken"), True),
        **dict.fromkeys(("includeX5tInIdToken", "reissueIdTokenInHybridFlow", "returnIdTokenOnRefreshGrant"), True),
    }


def granted(type_: str, id_: str, *names: str, value: str = "username") -> Body:
    fulfillment = {name: from_source(type_, value, id_) for name in names}
    return {
        "id": id_,
        "attributeContractFulfillment": fulfillment,
        "attributeSources": [DIRECTORY],
        "issuanceCriteria": CRITERIA,
    }


def contract_grant() -> Body:
    body = granted(CONTRACT, "scripted", "USER_KEY", "USER_NAME", value="subject")
    return {**body, "authenticationPolicyContractRef": {"id": "scripted"}}


MAPPINGS = (
    ("oauth/authenticationPolicyContractMappings", contract_grant()),
    ("oauth/idpAdapterMappings", granted("ADAPTER", FORM["id"], "USER_KEY", "USER_NAME")),
    ("oauth/resourceOwnerCredentialsMappings", granted("PASSWORD_CREDENTIAL_VALIDATOR", "validator-used", "USER_KEY")),
    ("oauth/openIdConnect/policies", policy()),
    ("authenticationPolicies/fragments", fragment()),
)


@pytest.mark.parametrize(("path", "body"), MAPPINGS, ids=[path for path, _ in MAPPINGS])
def test_scripted_policies_are_returned_as_sent(admin: Client, path: str, body: Body) -> None:
    admin.post(f"{API}/oauth/authServerSettings/scopes/commonScopes", {"name": "email", "description": "E-mail"})
    made = admin.post(f"{API}/{path}", body)
    assert made.status_code == 201, made.text
    item = f"{API}/{path}/{body['id']}"
    read = admin.get(item)
    assert not list(differences(body, read.json()))
    again = admin.put(item, read.json())
    assert (again.status_code, again.json(), again.headers["etag"]) == (200, read.json(), read.headers["etag"])


def differences(sent: Any, read: Any, place: str = "") -> Any:
    """Yield the differences between the sent and the returned value; the returned one may have more members."""
    if isinstance(sent, dict) and isinstance(read, dict):
        for name, value in sent.items():
            yield from differences(value, read.get(name, [] if value == [] else None), f"{place}.{name}")
    elif isinstance(sent, list) and isinstance(read, list) and len(sent) == len(read):
        in_order = sorted(map(repr, sent)) != sorted(map(repr, read))
        for index, (one, other) in enumerate(zip(sent, read, strict=True) if in_order else ()):
            yield from differences(one, other, f"{place}[{index}]")
    elif sent != read:
        yield place, sent, read


def test_a_page_shows_inputs_with_the_name_of_their_contract(admin: Client) -> None:
    body = {**fragment(), "id": "shown", "name": "Shown"}
    made = admin.post(FRAGMENTS, body)
    assert made.status_code == 201, made.text
    before = made.json()["rootNode"]
    page = visit(admin, "fragments/edit/shown")
    assert page.status == 200
    assert "Scripted: username" in page.text
    assert '"authenticationSourceId": "scripted"' in page.answer.text.replace("&#34;", '"')
    follow(admin, send(admin, page, {"description": "Changed"}))
    kept = admin.get(f"{FRAGMENTS}/shown").json()["rootNode"]
    # The form may change the order of the branches.
    assert kept["action"] == before["action"]
    assert sorted_branches(kept["children"]) == sorted_branches(before["children"])


def sorted_branches(children: list[Body]) -> list[str]:
    return sorted(json.dumps(each, sort_keys=True) for each in children)
