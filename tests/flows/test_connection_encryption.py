"""Keys and certificates that the encryption settings of connections need."""

import pytest

from tests.flows.connection_calls import idp_connection_errors
from tests.flows.server import Client
from tests.flows.test_sp_connections import SSO, admin, only_two_connections
from tests.flows.test_sp_connections import findings as sp_findings
from tests.support.idp_connections import saml_connection, verification_certificate
from tests.support.sp_connections import browser_sso

__all__ = ["admin", "only_two_connections"]

NO_CERTIFICATE = ("credentials.certs", "Encryption needs an encryption certificate.")


def test_encryption_needs_its_keys_and_attributes_of_the_contract(admin: Client) -> None:
    for policy, error in (
        ({"encryptedAttributes": ["SAML_SUBJECT"]}, NO_CERTIFICATE),
        ({"encryptSloSubjectNameId": True}, NO_CERTIFICATE),
        ({"sloSubjectNameIDEncrypted": True}, ("credentials.decryptionKeyPairRef", "Choose the decryption key.")),
    ):
        assert sp_findings(admin, sso=browser_sso(encryptionPolicy=policy)) == [error]
    unknown = browser_sso(encryptionPolicy={"encryptedAttributes": ["SAML_SUBJECT", "unknown"]})
    assert sp_findings(admin, sso=unknown) == [
        NO_CERTIFICATE,
        (
            f"{SSO}.encryptionPolicy.encryptedAttributes[1]",
            "The attribute contract does not have this attribute.",
        ),
    ]


@pytest.mark.parametrize(
    "policy",
    ["assertionEncrypted", "subjectNameIdEncrypted", "attributesEncrypted", "sloSubjectNameIDEncrypted"],
)
def test_keys_of_this_server_are_required_where_they_are_used(admin: Client, policy: str) -> None:
    sso = {"signAuthnRequests": True, "decryptionPolicy": {policy: True}}
    assert [path for path, _ in idp_connection_errors(admin, saml_connection("bad", **sso))] == [
        "credentials.signingSettings.signingKeyPairRef",
        "credentials.decryptionKeyPairRef",
    ]


def test_encryption_of_logout_requests_needs_an_encryption_certificate(admin: Client) -> None:
    body = saml_connection("bad", decryptionPolicy={"sloEncryptSubjectNameID": True})
    assert idp_connection_errors(admin, body) == [("credentials.certs", "Encryption needs an encryption certificate.")]
    curve = verification_certificate(5, encryptionCert=True)
    body["credentials"]["certs"].append(curve)
    assert idp_connection_errors(admin, body) == [("credentials.certs", "An encryption certificate needs an RSA key.")]
