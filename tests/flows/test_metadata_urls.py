"""Partner metadata URLs: certificates that sign metadata, and reading it from a real server over TLS."""

from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.flows.metadata_calls import METADATA_URLS
from tests.flows.metadata_partner import partner, publish
from tests.flows.server import API, Client, FlowServer
from tests.support.json_service import Service
from tests.support.saml import SP, saml_key
from tests.support.saml_metadata import SERVICE_PROVIDER, metadata, metadata_url

__all__ = ["partner"]

URLS = f"{API}{METADATA_URLS}"
PEM = saml_key().certificate.public_bytes(Encoding.PEM).decode()


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Client:
    return filled_server.basic("Administrator")


def read(admin: Client, partner: Service, **settings: Any) -> httpx.Response:
    """Save an address with these settings, and read the metadata at it."""
    body = metadata_url(1, **{"url": f"{partner.url}/metadata", **settings})
    saved = admin.put(f"{URLS}/metadata-1", body)
    assert saved.status_code == 200, saved.text
    return admin.post(f"{URLS}/metadata-1/reading")


def reason(answer: httpx.Response) -> str:
    assert answer.status_code == 422, answer.text
    return str(answer.json()["validationErrors"][0]["message"])


def test_metadata_that_the_pinned_certificate_has_signed_is_read(admin: Client, partner: Service) -> None:
    publish(partner)
    found = read(admin, partner, x509File={"fileData": PEM})
    assert found.status_code == 200, found.text
    facts = found.json()
    assert (facts["entityIds"], facts["signatureStatus"], facts["certTrustStatus"]) == ([SP], "SIGNED", "TRUSTED")
    assert facts["certSubjectDn"] == "CN=partner"


def test_another_signer_and_a_missing_signature_are_refused(admin: Client, partner: Service) -> None:
    other = saml_key("other").certificate.public_bytes(Encoding.PEM).decode()
    publish(partner)
    assert "signature does not verify" in reason(read(admin, partner, x509File={"fileData": other}))
    assert "not trusted" in reason(read(admin, partner))
    publish(partner, signed=False)
    assert reason(read(admin, partner)) == "The metadata is not signed."


def test_without_validation_unsigned_metadata_is_read(admin: Client, partner: Service) -> None:
    publish(partner, signed=False)
    found = read(admin, partner, validateSignature=False)
    assert (found.status_code, found.json()["signatureStatus"]) == (200, "UNSIGNED")


def test_a_wrong_signature_is_refused_even_without_validation(admin: Client, partner: Service) -> None:
    changed = metadata(SERVICE_PROVIDER, signed=True).replace("/acs", "/evil").encode()
    partner.answers["/metadata"] = (200, changed)
    assert "signature" in reason(read(admin, partner, validateSignature=False))


@pytest.mark.parametrize(
    ("status", "content", "text"),
    [
        (404, b"", "The address answered with the status 404."),
        (200, b"<html/>", "This is no SAML metadata."),
        (200, b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "document type declaration"),
        (200, b"<a>" + b"x" * 3_000_000 + b"</a>", "cannot be read"),
    ],
)
def test_responses_without_metadata_are_refused(
    admin: Client, partner: Service, status: int, content: bytes, text: str
) -> None:
    partner.answers["/metadata"] = (status, content)
    assert text in reason(read(admin, partner))


def test_an_address_at_which_nobody_listens_is_reported(admin: Client) -> None:
    assert "cannot be read" in reason(admin.post(f"{URLS}/metadata-0/reading"))


def test_the_certificate_is_stored_with_its_facts(admin: Client) -> None:
    made = admin.put(f"{URLS}/metadata-1", metadata_url(1, x509File={"fileData": PEM})).json()
    assert made["certView"]["subjectDN"] == "CN=partner"
    assert made["x509File"]["fileData"].startswith("-----BEGIN CERTIFICATE-----")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"url": "http://idp.example.com/metadata"}, "url"),
        ({"url": "x"}, "url"),
        ({"x509File": {"fileData": "x"}}, "x509File.fileData"),
        ({"name": "Metadata 0"}, "name"),
    ],
)
def test_settings_are_checked(admin: Client, changes: dict[str, Any], path: str) -> None:
    answer = admin.put(f"{URLS}/metadata-1", metadata_url(1, **changes))
    assert answer.status_code == 422, answer.text
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == [path]


def test_an_empty_file_of_a_form_is_no_certificate(admin: Client) -> None:
    made = admin.put(f"{URLS}/metadata-1", metadata_url(1, x509File={"fileData": ""}))
    assert made.status_code == 200, made.text
    assert "x509File" not in made.json()
