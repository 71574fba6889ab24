"""The form of a new connection is filled in from the metadata of a partner: an address, or a file."""

from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.flows.connection_calls import IDP_CONNECTIONS, SP_CONNECTIONS
from tests.flows.metadata_calls import METADATA_URLS, READ_SOURCE
from tests.flows.metadata_partner import partner, publish
from tests.flows.pages import send, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.json_service import Service
from tests.support.saml import IDP, SP, saml_key
from tests.support.saml_metadata import CONSUMER, IDENTITY_PROVIDER, SERVICE_PROVIDER, metadata, metadata_url

__all__ = ["partner"]

FILE = b64encode(metadata(SERVICE_PROVIDER).encode()).decode()


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Client:
    return filled_server.basic("Administrator")


@pytest.fixture
def browser(filled_server: FlowServer) -> Client:
    return filled_server.client().sign_in()


def read(admin: Client, **members: Any) -> Any:
    return admin.post(READ_SOURCE, {"connectionType": "SP", **members})


def reason(answer: Any) -> str:
    assert answer.status_code == 422, answer.text
    return str(answer.json()["validationErrors"][0]["message"])


class TestOperation:
    def test_an_address_is_read(self, admin: Client, partner: Service) -> None:
        publish(partner)
        found = read(admin, url=f"{partner.url}/metadata").json()
        assert (found["signatureStatus"], found["certTrustStatus"]) == ("SIGNED", "NOT_TRUSTED")
        assert (found["connection"]["entityId"], found["connection"]["active"]) == (SP, False)
        assert "metadataReloadSettings" not in found["connection"]

    def test_the_stored_address_keeps_the_connection_up_to_date(self, admin: Client, partner: Service) -> None:
        publish(partner)
        address = metadata_url("source", url=f"{partner.url}/metadata")
        assert admin.post(f"{API}{METADATA_URLS}", address).status_code == 201
        found = read(admin, url=f"{partner.url}/metadata").json()["connection"]
        assert found["metadataReloadSettings"] == {"metadataUrlRef": {"id": "metadata-source"}}
        admin.delete(f"{API}{METADATA_URLS}/metadata-source")

    def test_the_certificate_must_have_signed_it(self, admin: Client) -> None:
        pem = saml_key("other").certificate.public_bytes(Encoding.PEM).decode()
        signed = metadata(SERVICE_PROVIDER, signed=True)
        assert "signature does not verify" in reason(read(admin, samlMetadata=signed, verificationCertificate=pem))

    def test_an_address_or_a_file_is_needed(self, admin: Client) -> None:
        text = "Enter the address of the metadata, or choose a file."
        assert reason(read(admin)) == text
        assert reason(read(admin, url="https://sp.example.com/metadata", samlMetadata=FILE)) == text

    def test_unusable_metadata_is_refused(self, admin: Client, partner: Service) -> None:
        partner.answers["/metadata"] = (404, b"")
        assert "status 404" in reason(read(admin, url=f"{partner.url}/metadata"))
        assert "https" in reason(read(admin, url="http://sp.example.com/metadata"))
        assert "cannot be used" in reason(read(admin, samlMetadata="x"))
        assert "identity provider" in reason(read(admin, samlMetadata=FILE, connectionType="IDP"))


class TestForm:
    def test_a_file_fills_the_form_of_an_sp_connection(self, browser: Client) -> None:
        page = visit(browser, "spConnections/add")
        assert "Fill in from metadata" in page.texts
        filled = send(browser, page, {"_do": "fill:", "_source.samlMetadata": FILE})
        assert "The form was filled in from the metadata. Nothing is saved yet." in filled.texts
        assert filled.fields["entityId"] == [SP]
        assert filled.fields["spBrowserSso.ssoServiceEndpoints[0].url"] == [CONSUMER]
        assert filled.fields["credentials.certs[0].x509File.fileData"][0].startswith("-----BEGIN CERTIFICATE-----")
        # The file is not sent back.
        assert "_source.samlMetadata" not in {name for name, value in filled.fields.items() if any(value)}

    def test_an_address_fills_the_form_of_an_idp_connection_that_can_be_saved(
        self, browser: Client, admin: Client, partner: Service
    ) -> None:
        role = IDENTITY_PROVIDER.idp
        assert role is not None
        unsigned = replace(IDENTITY_PROVIDER, idp=replace(role, want_authn_requests_signed=False))
        publish(partner, unsigned, signed=False)
        page = visit(browser, "idpConnections/add")
        filled = send(browser, page, {"_do": "fill:", "_source.url": f"{partner.url}/metadata"})
        assert filled.fields["entityId"] == [IDP]
        saved = send(browser, filled, {"name": "From an address"})
        assert saved.status == 303, saved.text
        found = admin.get(f"{API}{IDP_CONNECTIONS}?entityId={IDP}").json()["items"]
        assert [each["name"] for each in found] == ["From an address"]
        assert found[0]["idpBrowserSso"]["ssoServiceEndpoints"][0]["url"] == f"{IDP}/sso"
        admin.delete(f"{API}{IDP_CONNECTIONS}/{found[0]['id']}")

    def test_a_refusal_keeps_what_was_entered(self, browser: Client) -> None:
        page = visit(browser, "spConnections/add")
        refused = send(
            browser, page, {"_do": "fill:", "name": "Mine", "_source.samlMetadata": b64encode(b"x").decode()}
        )
        assert refused.fields["name"] == ["Mine"]
        assert any("cannot be used" in text for text in refused.texts)

    def test_the_form_of_a_stored_connection_has_no_source(self, browser: Client, admin: Client) -> None:
        page = visit(browser, "spConnections/edit/sp-0")
        assert "Fill in from metadata" not in page.texts
        assert admin.get(f"{API}{SP_CONNECTIONS}/sp-0").status_code == 200
        refused = send(browser, page, {"_do": "fill:", "_source.samlMetadata": FILE})
        assert refused.status == 400
