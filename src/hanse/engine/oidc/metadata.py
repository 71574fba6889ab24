"""The features of issuers, for their metadata (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2).

Only existing endpoints and supported features are listed. Endpoints declare their own features, such as grant types
(`ProtocolEndpoint.metadata`); the rest follows from the settings.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hanse.crypto.jws_signing import ALGORITHMS, LEAST_SECRET_OCTETS
from hanse.engine.http.incoming_proxy import PROXY_FIELDS
from hanse.engine.http.protocol_endpoint import ProtocolEndpoint
from hanse.engine.oauth.authorization_details import DETAIL_TYPES
from hanse.engine.oauth.authorize.checks.pkce import PLAIN, S256
from hanse.engine.oauth.authorize.model import BROWSER_MODES, JWT_MODE, Prompt, ResponseMode
from hanse.engine.oauth.client_authentication.tls_certificate import METHOD_NAMES
from hanse.engine.oauth.jose.algorithm_names import CONTENT_ENCRYPTIONS, KEY_ENCRYPTIONS, NONE
from hanse.engine.oauth.paths import (
    AUTHORIZATION_PATH,
    BACKCHANNEL_PATH,
    INTROSPECTION_PATH,
    PUSHED_REQUEST_PATH,
    REGISTRATION_PATH,
)
from hanse.engine.oauth.scopes import BUILT_IN, SCOPES, Scopes
from hanse.engine.oidc import check_session
from hanse.engine.oidc.api_metadata import api_metadata
from hanse.engine.oidc.policies import COMPILED_POLICIES, Policies
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API
from hanse.engine.snapshot.compiler import Compiler, Parts
from hanse.engine.snapshot.configuration_parts import ADAPTERS, AUTHORIZATION, CLIENT_DEFAULTS
from hanse.engine.snapshot.metadata import MetadataFacts
from hanse.resources.applications.clients.choices import ResponseType
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings, PushedRequests

AUTHORIZATION_ENDPOINT, USERINFO_ENDPOINT = "authorization_endpoint", "userinfo_endpoint"
PUSHED_REQUEST_ENDPOINT = "pushed_authorization_request_endpoint"
BACKCHANNEL_ENDPOINT = "backchannel_authentication_endpoint"
REGISTRATION_ENDPOINT, INTROSPECTION_ENDPOINT = "registration_endpoint", "introspection_endpoint"
END_SESSION_ENDPOINT = "end_session_endpoint"
CHECK_SESSION_IFRAME = "check_session_iframe"
# The members for endpoints, by the paths of these. The last two are compatible with existing clients.
MEMBERS: Final[Mapping[str, str]] = {
    AUTHORIZATION_PATH: AUTHORIZATION_ENDPOINT,
    PUSHED_REQUEST_PATH: PUSHED_REQUEST_ENDPOINT,
    "/as/token.oauth2": "token_endpoint",
    INTROSPECTION_PATH: INTROSPECTION_ENDPOINT,
    "/as/revoke_token.oauth2": "revocation_endpoint",
    "/as/device_authz.oauth2": "device_authorization_endpoint",
    BACKCHANNEL_PATH: BACKCHANNEL_ENDPOINT,
    REGISTRATION_PATH: REGISTRATION_ENDPOINT,
    "/idp/userinfo.openid": USERINFO_ENDPOINT,
    "/idp/init_logout.openid": END_SESSION_ENDPOINT,
    check_session.PATH: CHECK_SESSION_IFRAME,
    "/idp/startSLO.ping": "ping_end_session_endpoint",
    "/pf-ws/rest/sessionMgmt/revokedSris": "ping_revoked_sris_endpoint",
}
# Further scopes are omitted; the member is only recommended (RFC 8414, section 2).
MOST_SCOPES: Final = 1_000
# Claims of the server itself, in addition to those of the policies.
_OWN_CLAIMS: Final = ("iss", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid")
_MACS: Final = tuple(LEAST_SECRET_OCTETS)
# Endpoints whose answers can be JWTs, with the prefix of their members (JARM, section 4; RFC 9701, section 7; OpenID
# Connect Discovery 1.0, section 3).
_SIGNING_ENDPOINTS: Final = {
    AUTHORIZATION_ENDPOINT: "authorization",
    INTROSPECTION_ENDPOINT: "introspection",
    USERINFO_ENDPOINT: "userinfo",
}


@dataclass(frozen=True)
class IssuerMetadata:
    """Describes the features that all issuers share; a `snapshot.metadata.MetadataSource`."""

    endpoints: tuple[ProtocolEndpoint, ...]
    # The port at which client certificates are requested, if any.
    mutual_tls_port: int | None = None
    reads: tuple[Compiler[Any], ...] = field(
        default=(
            ADAPTERS,
            AUTHENTICATION_API,
            AUTHORIZATION,
            SCOPES,
            COMPILED_POLICIES,
            DETAIL_TYPES,
            PROXY_FIELDS,
            CLIENT_DEFAULTS,
        )
    )

    def facts(self, parts: Parts) -> MetadataFacts:
        """Return the facts."""
        endpoints = {MEMBERS[each.path]: each.path for each in self.endpoints if each.path in MEMBERS}
        for name in _disabled(parts):
            endpoints.pop(name, None)
        members: dict[str, Any] = {"subject_types_supported": ["public", "pairwise"]}
        signing: dict[str, tuple[str, ...]] = {"id_token_signing_alg_values_supported": (*_MACS, NONE)}
        for each in self.endpoints:
            members |= {name: list(values) for name, values in each.metadata.items()}
        members |= _encryption("id_token")
        for endpoint, prefix in _SIGNING_ENDPOINTS.items():
            if endpoint in endpoints:
                members |= _encryption(prefix)
                signing[f"{prefix}_signing_alg_values_supported"] = _MACS
        if AUTHORIZATION_ENDPOINT in endpoints:
            members |= _about_authorization(parts)
            members["grant_types_supported"] = [*members.get("grant_types_supported", ()), "implicit"]
            members["scopes_supported"] = _scopes(parts[SCOPES.name])
            members["claims_supported"] = _claims(parts[COMPILED_POLICIES.name])
            members |= _authentication_contexts(parts)
            members["authorization_details_types_supported"] = sorted(parts[DETAIL_TYPES.name].types)
        if BACKCHANNEL_ENDPOINT in endpoints:
            # CIBA Core, section 4.
            members["backchannel_user_code_parameter_supported"] = True
        if END_SESSION_ENDPOINT in endpoints and _is_tracking(parts):
            members |= _LOGOUT
        has_certificates = self.mutual_tls_port is not None or bool(parts[PROXY_FIELDS.name].certificate)
        if has_certificates:
            members |= _about_certificates(members)
        resources = api_metadata(self.endpoints, parts, has_certificates=has_certificates)
        return MetadataFacts(
            endpoints, members, signing, self.mutual_tls_port, _MUTUAL_TLS_ENDPOINTS, resources=resources
        )


def _disabled(parts: Parts) -> Iterator[str]:
    """Yield the members of endpoints that the settings turn off."""
    if parts[AUTHORIZATION.name].par_status is PushedRequests.DISABLED:
        yield PUSHED_REQUEST_ENDPOINT
    if not parts[COMPILED_POLICIES.name].settings.session_settings.session_management:
        yield CHECK_SESSION_IFRAME
    registration = parts[CLIENT_DEFAULTS.name].dynamic_client_registration
    if registration is None or not registration.is_available:
        yield REGISTRATION_ENDPOINT


def _is_tracking(parts: Parts) -> bool:
    """Return whether clients are notified of a logout; without tracking none is."""
    of_openid = parts[COMPILED_POLICIES.name].settings.session_settings.track_user_sessions_for_logout
    return bool(of_openid or parts[AUTHORIZATION.name].track_user_sessions_for_logout)


# The endpoints that clients call themselves (RFC 8705, section 5); browsers are not asked for certificates.
_MUTUAL_TLS_ENDPOINTS: Final = (
    "token_endpoint",
    INTROSPECTION_ENDPOINT,
    "revocation_endpoint",
    "pushed_authorization_request_endpoint",
    "device_authorization_endpoint",
    BACKCHANNEL_ENDPOINT,
    REGISTRATION_ENDPOINT,
    USERINFO_ENDPOINT,
)


def _about_certificates(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of RFC 8705, sections 2.1.1, 2.2.1 and 3.3."""
    methods = {name: values for name, values in members.items() if name.endswith("_endpoint_auth_methods_supported")}
    return {
        **{name: [*values, *METHOD_NAMES] for name, values in methods.items()},
        "tls_client_certificate_bound_access_tokens": True,
    }


# Front-Channel Logout 1.0, section 3, and Back-Channel Logout 1.0, section 2.1.
_LOGOUT: Final = {
    "frontchannel_logout_supported": True,
    "frontchannel_logout_session_supported": True,
    "backchannel_logout_supported": True,
    "backchannel_logout_session_supported": True,
}


def _about_authorization(parts: Parts) -> Mapping[str, Any]:
    settings: AuthorizationServerSettings = parts[AUTHORIZATION.name]
    modes = [*BROWSER_MODES, JWT_MODE, *(f"{each}.{JWT_MODE}" for each in BROWSER_MODES)]
    if parts[AUTHENTICATION_API.name].is_enabled:
        modes.append(ResponseMode.PI_FLOW)
    return {
        "response_types_supported": [" ".join(sorted(each.split())) for each in ResponseType],
        "response_modes_supported": modes,
        "prompt_values_supported": [each.value for each in Prompt],
        "code_challenge_methods_supported": [S256] if settings.disallow_plain_pkce else [S256, PLAIN],
        "claim_types_supported": ["normal"],
        "claims_parameter_supported": True,
        "request_parameter_supported": True,
        # Only addresses that are registered for a client are read (Discovery, section 3).
        "request_uri_parameter_supported": True,
        "require_request_uri_registration": True,
        "request_object_signing_alg_values_supported": list(ALGORITHMS),
        # RFC 9126, section 5.
        "require_pushed_authorization_requests": settings.par_status is PushedRequests.REQUIRED,
        # RFC 9207, section 3.
        "authorization_response_iss_parameter_supported": settings.include_issuer_in_authorization_response,
    }


def _authentication_contexts(parts: Parts) -> Mapping[str, Any]:
    """Return the authentication context classes of the adapters, if there are any."""
    classes = {each.settings.authn_ctx_class_ref for each in parts[ADAPTERS.name].values()} - {None, ""}
    return {"acr_values_supported": sorted(classes)} if classes else {}


def _encryption(prefix: str) -> Mapping[str, Any]:
    return {
        f"{prefix}_encryption_alg_values_supported": list(KEY_ENCRYPTIONS.values()),
        f"{prefix}_encryption_enc_values_supported": list(CONTENT_ENCRYPTIONS.values()),
    }


def _scopes(scopes: Scopes) -> list[str]:
    """Return the scopes that any client can request by name, without exclusive ones and patterns of dynamic ones."""
    common = sorted(name for name, each in scopes.entries.items() if not each.exclusive and not each.dynamic)
    return list(dict.fromkeys((*BUILT_IN, *common)))[:MOST_SCOPES]


def _claims(policies: Policies) -> list[str]:
    of_policies: Iterable[str] = (name for policy in policies.by_id.values() for name in policy.claims)
    return sorted({*of_policies, *_OWN_CLAIMS})
