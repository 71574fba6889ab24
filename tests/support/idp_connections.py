"""Bodies of IdP connections."""

from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding

from tests.support.key_pairs import certificate
from tests.support.mappings import from_source

Body = dict[str, Any]
PARTNER = "https://idp.example.com"
KEYS_URL = "https://idp.example.com/jwks"


def verification_certificate(number: int = 1, **uses: bool) -> Body:
    """Return a certificate of a connection; its private key is `ec_key(number)`."""
    pem = certificate(number).public_bytes(Encoding.PEM).decode()
    return {"x509File": {"fileData": pem}, "activeVerificationCert": True, **uses}


def manager_mapping(manager: str = "manager-0", **more: Any) -> Body:
    """Return the fulfillment of the contract of an access token manager."""
    return {
        "accessTokenManagerRef": {"id": manager},
        "attributeContractFulfillment": {
            "sub": from_source("ASSERTION", "TOKEN_SUBJECT"),
            "mail": from_source("ASSERTION", "mail"),
        },
        **more,
    }


def idp_connection(number: int | str = 0, **more: Any) -> Body:
    """Return the body of a connection whose partner publishes its keys at `KEYS_URL`."""
    return {
        "type": "IDP",
        "id": f"partner-{number}",
        "name": f"Partner {number}",
        "entityId": PARTNER if number == 0 else f"{PARTNER}/{number}",
        "active": True,
        "credentials": {"jwksUrl": KEYS_URL},
        "idpOAuthGrantAttributeMapping": {
            "idpOAuthAttributeContract": {"extendedAttributes": [{"name": "mail"}]},
            "accessTokenManagerMappings": [manager_mapping()],
        },
        **more,
    }
