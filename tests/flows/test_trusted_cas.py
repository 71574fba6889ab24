"""Trusted CAs: import, properties, export, and trust by connections to directories."""

import base64
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.certificate_facts import distinguished_name
from hanse.kit.clock import to_text
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, UI, Client, FlowServer
from tests.support.directory import ADMIN, ADMIN_PASSWORD, RunningDirectory, serving
from tests.support.key_pairs import certificate

CAS = f"{API}/certificates/ca"
NODE = "trustedCas"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    folder: Path = tmp_path_factory.mktemp("slapd")
    with serving(folder) as running:
        yield running


def der(number: int) -> str:
    return base64.b64encode(certificate(number).public_bytes(Encoding.DER)).decode()


def error(answer: Any) -> tuple[str, str]:
    assert answer.status_code == 422, answer.text
    [found] = answer.json()["validationErrors"]
    return found["fieldPath"], found["message"]


def test_a_certificate_is_imported_shown_and_exported(admin: Client) -> None:
    made = admin.post(f"{CAS}/import", {"id": "ca-one", "fileData": der(701)})
    assert made.status_code == 201, made.text
    body, expected = made.json(), certificate(701)
    assert admin.get(f"{CAS}/ca-one").json() == body
    assert (body["serialNumber"], body["status"]) == (str(expected.serial_number), "VALID")
    assert body["expires"] == to_text(expected.not_valid_after_utc)
    assert "certificate" not in body
    pem = admin.get(f"{CAS}/ca-one/file")
    assert pem.text == expected.public_bytes(Encoding.PEM).decode()
    assert 'filename="ca-one.crt"' in pem.headers["content-disposition"]
    again = admin.post(f"{CAS}/import", {"fileData": der(701)})
    assert error(again) == ("fileData", "This certificate already exists.")
    assert admin.put(f"{CAS}/ca-one", body).status_code == 405
    assert admin.delete(f"{CAS}/ca-one").status_code == 204


def test_an_expired_certificate_in_base64url_is_imported_with_a_notice(admin: Client) -> None:
    expired = certificate(703, lifetime=timedelta(days=2))
    data = base64.urlsafe_b64encode(expired.public_bytes(Encoding.DER)).rstrip(b"=").decode()
    assert set("-_") & set(data)
    made = admin.post(f"{CAS}/import", {"id": "ca-old", "fileData": data})
    assert (made.status_code, made.json()["status"]) == (201, "EXPIRED"), made.text
    notices = str(admin.get(f"{UI}/notifications").json()["items"])
    assert "expired on 03 Jun 2026" in notices
    assert admin.delete(f"{CAS}/ca-old").status_code == 204
    assert "expired on 03 Jun 2026" not in str(admin.get(f"{UI}/notifications").json()["items"])


def test_a_file_that_is_not_a_certificate_is_refused(admin: Client) -> None:
    two = "".join(certificate(n).public_bytes(Encoding.PEM).decode() for n in (702, 703))
    for file in ("AAAA", "%%%", "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n", two):
        assert error(admin.post(f"{CAS}/import", {"fileData": file}))[0] == "fileData"
    assert error(admin.post(f"{CAS}/import", {"id": "import", "fileData": der(702)}))[0] == "id"
    assert error(admin.post(f"{CAS}/import", {"fileData": der(702), "cryptoProvider": "HSM"}))[0] == "cryptoProvider"


def test_pages_import_show_and_delete(admin: Client) -> None:
    page = visit(admin, f"{NODE}/add")
    refused = send(admin, page, {"fileData": "AAAA"})
    assert refused.status == 422
    follow(admin, send(admin, page, {"fileData": der(704)}))
    name = distinguished_name(certificate(704).subject)
    listed = visit(admin, NODE)
    edit = visit(admin, listed.links[name])
    assert f"{certificate(704).not_valid_after_utc:%a %b %d %H:%M:%S UTC %Y}" in edit.text
    # The page has no changeable fields, so a save is refused.
    assert send(admin, edit, {}).status == 403
    file = visit(admin, edit.links["Export"]).answer
    assert file.text == certificate(704).public_bytes(Encoding.PEM).decode()
    follow(admin, send(admin, visit(admin, edit.answer.url.path.replace("/edit/", "/delete/"))))
    assert name not in visit(admin, NODE).text


def test_directories_with_a_trusted_authority_are_accepted(admin: Client, directory: RunningDirectory) -> None:
    body = {
        "type": "LDAP",
        "name": "Over TLS",
        "ldapType": "GENERIC",
        "hostnames": [f"localhost:{directory.tls_port}"],
        "useSsl": True,
        "userDN": ADMIN,
        "password": ADMIN_PASSWORD,
        "readTimeout": 20_000,
    }
    field, message = error(admin.post(f"{API}/dataStores", body))
    assert (field, "certificate verify failed" in message) == ("hostnames", True)
    trusted = admin.post(f"{CAS}/import", {"fileData": directory.authority}).json()
    made = admin.post(f"{API}/dataStores", body)
    assert made.status_code == 201, made.text
    admin.delete(f"{API}/dataStores/{made.json()['id']}")
    admin.delete(f"{CAS}/{trusted['id']}")
