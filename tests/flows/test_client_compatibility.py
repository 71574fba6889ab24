"""Requests of existing clients of the contract, such as the vendor's Terraform provider, and their answers."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.instances import adapter, publisher, registration_policy, validator
from tests.support.mappings import from_source, oidc_policy, text, token_mapping
from tests.support.stores import ldap_store

Body = dict[str, Any]
BYPASS = {"X-BypassExternalValidation": "true"}
MANAGERS, POLICIES, PUBLISHERS = (
    "/oauth/accessTokenManagers",
    "/oauth/openIdConnect/policies",
    "/notificationPublishers",
)
# The empty reference of some clients, and the address that exports have in every reference.
EMPTY_REFERENCE, LINK = {"id": ""}, {"location": "https://localhost:9999/pf-admin-api/v1/somewhere"}

LATER = {"secret": "an-older-secret", "expiryTime": "2096-01-01T00:00:00Z"}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


@pytest.fixture
def create_item(admin: Client) -> Iterator[Any]:
    """A function that creates an item by path and body. Created items are deleted after the test, the newest first."""
    paths: list[str] = []

    def post_item(path: str, body: Body) -> Body:
        answer = admin.post(API + path, body, headers=BYPASS)
        assert answer.status_code == 201, answer.text
        created: Body = answer.json()
        paths.append(f"{API}{path}/{created.get('id') or created['clientId']}")
        return created

    yield post_item
    for path in reversed(paths):
        answer = admin.delete(path)
        assert answer.status_code in (204, 404), answer.text


def test_blank_ids_and_references_are_absent(admin: Client, create_item: Any) -> None:
    create_item(MANAGERS, manager())
    mapping = token_mapping()
    mapping |= {"id": "", "context": {"type": "CLIENT_CREDENTIALS", "contextRef": EMPTY_REFERENCE}}
    mapping["accessTokenManagerRef"] |= LINK
    mapping["attributeContractFulfillment"]["sub"]["source"]["id"] = ""
    created = create_item("/oauth/accessTokenMappings", mapping)
    assert created["id"] == "client_credentials|manager-0"
    assert "contextRef" not in created["context"]
    assert created["accessTokenManagerRef"] == {"id": "manager-0"}
    assert created["attributeContractFulfillment"]["sub"]["source"] == {"type": "CONTEXT"}
    app = create_item("/oauth/clients", client("app", oidcPolicy={"policyGroup": {}}, requestObjectSigningAlgorithm=""))
    assert "policyGroup" not in app["oidcPolicy"]
    assert "requestObjectSigningAlgorithm" not in app


@pytest.mark.parametrize(
    ("path", "item", "member"),
    [
        (MANAGERS, manager(), "defaultAccessTokenManagerRef"),
        (POLICIES, oidc_policy(), "defaultPolicyRef"),
        (PUBLISHERS, publisher(0, 25), "defaultNotificationPublisherRef"),
    ],
)
def test_deleting_the_default_clears_the_setting(
    admin: Client, create_item: Any, path: str, item: Body, member: str
) -> None:
    if path == POLICIES:
        create_item(MANAGERS, manager())
    created = create_item(path, item)
    settings = f"{API}{path.removesuffix('/policies')}/settings"
    before = admin.get(settings).json()
    assert admin.put(settings, {**before, member: {"id": created["id"], **LINK}}).status_code == 200
    used = admin.get(f"{API}/internal/usedBy{path}/{created['id']}").json()["items"]
    assert [(each["path"], each["released"]) for each in used] == [(member, True)]
    assert admin.delete(f"{API}{path}/{created['id']}").status_code == 204
    assert admin.get(settings).json() == before
    assert admin.get(f"{API}{path}/{created['id']}").status_code == 404


def test_an_item_with_other_users_cannot_be_deleted(admin: Client, create_item: Any) -> None:
    create_item(MANAGERS, manager())
    create_item(POLICIES, oidc_policy())
    settings = f"{API}{MANAGERS}/settings"
    assert admin.put(settings, {"defaultAccessTokenManagerRef": {"id": "manager-0"}}).status_code == 200
    refused = admin.delete(f"{API}{MANAGERS}/manager-0")
    assert refused.status_code == 422
    assert [each["message"] for each in refused.json()["validationErrors"]] == [
        "In use by OpenID Connect Policy 'policy-0'."
    ]
    assert admin.get(settings).json() == {"defaultAccessTokenManagerRef": {"id": "manager-0"}}


def test_a_list_of_secondary_secrets_replaces_the_stored_ones(admin: Client, create_item: Any) -> None:
    retained = {"clientSecretRetentionPeriodType": "OVERRIDE_SERVER_DEFAULT", "clientSecretRetentionPeriod": 60}
    create_item("/oauth/clients", client("app", **retained))
    for sent in ([LATER], []):
        auth = {"type": "SECRET", "secret": f"new-secret-{len(sent)}", "secondarySecrets": sent}
        answer = admin.put(f"{API}/oauth/clients/app", client("app", clientAuth=auth, **retained))
        assert answer.status_code == 200, answer.text
        kept = answer.json()["clientAuth"]["secondarySecrets"]
        assert [each["expiryTime"] for each in kept] == [each["expiryTime"] for each in sent]


def test_secondary_secrets_are_deleted_and_the_secret_is_kept(admin: Client, create_item: Any) -> None:
    auth = {"type": "SECRET", "secret": "the-secret", "secondarySecrets": [LATER]}
    create_item("/oauth/clients", client("app", clientAuth=auth))
    path = f"{API}/oauth/clients/app/clientAuth/clientSecret"
    before = admin.get(path).json()
    assert len(before["secondarySecrets"]) == 1
    assert admin.delete(f"{path}/secondarySecrets").status_code == 204
    assert admin.get(path).json() == {**before, "secondarySecrets": []}
    assert admin.delete(f"{path}/secondarySecrets").status_code == 204
    missing = path.replace("/app/", "/nobody/")
    assert admin.delete(f"{missing}/secondarySecrets").status_code == 404


def test_data_stores_may_have_names_that_differ_by_letter_case(admin: Client, create_item: Any) -> None:
    create_item("/dataStores", ldap_store(1) | {"name": "Directory"})
    create_item("/dataStores", ldap_store(2) | {"name": "directory"})
    again = admin.post(f"{API}/dataStores", ldap_store(3) | {"name": "directory"}, headers=BYPASS)
    assert [each["fieldPath"] for each in again.json()["validationErrors"]] == ["name"]


def test_members_that_are_not_set_are_left_out(admin: Client, create_item: Any) -> None:
    app = create_item("/oauth/clients", client("app"))
    assert "enforceReplayPrevention" not in app["clientAuth"]
    assert not {"logoutUris", "postLogoutRedirectUris"} & app["oidcPolicy"].keys()
    assert "extendedParameters" not in app
    assert "dynamicClientRegistration" not in admin.get(f"{API}/oauth/clientSettings").json()
    create_item(MANAGERS, manager())
    mapping = token_mapping() | {"issuanceCriteria": {"conditionalCriteria": []}}
    mapping["attributeContractFulfillment"]["sub"]["source"]["id"] = ""
    created = create_item("/oauth/accessTokenMappings", mapping)
    assert created["issuanceCriteria"] == {"conditionalCriteria": []}
    assert "id" not in created["attributeContractFulfillment"]["sub"]["source"]


def test_an_openid_connect_policy_for_registered_clients_is_left_out_unless_it_is_set(admin: Client) -> None:
    settings = f"{API}/oauth/clientSettings"
    before = admin.get(settings).json()
    for policy, returned in (({"idTokenSigningAlgorithm": "RS256"}, True), ({}, False), (None, False)):
        sent = {"dynamicClientRegistration": {} if policy is None else {"oidcPolicy": policy}}
        answer = admin.put(settings, sent)
        assert answer.status_code == 200, answer.text
        assert ("oidcPolicy" in answer.json()["dynamicClientRegistration"]) is returned
    assert admin.put(settings, before).status_code == 200


def test_the_response_type_none_can_only_be_forbidden(admin: Client, create_item: Any) -> None:
    policies = "/oauth/clientRegistrationPolicies"
    made = create_item(policies, registration_policy(7, "none", "token"))
    # The fields that version 13.0 of the API contract has.
    assert len(made["configuration"]["fields"]) == 8
    allowed = registration_policy(8)
    allowed["configuration"]["fields"] = [{"name": "none", "value": "true"}]
    assert admin.post(f"{API}{policies}", allowed).status_code == 422


def test_members_that_are_set_are_returned(admin: Client, create_item: Any) -> None:
    oidc = {"logoutUris": ["https://a.example/out"], "postLogoutRedirectUris": ["https://a.example/done"]}
    auth = {"type": "PRIVATE_KEY_JWT", "enforceReplayPrevention": False}
    keys = {"jwksUrl": "https://a.example/jwks"}
    sent = client("app", oidcPolicy={"logoutMode": "OIDC_FRONT_CHANNEL", **oidc}, clientAuth=auth, jwksSettings=keys)
    app = create_item("/oauth/clients", sent)
    assert app["clientAuth"]["enforceReplayPrevention"] is False
    assert oidc.items() <= app["oidcPolicy"].items()


def test_missing_parts_of_an_adapter_are_completed(admin: Client, create_item: Any) -> None:
    create_item("/passwordCredentialValidators", validator("used"))
    body = adapter()
    body["attributeContract"] = {
        "coreAttributes": [{"name": "username", "pseudonym": True}],
        "extendedAttributes": [{"name": "mail"}],
    }
    body["attributeMapping"] = {"attributeContractFulfillment": {}}
    created = create_item("/idp/adapters", body)
    assert [each["name"] for each in created["attributeContract"]["coreAttributes"]] == ["username", "policy.action"]
    assert created["attributeMapping"]["attributeContractFulfillment"] == {
        name: {"source": {"type": "ADAPTER"}, "value": name} for name in ("username", "policy.action", "mail")
    }


def test_a_directory_is_searched_for_the_attributes_of_a_mapping(admin: Client, create_item: Any) -> None:
    create_item("/dataStores", ldap_store(1))
    create_item(MANAGERS, manager())
    source = {
        "type": "LDAP",
        "id": "people",
        "dataStoreRef": {"id": "store-1"},
        "searchScope": "SUBTREE",
        "searchFilter": "uid=x",
    }
    mapping = token_mapping() | {"attributeSources": [source]}
    mapping["attributeContractFulfillment"]["mail"] = from_source("LDAP_DATA_STORE", "mail", "people")
    assert create_item("/oauth/accessTokenMappings", mapping)["attributeSources"][0]["searchAttributes"] == []
    mapping["attributeContractFulfillment"]["mail"] = text("${ds.people.phone}")
    refused = admin.put(f"{API}/oauth/accessTokenMappings/mapping-0", mapping)
    # A text can only use attributes that the source requests.
    assert refused.status_code == 422
