"""SP connections over the admin API: protocol, endpoints, signatures, mappings and credentials."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.flows.connection_calls import SP_CONNECTIONS
from tests.flows.key_calls import KEY_PAIR, RSA_PAIR
from tests.flows.pages import set_base_url, visit
from tests.flows.server import API, Client, FlowServer
from tests.support.idp_connections import verification_certificate
from tests.support.mappings import from_source
from tests.support.sp_connections import (
    CONSUMER,
    CONTRACT_MAPPINGS,
    adapter_mapping,
    browser_sso,
    contract_mapping,
    sp_connection,
)

CONNECTIONS = f"{API}{SP_CONNECTIONS}"
SSO = "spBrowserSso"


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Client:
    return filled_server.basic("Administrator")


@pytest.fixture(autouse=True)
def only_two_connections(admin: Client) -> Iterator[None]:
    """Delete what a test has created, because the license allows ten connections."""
    yield
    for each in admin.get(CONNECTIONS).json()["items"]:
        if each["id"] not in ("sp-0", "sp-1"):
            admin.delete(f"{CONNECTIONS}/{each['id']}")


def findings(admin: Client, *, sso: dict[str, Any] | None = None, **changes: Any) -> list[tuple[str | None, str]]:
    """Return the errors of a new connection with these changes."""
    answer = admin.post(CONNECTIONS, sp_connection("bad", sso=sso, **changes))
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath"), each["message"]) for each in answer.json()["validationErrors"]]


def signed_by(pair: str, **more: Any) -> dict[str, Any]:
    return {"signingSettings": {"signingKeyPairRef": {"id": pair}, **more}}


class TestProtocol:
    @pytest.mark.parametrize(
        ("protocol", "label"),
        [("SAML11", "SAML 1.1"), ("SAML10", "SAML 1.0"), ("OIDC", "OpenID Connect")],
    )
    def test_other_protocols_are_refused(self, admin: Client, protocol: str, label: str) -> None:
        text = f"{label} is not supported by this version. Choose SAML 2.0 or WS-Federation."
        assert findings(admin, sso=browser_sso(protocol=protocol)) == [(f"{SSO}.protocol", text)]

    @pytest.mark.parametrize(
        ("member", "value"),
        [
            ("wsTrust", {"partnerServiceIds": ["x"]}),
            ("outboundProvision", {"type": "SCIM"}),
        ],
    )
    def test_a_member_that_has_no_effect_is_refused(self, admin: Client, member: str, value: Any) -> None:
        text = f"{member} is not supported by this version. Leave it out."
        assert findings(admin, **{member: value}) == [(None, text)]

    def test_members_that_clients_always_send_are_answered(self, admin: Client) -> None:
        off = {"encryptedAttributes": [], "encryptSloSubjectNameId": False, "sloSubjectNameIDEncrypted": False}
        sso = browser_sso(encryptionPolicy=off, enabledProfiles=["IDP_INITIATED_SSO"], incomingBindings=[])
        sso[CONTRACT_MAPPINGS] = [contract_mapping("apc-0", restrictedVirtualEntityIds=[])]
        made = admin.post(CONNECTIONS, sp_connection("off", sso=sso, virtualEntityIds=[]))
        assert made.status_code == 201, made.text
        shown = made.json()
        assert shown[SSO]["encryptionPolicy"] == {**off, "encryptAssertion": False}
        assert shown["virtualEntityIds"] == []
        assert shown[SSO][CONTRACT_MAPPINGS][0]["restrictedVirtualEntityIds"] == []
        assert "incomingBindings" not in shown[SSO]

    def test_an_identity_provider_is_refused(self, admin: Client) -> None:
        assert [path for path, _ in findings(admin, type="IDP")] == ["type"]

    def test_the_address_that_starts_a_sign_in_is_the_servers(self, admin: Client) -> None:
        sso = browser_sso(ssoApplicationEndpoint="https://other.example.com")
        assert admin.put(f"{API}/serverSettings", {"federationInfo": {"baseUrl": ""}}).status_code == 200
        made = admin.post(CONNECTIONS, sp_connection("start", sso=sso, entityId="urn:sp a&b"))
        assert made.status_code == 201, made.text
        assert "ssoApplicationEndpoint" not in made.json()[SSO]
        set_base_url(admin)
        shown = admin.get(f"{CONNECTIONS}/sp-start").json()
        address = "https://sso.example.com/idp/startSSO.ping?PartnerSpId=urn%3Asp+a%26b"
        assert shown[SSO]["ssoApplicationEndpoint"] == address
        again = admin.put(f"{CONNECTIONS}/sp-start", shown)
        assert again.json() == shown
        assert again.headers["ETag"] == made.headers["ETag"]
        page = visit(admin.server.client().sign_in(), "spConnections/edit/sp-start")
        assert address in page.text


class TestEndpoints:
    @pytest.mark.parametrize(
        "url",
        [
            "javascript:alert(1)",
            "https://sp.example.com/#fragment",
            "https://sp.example.com@evil.example/",
            "ftp://sp.example.com/acs",
            "https:///acs",
            "https://sp.example.com/a b",
        ],
    )
    def test_an_endpoint_must_be_an_http_or_https_address(self, admin: Client, url: str) -> None:
        found = findings(admin, sso=browser_sso(ssoServiceEndpoints=[{"binding": "POST", "url": url}]))
        assert found == [(f"{SSO}.ssoServiceEndpoints[0].url", "Enter an http or https URL.")]

    def test_a_path_needs_the_base_url_of_the_connection(self, admin: Client) -> None:
        sso = browser_sso(ssoServiceEndpoints=[{"binding": "POST", "url": "/acs"}])
        text = "Enter a complete URL, or a base URL of the connection."
        assert findings(admin, sso=sso) == [(f"{SSO}.ssoServiceEndpoints[0].url", text)]
        made = admin.post(CONNECTIONS, sp_connection("paths", sso=sso, baseUrl="https://paths.example.com"))
        assert made.status_code == 201, made.text

    def test_indexes_are_unique_and_one_endpoint_is_the_default(self, admin: Client) -> None:
        first = {"binding": "POST", "url": CONSUMER, "index": 3, "isDefault": True}
        found = findings(admin, sso=browser_sso(ssoServiceEndpoints=[first, {**first, "url": f"{CONSUMER}/2"}]))
        path = f"{SSO}.ssoServiceEndpoints"
        assert found == [
            (path, "Two endpoints have the same index."),
            (path, "Only one endpoint can be the default."),
        ]

    def test_a_profile_needs_its_endpoints_and_bindings(self, admin: Client) -> None:
        found = findings(admin, sso=browser_sso(ssoServiceEndpoints=[], incomingBindings=[]))
        assert found == [
            (f"{SSO}.ssoServiceEndpoints", "Add an assertion consumer service."),
            (f"{SSO}.incomingBindings", "Choose POST, Redirect or Artifact."),
        ]
        # With IdP-initiated logout, the partner sends responses.
        sso = browser_sso(enabledProfiles=["IDP_INITIATED_SSO", "IDP_INITIATED_SLO"], incomingBindings=[])
        assert (f"{SSO}.incomingBindings", "Choose POST, Redirect, Artifact or SOAP.") in findings(admin, sso=sso)

    def test_assertions_are_sent_by_post_and_by_artifact_only(self, admin: Client) -> None:
        found = findings(admin, sso=browser_sso(ssoServiceEndpoints=[{"binding": "REDIRECT", "url": CONSUMER}]))
        text = "Assertions cannot be sent by the binding Redirect. Choose POST or Artifact."
        assert found == [(f"{SSO}.ssoServiceEndpoints[0].binding", text)]


class TestSignatures:
    def test_an_active_connection_needs_a_signing_key(self, admin: Client) -> None:
        path = "credentials.signingSettings.signingKeyPairRef"
        assert findings(admin, active=True) == [(path, "An active connection needs a signing key.")]
        made = admin.post(CONNECTIONS, sp_connection("active", active=True, credentials=signed_by(KEY_PAIR)))
        assert made.status_code == 201, made.text

    def test_responses_or_assertions_must_be_signed(self, admin: Client) -> None:
        found = findings(admin, sso=browser_sso(signResponseAsRequired=False))
        assert found == [(f"{SSO}.signAssertions", "Sign responses or assertions.")]

    def test_the_signing_algorithm_must_fit_the_key(self, admin: Client) -> None:
        found = findings(admin, credentials=signed_by(RSA_PAIR, algorithm="SHA256withECDSA"))
        assert found == [("credentials.signingSettings.algorithm", "The signing key cannot use this algorithm.")]

    @pytest.mark.parametrize("algorithm", ["SHA1withRSA", "SHA1withDSA", "none", "HS256"])
    def test_weak_algorithms_are_refused(self, admin: Client, algorithm: str) -> None:
        found = findings(admin, credentials=signed_by(RSA_PAIR, algorithm=algorithm))
        assert [path for path, _ in found] == ["credentials.signingSettings.algorithm"]

    def test_signed_requests_need_a_certificate(self, admin: Client) -> None:
        found = findings(admin, sso=browser_sso(requireSignedAuthnRequests=True))
        assert found == [("credentials.certs", "Signed requests need an active verification certificate.")]

    def test_the_name_of_a_signer_replaces_a_certificate_but_for_the_redirect_binding(self, admin: Client) -> None:
        names = {**signed_by(RSA_PAIR), "verificationSubjectDN": "CN=sp, O=Example"}
        text = (
            "Messages of the Redirect binding contain no certificate, so that the subject DN does not apply to them."
            " Add a certificate of the partner, or remove the binding."
        )
        by_redirect = browser_sso(requireSignedAuthnRequests=True, incomingBindings=["POST", "REDIRECT"])
        found = findings(admin, sso=by_redirect, credentials=names)
        assert found == [("spBrowserSso.incomingBindings", text)]
        by_post = browser_sso(requireSignedAuthnRequests=True, incomingBindings=["POST"])
        made = admin.post(CONNECTIONS, sp_connection("named", sso=by_post, credentials=names))
        assert made.status_code == 201, made.text
        assert made.json()["credentials"]["verificationSubjectDN"] == "CN=sp, O=Example"
        endpoint = [{"binding": "POST", "url": "https://sp.example.com/slo"}]
        profiles = ["IDP_INITIATED_SSO", "SP_INITIATED_SLO"]
        logout = browser_sso(enabledProfiles=profiles, sloServiceEndpoints=endpoint, incomingBindings=["REDIRECT"])
        assert ("spBrowserSso.incomingBindings", text) in findings(admin, sso=logout, credentials=names)

    def test_encryption_needs_an_rsa_certificate(self, admin: Client) -> None:
        sso = browser_sso(encryptionPolicy={"encryptAssertion": True})
        text = "Encryption needs an encryption certificate."
        assert findings(admin, sso=sso) == [("credentials.certs", text)]
        curve = verification_certificate(4, encryptionCert=True, activeVerificationCert=False)
        found = findings(admin, sso=sso, credentials={"certs": [curve]})
        assert found == [("credentials.certs", "An encryption certificate needs an RSA key.")]

    def test_a_key_pair_that_a_connection_uses_cannot_be_deleted(self, admin: Client) -> None:
        body = sp_connection("keyed", credentials=signed_by(KEY_PAIR))
        assert admin.post(CONNECTIONS, body).status_code == 201
        assert admin.delete(f"{API}/keyPairs/signing/{KEY_PAIR}").status_code == 422


class TestMappings:
    def test_a_connection_needs_a_source_of_users(self, admin: Client) -> None:
        text = "Add a mapping of an IdP adapter or of an authentication policy contract."
        assert findings(admin, sso=browser_sso(**{CONTRACT_MAPPINGS: []})) == [(f"{SSO}.adapterMappings", text)]

    def test_each_contract_has_one_mapping(self, admin: Client) -> None:
        found = findings(admin, sso=browser_sso(**{CONTRACT_MAPPINGS: [contract_mapping("apc-0")] * 2}))
        path = f"{SSO}.{CONTRACT_MAPPINGS}[1].authenticationPolicyContractRef"
        assert found == [(path, "The connection already has a mapping for this policy contract.")]

    def test_the_name_identifier_needs_a_value_unless_the_server_makes_it(self, admin: Client) -> None:
        mapping = contract_mapping("apc-0", attributeContractFulfillment={})
        path = f"{SSO}.{CONTRACT_MAPPINGS}[0].attributeContractFulfillment.SAML_SUBJECT"
        found = findings(admin, sso=browser_sso(**{CONTRACT_MAPPINGS: [mapping]}))
        assert found == [(path, "The attribute SAML_SUBJECT is not fulfilled.")]
        transient = browser_sso(**{CONTRACT_MAPPINGS: [mapping], "spSamlIdentityMapping": "TRANSIENT"})
        assert admin.post(CONNECTIONS, sp_connection("transient", sso=transient)).status_code == 201

    def test_attributes_outside_the_contract_cannot_be_mapped(self, admin: Client) -> None:
        values = {"SAML_SUBJECT": from_source("AUTHENTICATION_POLICY_CONTRACT", "role", "apc-0")}
        mapping = contract_mapping("apc-0", attributeContractFulfillment=values)
        [(path, _text)] = findings(admin, sso=browser_sso(**{CONTRACT_MAPPINGS: [mapping]}))
        assert path == f"{SSO}.{CONTRACT_MAPPINGS}[0].attributeContractFulfillment.SAML_SUBJECT.value"

    def test_an_adapter_that_does_not_exist_cannot_be_mapped(self, admin: Client) -> None:
        found = findings(admin, sso=browser_sso(adapterMappings=[adapter_mapping("nobody")]))
        assert f"{SSO}.adapterMappings[0].idpAdapterRef" in "".join(str(path) for path, _ in found)

    def test_a_contract_that_a_connection_uses_cannot_be_deleted(self, admin: Client) -> None:
        assert admin.delete(f"{API}/authenticationPolicyContracts/apc-0").status_code == 422
        used = admin.get(f"{API}/internal/usedBy/authenticationPolicyContracts/apc-0").json()["items"]
        assert "Service 0" in {each.get("name") for each in used}

    def test_virtual_server_ids_of_a_mapping_are_those_of_the_connection(self, admin: Client) -> None:
        mapping = contract_mapping("apc-0", restrictVirtualEntityIds=True, restrictedVirtualEntityIds=["urn:other"])
        found = findings(admin, sso=browser_sso(**{CONTRACT_MAPPINGS: [mapping]}), virtualEntityIds=["urn:one"])
        path = f"{SSO}.{CONTRACT_MAPPINGS}[0].restrictedVirtualEntityIds[0]"
        assert found == [(path, "The connection has no such virtual server ID.")]


class TestCredentials:
    def test_certificates_are_added_and_replaced_one_by_one(self, admin: Client) -> None:
        assert admin.post(CONNECTIONS, sp_connection("certified")).status_code == 201
        path = f"{CONNECTIONS}/sp-certified/credentials/certs"
        added = admin.post(path, verification_certificate(4))
        assert added.status_code == 201, added.text
        assert added.json()["certView"]["status"] == "VALID"
        admin.post(path, verification_certificate(5))
        assert len(admin.get(path).json()["items"]) == 2
        repeated = admin.post(path, verification_certificate(5)).json()["validationErrors"]
        assert [each["fieldPath"] for each in repeated] == ["certs[2].x509File.fileData"]
        replaced = admin.put(path, {"items": [verification_certificate(6)]})
        assert len(replaced.json()["items"]) == 1
        assert len(admin.get(f"{CONNECTIONS}/sp-certified").json()["credentials"]["certs"]) == 1

    def test_signing_settings_are_read_and_replaced(self, admin: Client) -> None:
        made = admin.post(CONNECTIONS, sp_connection("signing"))
        assert made.status_code == 201, made.text
        path = f"{CONNECTIONS}/sp-signing/credentials/signingSettings"
        assert admin.get(path).status_code == 404
        settings = {"signingKeyPairRef": {"id": KEY_PAIR}, "includeCertInSignature": True}
        settings |= {"includeRawKeyInSignature": False, "alternativeSigningKeyPairRefs": []}
        assert admin.put(path, settings).json() == settings
        assert admin.get(path).json() == settings
        bad = admin.put(path, {**settings, "algorithm": "SHA256withRSA"}).json()["validationErrors"]
        assert [each["fieldPath"] for each in bad] == ["signingSettings.algorithm"]

    def test_decryption_keys_are_read_and_replaced(self, admin: Client) -> None:
        path = f"{CONNECTIONS}/sp-0/credentials/decryptionKeys"
        assert admin.get(path).json() == {}
        keys = {"primaryKeyRef": {"id": RSA_PAIR}}
        assert admin.put(path, keys).json() == keys
        assert admin.get(path).json() == keys
        # An elliptic curve key cannot decrypt.
        assert admin.put(path, {"primaryKeyRef": {"id": KEY_PAIR}}).status_code == 422


class TestCopies:
    def test_a_copy_has_the_settings_of_the_original_and_is_inactive(self, admin: Client) -> None:
        original = admin.post(CONNECTIONS, sp_connection("made", active=True, credentials=signed_by(KEY_PAIR))).json()
        sent = {"name": "Copy", "entityId": "https://copy.example.com"}
        made = admin.post(f"{CONNECTIONS}/sp-made/copy", sent)
        assert made.status_code == 201, made.text
        copied = made.json()
        assert copied["active"] is False
        assert copied["id"] != "sp-made"
        assert (copied["name"], copied["entityId"]) == ("Copy", "https://copy.example.com")
        same = ("spBrowserSso", "credentials")
        for each in (original, copied):
            # The address that starts a sign-in names the partner.
            each[SSO].pop("ssoApplicationEndpoint", None)
        assert {name: copied[name] for name in same} == {name: original[name] for name in same}

    def test_a_copy_needs_an_entity_id_of_its_own(self, admin: Client) -> None:
        sent = {"name": "Copy", "entityId": sp_connection(0)["entityId"]}
        refused = admin.post(f"{CONNECTIONS}/sp-0/copy", sent)
        assert [each["fieldPath"] for each in refused.json()["validationErrors"]] == ["entityId"]


def test_a_connection_is_found_by_its_exact_entity_id(admin: Client) -> None:
    long, other = f"https://long.example.com/{'a' * 900}", "https://exact.example.com/B"
    for name, entity_id in (("long", long), ("exact", other)):
        made = admin.post(CONNECTIONS, sp_connection(name, entityId=entity_id))
        assert made.status_code == 201, made.text
    for entity_id, expected in ((long, ["sp-long"]), (other, ["sp-exact"]), (other.lower(), [])):
        found = admin.get(CONNECTIONS, params={"entityId": entity_id}).json()["items"]
        assert [each["id"] for each in found] == expected
