"""Access token managers with all fields, as sent by scripts that were written for other servers with this API."""

from typing import Any

import pytest

from tests.flows.server import API, Client, FlowServer
from tests.support.access_tokens import JWT, REFERENCE
from tests.support.instances import fields

Body = dict[str, Any]
MANAGERS = f"{API}/oauth/accessTokenManagers"
NO, OFF = "This server does not support", "Leave this empty or off."
# All fields of the two managers on other servers, as scripts send them.
REFERENCE_FIELDS = {
    "Token Length": "56",
    "Token Lifetime": "240",
    "Lifetime Extension Policy": "NONE",
    "Maximum Token Lifetime": "",
    "Lifetime Extension Threshold Percentage": "30",
    "Mode for Synchronous RPC": "3",
    "RPC Timeout": "500",
    "Expand Scope Groups": "false",
}
JWT_FIELDS = {
    "Token Lifetime": "120",
    "Use Centralized Signing Key": "false",
    "JWS Algorithm": "",
    "Active Symmetric Key ID": "shared",
    "Active Signing Certificate Key ID": "",
    "JWE Algorithm": "dir",
    "JWE Content Encryption Algorithm": "A192CBC-HS384",
    "Active Symmetric Encryption Key ID": "shared",
    "Asymmetric Encryption Key": "",
    "Asymmetric Encryption JWKS URL": "",
    "Enable Token Revocation": "false",
    "Include Key ID Header Parameter": "true",
    "Include X.509 Thumbprint Header Parameter": "false",
    "Default JWKS URL Cache Duration": "720",
    "Include JWE Key ID Header Parameter": "true",
    "Include JWE X.509 Thumbprint Header Parameter": "false",
    "Client ID Claim Name": "client_id",
    "Scope Claim Name": "scope",
    "Space Delimit Scope Values": "true",
    "Authorization Details Claim Name": "authorization_details",
    "Issuer Claim Value": "",
    "Audience Claim Value": "",
    "JWT ID Claim Length": "22",
    "Access Grant GUID Claim Name": "",
    "JWKS Endpoint Path": "",
    "JWKS Endpoint Cache Duration": "720",
    "Publish Key ID X.509 URL": "false",
    "Publish Thumbprint X.509 URL": "false",
    "Publish Keys to the PingFederate JWKS Endpoint": "false",
    "Expand Scope Groups": "false",
    "Type Header Value": "",
}
# Fields of later versions, which are returned with their defaults.
LATER = {REFERENCE: set[str](), JWT: {"Not Before Claim Offset", "Include Issued At Claim"}}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.basic("Administrator")


def manager_of(type_: str, id_: str, **changed: str) -> Body:
    """Return a manager with all fields; the key has the 48 octets that A192CBC-HS384 needs."""
    given = {**(REFERENCE_FIELDS if type_ == REFERENCE else JWT_FIELDS), **changed}
    row = {"fields": fields(Key_ID="shared", Key="MDEyMzQ1Njc4OWFi" * 4, Encoding="b64u"), "defaultRow": False}
    tables = [{"name": "Symmetric Keys", "rows": [row]}, {"name": "Certificates", "rows": []}]
    return {
        "id": id_,
        "name": f"Known {id_}",
        "pluginDescriptorRef": {"id": type_},
        "configuration": {
            "tables": [] if type_ == REFERENCE else tables,
            "fields": [{"name": name, "value": value} for name, value in given.items()],
        },
        "attributeContract": {
            "coreAttributes": [],
            "extendedAttributes": [{"name": "contract", "multiValued": type_ == REFERENCE}],
        },
        "selectionSettings": {"resourceUris": []},
        "accessControlSettings": {"restrictClients": False, "allowedClients": []},
        "sessionValidationSettings": {
            "checkValidAuthnSession": False,
            "checkSessionRevocationStatus": False,
            "updateAuthnSessionActivity": False,
            "includeSessionId": False,
        },
    }


@pytest.mark.parametrize(("type_", "id_"), [(REFERENCE, "knownReference"), (JWT, "knownWeb")])
def test_managers_with_all_fields_are_returned_as_sent(admin: Client, type_: str, id_: str) -> None:
    body = manager_of(type_, id_)
    made = admin.post(MANAGERS, body)
    assert made.status_code == 201, made.text
    stored = admin.get(f"{MANAGERS}/{id_}").json()
    answered = {each["name"] for each in stored["configuration"]["fields"]}
    assert answered == {each["name"] for each in body["configuration"]["fields"]} | LATER[type_]
    assert admin.put(f"{MANAGERS}/{id_}", stored).status_code == 200


@pytest.mark.parametrize(
    ("type_", "name", "value", "expected"),
    [
        (REFERENCE, "Mode for Synchronous RPC", "1", "This field must be one of 3, 2."),
        (REFERENCE, "RPC Timeout", "100", f"{NO} waiting for other nodes. Leave this at 500."),
        (JWT, "Publish Key ID X.509 URL", "true", f"{NO} URLs of single certificates. {OFF}"),
        (JWT, "Publish Thumbprint X.509 URL", "true", f"{NO} URLs of single certificates. {OFF}"),
        (JWT, "Default JWKS URL Cache Duration", "60", f"{NO} JWKS URLs for encryption. Leave this at 720."),
        (
            JWT,
            "Asymmetric Encryption JWKS URL",
            "https://app.example.com/jwks",
            f"{NO} JWKS URLs for encryption. {OFF}",
        ),
    ],
)
def test_unsupported_fields_of_managers_are_refused(
    admin: Client, type_: str, name: str, value: str, expected: str
) -> None:
    body = manager_of(type_, "knownRefused", **{name: value})
    answer = admin.post(MANAGERS, body)
    at = [each["name"] for each in body["configuration"]["fields"]].index(name)
    found = [(each["fieldPath"], each["message"]) for each in answer.json()["validationErrors"]]
    assert found == [(f"configuration.fields[{at}].value", expected)]
