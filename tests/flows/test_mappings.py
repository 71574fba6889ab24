"""Validation of OpenID Connect policies, access token mappings and grant mappings over HTTP."""

from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer, account
from tests.support.access_tokens import manager
from tests.support.instances import adapter, validator
from tests.support.mappings import (
    adapter_granted,
    contract,
    from_source,
    grant_mapping,
    oidc_policy,
    password_granted,
    text,
    token_mapping,
)
from tests.support.token_exchange import exchange_granted, jwt_processor, processor_mapping, processor_policy

POLICIES, MAPPINGS = f"{API}/oauth/openIdConnect/policies", f"{API}/oauth/accessTokenMappings"
GRANTS = f"{API}/oauth/authenticationPolicyContractMappings"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    admin = shared_server.basic("Administrator")
    for path, body in (
        (f"{API}/oauth/accessTokenManagers", manager()),
        (f"{API}/authenticationPolicyContracts", contract()),
    ):
        assert admin.post(path, body).status_code in (201, 422)
    return admin


def refusal(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath", ""), each["message"]) for each in answer.json()["validationErrors"]]


def fulfillment_of(**fulfillment: Any) -> dict[str, Any]:
    return {"attributeMapping": {"attributeContractFulfillment": fulfillment}}


@pytest.mark.parametrize(
    ("change", "path", "expected"),
    [
        (
            {"scopeAttributeMappings": {"nowhere": {"values": []}}},
            "scopeAttributeMappings.nowhere",
            "Common Scope 'nowhere' was not found.",
        ),
        (
            {"scopeAttributeMappings": {"profile": {"values": ["sub", "room"]}}},
            "scopeAttributeMappings.profile.values[1]",
            "The contract has no attribute with this name.",
        ),
        (
            {"attributeContract": {"extendedAttributes": [{"name": "email"}, {"name": "sub"}]}},
            "attributeContract.extendedAttributes[1].name",
            "The contract already has the attribute sub.",
        ),
        (
            fulfillment_of(sub=from_source("TOKEN", "nobody"), email=text("x")),
            "attributeMapping.attributeContractFulfillment.sub.value",
            "The source has no attribute with this name.",
        ),
        (
            fulfillment_of(sub=text("x")),
            "attributeMapping.attributeContractFulfillment.email",
            "The attribute email is not fulfilled.",
        ),
    ],
)
def test_invalid_policies_are_refused(admin: Client, change: dict[str, Any], path: str, expected: str) -> None:
    assert refusal(admin.post(POLICIES, oidc_policy(70, **change))) == [(path, expected)]


def test_a_policy_with_an_unknown_manager_is_refused(admin: Client) -> None:
    found = refusal(admin.post(POLICIES, oidc_policy(70, accessTokenManagerRef={"id": "nobody"})))
    assert ("accessTokenManagerRef", "Access Token Manager 'nobody' was not found.") in found


def test_a_policy_returns_its_time_of_change_and_its_defaults(admin: Client) -> None:
    made = admin.post(POLICIES, oidc_policy(71)).json()
    assert (made["idTokenLifetime"], made["includeUserInfoInIdToken"]) == (5, False)
    assert made["attributeContract"]["coreAttributes"] == [{"name": "sub", "multiValued": False}]
    assert admin.put(f"{POLICIES}/policy-71", made).json() == made
    assert admin.delete(f"{API}/oauth/accessTokenManagers/manager-0").status_code == 422


@pytest.mark.parametrize(
    ("context", "path", "expected"),
    [
        (
            {"type": "IDP_CONNECTION", "contextRef": {"id": "x"}},
            "context.contextRef",
            "'x' was not found: this server has nothing at /sp/idpConnections/browserSso yet.",
        ),
        ({"type": "AUTHENTICATION_POLICY_CONTRACT"}, "context.contextRef", "This field is required."),
        (
            {"type": "DEFAULT", "contextRef": {"id": "x"}},
            "context.contextRef",
            "This type of context has no reference. Leave it empty.",
        ),
        (
            {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": "nobody"}},
            "context.contextRef",
            "Authentication Policy Contract 'nobody' was not found.",
        ),
    ],
)
def test_an_unknown_context_is_refused(admin: Client, context: dict[str, Any], path: str, expected: str) -> None:
    assert refusal(admin.post(MAPPINGS, {**token_mapping(), "id": "other", "context": context})) == [(path, expected)]


def test_a_context_has_one_mapping_to_a_manager_and_offers_its_attributes(admin: Client) -> None:
    context = {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": "apc-0"}}
    body = {**token_mapping(), "id": "by-contract", "context": context}
    body["attributeContractFulfillment"] = {
        "sub": from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY"),
        "mail": from_source("AUTHENTICATION_POLICY_CONTRACT", "mail", "apc-0"),
    }
    made = admin.post(MAPPINGS, body)
    assert made.status_code == 201, made.text
    again = refusal(admin.post(MAPPINGS, {**body, "id": "again"}))
    assert again == [("accessTokenManagerRef", "This context is already mapped to this access token manager.")]
    # The client credentials grant has no user, so there are no attributes of a grant.
    alone = {**body, "id": "again", "context": {"type": "CLIENT_CREDENTIALS"}}
    assert {path for path, _ in refusal(admin.post(MAPPINGS, alone))} == {
        "attributeContractFulfillment.sub.source",
        "attributeContractFulfillment.mail.source",
    }
    assert admin.delete(f"{API}/authenticationPolicyContracts/apc-0").status_code == 422
    assert admin.delete(f"{MAPPINGS}/by-contract").status_code == 204


def test_a_grant_mapping_requires_the_user_key(admin: Client) -> None:
    body = grant_mapping()
    missing = {**body, "attributeContractFulfillment": {"USER_KEY": {"source": {"type": "NO_MAPPING"}}}}
    assert refusal(admin.post(GRANTS, missing)) == [
        ("attributeContractFulfillment.USER_NAME", "The attribute USER_NAME is not fulfilled."),
        ("attributeContractFulfillment.USER_KEY.source", "This attribute needs a value."),
    ]
    assert admin.post(GRANTS, body).status_code == 201
    assert refusal(admin.post(GRANTS, {**body, "id": "again"})) == [
        ("authenticationPolicyContractRef", "This contract already has a mapping.")
    ]
    assert admin.delete(f"{GRANTS}/grant-0").status_code == 204


def test_each_source_of_grants_has_one_mapping_with_its_own_id(admin: Client) -> None:
    assert admin.post(f"{API}/passwordCredentialValidators", validator("used")).status_code in (201, 422)
    assert admin.post(f"{API}/idp/adapters", adapter("mapped")).status_code == 201
    adapters, validators = f"{API}/oauth/idpAdapterMappings", f"{API}/oauth/resourceOwnerCredentialsMappings"
    body = adapter_granted("adapter-mapped")
    # The reference in the body is ignored; the mapping's ID identifies the adapter.
    made = admin.post(adapters, {**body, "idpAdapterRef": {"id": "another"}})
    assert (made.status_code, made.json()["idpAdapterRef"]) == (201, {"id": "adapter-mapped"})
    assert refusal(admin.post(adapters, body)) == [("id", "This adapter already has a mapping.")]
    missing_adapter = refusal(admin.post(adapters, adapter_granted("nobody")))
    assert ("id", "IdP Adapter 'nobody' was not found.") in missing_adapter
    # The grant mapping of a validator has no attribute USER_NAME.
    body = password_granted("validator-used")
    named = {**body["attributeContractFulfillment"], "USER_NAME": text("x")}
    assert refusal(admin.post(validators, {**body, "attributeContractFulfillment": named})) == [
        ("attributeContractFulfillment.USER_NAME", "The contract has no attribute USER_NAME.")
    ]
    made = admin.post(validators, body)
    assert (made.status_code, made.json()["passwordValidatorRef"]) == (201, {"id": "validator-used"})
    for whole, mapping in (
        ("/idp/adapters/adapter-mapped", adapters),
        ("/passwordCredentialValidators/validator-used", validators),
    ):
        users = admin.get(f"{API}/internal/usedBy{whole}").json()["items"]
        assert any(each["type"].endswith("Grant Mapping") for each in users)
        assert admin.delete(f"{API}{whole}").status_code == 422
        assert admin.delete(f"{mapping}/{whole.rpartition('/')[2]}").status_code == 204


def test_each_processor_policy_has_one_grant_mapping_which_keeps_it_from_being_deleted(admin: Client) -> None:
    mappings, policies = f"{API}/oauth/processorPolicyMappings", f"{API}/oauth/tokenExchange/processor/policies"
    for path, body in (("/idp/tokenProcessors", jwt_processor("granted")), ("/idp/tokenProcessors", jwt_processor(0))):
        assert admin.post(f"{API}{path}", body).status_code in (201, 422)
    assert admin.post(policies, processor_policy("granted", processor_mapping("processor-granted"))).status_code == 201
    body = {name: value for name, value in exchange_granted("granted").items() if name != "id"}
    made = admin.post(mappings, body)
    # Without an id, the mapping has that of its policy.
    assert (made.status_code, made.json()["id"]) == (201, "exchange-granted")
    again = refusal(admin.post(mappings, {**body, "id": "again"}))
    assert again == [("processorPolicyRef", "This processor policy already has a mapping.")]
    unknown = {**exchange_granted("nobody"), "id": "nobody"}
    assert "processorPolicyRef" in dict(refusal(admin.post(mappings, unknown)))
    no_owner = {**body, "attributeContractFulfillment": {}}
    paths = dict(refusal(admin.put(f"{mappings}/exchange-granted", no_owner)))
    assert {"attributeContractFulfillment.USER_KEY", "attributeContractFulfillment.USER_NAME"} <= set(paths)
    assert admin.delete(f"{policies}/exchange-granted").status_code == 422
    assert admin.delete(f"{mappings}/exchange-granted").status_code == 204
    assert admin.delete(f"{policies}/exchange-granted").status_code == 204


def test_expressions_are_written_by_expression_administrators_only(admin: Client, shared_server: FlowServer) -> None:
    name = "mapping.admin"
    made = admin.post(f"{API}/administrativeAccounts", account(name, ["ADMINISTRATOR"]))
    assert made.status_code in (200, 422), made.text
    coded = fulfillment_of(sub={"source": {"type": "EXPRESSION"}, "value": "attributes['sub']"}, email=text("x"))
    found = refusal(shared_server.basic(name).post(POLICIES, oidc_policy(72, **coded)))
    assert found == [
        (
            "attributeMapping.attributeContractFulfillment.sub.value",
            "Only an expression administrator may add or change an expression.",
        )
    ]
    broken = fulfillment_of(sub={"source": {"type": "EXPRESSION"}, "value": "attributes["}, email=text("x"))
    assert "Expression is invalid." in refusal(admin.post(POLICIES, oidc_policy(72, **broken)))[0][1]


def test_a_scope_used_in_a_policy_cannot_be_deleted(admin: Client) -> None:
    scopes = f"{API}/oauth/authServerSettings/scopes/exclusiveScopes"
    assert admin.post(scopes, {"name": "rooms", "description": "Rooms"}).status_code in (200, 201, 422)
    named = {"scopeAttributeMappings": {"rooms": {"values": ["email"]}}}
    made = admin.post(f"{API}/oauth/openIdConnect/policies", oidc_policy(7, **named))
    assert made.status_code == 201, made.text
    [(_, expected)] = refusal(admin.delete(f"{scopes}/rooms"))
    assert expected == "In use by OpenID Connect Policy 'policy-7'."
    assert admin.delete(f"{API}/oauth/openIdConnect/policies/policy-7").status_code == 204
    assert admin.delete(f"{scopes}/rooms").status_code == 204
