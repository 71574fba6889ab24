"""Bodies of IdP connections."""

from datetime import datetime, timedelta
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


def credentials_until(end: datetime) -> Body:
    """Return the credentials of a connection with one certificate, which expires at a time."""
    lifetime = timedelta(days=365)
    pem = certificate(3, start=end - lifetime, lifetime=lifetime).public_bytes(Encoding.PEM).decode()
    return {"certs": [{"x509File": {"fileData": pem}}]}


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


def saml_connection(number: int | str = 0, **sso: Any) -> Body:
    """Return the body of a connection for Browser SSO with SAML 2.0, with changes of `idpBrowserSso`."""
    usual = {
        "protocol": "SAML20",
        "enabledProfiles": ["SP_INITIATED_SSO"],
        "incomingBindings": ["POST"],
        "ssoServiceEndpoints": [{"binding": "REDIRECT", "url": "https://idp.example.com/sso"}],
        "idpIdentityMapping": "NONE",
        "attributeContract": {"extendedAttributes": [{"name": "mail"}]},
    }
    return {
        "type": "IDP",
        "id": f"saml-{number}",
        "name": f"SAML {number}",
        "entityId": f"https://idp.example.com/saml/{number}",
        "active": True,
        "credentials": {"certs": [verification_certificate()]},
        "idpBrowserSso": {**usual, **sso},
    }


def openid_connection(number: int | str = 0, **provider: Any) -> Body:
    """Return the body of a connection to an OpenID provider, with changes of `oidcProviderSettings`."""
    issuer = f"https://op-{number}.example.com"
    usual = {
        "scopes": "openid email",
        "authorizationEndpoint": f"{issuer}/authorize",
        "loginType": "CODE",
        "authenticationScheme": "BASIC",
        "tokenEndpoint": f"{issuer}/token",
        "userInfoEndpoint": f"{issuer}/userinfo",
        "jwksURL": f"{issuer}/jwks",
    }
    sso = {
        "protocol": "OIDC",
        "oidcProviderSettings": {**usual, **provider},
        "idpIdentityMapping": "NONE",
        "attributeContract": {"extendedAttributes": [{"name": "email"}]},
    }
    return {
        "type": "IDP",
        "id": f"openid-{number}",
        "name": f"OpenID {number}",
        "entityId": issuer,
        "active": True,
        "oidcClientCredentials": {"clientId": "hanse", "clientSecret": "a-secret-of-the-provider"},
        "idpBrowserSso": sso,
    }
