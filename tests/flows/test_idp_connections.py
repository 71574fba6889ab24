"""IdP connections over the admin API: certificates, mappings, and what this version does not support."""

from base64 import b64encode
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.flows.connection_calls import IDP_CONNECTIONS
from tests.flows.pages import visit
from tests.flows.server import API, Client, FlowServer
from tests.support.idp_connections import idp_connection, manager_mapping, verification_certificate
from tests.support.key_pairs import certificate
from tests.support.mappings import from_source

CONNECTIONS = f"{API}{IDP_CONNECTIONS}"
GRANT = "idpOAuthGrantAttributeMapping"


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Client:
    return filled_server.basic("Administrator")


def findings(admin: Client, number: str, **changes: Any) -> list[tuple[str | None, str]]:
    """Return the errors of a new connection with these changes."""
    answer = admin.post(CONNECTIONS, idp_connection(number, **changes))
    assert answer.status_code == 422, answer.text
    return [(each.get("fieldPath"), each["message"]) for each in answer.json()["validationErrors"]]


def with_certificates(*certificates: dict[str, Any]) -> dict[str, Any]:
    return {"certs": list(certificates)}


class TestCertificates:
    @pytest.mark.parametrize("encoding", [Encoding.PEM, Encoding.DER])
    def test_a_certificate_is_stored_as_pem_with_its_facts(self, admin: Client, encoding: Encoding) -> None:
        data = certificate(4).public_bytes(encoding)
        text = data.decode() if encoding is Encoding.PEM else b64encode(data).decode()
        sent = {"x509File": {"fileData": text}, "certView": {"forged": True}}
        # The facts of a certificate are the server's: those of a request are refused if they are malformed.
        assert admin.post(CONNECTIONS, idp_connection("forged", credentials=with_certificates(sent))).status_code == 422
        sent.pop("certView")
        made = admin.post(CONNECTIONS, idp_connection(f"from-{len(text)}", credentials=with_certificates(sent)))
        assert made.status_code == 201, made.text
        [shown] = made.json()["credentials"]["certs"]
        assert shown["x509File"]["fileData"] == certificate(4).public_bytes(Encoding.PEM).decode()
        assert shown["certView"]["subjectDN"] == "CN=Seal 4, O=Hanse\\, Lübeck, C=DE"
        assert shown["certView"]["status"] == "VALID"
        assert shown["certView"]["id"] == shown["x509File"]["id"]
        # An answer can be sent back, and changes nothing.
        again = admin.put(f"{CONNECTIONS}/{made.json()['id']}", made.json())
        assert again.json() == made.json()

    def test_facts_in_a_request_are_ignored(self, admin: Client) -> None:
        body = idp_connection("facts", credentials=with_certificates(verification_certificate(4)))
        made = admin.post(CONNECTIONS, body).json()
        sent = {**made, "credentials": {"certs": [{**made["credentials"]["certs"][0]}]}}
        facts = sent["credentials"]["certs"][0]["certView"]
        sent["credentials"]["certs"][0]["certView"] = {**facts, "subjectDN": "CN=Forged"}
        assert admin.put(f"{CONNECTIONS}/partner-facts", sent).json() == made

    @pytest.mark.parametrize("text", ["no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])
    def test_another_text_is_refused(self, admin: Client, text: str) -> None:
        credentials = with_certificates({"x509File": {"fileData": text}})
        [(path, _message)] = findings(admin, "bad", credentials=credentials)
        assert path == "credentials.certs[0].x509File.fileData"

    def test_two_certificates_in_one_file_are_refused(self, admin: Client) -> None:
        text = "".join(certificate(each).public_bytes(Encoding.PEM).decode() for each in (4, 5))
        found = findings(admin, "bad", credentials=with_certificates({"x509File": {"fileData": text}}))
        assert found == [
            ("credentials.certs[0].x509File.fileData", "The file must contain exactly one certificate."),
        ]

    def test_repeated_and_contradictory_certificates_are_refused(self, admin: Client) -> None:
        uses = {"primaryVerificationCert": True, "encryptionCert": True}
        first, second = verification_certificate(4, **uses), verification_certificate(5, **uses)
        assert findings(admin, "bad", credentials=with_certificates(first, first, second)) == [
            ("credentials.certs[1].x509File.fileData", "The list already has this certificate."),
            ("credentials.certs", "Only one certificate can be the primary one."),
            ("credentials.certs", "Only one certificate can be used for encryption."),
        ]

    def test_the_page_of_a_connection_says_that_it_lacks_keys(self, admin: Client) -> None:
        inactive = with_certificates(verification_certificate(4, activeVerificationCert=False))
        assert admin.post(CONNECTIONS, idp_connection("keyless", credentials=inactive)).status_code == 201
        page = visit(admin.server.client().sign_in(), "idpConnections/edit/partner-keyless")
        assert "No certificate or JWKS URL verifies the partner's assertions, so all of them are refused." in page.text

    def test_keys_are_fetched_over_https_only(self, admin: Client) -> None:
        found = findings(admin, "bad", credentials={"jwksUrl": "http://idp.example.com/jwks"})
        assert found == [("credentials.jwksUrl", "Enter an https URL.")]


class TestMappings:
    def test_a_mapping_is_required(self, admin: Client) -> None:
        grant = {**idp_connection()[GRANT], "accessTokenManagerMappings": []}
        text = "A connection needs at least one access token mapping."
        assert findings(admin, "bad", **{GRANT: grant}) == [(f"{GRANT}.accessTokenManagerMappings", text)]

    def test_each_manager_has_one_mapping(self, admin: Client) -> None:
        grant = {**idp_connection()[GRANT], "accessTokenManagerMappings": [manager_mapping(), manager_mapping()]}
        path = f"{GRANT}.accessTokenManagerMappings[1].accessTokenManagerRef"
        text = "The connection already has a mapping for this access token manager."
        assert findings(admin, "bad", **{GRANT: grant}) == [(path, text)]

    def test_attributes_outside_the_contract_cannot_be_mapped(self, admin: Client) -> None:
        fulfilled = {"sub": from_source("ASSERTION", "role"), "mail": from_source("ASSERTION", "TOKEN_SUBJECT")}
        mappings = [manager_mapping(attributeContractFulfillment=fulfilled)]
        [(path, _message)] = findings(
            admin, "bad", **{GRANT: {**idp_connection()[GRANT], "accessTokenManagerMappings": mappings}}
        )
        assert path == f"{GRANT}.accessTokenManagerMappings[0].attributeContractFulfillment.sub.value"

    def test_a_manager_that_a_connection_uses_cannot_be_deleted(self, admin: Client) -> None:
        answer = admin.delete(f"{API}/oauth/accessTokenManagers/manager-0")
        assert answer.status_code == 422
        used = admin.get(f"{API}/internal/usedBy/oauth/accessTokenManagers/manager-0").json()["items"]
        assert "Partner 0" in {each.get("name") for each in used}


class TestIdentity:
    def test_entity_ids_are_unique(self, admin: Client) -> None:
        found = findings(admin, "bad", entityId=idp_connection()["entityId"])
        assert found == [("entityId", "Another connection has this entity ID.")]

    def test_a_connection_is_found_by_its_entity_id(self, admin: Client) -> None:
        found = admin.get(CONNECTIONS, params={"entityId": idp_connection()["entityId"]}).json()["items"]
        assert [each["id"] for each in found] == ["partner-0"]


class TestSignerNames:
    def test_names_are_stored_as_they_were_sent(self, admin: Client) -> None:
        names = {"verificationSubjectDN": "CN=idp, O=Example", "verificationIssuerDN": "CN=Root"}
        made = admin.post(CONNECTIONS, idp_connection("named", credentials=names))
        assert made.status_code == 201, made.text
        assert names.items() <= made.json()["credentials"].items()
        changed = admin.put(f"{CONNECTIONS}/{made.json()['id']}", made.json())
        assert changed.status_code == 200, changed.text
        assert names.items() <= changed.json()["credentials"].items()
        # The license allows ten connections.
        assert admin.delete(f"{CONNECTIONS}/{made.json()['id']}").status_code == 204

    def test_a_text_that_is_no_name_is_refused(self, admin: Client) -> None:
        text = "Enter a distinguished name such as CN=app, O=Example."
        wrong = {"verificationSubjectDN": "idp"}
        assert findings(admin, "bad", credentials=wrong) == [("credentials.verificationSubjectDN", text)]

    def test_an_issuer_needs_a_subject(self, admin: Client) -> None:
        text = "This applies only together with a subject DN."
        wrong = {"jwksUrl": "https://idp.example.com/jwks", "verificationIssuerDN": "CN=Root"}
        assert findings(admin, "bad", credentials=wrong) == [("credentials.verificationIssuerDN", text)]


class TestUnsupportedMembers:
    def test_a_member_that_has_no_effect_is_refused(self, admin: Client) -> None:
        text = "wsTrust is not supported by this version. Leave it out."
        assert findings(admin, "bad", wsTrust={"generateLocalToken": False, "attributeContract": {}}) == [(None, text)]

    def test_unsupported_members_that_enable_nothing_are_accepted(self, admin: Client) -> None:
        unset: dict[str, Any] = {"idpBrowserSso": None, "extendedProperties": {}}
        made = admin.post(CONNECTIONS, idp_connection("unset", **unset))
        assert made.status_code == 201, made.text
        assert not unset.keys() & made.json().keys()

    def test_a_service_provider_is_refused(self, admin: Client) -> None:
        assert [path for path, _ in findings(admin, "bad", type="SP")] == ["type"]


def test_a_policy_cannot_sign_users_in_with_a_connection_for_assertion_grants(admin: Client) -> None:
    source = {"type": "IDP_CONNECTION", "sourceRef": {"id": "partner-0"}}
    tree = {"action": {"type": "AUTHN_SOURCE", "authenticationSource": source}}
    body = {"name": "By a partner", "rootNode": tree, "enabled": True}
    answer = admin.post(f"{API}/authenticationPolicies/policy", body)
    assert answer.status_code == 422
    text = "The connection Partner 0 has no settings for Browser SSO."
    assert text in {each["message"] for each in answer.json()["validationErrors"]}, answer.text
