"""Connections are kept up to date with the metadata that their partner publishes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.app.metadata_reload import MetadataReload
from hanse.saml.metadata import Endpoint, EntityDescriptor, SpDescriptor
from hanse.saml.xml_names import BINDING_POST
from tests.flows.metadata_calls import METADATA_URLS
from tests.flows.metadata_partner import publish, serving_metadata
from tests.flows.pages import send, visit
from tests.flows.server import API, UI, Client, FlowServer
from tests.support.json_service import Service
from tests.support.mappings import contract
from tests.support.saml import SP, saml_key
from tests.support.saml_metadata import SERVICE_PROVIDER, metadata_url
from tests.support.sp_connections import browser_sso, sp_connection

CONNECTION = f"{API}/idp/spConnections/sp-0"
MOVED = f"{SP}/moved"
RELOAD = {"metadataUrlRef": {"id": "metadata-0"}, "enableAutoMetadataUpdate": False}


def pem(name: str) -> str:
    return saml_key(name).certificate.public_bytes(Encoding.PEM).decode()


def moved(**changes: Any) -> EntityDescriptor:
    """Return the partner with another address, and with a certificate in place of its second one."""
    role = SERVICE_PROVIDER.sp
    assert isinstance(role, SpDescriptor)
    consumer = (Endpoint(BINDING_POST, MOVED, index=3, is_default=True),)
    certificates = (role.signing_certificates[0], saml_key("other").certificate)
    return replace(
        SERVICE_PROVIDER, sp=replace(role, assertion_consumer=consumer, signing_certificates=certificates), **changes
    )


@dataclass
class Federation:
    """A server with one connection to a partner, and the job that reads the partner's metadata."""

    server: FlowServer
    admin: Client
    partner: Service
    job: MetadataReload

    def connection(self) -> dict[str, Any]:
        found: dict[str, Any] = self.admin.get(CONNECTION).json()
        return found

    def consumers(self) -> list[str]:
        return [each["url"] for each in self.connection()["spBrowserSso"]["ssoServiceEndpoints"]]

    def change(self, **members: Any) -> None:
        saved = self.admin.put(CONNECTION, {**self.connection(), **members})
        assert saved.status_code == 200, saved.text

    def read_again(self) -> None:
        self.server.clock.advance(days=1, seconds=1)
        self.job.run_due()

    def notices(self) -> dict[str, Any]:
        found = self.server.client().sign_in().get(f"{UI}/notifications").json()["items"]
        return {each["id"]: each for each in found if "metadata" in each["id"]}


@pytest.fixture
def federation(server: FlowServer, admin: Client, tmp_path: Path) -> Iterator[Federation]:
    assert admin.post(f"{API}/authenticationPolicyContracts", contract(0)).status_code == 201
    with serving_metadata(admin, tmp_path) as partner:
        publish(partner)
        address = metadata_url(0, url=f"{partner.url}/metadata", x509File={"fileData": pem("partner")})
        assert admin.post(f"{API}{METADATA_URLS}", address).status_code == 201
        certs = [
            {"x509File": {"fileData": pem("partner")}, "activeVerificationCert": True},
            {"x509File": {"fileData": pem("next")}, "activeVerificationCert": True},
            {"x509File": {"fileData": pem("encryption")}, "activeVerificationCert": False, "encryptionCert": True},
        ]
        consumer = {"binding": "POST", "url": f"{SP}/acs", "index": 3, "isDefault": True}
        body = sp_connection(
            0,
            entityId=SP,
            sso=browser_sso(ssoServiceEndpoints=[consumer]),
            credentials={"certs": certs},
            metadataReloadSettings=RELOAD,
        )
        made = admin.post(f"{API}/idp/spConnections", body)
        assert made.status_code == 201, made.text
        admin.authorization = server.basic("Administrator").authorization
        yield Federation(server, admin, partner, MetadataReload(server.core.configuration))


def test_unchanged_metadata_changes_nothing(federation: Federation) -> None:
    before = federation.connection()
    federation.job.run_due()
    assert (federation.connection(), federation.notices()) == (before, {})
    assert len(federation.partner.received) == 1


def test_metadata_is_read_once_a_day(federation: Federation) -> None:
    federation.job.run_due()
    federation.server.clock.advance(hours=23)
    federation.job.run_due()
    assert len(federation.partner.received) == 1
    federation.server.clock.advance(hours=2)
    federation.job.run_due()
    assert len(federation.partner.received) == 2


def test_the_interval_is_that_of_the_settings(federation: Federation) -> None:
    path = f"{API}/protocolMetadata/lifetimeSettings"
    assert federation.admin.get(path).json() == {"cacheDuration": 1_440, "reloadDelay": 1_440}
    assert federation.admin.put(path, {"reloadDelay": 30}).status_code == 200
    federation.job.run_due()
    federation.server.clock.advance(minutes=31)
    federation.job.run_due()
    assert len(federation.partner.received) == 2
    assert federation.admin.put(path, {"reloadDelay": 4}).status_code == 422


def test_the_signing_key_of_metadata_can_use_the_algorithm(federation: Federation) -> None:
    path = f"{API}/protocolMetadata/signingSettings"
    key = {"id": "ec", "commonName": "c", "organization": "o", "country": "DE", "validDays": 30, "keyAlgorithm": "EC"}
    made = federation.admin.post(f"{API}/keyPairs/signing/generate", {**key, "keySize": 256})
    assert made.status_code == 201, made.text
    for body, field in (
        ({"signatureAlgorithm": "SHA256withRSA"}, "signingKeyRef"),
        ({"signatureAlgorithm": "SHA256withRSA", "signingKeyRef": {"id": "ec"}}, "signatureAlgorithm"),
    ):
        refused = federation.admin.put(path, body)
        assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == [field]
    assert federation.admin.put(path, {"signingKeyRef": {"id": "ec"}}).status_code == 200


def test_the_check_of_a_connection_includes_its_metadata(federation: Federation) -> None:
    def finding() -> tuple[str, str]:
        found = federation.admin.post(f"{CONNECTION}/checkHealth").json()["findings"]
        (of_address,) = [each for each in found if each["subject"].startswith("Metadata https://")]
        return of_address["state"], of_address["message"]

    # The endpoint is on this machine, because the check requests it.
    address = f"{federation.partner.url}/acs"
    sso = federation.connection()["spBrowserSso"]
    endpoint = {"binding": "POST", "url": address, "index": 3, "isDefault": True}
    federation.change(spBrowserSso={**sso, "ssoServiceEndpoints": [endpoint]})
    role = SERVICE_PROVIDER.sp
    assert role is not None
    consumer = (Endpoint(BINDING_POST, address, index=3, is_default=True),)
    partner = replace(SERVICE_PROVIDER, sp=replace(role, assertion_consumer=consumer))
    publish(federation.partner, partner)
    assert finding() == ("HEALTHY", "Valid, and equal to the connection.")
    publish(federation.partner, moved())
    assert finding() == ("WARNING", "The metadata differs from the connection. Compare the connection with it.")
    publish(federation.partner, replace(partner, valid_until=federation.server.clock.now() - timedelta(seconds=1)))
    assert finding()[0] == "FAILED"
    assert finding()[1].startswith("The metadata expired on")
    publish(federation.partner, partner, signed=False)
    assert finding() == ("FAILED", "The metadata cannot be used. The metadata is not signed.")
    federation.partner.answers.clear()
    assert finding() == ("FAILED", "The address answered with the status 404.")


def test_changes_wait_for_an_administrator(federation: Federation) -> None:
    publish(federation.partner, moved())
    before = federation.connection()
    federation.job.run_due()
    assert federation.connection() == before
    notice = federation.notices()["idp/spConnections:metadata"]
    assert notice["description"].startswith("The metadata of Service 0 has changed.")
    assert notice["path"].endswith("/sp-connections/edit/sp-0")

    browser = federation.server.client().sign_in()
    page = visit(browser, "spConnections/edit/sp-0")
    assert f"Added: POST {MOVED}, index 3, default; Removed: POST {SP}/acs, index 3, default" in page.texts
    assert any("Added: Signature certificate CN=other" in text for text in page.texts)
    done = send(browser, page, {"_do": "act:applyMetadata"})
    assert "The changes of the metadata were saved." in done.texts
    assert federation.consumers() == [MOVED]
    assert federation.notices() == {}


def test_automatic_updates_are_applied_and_recorded(federation: Federation) -> None:
    federation.change(metadataReloadSettings={**RELOAD, "enableAutoMetadataUpdate": True})
    before = federation.connection()
    publish(federation.partner, moved())
    federation.job.run_due()
    after = federation.connection()
    assert federation.consumers() == [MOVED]
    names = [each["certView"]["subjectDN"] for each in after["credentials"]["certs"]]
    assert names == ["CN=partner", "CN=other", "CN=encryption"]
    # A certificate that stays is not replaced, and other settings are the administrator's.
    assert after["credentials"]["certs"][0]["x509File"] == before["credentials"]["certs"][0]["x509File"]
    assert (after["name"], after["active"]) == (before["name"], before["active"])
    assert federation.notices() == {}


def test_another_entity_id_is_never_applied_automatically(federation: Federation) -> None:
    federation.change(metadataReloadSettings={**RELOAD, "enableAutoMetadataUpdate": True})
    publish(federation.partner, moved(entity_id=f"{SP}/new"))
    federation.job.run_due()
    assert federation.connection()["entityId"] == SP
    applied = federation.admin.post(f"{CONNECTION}/metadata/apply")
    assert applied.status_code == 200, applied.text
    assert federation.connection()["entityId"] == f"{SP}/new"


def test_an_automatic_update_that_cannot_be_saved_waits(federation: Federation) -> None:
    federation.change(metadataReloadSettings={**RELOAD, "enableAutoMetadataUpdate": True})
    role = moved().sp
    assert role is not None
    twice = tuple(Endpoint(BINDING_POST, f"{MOVED}/{number}", index=3) for number in (1, 2))
    publish(federation.partner, replace(moved(), sp=replace(role, assertion_consumer=twice)))
    federation.job.run_due()
    assert federation.consumers() == [f"{SP}/acs"]
    assert "idp/spConnections:metadata" in federation.notices()
    refused = federation.admin.post(f"{CONNECTION}/metadata/apply")
    assert refused.json()["validationErrors"][0]["message"] == "Two endpoints have the same index."


@pytest.mark.parametrize("broken", ["unsigned", "forged", "expired", "absent", "no such partner"])
def test_metadata_that_cannot_be_trusted_gives_a_notice(federation: Federation, broken: str) -> None:
    federation.change(metadataReloadSettings={**RELOAD, "enableAutoMetadataUpdate": True})
    before = federation.connection()
    publish(federation.partner, moved(), signed=broken != "unsigned")
    if broken == "forged":
        status, content = federation.partner.answers["/metadata"]
        federation.partner.answers["/metadata"] = status, content.replace(b"/moved", b"/evil")
    if broken == "expired":
        publish(federation.partner, moved(valid_until=federation.server.clock.now() - timedelta(seconds=1)))
    if broken == "absent":
        federation.partner.answers["/metadata"] = 404, b""
    if broken == "no such partner":
        publish(federation.partner, replace(moved(), sp=None))
    federation.job.run_due()
    assert federation.connection() == before
    assert federation.notices()["metadataUrls:reading"]["description"] == (
        "The metadata of Metadata 0 cannot be read. Read it on its page to see the reason."
    )
    publish(federation.partner)
    federation.server.clock.advance(minutes=30)
    federation.job.run_due()
    assert "metadataUrls:reading" in federation.notices()
    federation.server.clock.advance(minutes=31)
    federation.job.run_due()
    assert federation.notices() == {}


def test_a_change_that_the_partner_takes_back_is_forgotten(federation: Federation) -> None:
    publish(federation.partner, moved())
    federation.job.run_due()
    publish(federation.partner)
    federation.read_again()
    assert federation.notices() == {}
    refused = federation.admin.post(f"{CONNECTION}/metadata/apply")
    assert refused.json()["validationErrors"][0]["errorId"] == "no_changes"


def test_a_connection_that_no_longer_uses_the_address_has_no_changes(federation: Federation) -> None:
    publish(federation.partner, moved())
    federation.job.run_due()
    saved = {name: each for name, each in federation.connection().items() if name != "metadataReloadSettings"}
    assert federation.admin.put(CONNECTION, saved).status_code == 200
    assert federation.notices() == {}


def test_the_record_of_a_deleted_address_is_deleted(federation: Federation) -> None:
    federation.partner.answers.clear()
    federation.job.run_due()
    saved = {name: each for name, each in federation.connection().items() if name != "metadataReloadSettings"}
    assert federation.admin.delete(f"{API}{METADATA_URLS}/metadata-0").status_code == 422
    assert federation.admin.put(CONNECTION, saved).status_code == 200
    assert federation.admin.delete(f"{API}{METADATA_URLS}/metadata-0").status_code == 204
    assert federation.notices() == {}
    federation.read_again()
    address = metadata_url(0, url=f"{federation.partner.url}/metadata")
    assert federation.admin.post(f"{API}{METADATA_URLS}", address).status_code == 201
    assert federation.notices() == {}


def test_a_connection_is_compared_on_request(federation: Federation) -> None:
    same = federation.admin.post(f"{CONNECTION}/metadata/compare")
    assert same.json() == {"differences": []}
    publish(federation.partner, moved())
    found = federation.admin.post(f"{CONNECTION}/metadata/compare").json()["differences"]
    assert [each["part"] for each in found] == ["SSO_ENDPOINTS", "CERTIFICATES"]
    assert found[0]["added"] == [f"POST {MOVED}, index 3, default"]
    assert federation.consumers() == [f"{SP}/acs"]
    federation.partner.answers.clear()
    refused = federation.admin.post(f"{CONNECTION}/metadata/compare")
    assert "status 404" in refused.json()["validationErrors"][0]["message"]


def test_only_saml_connections_have_metadata(federation: Federation) -> None:
    body = {
        "type": "IDP",
        "name": "JWT",
        "entityId": "https://jwt.example",
        "credentials": {"jwksUrl": "https://jwt.example/jwks"},
        "metadataReloadSettings": RELOAD,
    }
    refused = federation.admin.post(f"{API}/sp/idpConnections", body)
    paths = [each["fieldPath"] for each in refused.json()["validationErrors"]]
    assert "metadataReloadSettings.metadataUrlRef" in paths
