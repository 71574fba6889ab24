"""Frame pages of signing keys: rotation, export, users of a key pair, and read-only access."""

from collections.abc import Mapping

import pytest

from tests.flows.pages import Page, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.flows.test_frame_certificates import NODE as SSL_NODE
from tests.flows.test_frame_certificates import generated, position_of

NODE, PAIRS = "signingKeys", f"{API}/keyPairs/signing"


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def generate(admin: Client, id_: str) -> None:
    assert admin.post(f"{PAIRS}/generate", {**generated(id_), "validDays": 100}).status_code == 201


def rotate(admin: Client, page: Page, days: Mapping[int, str]) -> Page:
    prefix = position_of(page, "rotation")
    return send(admin, page, {**{f"{prefix}.p{at}": each for at, each in days.items()}, "_do": "act:rotation"})


def test_rotation_is_set_up_changed_and_stopped(admin: Client) -> None:
    generate(admin, "rotated")
    page = visit(admin, f"{NODE}/edit/rotated")
    assert any(text.startswith("Off. Set up rotation") for text in page.texts)
    assert "Stop Rotation" not in page.texts
    prefix = position_of(page, "rotation")
    # Defaults for the existing certificate: its lifetime, a quarter and a tenth of it, and its key.
    assert [page.fields[f"{prefix}.p{at}"] for at in range(4)] == [["25"], ["10"], ["100"], ["EC:256"]]
    refused = rotate(admin, page, {0: "5"})
    assert "The creation buffer must be longer than the activation buffer." in refused.text
    assert refused.fields[f"{prefix}.p0"] == ["5"]
    assert admin.get(f"{PAIRS}/rotated/rotationSettings").status_code == 404
    refused = rotate(admin, refused, {0: "soon"})
    assert admin.get(f"{PAIRS}/rotated/rotationSettings").status_code == 404
    page = rotate(admin, refused, {0: "20", 3: "RSA:2048", 4: ""})
    assert "The rotation settings were saved." in page.text
    assert "On. Next certificate: RSA 2048, SHA256withRSA, valid for 100 days." in page.texts
    assert {"Next key pair created", "Next key pair signs", "Rotation on"} <= {
        *page.texts,
        *visit(admin, NODE).texts,
    }
    settings = admin.get(f"{PAIRS}/rotated/rotationSettings").json()
    assert (settings["creationBufferDays"], settings["keyAlgorithm"], settings["keySize"]) == (20, "RSA", 2048)
    # The page has the revision of the save, so the next action causes no conflict.
    page = send(admin, page, {"_do": "act:stopRotation"})
    assert "The key pair is no longer rotated." in page.text
    assert admin.get(f"{PAIRS}/rotated/rotationSettings").status_code == 404
    assert "Stop Rotation" not in page.texts


def test_rotation_of_an_older_page_is_refused(admin: Client) -> None:
    generate(admin, "older")
    page = visit(admin, f"{NODE}/edit/older")
    rotate(admin, page, {0: "20"})
    again = rotate(admin, page, {0: "30"})
    assert "The rotation settings were saved." not in again.text
    assert admin.get(f"{PAIRS}/older/rotationSettings").json()["creationBufferDays"] == 20


def test_an_export_requires_its_password_twice(admin: Client) -> None:
    generate(admin, "exported")
    page = visit(admin, f"{NODE}/edit/exported")
    prefix = position_of(page, "pkcs12")
    entered = {f"{prefix}.p0": "Hansekogge-1241", f"{prefix}.p1": "Hansekogge-1242", "_do": "act:pkcs12"}
    refused = send(admin, page, entered)
    assert "The passwords do not match." in refused.text
    assert "content-disposition" not in refused.answer.headers
    answer = send(admin, page, {**entered, f"{prefix}.p1": "Hansekogge-1241"}).answer
    assert answer.headers["content-disposition"] == 'attachment; filename="exported.p12"'


def test_the_page_of_a_key_pair_shows_what_uses_it(admin: Client) -> None:
    assert admin.post(f"{PAIRS}/generate", {**generated("used-pair"), "keyAlgorithm": "RSA"}).status_code == 201
    assert "Nothing uses it." in visit(admin, f"{NODE}/edit/used-pair").texts
    issuer = {"id": "used-issuer", "name": "Used", "host": "used.example"}
    assert admin.post(f"{API}/oauth/issuers", issuer).status_code == 201
    keys = {"rsaActiveCertRef": {"id": "used-pair"}, "rsaActiveKeyId": "used-1"}
    key_set = {"id": "used-set", "name": "Used set", "issuers": [{"id": "used-issuer"}], "signingKeys": keys}
    assert admin.post(f"{API}/keyPairs/oauthOpenIdConnect/additionalKeySets", key_set).status_code == 201
    page = visit(admin, f"{NODE}/edit/used-pair")
    assert page.links["Used set"].endswith("/token-signing-keys/edit/used-set")
    assert "Used set" in visit(admin, f"{NODE}/delete/used-pair").texts


def test_a_user_without_crypto_rights_sees_the_pages_read_only(shared_server: FlowServer, admin: Client) -> None:
    generate(admin, "looked-at")
    notice = "Your account does not have crypto admin privileges."
    for name, rights, is_shown in (
        ("keys-none", {"roles": ["ADMINISTRATOR"]}, True),
        ("keys-auditor", {"auditor": True}, False),
        ("keys-crypto", {"roles": ["ADMINISTRATOR", "CRYPTO_ADMINISTRATOR"]}, False),
    ):
        admin.post(f"{API}/administrativeAccounts", account(name, **rights))
        reader = shared_server.client().sign_in(name)
        for page in (NODE, f"{NODE}/edit/looked-at", SSL_NODE):
            assert (notice in visit(reader, page).texts) is is_shown, (name, page)
        assert ("Add Key Pair" in visit(reader, NODE).texts) is (name == "keys-crypto")
