"""Generation of key pairs over HTTP."""

import json
from typing import Any

import pytest

from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.open_key_pairs import open_key_pair
from tests.flows.key_calls import new_pair
from tests.flows.server import API, Client, FlowServer

PAIRS = f"{API}/keyPairs/signing"
GENERATE = f"{PAIRS}/generate"


def test_the_algorithms_are_a_closed_list(admin: Client) -> None:
    items = {item["name"]: item for item in admin.get(f"{API}/keyPairs/keyAlgorithms").json()["items"]}
    assert items["RSA"] == {
        "name": "RSA",
        "keySizes": [2048, 3072, 4096],
        "defaultKeySize": 2048,
        "signatureAlgorithms": ["SHA256withRSA", "SHA384withRSA", "SHA512withRSA"],
        "defaultSignatureAlgorithm": "SHA256withRSA",
    }
    assert items["EC"]["keySizes"] == [256, 384, 521]
    assert set(items) == {"RSA", "EC"}


def test_every_offered_combination_can_be_generated(admin: Client) -> None:
    for algorithm in admin.get(f"{API}/keyPairs/keyAlgorithms").json()["items"]:
        # Generating RSA keys of all sizes takes seconds, so only one size is tested.
        sizes = algorithm["keySizes"] if algorithm["name"] == "EC" else [3072]
        for size in sizes:
            for signature in algorithm["signatureAlgorithms"]:
                chosen = {"keyAlgorithm": algorithm["name"], "keySize": size, "signatureAlgorithm": signature}
                made = admin.post(GENERATE, new_pair(f"{size}-{signature}", **chosen))
                assert made.status_code == 201, made.text
                assert {name: made.json()[name] for name in chosen} == chosen


def test_a_pair_is_generated_from_the_entered_values(server: FlowServer, admin: Client) -> None:
    made = admin.post(
        GENERATE,
        {
            "commonName": "Seal",
            "subjectAlternativeNames": ["sso.example", "192.0.2.1", "kontor@example.com", "https://sso.example"],
            "organization": "Hanse",
            "organizationUnit": "Kontor",
            "city": "Lübeck",
            "state": "Schleswig-Holstein",
            "country": "de",
            "validDays": 730,
            "keyAlgorithm": "RSA",
        },
    )
    assert made.status_code == 201, made.text
    shown = made.json()
    assert (
        shown["subjectDN"]
        == shown["issuerDN"]
        == ("CN=Seal, OU=Kontor, O=Hanse, L=Lübeck, ST=Schleswig-Holstein, C=DE")
    )
    assert shown["subjectAlternativeNames"] == [
        "DNS: 'sso.example'",
        "IP: '192.0.2.1'",
        "Email: 'kontor@example.com'",
        "URI: 'https://sso.example'",
    ]
    assert (shown["validFrom"], shown["expires"]) == ("2026-11-21T08:30:00.000Z", "2028-11-20T08:30:00.000Z")
    assert (shown["keyAlgorithm"], shown["keySize"], shown["signatureAlgorithm"]) == ("RSA", 2048, "SHA256withRSA")
    assert (shown["status"], len(shown["id"])) == ("VALID", 26)
    assert made.headers["etag"]
    assert admin.get(f"{PAIRS}/{shown['id']}").json() == shown
    with server.core.configuration.reading() as view:
        assert open_key_pair(view, SIGNING_KEY_PAIRS, shown["id"]).active.private_key.key_size == 2048
        assert "PRIVATE KEY" not in json.dumps(view.get(SIGNING_KEY_PAIRS, shown["id"]).body)
    [change] = admin.get(f"{API}/internal/history/keyPairs/signing/{shown['id']}").json()["items"]
    assert (change["actor"], change["after"]) == ("Administrator", shown)


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"commonName": " "}, ["commonName"]),
    ({"commonName": "x" * 65}, ["commonName"]),
    ({"commonName": "a\0b"}, ["commonName"]),
    ({"organization": ""}, ["organization"]),
    ({"organizationUnit": "x" * 65}, ["organizationUnit"]),
    ({"city": "x" * 129, "state": "a\nb"}, ["city", "state"]),
    ({"country": "DEU"}, ["country"]),
    ({"country": "Ü1"}, ["country"]),
    ({"validDays": 0}, ["validDays"]),
    ({"validDays": 36_501}, ["validDays"]),
    ({"keyAlgorithm": "DSA"}, ["keyAlgorithm"]),
    ({"keySize": 1024}, ["keySize"]),
    ({"signatureAlgorithm": "SHA1withECDSA"}, ["signatureAlgorithm"]),
    ({"signatureAlgorithm": "SHA256withRSA", "keySize": 2048}, ["keySize", "signatureAlgorithm"]),
    ({"cryptoProvider": "HSM"}, ["cryptoProvider"]),
    ({"subjectAlternativeNames": ["sso.example", "a b"]}, ["subjectAlternativeNames[1]"]),
    ({"subjectAlternativeNames": ["sso.example"] * 101}, ["subjectAlternativeNames"]),
    ({"id": "generate"}, ["id"]),
    ({"id": "a/b"}, ["id"]),
    ({"more": 1}, ["more"]),
]


@pytest.mark.parametrize(("fields", "paths"), WRONG, ids=lambda value: str(value)[:40])
def test_invalid_values_are_refused_at_the_field(
    shared_server: FlowServer, fields: dict[str, Any], paths: list[str]
) -> None:
    admin = shared_server.basic("Administrator")
    before = shared_server.revision()
    answer = admin.post(GENERATE, new_pair("wrong") | fields)
    assert answer.status_code == 422, answer.text
    assert [error["fieldPath"] for error in answer.json()["validationErrors"]] == paths
    assert shared_server.revision() == before


def test_an_existing_id_is_refused(admin: Client) -> None:
    assert admin.post(GENERATE, new_pair("seal")).status_code == 201
    answer = admin.post(GENERATE, new_pair("seal"))
    assert answer.status_code == 422
    assert [error["fieldPath"] for error in answer.json()["validationErrors"]] == ["id"]


def test_an_empty_algorithm_means_the_default(admin: Client) -> None:
    made = admin.post(GENERATE, new_pair("seal") | {"signatureAlgorithm": ""})
    assert (made.status_code, made.json()["signatureAlgorithm"]) == (201, "SHA256withECDSA"), made.text
