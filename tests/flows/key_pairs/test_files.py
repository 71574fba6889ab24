"""Import and export of key pairs and certificates over HTTP."""

import json
from base64 import b64encode
from datetime import timedelta
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7

from hanse.crypto.certificate_chains import to_chain
from hanse.crypto.key_files import read_key_file, write_key_file
from hanse.crypto.key_pairs import key_to_text
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from tests.crypto.test_java_key_store import PASSWORD, STORE
from tests.flows.server import API, UI, Client, FlowServer
from tests.support.configurations import create, replace
from tests.support.key_pairs import certificate, ec_key, name, stored_body

PAIRS = f"{API}/keyPairs/signing"
SECRET = "Hansa-1241-Hansa"


def file_of(number: int, file_format: str = "PKCS12", *chain: x509.Certificate) -> dict[str, Any]:
    """Return the body that imports the number-th key with a certificate chain, by default its own certificate."""
    certificates = to_chain(chain or [certificate(number)])
    data = write_key_file(key_to_text(ec_key(number)), certificates, SECRET, file_format, "seal")
    return {"fileData": b64encode(data).decode(), "password": SECRET}


def findings(answer: httpx.Response) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(error["fieldPath"], error["message"]) for error in answer.json()["validationErrors"]]


@pytest.mark.parametrize("file_format", ["PKCS12", "PEM"])
@pytest.mark.parametrize("is_declared", [True, False])
def test_a_file_becomes_a_pair_with_its_chain(
    server: FlowServer, admin: Client, file_format: str, is_declared: bool
) -> None:
    chain = (certificate(1, issuer=2), certificate(2, issuer=3), certificate(3))
    body = {"id": "seal", **file_of(1, file_format, *chain), **({"format": file_format} if is_declared else {})}
    made = admin.post(f"{PAIRS}/import", body)
    assert made.status_code == 201, made.text
    assert (made.json()["id"], made.json()["subjectDN"][:7]) == ("seal", "CN=Seal")
    assert admin.get(f"{PAIRS}/seal").json() == made.json()
    stored = admin.get(f"{PAIRS}/seal/certificate")
    assert stored.headers["content-type"].startswith("application/pem-certificate-chain")
    assert stored.headers["content-disposition"] == 'attachment; filename="seal.crt"'
    assert x509.load_pem_x509_certificates(stored.content) == list(chain)
    with server.core.configuration.reading() as view:
        [change] = view.history(SIGNING_KEY_PAIRS, "seal")
    assert "PRIVATE" not in json.dumps(change.after)


WRONG: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"password": "another password"}, [("password", "The password is wrong, or the file is damaged.")]),
    ({"password": None}, [("password", "This field is required.")]),
    ({"fileData": "%"}, [("fileData", "This must be a file in base64.")]),
    ({"fileData": "aGFuc2E="}, [("fileData", "This is not a PKCS #12 file.")]),
    (
        {"fileData": "x" * 80_001},
        [("fileData", "This field can have at most 80000 characters.")],
    ),
    ({"format": "PEM"}, [("fileData", "There is no private key in this file.")]),
    ({"format": "JKS"}, [("format", "This must be one of PKCS12 or PEM.")]),
    ({"id": "import"}, [("id", "This ID is reserved.")]),
    ({"cryptoProvider": "HSM"}, [("cryptoProvider", "This server stores keys itself. Enter LOCAL.")]),
    (
        {"encryptedPassword": "sealed"},
        [("encryptedPassword", "Send the password in plain text. It is used once and is not stored.")],
    ),
]


@pytest.mark.parametrize(("fields", "expected"), WRONG, ids=lambda value: str(value)[:40])
def test_invalid_imports_are_refused_at_the_field(
    shared_server: FlowServer, fields: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    admin = shared_server.basic("Administrator")
    before = shared_server.revision()
    found = findings(admin.post(f"{PAIRS}/import", file_of(1) | fields))
    if "format" in fields or len(fields.get("fileData", "")) > 80_000:
        # The messages of pydantic's findings are tested elsewhere.
        found, expected = [(path, "") for path, _ in found], [(path, "") for path, _ in expected]
    assert found == expected
    assert shared_server.revision() == before


def test_a_certificate_can_be_imported_only_once(admin: Client) -> None:
    assert admin.post(f"{PAIRS}/import", file_of(1)).status_code == 201
    assert findings(admin.post(f"{PAIRS}/import", file_of(1))) == [("fileData", "This certificate already exists.")]
    # Another certificate with the same issuer and serial number.
    other = certificate(1, lifetime=timedelta(days=300))
    assert findings(admin.post(f"{PAIRS}/import", file_of(1, "PEM", other))) == [
        ("fileData", "A certificate with this issuer and serial number already exists.")
    ]
    assert [path for path, _ in findings(admin.post(f"{PAIRS}/import", file_of(2) | {"id": "a/b"}))] == ["id"]


@pytest.mark.parametrize(
    ("call", "content_type", "ending"),
    [("pkcs12", "application/pkcs12", "p12"), ("pem", "application/x-pem-file", "pem")],
)
def test_an_exported_key_is_encrypted_and_recorded_in_the_history(
    server: FlowServer, admin: Client, call: str, content_type: str, ending: str
) -> None:
    stored = create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    answer = admin.post(f"{PAIRS}/seal-1/{call}", {"password": SECRET})
    assert (answer.status_code, answer.headers["content-type"]) == (200, content_type)
    assert answer.headers["content-disposition"] == f'attachment; filename="seal-1.{ending}"'
    assert answer.headers["cache-control"] == "no-store"
    opened = read_key_file(answer.content, SECRET, None)
    assert (opened.key, opened.certificates) == (key_to_text(ec_key(1)), stored_body(1)["certificates"])
    newest, created = admin.get(f"{API}/internal/history/keyPairs/signing/seal-1").json()["items"]
    assert (newest["event"], newest["actor"]) == (f"exported as {call.upper()}", "Administrator")
    assert newest["before"] == newest["after"] == created["after"]
    assert "event" not in created
    # The export does not change the pair, so the ETag of an editor stays valid.
    assert admin.get(f"{PAIRS}/seal-1").headers["etag"] == f'"{stored.revision}"'
    with server.core.configuration.reading() as view:
        change = view.history(SIGNING_KEY_PAIRS, "seal-1")[0]
    assert SECRET not in json.dumps([change.before, change.after])


@pytest.mark.parametrize("password", ["", "x" * 13, "x" * 257, "a" * 13 + "\n", "a" * 13 + "🔑"])
@pytest.mark.parametrize("call", ["pkcs12", "pem"])
def test_an_export_password_that_is_weak_or_not_portable_is_refused(
    server: FlowServer, admin: Client, call: str, password: str
) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    before = server.revision()
    assert [path for path, _ in findings(admin.post(f"{PAIRS}/seal-1/{call}", {"password": password}))] == ["password"]
    assert server.revision() == before


def test_a_password_may_have_any_characters(server: FlowServer, admin: Client) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    for password in ("Fürst & Löwe, Żółć", "汉萨同盟 и Новгород"):
        for call in ("pkcs12", "pem"):
            answer = admin.post(f"{PAIRS}/seal-1/{call}", {"password": password})
            assert read_key_file(answer.content, password, None).key == key_to_text(ec_key(1))


@pytest.mark.parametrize(
    ("method", "call", "body"),
    [
        ("GET", "certificate", None),
        ("GET", "csr", None),
        ("POST", "csr", {"fileData": "aGFuc2E="}),
        ("POST", "pkcs12", {"password": SECRET}),
        ("POST", "pem", {"password": SECRET}),
    ],
)
def test_an_unknown_pair_has_no_files(shared_server: FlowServer, method: str, call: str, body: Any) -> None:
    answer = shared_server.basic("Administrator").request(method, f"{PAIRS}/nobody/{call}", body)
    assert (answer.status_code, answer.json()["resultId"]) == (404, "resource_not_found")


def issue_certificate(request: x509.CertificateSigningRequest, days: int = 900) -> x509.Certificate:
    """Return a certificate for a signing request, issued by the authority with the ninth key."""
    authority = certificate(9)
    return (
        x509.CertificateBuilder()
        .subject_name(request.subject)
        .issuer_name(name(9))
        .public_key(request.public_key())
        .serial_number(77)
        .not_valid_before(authority.not_valid_before_utc)
        .not_valid_after(authority.not_valid_before_utc + timedelta(days=days))
        .sign(ec_key(9), hashes.SHA256())
    )


def signing_request(admin: Client) -> x509.CertificateSigningRequest:
    answer = admin.get(f"{PAIRS}/seal-1/csr")
    assert answer.headers["content-disposition"] == 'attachment; filename="seal-1.csr"'
    return x509.load_pem_x509_csr(answer.content)


def test_a_certificate_authority_signs_the_request(server: FlowServer, admin: Client) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    request = signing_request(admin)
    assert request.is_signature_valid
    assert request.subject == name(1)
    assert request.public_key() == ec_key(1).public_key()
    names = request.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["host-1.example"]
    chain = [issue_certificate(request), certificate(9)]
    for days, data in (
        (900, pkcs7.serialize_certificates(chain, Encoding.DER)),
        (901, chain[1].public_bytes(Encoding.PEM) + issue_certificate(request, 901).public_bytes(Encoding.PEM)),
    ):
        answer = admin.post(f"{PAIRS}/seal-1/csr", {"fileData": b64encode(data).decode()})
        assert answer.status_code == 200, answer.text
        assert answer.json()["expires"].startswith(
            (chain[0].not_valid_before_utc + timedelta(days=days)).date().isoformat()
        )
        assert "Seal 9" in answer.json()["issuerDN"]
        found = x509.load_pem_x509_certificates(admin.get(f"{PAIRS}/seal-1/certificate").content)
        assert [each.subject for each in found] == [name(1), name(9)]
    # The private key is unchanged.
    exported = admin.post(f"{PAIRS}/seal-1/pem", {"password": SECRET})
    assert read_key_file(exported.content, SECRET, None).key == key_to_text(ec_key(1))


def test_a_csr_response_does_not_overwrite_a_newer_import(server: FlowServer, admin: Client) -> None:
    create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    seen = {"If-Match": admin.get(f"{PAIRS}/seal-1").headers["ETag"]}
    request = signing_request(admin)
    first, second = (
        {"fileData": issue_certificate(request, days).public_bytes(Encoding.PEM).decode()} for days in (900, 901)
    )
    assert admin.post(f"{PAIRS}/seal-1/csr", first, headers=seen).status_code == 200
    stale = admin.post(f"{PAIRS}/seal-1/csr", second, headers=seen)
    assert (stale.status_code, stale.json()["current"]["expires"][:4]) == (409, "2028")


def test_a_csr_response_for_another_key_is_refused(server: FlowServer, admin: Client) -> None:
    stored = create(server.core.configuration, SIGNING_KEY_PAIRS, stored_body(1))
    request = signing_request(admin)

    def import_response(*certificates: x509.Certificate) -> list[tuple[str, str]]:
        data = b"".join(each.public_bytes(Encoding.PEM) for each in certificates).decode()
        return findings(admin.post(f"{PAIRS}/seal-1/csr", {"fileData": data}))

    assert import_response(certificate(9)) == [("fileData", "The certificate does not belong to this key pair.")]
    assert import_response(issue_certificate(request, 2)) == [("fileData", "The certificate expired on 2026-06-03.")]
    nothing = admin.post(f"{PAIRS}/seal-1/csr", {"fileData": "aGFuc2E="})
    assert findings(nothing) == [("fileData", "There is no X.509 certificate in this file.")]
    late = {"fileData": issue_certificate(request).public_bytes(Encoding.PEM).decode()}

    rotation = {"creationBufferDays": 20, "activationBufferDays": 10, "validDays": 365}
    algorithms = {"keyAlgorithm": "EC", "keySize": 256, "signatureAlgorithm": "SHA256withECDSA"}
    replace(
        server.core.configuration,
        SIGNING_KEY_PAIRS,
        "seal-1",
        {**stored.body, "rotationSettings": rotation | algorithms},
    )
    [error] = admin.post(f"{PAIRS}/seal-1/csr", late).json()["validationErrors"]
    assert error["errorId"] == "rotation_enabled"


def test_an_expired_certificate_is_imported_with_a_notice(admin: Client) -> None:
    made = admin.post(
        f"{PAIRS}/import", {"id": "old", **file_of(1, "PKCS12", certificate(1, lifetime=timedelta(days=2)))}
    )
    assert (made.status_code, made.json()["status"]) == (201, "EXPIRED"), made.text
    notices = admin.get(f"{UI}/notifications").json()["items"]
    assert "expired on 03 Jun 2026" in str(notices)


def test_a_file_may_be_base64url(admin: Client) -> None:
    file = file_of(2, "PKCS12", certificate(2))
    file["fileData"] = file["fileData"].replace("+", "-").replace("/", "_").rstrip("=")
    assert admin.post(f"{PAIRS}/import", {"id": "url", **file}).status_code == 201


def test_a_java_key_store_is_imported(admin: Client) -> None:
    made = admin.post(f"{PAIRS}/import", {"id": "jks", "fileData": b64encode(STORE).decode(), "password": PASSWORD})
    assert made.status_code == 201, made.text
    assert (made.json()["subjectDN"], made.json()["keyAlgorithm"]) == ("CN=jks, O=Hanse", "EC")
