"""The demo's server as SAML identity provider of partners that other projects wrote."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from hanse.demo.planned_objects import CONTRACT_ID
from tests.flows.server import API
from tests.interop.demo_provider import Provider, demo_provider
from tests.support.mappings import from_source
from tests.support.saml import SamlKey

ENTITY_ID: Final = "https://idp.hanse.example"
SIGNING_KEY: Final = {
    "id": "saml-signing",
    "commonName": "idp.hanse.example",
    "organization": "Hanse",
    "country": "DE",
    "validDays": 30,
    "keyAlgorithm": "RSA",
    "keySize": 2048,
    "signatureAlgorithm": "SHA256withRSA",
}


def sp_connection(entity_id: str, consumer_url: str, logout_url: str, key: SamlKey, **more: Any) -> dict[str, Any]:
    """Return the connection to a partner that signs its messages, and gets the user's name as subject and `mail`."""
    certificate = b64encode(key.certificate.public_bytes(Encoding.DER)).decode()
    return {
        "type": "SP",
        "id": "apache",
        "name": "Apache",
        "entityId": entity_id,
        "active": True,
        "credentials": {
            "certs": [{"x509File": {"fileData": certificate}, "primaryVerificationCert": True, "encryptionCert": True}],
            "signingSettings": {
                "signingKeyPairRef": {"id": SIGNING_KEY["id"]},
                "algorithm": "SHA256withRSA",
                "includeCertInSignature": True,
            },
        },
        "spBrowserSso": {
            "protocol": "SAML20",
            "enabledProfiles": ["SP_INITIATED_SSO", "SP_INITIATED_SLO"],
            "incomingBindings": ["REDIRECT", "POST"],
            "requireSignedAuthnRequests": True,
            "signAssertions": True,
            "ssoServiceEndpoints": [{"binding": "POST", "url": consumer_url, "index": 0, "isDefault": True}],
            "sloServiceEndpoints": [{"binding": "REDIRECT", "url": logout_url}],
            "attributeContract": {"extendedAttributes": [{"name": "mail"}]},
            "assertionLifetime": {"minutesBefore": 1, "minutesAfter": 5},
            "adapterMappings": [],
            "authenticationPolicyContractAssertionMappings": [
                {
                    "authenticationPolicyContractRef": {"id": CONTRACT_ID},
                    "attributeContractFulfillment": {
                        "SAML_SUBJECT": from_source("AUTHENTICATION_POLICY_CONTRACT", "subject", CONTRACT_ID),
                        "mail": from_source("AUTHENTICATION_POLICY_CONTRACT", "email", CONTRACT_ID),
                    },
                }
            ],
            **more,
        },
    }


@contextmanager
def saml_identity_provider(data: Path) -> Iterator[Provider]:
    """Serve the demo's users, with an entity ID and a signing key."""
    with demo_provider(data) as provider:
        settings = provider.done("GET", "/serverSettings")
        settings["federationInfo"] |= {"saml2EntityId": ENTITY_ID}
        provider.done("PUT", "/serverSettings", settings)
        provider.done("POST", "/keyPairs/signing/generate", SIGNING_KEY)
        yield provider


def add_connection(provider: Provider, connection: dict[str, Any]) -> bytes:
    """Add an SP connection, and return the metadata of the server for this partner."""
    provider.done("POST", "/idp/spConnections", connection)
    exported = {"connectionType": "SP", "connectionId": connection["id"]}
    metadata = provider.admin.post(f"{API}/connectionMetadata/export", json=exported)
    assert metadata.status_code == 200, metadata.text
    return metadata.content


def pem_of(key: SamlKey) -> tuple[bytes, bytes]:
    """Return the private key and the certificate as files for a partner."""
    private = key.rsa_key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    return private, key.certificate.public_bytes(Encoding.PEM)
