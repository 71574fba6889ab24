"""Requests of scripts that were written for other servers with this API: clients, adapters and mappings with all
fields."""

from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.instances import ADAPTER, fields, validator
from tests.support.mappings import contract, from_source, grant_mapping, text

Body = dict[str, Any]
VALIDATORS, ADAPTERS = f"{API}/passwordCredentialValidators", f"{API}/idp/adapters"
CLIENTS = f"{API}/oauth/clients"
MAPPINGS, GRANTS = f"{API}/oauth/accessTokenMappings", f"{API}/oauth/authenticationPolicyContractMappings"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    admin = shared_server.basic("Administrator")
    for path, body in (
        (f"{API}/oauth/accessTokenManagers", {**manager(), "id": "knownjwt"}),
        (f"{API}/authenticationPolicyContracts", contract("known")),
        (VALIDATORS, validator("known")),
    ):
        answer = admin.post(path, body)
        assert answer.status_code == 201, answer.text
    return admin


def fields_of(admin: Client, path: str) -> list[Body]:
    """Return every field of a plug-in with its default or an empty value, as scripts send them."""
    found: Body = admin.get(path).json()
    declared = found["configDescriptor"]["fields"]
    return [{"name": each["name"], "value": each.get("defaultValue", "")} for each in declared]


def adapter(given: list[Body]) -> Body:
    row = {"defaultRow": False, "fields": fields(Password_Credential_Validator_Instance="validator-known")}
    return {
        "id": "KnownForm",
        "name": "Known form",
        "pluginDescriptorRef": {"id": ADAPTER},
        "configuration": {"tables": [{"name": "Credential Validators", "rows": [row]}], "fields": given},
        "attributeContract": {
            "coreAttributes": [
                {"name": "policy.action", "pseudonym": False, "masked": False},
                {"name": "username", "pseudonym": True, "masked": False},
            ],
            "extendedAttributes": [],
            "maskOgnlValues": False,
        },
    }


def test_an_adapter_with_all_fields_is_accepted(admin: Client) -> None:
    given = fields_of(admin, f"{ADAPTERS}/descriptors/{ADAPTER}")
    known = {"Local Identity Profile", "CAPTCHA Provider", "Notification Publisher", "Allowed OTP Character Set"}
    assert known <= {each["name"] for each in given}
    assert admin.post(ADAPTERS, adapter(given)).status_code == 201
    stored = admin.get(f"{ADAPTERS}/KnownForm").json()["configuration"]["fields"]
    assert {each["name"] for each in stored} == {each["name"] for each in given}


def test_a_directory_validator_with_all_fields_is_accepted(admin: Client) -> None:
    directory = "org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator"
    store = {"type": "LDAP", "name": "Known people", "ldapType": "PING_DIRECTORY", "hostnames": ["localhost:1"]}
    sent = {**store, "id": "LDAP-KNOWN", "userDN": "cn=dmanager", "password": "Schiffer12"}
    assert admin.post(f"{API}/dataStores", sent, headers={"X-BypassExternalValidation": "true"}).status_code == 201
    own = {
        "LDAP Datastore": "LDAP-KNOWN",
        "Search Base": "ou=people,dc=example,dc=com",
        "Search Filter": "(&(objectClass=person)(|(mail=${username})(uid=${username})))",
        "Mail Search Filter": "mail=${mail}",
    }
    given = fields_of(admin, f"{VALIDATORS}/descriptors/{directory}")
    given = [{**each, "value": own.get(each["name"], each["value"])} for each in given]
    row = fields(Match_Expression="*locked*", Error="Account locked", Message_Properties_Key="")
    overrides = {"name": "Authentication Error Overrides", "rows": [{"defaultRow": False, "fields": row}]}
    core = [{"name": name} for name in ("DN", "givenName", "mail", "username")]
    body = {
        "id": "KnownDirectory",
        "name": "Known directory",
        "pluginDescriptorRef": {"id": directory},
        "configuration": {"tables": [overrides], "fields": given},
        "attributeContract": {"coreAttributes": core, "extendedAttributes": [{"name": "entryUUID"}]},
    }
    made = admin.post(VALIDATORS, body)
    assert made.status_code == 201, made.text
    stored = admin.get(f"{VALIDATORS}/KnownDirectory").json()["configuration"]
    shown = {each["name"]: each.get("value") for each in stored["fields"]}
    assert shown["Trim Username Spaces For Search"] == "true"
    assert shown["Display Name Attribute"] == "displayName"
    assert stored["tables"][0]["rows"][0]["fields"][0] == {"name": "Match Expression", "value": "*locked*"}


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        (
            "Local Identity Profile",
            "RBSQ",
            "Local Identity Profile 'RBSQ' was not found.",
        ),
        (
            "CAPTCHA for Authentication",
            "true",
            "This server does not support CAPTCHA providers. Leave this empty or off.",
        ),
        ("Notification Publisher", "nobody", "Notification Publisher 'nobody' was not found."),
        ("Allowed OTP Character Set", "AAbcdefghijk", "Use each character only once."),
        ("Allowed OTP Character Set", "123", "Enter at least ten letters and digits."),
    ],
)
def test_unknown_values_are_refused_at_their_field(admin: Client, name: str, value: str, expected: str) -> None:
    answer = admin.post(ADAPTERS, {**adapter([{"name": name, "value": value}]), "id": "refused", "name": "Refused"})
    found = [(each["fieldPath"], each["message"]) for each in answer.json()["validationErrors"]]
    assert found == [("configuration.fields[0].value", expected)]


@pytest.mark.parametrize(
    ("context", "id_"),
    [
        ({"type": "DEFAULT"}, "default|knownjwt"),
        ({"type": "CLIENT_CREDENTIALS"}, "client_credentials|knownjwt"),
        ({"type": "PCV", "contextRef": {"id": "validator-known"}}, "password|validator-known|knownjwt"),
        (
            {"type": "AUTHENTICATION_POLICY_CONTRACT", "contextRef": {"id": "apc-known"}},
            "authz_req|apc.apc-known|knownjwt",
        ),
    ],
)
def test_access_token_mappings_have_the_ids_that_scripts_address(admin: Client, context: Body, id_: str) -> None:
    body = {
        "context": context,
        "accessTokenManagerRef": {"id": "knownjwt"},
        "attributeContractFulfillment": {"sub": text("x"), "mail": text("x")},
        "attributeSources": [],
        "issuanceCriteria": {"conditionalCriteria": []},
    }
    made = admin.post(MAPPINGS, body)
    assert (made.status_code, made.json()["id"]) == (201, id_)
    again = admin.post(MAPPINGS, body)
    assert [each["message"] for each in again.json()["validationErrors"]] == [
        "This context is already mapped to this access token manager."
    ]
    changed = {**body, "attributeContractFulfillment": {"sub": text("y"), "mail": text("x")}}
    assert admin.put(f"{MAPPINGS}/{id_}", changed).status_code == 200
    assert admin.delete(f"{MAPPINGS}/{id_}").status_code == 204
    # The script may also send the ID itself.
    assert admin.post(MAPPINGS, {**body, "id": id_}).json()["id"] == id_


def test_a_contracts_grant_mapping_has_the_contracts_id(admin: Client) -> None:
    body = {**grant_mapping(), "authenticationPolicyContractRef": {"id": "apc-known"}}
    del body["id"]
    source = from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", "apc-known")
    body["attributeContractFulfillment"] = {"USER_KEY": source, "USER_NAME": source}
    assert admin.post(GRANTS, body).json()["id"] == "apc-known"


@pytest.mark.parametrize("type_", ["SERVER_DEFAULT", "INDEFINITE_EXPIRY"])
def test_a_client_with_inapplicable_numbers_and_empty_addresses_is_accepted(admin: Client, type_: str) -> None:
    unset: Body = {
        "description": "",
        "logoUrl": "",
        "cibaNotificationEndpoint": "",
        "userAuthorizationUrlOverride": "",
        "jwksSettings": {"jwksUrl": "", "jwks": ""},
        "persistentGrantExpirationType": type_,
        "persistentGrantExpirationTime": 0,
        "persistentGrantExpirationTimeUnit": "DAYS",
        "persistentGrantIdleTimeoutType": type_,
        "persistentGrantIdleTimeout": 0,
        "persistentGrantIdleTimeoutTimeUnit": "DAYS",
        "refreshTokenRollingInterval": 0,
        "refreshTokenRollingGracePeriod": 0,
        "oidcPolicy": {"logoutMode": "NONE", "backChannelLogoutUri": "", "sectorIdentifierUri": ""},
    }
    path = f"{CLIENTS}/known-{type_}"
    made = admin.post(CLIENTS, client(f"known-{type_}", **unset))
    assert made.status_code == 201, made.text
    stored = admin.get(path).json()
    # Scripts compare the sent and the returned values: 0 and "" are returned unchanged.
    assert {name: stored[name] for name in unset if name != "oidcPolicy"} == {
        name: value for name, value in unset.items() if name != "oidcPolicy"
    }
    assert unset["oidcPolicy"].items() <= stored["oidcPolicy"].items()
    assert admin.put(path, stored).status_code == 200


GRANT_TYPES = ["IMPLICIT", "AUTHORIZATION_CODE", "RESOURCE_OWNER_CREDENTIALS", "REFRESH_TOKEN", "EXTENSION"]
GRANT_TYPES += ["DEVICE_CODE", "ACCESS_TOKEN_VALIDATION", "CIBA", "TOKEN_EXCHANGE"]
# Lists must be returned in the order in which clients send them.
FLOWS = ["code", "code id_token", "code token", "code token id_token", "id_token", "token", "token id_token"]
SECONDARY = {"secret": "the one before that one, long ago", "expiryTime": "2036-01-02T15:24:00Z"}
SITE, CONTENT_ENCRYPTION = "https://app.example.com", "AES_128_CBC_HMAC_SHA_256"
NEARLY_ALL_FIELDS: Body = {
    "clientId": "known-most",
    "name": "Known, with most of all",
    "grantTypes": GRANT_TYPES,
    "restrictedResponseTypes": FLOWS,
    "redirectUris": [SITE],
    "logoUrl": SITE,
    "bypassApprovalPage": True,
    "cibaDeliveryMode": "PING",
    "cibaPollingInterval": 1,
    "cibaRequireSignedRequests": True,
    "cibaUserCodeSupported": False,
    "cibaNotificationEndpoint": SITE,
    "clientAuth": {
        "type": "SECRET",
        "secret": "a secret of at least thirty-two bytes",
        "secondarySecrets": [SECONDARY],
    },
    "jwksSettings": {"jwksUrl": SITE},
    "jwtSecuredAuthorizationResponseModeEncryptionAlgorithm": "RSA_OAEP",
    "jwtSecuredAuthorizationResponseModeContentEncryptionAlgorithm": CONTENT_ENCRYPTION,
    "oidcPolicy": {
        "idTokenSigningAlgorithm": "HS256",
        "grantAccessSessionSessionManagementApi": True,
        "pairwiseIdentifierUserType": True,
        "sectorIdentifierUri": SITE,
        "idTokenEncryptionAlgorithm": "A192GCMKW",
        "idTokenContentEncryptionAlgorithm": CONTENT_ENCRYPTION,
        "userInfoResponseSigningAlgorithm": "PS256",
        "userInfoResponseEncryptionAlgorithm": "ECDH_ES_A256KW",
        "userInfoResponseContentEncryptionAlgorithm": CONTENT_ENCRYPTION,
    },
    "requireProofKeyForCodeExchange": False,
    "requireSignedRequests": True,
    "restrictScopes": True,
    "restrictedScopes": ["openid"],
    "tokenIntrospectionSigningAlgorithm": "RS256",
    "tokenIntrospectionEncryptionAlgorithm": "DIR",
    "tokenIntrospectionContentEncryptionAlgorithm": CONTENT_ENCRYPTION,
}


def test_a_client_with_nearly_all_fields_is_accepted(admin: Client) -> None:
    made = admin.post(CLIENTS, NEARLY_ALL_FIELDS)
    assert made.status_code == 201, made.text
