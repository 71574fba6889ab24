"""The properties of a key pair that the API returns, and the private key, which it never returns."""

import json
from datetime import timedelta

import pytest

from hanse.crypto.key_pairs import key_to_text
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.open_key_pairs import open_key_pair
from hanse.resources.security.key_pairs.view import KeyPairView
from tests.flows.server import API, Client, FlowServer
from tests.support.configurations import create, replace
from tests.support.key_pairs import LIFETIME, START, stored_body

PAIRS = f"{API}/keyPairs/signing"


def test_list_item_and_history_show_the_properties_and_never_the_private_key(server: FlowServer, admin: Client) -> None:
    configuration = server.core.configuration
    created = create(configuration, SIGNING_KEY_PAIRS, stored_body(1))
    replace(configuration, SIGNING_KEY_PAIRS, "seal-1", {**created.body, "previous": stored_certificate_and_key(2)})
    shown = admin.get(f"{PAIRS}/seal-1").json()
    assert shown == {
        "id": "seal-1",
        "serialNumber": "1001",
        "subjectDN": "CN=Seal 1, O=Hanse\\, Lübeck, C=DE",
        "subjectAlternativeNames": ["DNS: 'host-1.example'"],
        "issuerDN": "CN=Seal 1, O=Hanse\\, Lübeck, C=DE",
        "validFrom": "2026-06-01T00:00:00.000Z",
        "expires": "2027-06-01T00:00:00.000Z",
        "keyAlgorithm": "EC",
        "keySize": 256,
        "signatureAlgorithm": "SHA256withECDSA",
        "version": 3,
        "sha1Fingerprint": created.body["sha1Fingerprint"],
        "sha256Fingerprint": created.body["sha256Fingerprint"],
        "status": "VALID",
    }
    assert admin.get(PAIRS).json() == {"items": [shown]}
    history = admin.get(f"{API}/internal/history/keyPairs/signing/seal-1").json()["items"]
    assert [(each["before"], each["after"]) for each in history] == [(shown, shown), (None, shown)]
    stale = admin.delete(f"{PAIRS}/seal-1", headers={"If-Match": '"1"'})
    assert (stale.status_code, stale.json()["current"]) == (409, shown)


def stored_certificate_and_key(number: int) -> dict[str, object]:
    return {name: stored_body(number)[name] for name in ("certificates", "privateKey")}


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        (START - timedelta(seconds=1), "NOT_YET_VALID"),
        (START, "VALID"),
        (START + LIFETIME, "VALID"),
        (START + LIFETIME + timedelta(seconds=1), "EXPIRED"),
    ],
)
def test_the_status_follows_the_clock(server: FlowServer, moment: object, status: str) -> None:
    stored = create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    assert SIGNING_KEY_PAIRS.shown(stored.body, moment)["status"] == status  # type: ignore[arg-type]  # The parameter is a datetime.


def test_the_history_of_a_time_shows_the_status_of_that_time(server: FlowServer, admin: Client) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    server.clock.set(START + 2 * LIFETIME)
    caller = server.client().sign_in()
    assert caller.get(f"{PAIRS}/seal-1").json()["status"] == "EXPIRED"
    [item] = caller.get(f"{API}/internal/history/keyPairs/signing/seal-1").json()["items"]
    assert item["after"]["status"] == "VALID"


def test_lists_are_filtered_sorted_and_paged(server: FlowServer, admin: Client) -> None:
    for number in (3, 1, 2):
        create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(number))
    page = admin.get(f"{PAIRS}?numberPerPage=2&sortOrder=DESC").json()
    assert [item["id"] for item in page["items"]] == ["seal-3", "seal-2"]
    assert page["totalItems"] == 3
    for word in ("HOST-2", page["items"][1]["sha256Fingerprint"].lower()):
        assert [item["id"] for item in admin.get(f"{PAIRS}?filter={word}").json()["items"]] == ["seal-2"]


def test_only_the_server_can_decrypt_the_key(server: FlowServer) -> None:
    configuration = server.core.configuration
    stored = create(configuration, SIGNING_KEY_PAIRS, stored_body(1))
    assert "PRIVATE KEY" not in json.dumps(stored.body)
    replace(configuration, SIGNING_KEY_PAIRS, "seal-1", {**stored.body, "previous": stored_certificate_and_key(2)})
    with configuration.reading() as view:
        opened = open_key_pair(view, SIGNING_KEY_PAIRS, "seal-1")
    assert opened.previous is not None
    assert key_to_text(opened.active.private_key) == stored_body(1)["privateKey"]
    assert key_to_text(opened.previous.private_key) == stored_body(2)["privateKey"]
    assert list(opened.previous.certificates) == stored_body(2)["certificates"]
    assert opened.pending is None


def test_every_documented_property_is_stored() -> None:
    stored = {info.alias or name for name, info in KeyPair.model_fields.items()}
    shown = {info.alias or name for name, info in KeyPairView.model_fields.items()}
    assert shown - stored == {"status", "cryptoProvider"}
