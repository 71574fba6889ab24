"""Metadata of a partner becomes the body of a connection, and that of this server is exported for a partner."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.saml.envelopes import SignatureTrust
from hanse.saml.metadata import Endpoint, EntityDescriptor
from hanse.saml.metadata_reading import open_metadata
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST, BINDING_REDIRECT, BINDING_SOAP
from tests.flows.connection_calls import IDP_CONNECTIONS, SP_CONNECTIONS
from tests.flows.key_calls import RSA_PAIR
from tests.flows.metadata_calls import CONVERT, EXPORT
from tests.flows.server import API, Client, FlowServer
from tests.support.mappings import text as fixed_text
from tests.support.saml import IDP, SP, saml_key
from tests.support.saml_metadata import (
    CONSUMER,
    IDENTITY_PROVIDER,
    PARTNER,
    SERVICE_PROVIDER,
    metadata,
)
from tests.support.sp_connections import CONTRACT_MAPPINGS, contract_mapping

ENTITY = "urn:hanse:test"
SETTINGS = f"{API}/serverSettings/federationInfo"


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Iterator[Client]:
    client = filled_server.basic("Administrator")
    before = client.get(SETTINGS).json()
    changed = client.put(SETTINGS, {**before, "saml2EntityId": ENTITY, "baseUrl": "https://sso.example.com:9031"})
    assert changed.status_code == 200, changed.text
    yield client
    client.put(SETTINGS, before)


def converted(admin: Client, text: str, connection_type: str = "SP", **more: Any) -> dict[str, Any]:
    answer = admin.post(CONVERT, _request(text, connection_type, **more))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refusal(admin: Client, text: str, connection_type: str = "SP", **more: Any) -> str:
    answer = admin.post(CONVERT, _request(text, connection_type, **more))
    assert answer.status_code == 422, answer.text
    return str(answer.json()["validationErrors"][0]["message"])


def _request(text: str, connection_type: str, **more: Any) -> dict[str, Any]:
    return {"connectionType": connection_type, "expectedProtocol": "SAML20", "samlMetadata": text, **more}


def pem(name: str = "partner") -> str:
    return saml_key(name).certificate.public_bytes(Encoding.PEM).decode()


class TestServiceProviders:
    def test_the_body_has_what_the_metadata_says(self, admin: Client) -> None:
        found = converted(admin, metadata(SERVICE_PROVIDER))
        assert (found["signatureStatus"], "certTrustStatus" in found) == ("UNSIGNED", False)
        body = found["connection"]
        assert (body["type"], body["entityId"], body["name"]) == ("SP", SP, "Portal of the partner")
        assert body["active"] is False
        assert body["contactInfo"]["email"] == "jo@partner.example"
        sso = body["spBrowserSso"]
        assert sso["ssoServiceEndpoints"] == [{"binding": "POST", "url": CONSUMER, "index": 3, "isDefault": True}]
        assert sso["sloServiceEndpoints"] == [
            {"binding": "REDIRECT", "url": f"{SP}/slo", "responseUrl": f"{SP}/slo-answer"}
        ]
        assert (sso["requireSignedAuthnRequests"], sso["signAssertions"]) == (True, True)
        assert [each["name"] for each in sso["attributeContract"]["extendedAttributes"]] == ["mail"]
        uses = [
            (each["activeVerificationCert"], each["primaryVerificationCert"], each["encryptionCert"])
            for each in body["credentials"]["certs"]
        ]
        assert uses == [(True, True, False), (True, False, False), (False, False, True)]

    def test_endpoints_with_bindings_that_connections_do_not_have_are_left_out(self, admin: Client) -> None:
        role = SERVICE_PROVIDER.sp
        assert role is not None
        artifact, soap = Endpoint(BINDING_ARTIFACT, f"{SP}/artifact", index=4), Endpoint(BINDING_SOAP, f"{SP}/soap")
        other = replace(artifact, binding="urn:other")
        more = replace(
            role,
            assertion_consumer=(artifact, other, *role.assertion_consumer),
            single_logout=(soap, other, *role.single_logout),
        )
        sso = converted(admin, metadata(replace(SERVICE_PROVIDER, sp=more)))["connection"]["spBrowserSso"]
        assert {each["binding"] for each in sso["ssoServiceEndpoints"]} == {"ARTIFACT", "POST"}
        assert {each["binding"] for each in sso["sloServiceEndpoints"]} == {"REDIRECT", "SOAP"}

    def test_artifacts_need_a_certificate_that_verifies_requests_for_their_messages(self, admin: Client) -> None:
        role = SERVICE_PROVIDER.sp
        assert role is not None
        artifact = Endpoint(BINDING_ARTIFACT, f"{SP}/artifact", index=4)
        more = replace(
            role,
            signing_certificates=(),
            authn_requests_signed=False,
            assertion_consumer=(artifact, *role.assertion_consumer),
        )
        sso = converted(admin, metadata(replace(SERVICE_PROVIDER, sp=more)))["connection"]["spBrowserSso"]
        assert {each["binding"] for each in sso["ssoServiceEndpoints"]} == {"POST"}

    def test_the_body_can_be_saved(self, admin: Client) -> None:
        body = converted(admin, metadata(SERVICE_PROVIDER))["connection"]
        body["spBrowserSso"][CONTRACT_MAPPINGS] = [contract_mapping("apc-0")]
        body["spBrowserSso"][CONTRACT_MAPPINGS][0]["attributeContractFulfillment"]["mail"] = fixed_text(
            "joe@partner.example"
        )
        made = admin.post(f"{API}{SP_CONNECTIONS}", {**body, "id": "from-metadata"})
        assert made.status_code == 201, made.text
        assert made.json()["entityId"] == SP
        admin.delete(f"{API}{SP_CONNECTIONS}/from-metadata")

    def test_a_template_fills_what_the_metadata_lacks(self, admin: Client) -> None:
        template = {"name": "Mine", "active": True, "spBrowserSso": {"defaultTargetUrl": "https://sp.example/home"}}
        body = converted(admin, metadata(SERVICE_PROVIDER), templateConnection=template)["connection"]
        assert body["name"] == "Portal of the partner"
        assert body["spBrowserSso"]["defaultTargetUrl"] == "https://sp.example/home"

    @pytest.mark.parametrize(
        ("entity", "role", "member"),
        [(SERVICE_PROVIDER, "SP", "spBrowserSso"), (IDENTITY_PROVIDER, "IDP", "idpBrowserSso")],
    )
    def test_a_template_decides_profiles_and_attributes(
        self, admin: Client, entity: EntityDescriptor, role: str, member: str
    ) -> None:
        decided = {
            "enabledProfiles": ["IDP_INITIATED_SSO"],
            "attributeContract": {
                "coreAttributes": [{"name": "SAML_SUBJECT"}],
                "extendedAttributes": [{"name": "uid"}],
            },
        }
        template = {member: {**decided, "ssoServiceEndpoints": []}}
        found = converted(admin, metadata(entity), role, templateConnection=template)["connection"][member]
        assert {name: found[name] for name in decided} == decided
        assert found["ssoServiceEndpoints"]

    def test_an_empty_template_decides_nothing(self, admin: Client) -> None:
        template: dict[str, Any] = {"spBrowserSso": {"enabledProfiles": [], "attributeContract": None}}
        found = converted(admin, metadata(SERVICE_PROVIDER), templateConnection=template)
        assert found == converted(admin, metadata(SERVICE_PROVIDER))

    def test_base64_is_accepted(self, admin: Client) -> None:
        text = b64encode(metadata(SERVICE_PROVIDER).encode()).decode()
        assert converted(admin, text) == converted(admin, metadata(SERVICE_PROVIDER))


def test_an_identity_provider_becomes_a_connection(admin: Client) -> None:
    body = converted(admin, metadata(IDENTITY_PROVIDER), "IDP")["connection"]
    assert (body["type"], body["entityId"], body["name"]) == ("IDP", IDP, IDP)
    sso = body["idpBrowserSso"]
    assert sso["ssoServiceEndpoints"] == [
        {"binding": "REDIRECT", "url": f"{IDP}/sso"},
        {"binding": "POST", "url": f"{IDP}/sso-post"},
    ]
    assert sso["signAuthnRequests"] is True
    assert [each["name"] for each in sso["attributeContract"]["extendedAttributes"]] == ["mail", "groups"]
    body["credentials"]["signingSettings"] = {"signingKeyPairRef": {"id": RSA_PAIR}}
    made = admin.post(f"{API}{IDP_CONNECTIONS}", {**body, "id": "from-metadata"})
    assert made.status_code == 201, made.text
    exported = admin.post(EXPORT, {"connectionType": "IDP", "connectionId": "from-metadata"})
    found = open_metadata(exported.text.encode()).entity(ENTITY).sp
    assert found is not None
    assert [each.location for each in found.assertion_consumer] == ["https://sso.example.com:9031/sp/ACS.saml2"]
    assert (found.authn_requests_signed, len(found.signing_certificates)) == (True, 1)
    admin.delete(f"{API}{IDP_CONNECTIONS}/from-metadata")


class TestSignatures:
    def test_a_signature_by_an_unknown_certificate_is_reported_as_not_trusted(self, admin: Client) -> None:
        found = converted(admin, metadata(SERVICE_PROVIDER, signed=True))
        assert (found["signatureStatus"], found["certTrustStatus"]) == ("SIGNED", "NOT_TRUSTED")
        assert found["certSubjectDn"] == "CN=partner"
        assert found["certExpiration"].startswith("2036-")

    def test_a_pinned_certificate_is_trusted(self, admin: Client) -> None:
        signed = metadata(SERVICE_PROVIDER, signed=True)
        assert converted(admin, signed, verificationCertificate=pem())["certTrustStatus"] == "TRUSTED"
        text = refusal(admin, signed, verificationCertificate=pem("other"))
        assert "signature does not verify" in text
        assert "not signed" in refusal(admin, metadata(SERVICE_PROVIDER), verificationCertificate=pem())

    def test_a_trusted_ca_is_trusted(self, admin: Client) -> None:
        made = admin.post(f"{API}/certificates/ca/import", {"id": "metadata-signer", "fileData": pem()})
        assert made.status_code == 201, made.text
        assert converted(admin, metadata(SERVICE_PROVIDER, signed=True))["certTrustStatus"] == "TRUSTED"
        admin.delete(f"{API}/certificates/ca/metadata-signer")

    def test_a_changed_document_is_refused(self, admin: Client) -> None:
        changed = metadata(SERVICE_PROVIDER, signed=True).replace("/acs", "/evil")
        assert "signature" in refusal(admin, changed)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("x", {}),
        ("<a/>", {}),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', {}),
        (metadata(SERVICE_PROVIDER), {"connection_type": "IDP"}),
        (metadata(SERVICE_PROVIDER), {"expectedEntityId": "https://other.example"}),
        (metadata(SERVICE_PROVIDER), {"expectedProtocol": "SAML11"}),
        (metadata(SERVICE_PROVIDER), {"verificationCertificate": "x"}),
    ],
)
def test_unusable_metadata_is_refused_with_a_reason(admin: Client, text: str, more: dict[str, Any]) -> None:
    assert refusal(admin, text, **more).endswith(".")


class TestExport:
    def exported(self, admin: Client, **changes: Any) -> str:
        answer = admin.post(EXPORT, {"connectionType": "SP", "connectionId": "sp-0", **changes})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/samlmetadata+xml")
        return answer.text

    def test_a_service_provider_receives_the_metadata_of_an_identity_provider(self, admin: Client) -> None:
        document = open_metadata(self.exported(admin).encode())
        found = document.entity(ENTITY)
        assert (document.is_signed, found.sp) == (False, None)
        assert found.idp is not None
        address = "https://sso.example.com:9031/idp/SSO.saml2"
        assert [(each.binding, each.location) for each in found.idp.single_sign_on] == [
            (BINDING_POST, address),
            (BINDING_REDIRECT, address),
        ]
        serial = admin.get(f"{API}/keyPairs/signing/{RSA_PAIR}").json()["serialNumber"]
        assert [str(each.serial_number) for each in found.idp.signing_certificates] == [serial]

    def test_it_is_signed_if_the_request_says_so(self, admin: Client) -> None:
        settings = {"signingKeyPairRef": {"id": RSA_PAIR}, "algorithm": "SHA512withRSA"}
        document = open_metadata(self.exported(admin, signingSettings=settings).encode())
        found = document.entity(ENTITY).idp
        assert found is not None
        assert document.claimed_certificate == found.signing_certificates[0]
        assert document.verified(SignatureTrust(found.signing_certificates)).entity_ids == (ENTITY,)

    def test_unknown_names_are_refused(self, admin: Client) -> None:
        for changes in ({"virtualServerId": "urn:x"}, {"virtualHostName": "x.example"}, {"connectionType": "IDP"}):
            answer = admin.post(EXPORT, {"connectionType": "SP", "connectionId": "sp-0", **changes})
            assert answer.status_code == 422, answer.text

    def test_a_connection_without_saml_has_no_metadata(self, admin: Client) -> None:
        assert admin.get(f"{API}{IDP_CONNECTIONS}/partner-0").status_code == 200
        answer = admin.post(EXPORT, {"connectionType": "IDP", "connectionId": "partner-0"})
        expected = "The connection uses neither SAML 2.0 nor WS-Federation."
        assert answer.json()["validationErrors"][0]["message"] == expected


def test_the_partner_of_the_tests_signs_its_metadata() -> None:
    assert open_metadata(metadata(SERVICE_PROVIDER, signed=True).encode()).verified(PARTNER.trust).entity_ids == (SP,)
