"""The clients of the plans: registered at the server under test, and named in the configuration of the suite."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from joserfc.jwk import ECKey

from tools.conformance.certificates import ClientCertificate
from tools.conformance.configuration import AUTHENTICATION_CLASS, OPENID_POLICY, USER

# The suite's names of the clients, and our client identifiers.
SECRET_CLIENTS: Final[Mapping[str, str]] = {
    "client": "conformance-basic",
    "client_secret_post": "conformance-post",
    "client2": "conformance-second",
}
KEY_CLIENTS: Final[Mapping[str, str]] = {"client": "conformance-key", "client2": "conformance-second-key"}
# The suite's names of their certificates.
_CERTIFICATE_PLACES: Final[Mapping[str, str]] = {"client": "mtls", "client2": "mtls2"}
JARM: Final = "jwtSecuredAuthorizationResponseMode"
_SCOPE: Final = "openid profile email address phone offline_access"


def settings_for(variant: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of clients with keys for a variant of a FAPI plan."""
    is_signed = variant.get("fapi_request_method") == "signed_non_repudiation"
    has_jarm = variant.get("fapi_response_mode") == "jarm"
    # FAPI-CIBA builds on FAPI 1, which accepts the address of the token endpoint as the audience, too.
    is_ciba = "ciba_mode" in variant
    key = {
        "type": "PRIVATE_KEY_JWT",
        "tokenEndpointAuthSigningAlgorithm": "ES256",
        "requireIssuerAudience": not is_ciba,
    }
    # Without a subject, the certificate is one of the client's own key set (RFC 8705, section 2.2).
    certificate = {"type": "CERTIFICATE"}
    return {
        "clientAuth": certificate if variant["client_auth_type"] == "mtls" else key,
        "requireDpop": variant.get("sender_constrain") == "dpop",
        # FAPI-CIBA knows certificates only.
        "tlsClientCertificateBoundAccessTokens": variant.get("sender_constrain", "mtls") == "mtls",
        **(_ciba(variant["ciba_mode"]) if is_ciba else {}),
        **({"requireSignedRequests": True, "requestObjectSigningAlgorithm": "ES256"} if is_signed else {}),
        **({f"require{JARM[0].upper()}{JARM[1:]}": True, f"{JARM}SigningAlgorithm": "ES256"} if has_jarm else {}),
    }


def _ciba(mode: str) -> dict[str, Any]:
    return {
        "grantTypes": ["CIBA", "REFRESH_TOKEN"],
        "requirePushedAuthorizationRequests": False,
        "cibaDeliveryMode": mode.upper(),
        "cibaRequireSignedRequests": True,
        "cibaRequestObjectSigningAlgorithm": "ES256",
    }


@dataclass(frozen=True)
class TestClients:
    """Clients with credentials that are made for one run."""

    callback: str
    secrets: Mapping[str, str] = field(
        default_factory=lambda: {name: secrets.token_urlsafe(48) for name in SECRET_CLIENTS}
    )
    keys: Mapping[str, ECKey] = field(
        default_factory=lambda: {
            name: ECKey.generate_key("P-256", {"use": "sig", "alg": "ES256", "kid": name}) for name in KEY_CLIENTS
        }
    )
    certificates: Mapping[str, ClientCertificate] = field(
        default_factory=lambda: {name: ClientCertificate.made(name) for name in KEY_CLIENTS}
    )

    def registered(self, logout_mode: str, key_settings: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the clients as the admin API creates them, by client identifier.

        `key_settings` are further settings of clients with keys.
        """
        with_secrets = {id_: self._with_secret(name, id_, logout_mode) for name, id_ in SECRET_CLIENTS.items()}
        with_keys = {id_: {**self._with_key(name, id_), **key_settings} for name, id_ in KEY_CLIENTS.items()}
        if key_settings.get("cibaDeliveryMode") == "PING":
            for each in with_keys.values():
                each["cibaNotificationEndpoint"] = f"{self._base}/ciba-notification-endpoint"
        return {**with_secrets, **with_keys}

    def with_secrets(self) -> dict[str, Any]:
        """Return the suite's configuration of clients that have a secret."""
        return {name: {"client_id": id_, "client_secret": self.secrets[name]} for name, id_ in SECRET_CLIENTS.items()}

    def with_keys(self) -> dict[str, Any]:
        """Return the suite's configuration of clients that sign with a private key."""
        return {
            name: {
                "client_id": id_,
                "scope": _SCOPE,
                "jwks": {"keys": [self.keys[name].as_dict(private=True)]},
                "dpop_signing_alg": "ES256",
                # Backchannel requests name the user and the class of the sign-in.
                "acr_value": AUTHENTICATION_CLASS,
                "hint_type": "login_hint",
                "hint_value": USER,
            }
            for name, id_ in KEY_CLIENTS.items()
        } | {place: self.certificates[name].for_suite() for name, place in _CERTIFICATE_PLACES.items()}

    @property
    def _base(self) -> str:
        return self.callback.removesuffix("/callback")

    def _with_secret(self, name: str, id_: str, logout_mode: str) -> dict[str, Any]:
        base = self._base
        logout: dict[str, dict[str, Any]] = {
            "OIDC_FRONT_CHANNEL": {"logoutUris": [f"{base}/frontchannel_logout"]},
            "OIDC_BACK_CHANNEL": {"backChannelLogoutUri": f"{base}/backchannel_logout"},
        }
        return {
            "clientId": id_,
            "name": id_,
            "redirectUris": [self.callback, f"{self.callback}?dummy1=lorem&dummy2=ipsum"],
            "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN", "IMPLICIT"],
            "clientAuth": {"type": "SECRET", "secret": self.secrets[name]},
            # The plans for OpenID Connect Core send no PKCE parameters (RFC 7636), which are younger than it.
            "requireProofKeyForCodeExchange": False,
            # Requests with prompt=none expect that consent was given before.
            "bypassApprovalPage": True,
            "oidcPolicy": {
                "policyGroup": {"id": OPENID_POLICY},
                "postLogoutRedirectUris": [f"{base}/post_logout_redirect"],
                "logoutMode": logout_mode,
                **logout.get(logout_mode, {}),
            },
        }

    def _with_key(self, name: str, id_: str) -> dict[str, Any]:
        public = {"keys": [self.keys[name].as_dict(private=False), self.certificates[name].jwk()]}
        return {
            "clientId": id_,
            "name": id_,
            "redirectUris": [self.callback, f"{self.callback}?dummy1=lorem&dummy2=ipsum"],
            "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN"],
            "jwksSettings": {"jwks": msgspec.json.encode(public).decode()},
            "requirePushedAuthorizationRequests": True,
            "oidcPolicy": {"policyGroup": {"id": OPENID_POLICY}, "idTokenSigningAlgorithm": "ES256"},
        }
