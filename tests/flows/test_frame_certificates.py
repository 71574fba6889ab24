"""SSL server certificates on frame pages: generation, signing requests, export and activation."""

import base64
import re

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key, pkcs12

from tests.flows.key_pairs.test_files import issue_certificate
from tests.flows.pages import Page, follow, send, visit
from tests.flows.server import API, Client, FlowServer, account

NODE, SETTINGS = "sslServerCertificates", f"{API}/keyPairs/sslServer/settings"
PASSWORD = "Hansekogge-1241"
NEW = {"commonName": "sso.example.com", "organization": "Hanse", "country": "DE", "id": "made-here"}


@pytest.fixture(scope="module")
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def position_of(page: Page, action: str) -> str:
    """Return the prefix of an action's field names."""
    before = page.answer.text.partition(f'value="act:{action}"')[0]
    return str(re.findall(r'name="(_parameters\d+)\.p0"', before)[-1])


def act(admin: Client, page: Page, action: str, value: str = "") -> Page:
    names = ("p0", "p1") if action in ("pkcs12", "pem") else ("p0",)
    given = {f"{position_of(page, action)}.{name}": value for name in names} if value else {}
    return send(admin, page, {**given, "_do": f"act:{action}"})


def test_a_certificate_is_created_by_the_rules_of_the_api(admin: Client) -> None:
    question = visit(admin, f"{NODE}/add")
    assert "Create the certificate on this server, or import one." in question.texts
    page = visit(admin, question.links["Create New"])
    assert (page.fields["keyAlgorithm"], page.fields["keySize"], page.fields["validDays"]) == (
        ["RSA"],
        ["2048"],
        ["365"],
    )
    page = send(admin, page, {"keyAlgorithm": "EC", "_do": "edit:keyAlgorithm"})
    assert (page.fields["keySize"], page.fields["signatureAlgorithm"]) == (["256"], ["SHA256withECDSA"])
    # A browser without scripts also sends the key size of the other algorithm.
    names = "sso.example.com\nno host"
    refused = send(admin, page, {**NEW, "keySize": "2048", "subjectAlternativeNames": names, "_do": ""})
    assert refused.status == 422
    assert "no host: Enter a host name, an IP address, an e-mail address or a URI, in ASCII." in refused.text
    done = send(admin, refused, {"subjectAlternativeNames": "sso.example.com\n192.0.2.1"})
    assert "CN=sso.example.com, O=Hanse, C=DE was saved." in follow(admin, done).text
    made = admin.get(f"{API}/keyPairs/sslServer/made-here").json()
    assert (made["keyAlgorithm"], made["keySize"]) == ("EC", 256)
    assert made["subjectAlternativeNames"] == ["DNS: 'sso.example.com'", "IP: '192.0.2.1'"]
    shown = visit(admin, f"{NODE}/edit/made-here")
    assert {"Valid", "No. Activate the certificate to use it."} <= set(shown.texts)
    # Dates have the format of the React pages (document 2, section 9).
    assert re.search(r"^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d UTC \d{4}$", shown.text, re.MULTILINE)


def test_an_authority_answers_a_request_and_keys_leave_encrypted_only(shared_server: FlowServer, admin: Client) -> None:
    assert admin.post(f"{API}/keyPairs/sslServer/generate", generated("asked")).status_code == 201
    page = visit(admin, f"{NODE}/edit/asked")
    request = visit(admin, page.links["Generate CSR"]).answer
    certificate = issue_certificate(x509.load_pem_x509_csr(request.content))
    wrong = act(admin, page, "csrResponse", base64.b64encode(b"nothing").decode())
    assert wrong.text.count("Certificate File: ") == 1
    assert admin.get(f"{API}/keyPairs/sslServer/asked").json()["issuerDN"] == "CN=asked.example, O=Hanse, C=DE"
    file = base64.b64encode(certificate.public_bytes(Encoding.DER)).decode()
    assert "The certificate was replaced." in act(admin, page, "csrResponse", file).text
    page = visit(admin, f"{NODE}/edit/asked")
    weak = act(admin, page, "pkcs12", "short")
    assert "at least 14" in weak.text
    exported = act(admin, page, "pkcs12", PASSWORD).answer
    assert exported.headers["content-disposition"] == 'attachment; filename="asked.p12"'
    key, leaf, _ = pkcs12.load_key_and_certificates(exported.content, PASSWORD.encode())
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    assert leaf == certificate
    pem = act(admin, page, "pem", PASSWORD).answer.content
    assert load_pem_private_key(pem, PASSWORD.encode())
    admin.post(f"{API}/administrativeAccounts", account("certificates-auditor", auditor=True))
    auditor = shared_server.client().sign_in("certificates-auditor")
    seen = visit(auditor, f"{NODE}/edit/asked")
    assert seen.is_read_only
    for name, file in (("Generate CSR", "asked.csr"), ("Export Certificate", "asked.crt")):
        answer = visit(auditor, seen.links[name]).answer
        assert (answer.status_code, answer.headers["content-disposition"]) == (200, f'attachment; filename="{file}"')
        assert "-----BEGIN CERTIFICATE" in answer.text
    # Links are only for reading; actions that export keys or change anything cannot be called by GET.
    link = seen.links["Export Certificate"].partition("=")[0]
    for which in ("pkcs12", "csrResponse", "defaultRuntime", ""):
        assert visit(admin, f"{link}={which}").status == 404
    assert send(admin, page, {"_do": "act:certificate"}).status == 404
    # Actions that do more than read are not offered to readers, and are refused if requested anyway.
    assert "Export as PKCS #12" not in seen.texts
    prefix = position_of(visit(admin, f"{NODE}/edit/asked"), "pkcs12")
    passwords = {f"{prefix}.p{at}": PASSWORD for at in range(2)}
    assert send(auditor, seen, {**passwords, "_do": "act:pkcs12"}).status == 403
    assert send(auditor, seen, {"_do": "act:defaultRuntime"}).status == 403


def generated(id_: str) -> dict[str, object]:
    names = {"commonName": f"{id_}.example", "organization": "Hanse", "country": "DE"}
    return {"id": id_, **names, "validDays": 30, "keyAlgorithm": "EC"}


def test_a_certificate_is_activated_on_its_page(admin: Client) -> None:
    assert admin.post(f"{API}/keyPairs/sslServer/generate", generated("used")).status_code == 201
    page = visit(admin, f"{NODE}/edit/used")
    assert "Deactivate for Runtime Server" not in page.texts
    page = act(admin, page, "activateRuntime")
    assert "The certificate is active for the runtime server." in page.text
    assert "Active for the runtime server" in page.texts
    page = act(admin, page, "defaultAdmin")
    uses = "Active for the runtime server; Default for the administrative console"
    assert uses in page.texts
    listed = visit(admin, NODE)
    # It expires in thirty days, which is when administrators are notified.
    assert "Expires soon" in page.texts
    assert "Expires in 30 days" in listed.texts
    assert admin.get(f"{API}/keyPairs/sslServer/used").json()["status"] == "VALID"
    assert "In use" in listed.texts
    assert listed.texts.count(uses) == 1
    assert {"Activate for Administrative Console", "Activate Default for Administrative Console"}.isdisjoint(page.texts)
    settings = admin.get(SETTINGS).json()
    assert settings["adminConsoleCertRef"] == {"id": "used"}
    assert settings["activeRuntimeServerCerts"] == [{"id": "used"}]
    page = act(admin, page, "deactivateRuntime")
    assert admin.get(SETTINGS).json()["activeRuntimeServerCerts"] == []
    assert act(admin, page, "activateAdmin").status == 404
    admin.put(SETTINGS, {})
