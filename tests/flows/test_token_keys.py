"""The calls of the console's key set form: choices and error messages."""

from typing import Any

import pytest

from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from tests.flows.key_calls import KEY_SETS
from tests.flows.server import API, Client, FlowServer
from tests.support.certified_keys import pair, rotation
from tests.support.configurations import create

EC_ROTATION = {"keyAlgorithm": "EC", "keySize": 256, "signatureAlgorithm": "SHA256withECDSA"}
PAIRS = (*map(pair, ("rsa-1", "p256-1", "p384-1")), pair("p256-2", rotationSettings=rotation(**EC_ROTATION)))


@pytest.fixture
def admin(server: FlowServer) -> Client:
    client = server.set_up()
    for body in PAIRS:
        create(server.core.configuration, SIGNING_KEY_PAIRS, body)
    for name in ("bremen", "luebeck", "rostock"):
        issuer = {"id": name, "name": name, "host": f"{name}.example"}
        assert client.post(f"{API}/oauth/issuers", issuer).status_code == 201
    return client


def key_set(issuer: str, **fields: Any) -> dict[str, Any]:
    keys = {"rsaActiveCertRef": {"id": "rsa-1"}, "rsaActiveKeyId": f"seal-{issuer}"}
    return {
        "id": f"set-{issuer}",
        "name": f"Keys of {issuer}",
        "issuers": [{"id": issuer}],
        "signingKeys": keys,
        **fields,
    }


def ids(client: Client, path: str) -> list[str]:
    answer = client.get(f"{API}{path}")
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["items"]]


def test_only_certificates_that_fit_are_offered(admin: Client) -> None:
    assert ids(admin, "/keyPairs/signing?keyAlgorithm=EC&keySize=256&rotationSettings=false") == ["p256-1"]
    assert ids(admin, "/keyPairs/signing?keyAlgorithm=EC&keySize=384&rotationSettings=false") == ["p384-1"]
    assert ids(admin, "/keyPairs/signing?keyAlgorithm=EC&keySize=521") == []
    assert ids(admin, "/keyPairs/signing?keyAlgorithm=RSA") == ["rsa-1"]
    assert ids(admin, "/keyPairs/signing?rotationSettings=true") == ["p256-2"]


def test_the_names_of_several_issuers_need_one_call(admin: Client) -> None:
    assert ids(admin, "/oauth/issuers?ids=rostock,bremen,nobody") == ["bremen", "rostock"]
    assert ids(admin, "/oauth/issuers?ids=") == []


def test_only_issuers_without_another_key_set_are_offered(admin: Client) -> None:
    assert admin.post(KEY_SETS, key_set("luebeck")).status_code == 201
    unused = "/oauth/issuers?unusedBy=keyPairs/oauthOpenIdConnect/additionalKeySets"
    assert ids(admin, unused) == ["bremen", "rostock"]
    assert ids(admin, f"{unused}&orUsedBy=set-luebeck") == ["bremen", "luebeck", "rostock"]
    page = admin.get(f"{API}{unused}&numberPerPage=1&filter=o").json()
    assert ([item["id"] for item in page["items"]], page["totalItems"]) == (["rostock"], 1)
    unknown = admin.get(f"{API}/oauth/issuers?unusedBy=somebody")
    assert (unknown.status_code, unknown.json()["validationErrors"][0]["fieldPath"]) == (422, "unusedBy")


def test_every_finding_is_reported_at_once_with_its_field(admin: Client) -> None:
    assert admin.post(KEY_SETS, key_set("luebeck")).status_code == 201
    keys = {"p256ActiveCertRef": {"id": "p256-2"}, "p384ActiveKeyId": "x"}
    body = key_set("luebeck", id="other", name="keys of LUEBECK", signingKeys=keys)
    answer = admin.post(KEY_SETS, body)
    assert answer.status_code == 422
    assert {error["fieldPath"] for error in answer.json()["validationErrors"]} == {
        "name",
        "issuers[0]",
        "signingKeys.rsaActiveCertRef",
        "signingKeys.p256ActiveCertRef",
        "signingKeys.p384ActiveKeyId",
    }
    again = admin.post(KEY_SETS, key_set("bremen", id="set-luebeck"))
    assert [(e["fieldPath"], e["message"]) for e in again.json()["validationErrors"]] == [
        ("id", "ID is already in-use.")
    ]


def test_an_issuer_can_be_deleted_after_its_key_set(admin: Client) -> None:
    admin.post(KEY_SETS, key_set("luebeck"))
    refused = admin.delete(f"{API}/oauth/issuers/luebeck")
    assert refused.status_code == 422
    # The text is from document 2, section 8.
    assert refused.json()["message"] == "Virtual Issuer instance is in use and cannot be deleted."
    used = admin.get(f"{API}/internal/usedBy/oauth/issuers/luebeck").json()["items"]
    page = "/security/certificate-and-key-management/token-signing-keys/edit/set-luebeck"
    assert [(each["id"], each["name"], each["path"], each["page"]) for each in used] == [
        ("set-luebeck", "Keys of luebeck", "issuers[0]", page)
    ]
    assert admin.delete(f"{KEY_SETS}/set-luebeck").status_code == 204
    assert admin.delete(f"{API}/oauth/issuers/luebeck").status_code == 204


def test_the_users_of_a_key_pair_are_linked_for_those_who_may_read_them(admin: Client) -> None:
    keys = {"staticJwksEnabled": True, "rsaActiveCertRef": {"id": "rsa-1"}}
    assert admin.put(f"{API}/keyPairs/oauthOpenIdConnect", keys).status_code == 200
    [used] = admin.get(f"{API}/internal/usedBy/keyPairs/signing/rsa-1").json()["items"]
    # A singleton has the page of its area.
    assert used["page"] == "/security/certificate-and-key-management/oauth-openid-connect-keys"
