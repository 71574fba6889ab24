"""Automatic rotation of key pairs: the settings, the steps, and the notices of failures."""

import json
from datetime import timedelta
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.app import key_pair_rotation as job
from hanse.config.configuration import Configuration
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS, rotation
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.open_key_pairs import OpenKeyPair, open_key_pair
from hanse.resources.security.key_pairs.rotation import rotate_due
from tests.flows.key_pairs.test_files import issue_certificate, signing_request
from tests.flows.server import API, UI, Client, FlowServer
from tests.support.certified_keys import pair
from tests.support.configurations import create
from tests.support.key_pairs import LIFETIME, START, stored_body

PAIRS = f"{API}/keyPairs/signing"
SETTINGS = f"{PAIRS}/seal-1/rotationSettings"
END = START + LIFETIME
BUFFERS = {"creationBufferDays": 90, "activationBufferDays": 30}
WHOLE = {
    "id": "seal-1",
    **BUFFERS,
    "validDays": 365,
    "keyAlgorithm": "EC",
    "keySize": 256,
    "signatureAlgorithm": "SHA256withECDSA",
}


@pytest.fixture
def admin(server: FlowServer) -> Client:
    server.set_up()
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    # The clock jumps in these tests, so sessions expire; basic authentication still works.
    return server.basic("Administrator")


def findings(answer: httpx.Response) -> list[tuple[str | None, str]]:
    assert answer.status_code == 422, answer.text
    return [(error.get("fieldPath"), error["errorId"]) for error in answer.json()["validationErrors"]]


def stored(configuration: Configuration) -> KeyPair:
    with configuration.reading() as view:
        return view.model(SIGNING_KEY_PAIRS, "seal-1")


def opened(configuration: Configuration) -> OpenKeyPair:
    with configuration.reading() as view:
        return open_key_pair(view, SIGNING_KEY_PAIRS, "seal-1")


def rotate(server: FlowServer, days_before_expiry: float) -> KeyPair:
    """Run the rotation job at the given time before the expiry, and return the pair."""
    server.clock.set(END - timedelta(days=days_before_expiry))
    rotate_due(server.core.configuration, SIGNING_KEY_PAIRS)
    return stored(server.core.configuration)


def test_settings_are_saved_read_and_removed(server: FlowServer, admin: Client) -> None:
    assert admin.get(SETTINGS).status_code == 404
    assert admin.delete(SETTINGS).status_code == 404
    saved = admin.put(SETTINGS, BUFFERS)
    assert (saved.status_code, saved.json()) == (200, WHOLE)
    assert admin.get(SETTINGS).json() == WHOLE
    assert admin.get(f"{PAIRS}/seal-1").json()["rotationSettings"] == WHOLE
    stale = admin.put(SETTINGS, BUFFERS | {"validDays": 400}, headers={"If-Match": '"1"'})
    assert stale.status_code == 409
    assert admin.delete(SETTINGS).status_code == 204
    assert "rotationSettings" not in admin.get(f"{PAIRS}/seal-1").json()


def test_the_buffers_follow_the_validity(admin: Client) -> None:
    assert admin.put(SETTINGS, {}).json() == WHOLE | {"creationBufferDays": 91, "activationBufferDays": 36}
    saved = admin.put(SETTINGS, {"validDays": 1000, "keyAlgorithm": "RSA"}).json()
    assert saved == WHOLE | {
        "creationBufferDays": 250,
        "activationBufferDays": 100,
        "validDays": 1000,
        "keyAlgorithm": "RSA",
        "keySize": 2048,
        "signatureAlgorithm": "SHA256withRSA",
    }


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"creationBufferDays": 30}, ["creationBufferDays"]),
    ({"creationBufferDays": 0}, ["creationBufferDays"]),
    ({"validDays": 90}, ["validDays"]),
    ({"validDays": 40_000}, ["validDays"]),
    ({"keyAlgorithm": "DSA"}, ["keyAlgorithm"]),
    ({"keySize": 512}, ["keySize"]),
    ({"signatureAlgorithm": "SHA1withECDSA"}, ["signatureAlgorithm"]),
    ({"id": "another"}, ["id"]),
]


@pytest.mark.parametrize(("fields", "paths"), WRONG, ids=str)
def test_invalid_settings_are_refused_at_the_field(admin: Client, fields: dict[str, Any], paths: list[str]) -> None:
    assert [path for path, _ in findings(admin.put(SETTINGS, BUFFERS | fields))] == paths
    assert admin.get(SETTINGS).status_code == 404


def test_a_certificate_signed_by_an_authority_is_not_renewed(server: FlowServer, admin: Client) -> None:
    request = signing_request(admin)
    answer = {"fileData": issue_certificate(request).public_bytes(Encoding.PEM).decode()}
    assert admin.post(f"{PAIRS}/seal-1/csr", answer).status_code == 200
    assert findings(admin.put(SETTINGS, BUFFERS)) == [(None, "not_self_signed")]


def test_an_ec_pair_of_a_key_set_is_not_renewed(server: FlowServer, admin: Client) -> None:
    configuration = server.core.configuration
    create(configuration, SIGNING_KEY_PAIRS, pair("rsa-1"))
    keys = {"p256ActiveCertRef": {"id": "seal-1"}, "p256ActiveKeyId": "a"}
    keys |= {"rsaActiveCertRef": {"id": "rsa-1"}, "rsaActiveKeyId": "b"}
    saved = admin.put(f"{API}/keyPairs/oauthOpenIdConnect", {"staticJwksEnabled": True, **keys})
    assert saved.status_code == 200, saved.text
    assert findings(admin.put(SETTINGS, BUFFERS)) == [("keyAlgorithm", "unfit_certificate")]
    # An RSA pair may be rotated if the next key is RSA, too.
    rsa_settings = f"{PAIRS}/rsa-1/rotationSettings"
    assert findings(admin.put(rsa_settings, {"keyAlgorithm": "EC"})) == [("keyAlgorithm", "unfit_certificate")]
    assert admin.put(rsa_settings, {}).status_code == 200


def test_a_pair_is_renewed_step_by_step(server: FlowServer, admin: Client) -> None:
    configuration = server.core.configuration
    assert admin.put(SETTINGS, BUFFERS).status_code == 200
    first = opened(configuration)
    before = server.revision()
    assert rotate(server, 90.1).pending is None
    assert server.revision() == before

    made = rotate(server, 90)
    assert made.pending is not None
    assert made.certificates == list(first.active.certificates)
    assert rotate(server, 30.1) == made

    renewed = rotate(server, 30)
    assert renewed.pending is None
    assert renewed.certificates == made.pending.certificates
    assert renewed.previous is not None
    assert renewed.previous.certificates == made.certificates
    assert renewed.subject_dn == made.subject_dn
    assert renewed.subject_alternative_names == ["DNS: 'host-1.example'"]
    assert renewed.rotation_settings == made.rotation_settings
    assert renewed.expires == "2028-03-02T00:00:00.000Z"
    # Each private key can be decrypted at its new place.
    now = opened(configuration)
    assert now.previous is not None
    assert now.previous.private_key.private_numbers() == first.active.private_key.private_numbers()
    assert now.active.private_key.private_numbers() != first.active.private_key.private_numbers()
    assert rotate(server, -1).previous is None

    history = admin.get(f"{API}/internal/history/keyPairs/signing/seal-1").json()["items"]
    assert [each["actor"] for each in history] == ["system"] * 3 + ["Administrator", "alice"]
    with configuration.reading() as view:
        log = json.dumps([(each.before, each.after) for each in view.history(SIGNING_KEY_PAIRS, "seal-1")])
    assert "PRIVATE KEY" not in log


def test_a_server_that_was_stopped_publishes_a_key_before_it_signs(server: FlowServer, admin: Client) -> None:
    admin.put(SETTINGS, BUFFERS)
    assert rotate(server, 10).pending is not None
    assert rotate(server, 9.5).pending is not None
    assert rotate(server, 9).pending is None

    admin.delete(SETTINGS)


def test_an_expired_pair_is_renewed_at_once(server: FlowServer, admin: Client) -> None:
    admin.put(SETTINGS, BUFFERS)
    renewed = rotate(server, -5)
    assert (renewed.pending, renewed.expires) == (None, "2028-06-05T00:00:00.000Z")
    # The old certificate has expired, so no client relies on it.
    assert renewed.previous is None


def test_changed_settings_discard_the_generated_pair(server: FlowServer, admin: Client) -> None:
    admin.put(SETTINGS, BUFFERS)
    assert rotate(server, 80).pending is not None
    assert admin.put(SETTINGS, BUFFERS | {"creationBufferDays": 100}).status_code == 200
    assert stored(server.core.configuration).pending is not None
    assert admin.put(SETTINGS, BUFFERS | {"keySize": 384}).status_code == 200
    assert stored(server.core.configuration).pending is None
    assert rotate(server, 80).pending is not None
    assert admin.delete(SETTINGS).status_code == 204
    assert stored(server.core.configuration).pending is None


def test_a_change_in_between_is_not_overwritten(
    server: FlowServer, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin.put(SETTINGS, BUFFERS)
    real = rotation.next_pair

    def slow(*arguments: Any) -> Any:
        assert admin.delete(SETTINGS).status_code == 204
        return real(*arguments)

    monkeypatch.setattr(rotation, "next_pair", slow)
    found = rotate(server, 80)
    assert (found.pending, found.rotation_settings) == (None, None)


def test_a_failure_is_logged_and_does_not_delay_the_others(
    server: FlowServer, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(2))
    admin.put(SETTINGS, BUFFERS)
    admin.put(f"{PAIRS}/seal-2/rotationSettings", BUFFERS)
    real = rotation.next_pair

    def failing(pair_: KeyPair, *rest: Any) -> Any:
        if pair_.id == "seal-1":
            raise OSError("no randomness left")
        return real(pair_, *rest)

    monkeypatch.setattr(rotation, "next_pair", failing)
    server.clock.set(END - timedelta(days=90))
    job.rotate_all(server.core.configuration)
    with server.core.configuration.reading() as view:
        assert view.model(SIGNING_KEY_PAIRS, "seal-1").pending is None
        assert view.model(SIGNING_KEY_PAIRS, "seal-2").pending is not None
    assert notices(server) == []
    server.clock.set(END - timedelta(days=89))
    [notice] = notices(server)
    assert notice["id"] == "keyPairs/signing:rotation"
    assert "Seal 1" in notice["description"]
    assert notice["path"] == "/security/certificate-and-key-management/signing-decryption-keys-certificates"


def notices(server: FlowServer) -> list[dict[str, str]]:
    items = server.client().sign_in().get(f"{UI}/notifications").json()["items"]
    return [item for item in items if item["id"].startswith("keyPairs/")]


@pytest.mark.parametrize(("days", "logged"), [(60.1, []), (60, [True]), (-7, [True]), (-7.1, [])])
def test_the_settings_limit_the_days_on_which_an_expiry_is_notified(
    server: FlowServer, admin: Client, days: float, logged: list[bool]
) -> None:
    span = {
        "expiringCertificateAdministrativeConsoleWarningDays": 60,
        "expiredCertificateAdministrativeConsoleWarningDays": 7,
    }
    assert admin.put(f"{API}/serverSettings", {"notifications": span}).status_code == 200
    server.clock.set(END - timedelta(days=days))
    assert ["Seal 1" in each["description"] for each in notices(server)] == logged


def test_an_empty_algorithm_means_the_default(admin: Client) -> None:
    saved = admin.put(SETTINGS, BUFFERS | {"signatureAlgorithm": "", "keyAlgorithm": ""})
    assert (saved.status_code, saved.json()) == (200, WHOLE)
