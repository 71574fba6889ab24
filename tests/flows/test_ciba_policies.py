"""CIBA request policies and authenticators over HTTP and in forms."""

import json
from typing import Any

import pytest

from hanse.crypto.jwk import public_jwk
from tests.flows.ciba_calls import AUTHENTICATORS, POLICIES, SETTINGS, add_backchannel
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.ciba import authenticator, request_policy
from tests.support.clients import client
from tests.support.instances import validator
from tests.support.key_pairs import ec_key
from tests.support.mappings import from_source, text

SUBJECT = "IDENTITY_HINT_SUBJECT"
JWKS = json.dumps({"keys": [public_jwk(ec_key(1).public_key())]})
FRAME = "cibaRequestPolicies"
FULFILLMENT = "identityHintContractFulfillment.attributeContractFulfillment"
MAPPING = "identityHintMapping.attributeContractFulfillment"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    admin = shared_server.client().sign_in()
    add_backchannel(admin)
    assert admin.post(f"{API}/passwordCredentialValidators", validator("codes")).status_code in (201, 422)
    return admin


def refusal(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(each["fieldPath"], each["message"]) for each in answer.json()["validationErrors"]]


@pytest.mark.parametrize(
    ("change", "path", "expected"),
    [
        (
            {"identityHintContract": {"extendedAttributes": [{"name": SUBJECT}]}},
            "identityHintContract.extendedAttributes[0].name",
            f"The contract already has the attribute {SUBJECT}.",
        ),
        (
            {"alternativeLoginHintTokenIssuers": [{"issuer": "i"}]},
            "alternativeLoginHintTokenIssuers[0].jwksURL",
            "Enter either the JWKS URL or the JWKS of the issuer.",
        ),
        (
            {"alternativeLoginHintTokenIssuers": [{"issuer": "i", "jwks": JWKS, "jwksURL": "https://i.example.com"}]},
            "alternativeLoginHintTokenIssuers[0].jwksURL",
            "Enter either the JWKS URL or the JWKS of the issuer.",
        ),
        (
            {"alternativeLoginHintTokenIssuers": [{"issuer": "i", "jwks": JWKS}, {"issuer": "i", "jwks": JWKS}]},
            "alternativeLoginHintTokenIssuers[1].issuer",
            "This issuer is already in the list.",
        ),
        (
            {"alternativeLoginHintTokenIssuers": [{"issuer": "i", "jwksURL": "http://i.example.com/jwks"}]},
            "alternativeLoginHintTokenIssuers[0].jwksURL",
            "Enter an https URL.",
        ),
        (
            {"userCodePcvRef": {"id": "validator-codes"}},
            f"{MAPPING}.USER_CODE_USER_NAME",
            "The attribute USER_CODE_USER_NAME is not fulfilled.",
        ),
        (
            {"identityHintMapping": {"attributeContractFulfillment": {"USER_KEY": from_source("REQUEST", "nobody")}}},
            f"{MAPPING}.USER_KEY.value",
            "The source has no attribute with this name.",
        ),
        ({"transactionLifetime": 9}, "transactionLifetime", "This field must be at least 10."),
    ],
)
def test_invalid_policies_are_refused(admin: Client, change: dict[str, Any], path: str, expected: str) -> None:
    assert (path, expected) in refusal(admin.post(POLICIES, request_policy(70, **change)))


def test_a_policy_without_its_authenticator_has_one_finding(admin: Client) -> None:
    """Its mappings are not checked, because the attributes that they need depend on the authenticator."""
    body = request_policy(70, authenticatorRef={"id": "nowhere"})
    assert [path for path, _ in refusal(admin.post(POLICIES, body))] == ["authenticatorRef"]


def test_a_policy_without_mappings_gets_those_that_apply(admin: Client) -> None:
    body = request_policy(71, identityHintContract={"extendedAttributes": [{"name": "login_hint_token.mail"}]})
    del body["identityHintMapping"]
    made = admin.post(POLICIES, body).json()
    assert made["identityHintContract"]["coreAttributes"] == [{"name": SUBJECT}]
    fulfilled = made["identityHintContractFulfillment"]["attributeContractFulfillment"]
    assert {name: each["value"] for name, each in fulfilled.items()} == {
        SUBJECT: SUBJECT,
        "login_hint_token.mail": "login_hint_token.mail",
    }
    mapped = made["identityHintMapping"]["attributeContractFulfillment"]
    assert {name: each["value"] for name, each in mapped.items()} == {
        "USER_KEY": SUBJECT,
        "email": SUBJECT,
        "locale": "",
    }
    assert (made["transactionLifetime"], made["requireTokenForIdentityHint"]) == (120, False)
    # A body that was read and is sent back changes nothing.
    assert admin.put(f"{POLICIES}/policy-71", made).json() == made


def test_what_is_used_is_not_deleted_and_the_default_is_removed_with_its_policy(admin: Client) -> None:
    assert admin.delete(f"{AUTHENTICATORS}/authenticator-0").status_code == 422
    assert admin.post(POLICIES, request_policy(72)).status_code == 201
    assert admin.put(SETTINGS, {"defaultRequestPolicyRef": {"id": "policy-72"}}).is_success
    assert admin.delete(f"{POLICIES}/policy-72").status_code == 204
    assert admin.get(SETTINGS).json() == {}


def test_the_contract_of_an_authenticator_is_that_of_its_plug_in(admin: Client) -> None:
    extended = {"extendedAttributes": [{"name": "phone"}]}
    assert ("attributeContract.extendedAttributes", "This type supports core attributes only.") in refusal(
        admin.post(AUTHENTICATORS, authenticator(70, attributeContract=extended))
    )
    [found] = admin.get(f"{AUTHENTICATORS}/descriptors").json()["items"]
    assert (found["id"], found["attributeContract"]) == ("hanse.email-authenticator", ["email", "locale"])


def test_a_client_with_user_codes_needs_a_policy_that_checks_them(admin: Client) -> None:
    used = {"requestPolicyRef": {"id": "policy-0"}, "cibaUserCodeSupported": True}
    body = client("codes", grantTypes=["CIBA"], redirectUris=[], **used)
    text_ = "The CIBA request policy of this client has no validator for user codes."
    assert ("cibaUserCodeSupported", text_) in refusal(admin.post(f"{API}/oauth/clients", body))
    assert admin.post(f"{API}/oauth/clients", {**body, "cibaUserCodeSupported": False}).status_code == 201
    assert admin.delete(f"{POLICIES}/policy-0").status_code == 422


def test_a_client_needs_a_request_policy(admin: Client) -> None:
    assert admin.put(SETTINGS, {}).is_success
    body = client("unguided", grantTypes=["CIBA"], redirectUris=[])
    assert admin.post(f"{API}/oauth/clients", body).status_code == 201
    lacking = "No CIBA request policy applies to the client."
    assert lacking in visit(admin, "oauthClients/edit/unguided").text
    assert admin.put(SETTINGS, {"defaultRequestPolicyRef": {"id": "policy-0"}}).is_success
    assert lacking not in visit(admin, "oauthClients/edit/unguided").text
    assert admin.put(SETTINGS, {}).is_success


class TestForms:
    """The form of a policy has two mappings, whose attributes depend on what was entered."""

    def test_both_mappings_follow_the_contract_and_the_authenticator(self, admin: Client) -> None:
        page = visit(admin, f"{FRAME}/add")
        assert [page.fields[f"{each}[0].name"] for each in (FULFILLMENT, MAPPING)] == [[SUBJECT], ["USER_KEY"]]
        assert f"{MAPPING}[1].name" not in page.fields
        page = send(admin, page, {"authenticatorRef": "authenticator-0", "_do": "edit:authenticatorRef"})
        assert [page.fields[f"{MAPPING}[{n}].name"] for n in (1, 2)] == [["email"], ["locale"]]
        page = send(admin, page, {"_do": "add:identityHintContract.extendedAttributes"})
        named = "identityHintContract.extendedAttributes[0].name"
        page = send(
            admin, page, {named: "login_hint_token.mail", "_do": "edit:identityHintContract.extendedAttributes"}
        )
        assert page.fields[f"{FULFILLMENT}[1].name"] == ["login_hint_token.mail"]
        filled = {
            "id": "by-form",
            "name": "By form",
            f"{MAPPING}[1].value": "login_hint_token.mail",
            f"{MAPPING}[2].source": "TEXT|",
            f"{MAPPING}[2].value": "en",
            "_do": "",
        }
        assert "By form was saved." in follow(admin, send(admin, page, filled)).text
        made = admin.get(f"{POLICIES}/by-form").json()
        mapped = made["identityHintMapping"]["attributeContractFulfillment"]
        assert mapped["email"] == from_source("REQUEST", "login_hint_token.mail")
        assert mapped["locale"] == text("en")
        # Unchanged values are saved as they were.
        follow(admin, send(admin, visit(admin, f"{FRAME}/edit/by-form")))
        assert admin.get(f"{POLICIES}/by-form").json() == made

    def test_an_error_in_either_mapping_is_shown_at_its_field(self, admin: Client) -> None:
        page = visit(admin, f"{FRAME}/edit/policy-0")
        page = send(admin, page, {f"{FULFILLMENT}[0].source": "TEXT|", f"{FULFILLMENT}[0].value": ""})
        assert (page.status, "Value: This field is required." in page.text) == (422, True)
        page = visit(admin, f"{FRAME}/edit/policy-0")
        page = send(admin, page, {f"{MAPPING}[0].source": "EXPRESSION|", f"{MAPPING}[0].value": ""})
        assert (page.status, "Value: This field is required." in page.text) == (422, True)
