"""Converts the metadata of a client to its settings, and back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hanse.engine.errors import InvalidClientMetadata
from hanse.engine.oauth.jose.algorithm_names import CONTENT_ENCRYPTIONS, KEY_ENCRYPTIONS, NONE
from hanse.engine.oauth.registration.grant_types import GRANT_TYPES, names_of
from hanse.engine.oauth.registration.metadata import RegisteredMetadata
from hanse.resources.applications.clients.choices import AuthType, DeliveryMode, LogoutMode
from hanse.resources.applications.clients.model import Client

Body = dict[str, Any]
_SIGNING: Final = {NONE: "NONE"}
_KEYS: Final = {name: each.value for each, name in KEY_ENCRYPTIONS.items()}
_CONTENTS: Final = {name: each.value for each, name in CONTENT_ENCRYPTIONS.items()}
_CIBA: Final = {each.value.lower(): each.value for each in DeliveryMode}
SECRET_BASIC, SECRET_POST = "client_secret_basic", "client_secret_post"
TLS, SELF_SIGNED_TLS = "tls_client_auth", "self_signed_tls_client_auth"
METHODS: Final = {
    "none": AuthType.NONE,
    SECRET_BASIC: AuthType.SECRET,
    SECRET_POST: AuthType.SECRET,
    "client_secret_jwt": AuthType.CLIENT_SECRET_JWT,
    "private_key_jwt": AuthType.PRIVATE_KEY_JWT,
    TLS: AuthType.CERTIFICATE,
    SELF_SIGNED_TLS: AuthType.CERTIFICATE,
}


@dataclass(frozen=True)
class Member:
    """A metadata member, and the path of the setting with its value. `values` translates names of algorithms."""

    name: str
    path: str
    values: Mapping[str, str] | None = None
    # True if other values than those of `values` are refused; otherwise they stay unchanged, and the model checks them.
    is_closed: bool = False

    def to_setting(self, value: Any) -> Any:
        """Return the value of the setting. Raises InvalidClientMetadata."""
        if self.values is None:
            return value
        if self.is_closed and value not in self.values:
            raise InvalidClientMetadata(f"{self.name}: this value is not supported.")
        return self.values.get(value, value)

    def to_metadata(self, value: Any) -> Any:
        """Return the value of the member."""
        return next((name for name, each in (self.values or {}).items() if each == value), value)


def _encryption(prefix: str, path: str) -> tuple[Member, Member]:
    return (
        Member(f"{prefix}_encrypted_response_alg", f"{path}EncryptionAlgorithm", _KEYS, is_closed=True),
        Member(f"{prefix}_encrypted_response_enc", f"{path}ContentEncryptionAlgorithm", _CONTENTS, is_closed=True),
    )


_JARM: Final = "jwtSecuredAuthorizationResponseMode"
MEMBERS: Final = (
    Member("client_name", "name"),
    Member("redirect_uris", "redirectUris"),
    Member("response_types", "restrictedResponseTypes"),
    Member("logo_uri", "logoUrl"),
    Member("jwks_uri", "jwksSettings.jwksUrl"),
    Member("token_endpoint_auth_signing_alg", "clientAuth.tokenEndpointAuthSigningAlgorithm"),
    Member("tls_client_auth_subject_dn", "clientAuth.clientCertSubjectDn"),
    Member("request_object_signing_alg", "requestObjectSigningAlgorithm"),
    Member("request_uris", "requestUris"),
    Member("require_pushed_authorization_requests", "requirePushedAuthorizationRequests"),
    Member("require_signed_request_object", "requireSignedRequests"),
    Member("dpop_bound_access_tokens", "requireDpop"),
    Member("tls_client_certificate_bound_access_tokens", "tlsClientCertificateBoundAccessTokens"),
    Member("authorization_signed_response_alg", f"{_JARM}SigningAlgorithm"),
    *_encryption("authorization", _JARM),
    Member("introspection_signed_response_alg", "tokenIntrospectionSigningAlgorithm"),
    *_encryption("introspection", "tokenIntrospection"),
    Member("id_token_signed_response_alg", "oidcPolicy.idTokenSigningAlgorithm", _SIGNING),
    *_encryption("id_token", "oidcPolicy.idToken"),
    Member("userinfo_signed_response_alg", "oidcPolicy.userInfoResponseSigningAlgorithm", _SIGNING),
    *_encryption("userinfo", "oidcPolicy.userInfoResponse"),
    Member("sector_identifier_uri", "oidcPolicy.sectorIdentifierUri"),
    Member("post_logout_redirect_uris", "oidcPolicy.postLogoutRedirectUris"),
    Member("backchannel_logout_uri", "oidcPolicy.backChannelLogoutUri"),
    Member("initiate_login_uri", "oidcPolicy.initiateLoginUri"),
    Member("default_max_age", "oidcPolicy.defaultMaxAge"),
    Member("default_acr_values", "oidcPolicy.defaultAcrValues"),
    Member("authorization_details_types", "authorizationDetailTypes"),
    Member("backchannel_token_delivery_mode", "cibaDeliveryMode", _CIBA, is_closed=True),
    Member("backchannel_client_notification_endpoint", "cibaNotificationEndpoint"),
    Member("backchannel_authentication_request_signing_alg", "cibaRequestObjectSigningAlgorithm"),
    Member("backchannel_user_code_parameter", "cibaUserCodeSupported"),
)
# The settings whose errors belong to members that are converted by a function.
_OTHERS: Final = {
    "jwksSettings.jwks": "jwks",
    "clientAuth": "token_endpoint_auth_method",
    "grantTypes": "grant_types",
    "oidcPolicy.logoutUris": "frontchannel_logout_uri",
    "restrictedScopes": "scope",
    "exclusiveScopes": "scope",
    "dynamicRegistration.clientUri": "client_uri",
    "dynamicRegistration.policyUri": "policy_uri",
    "dynamicRegistration.tosUri": "tos_uri",
    "dynamicRegistration.contacts": "contacts",
    "dynamicRegistration.softwareId": "software_id",
    "dynamicRegistration.softwareVersion": "software_version",
}
_BY_PATH: Final = {**_OTHERS, **{each.path: each.name for each in MEMBERS}}


def fill_body(body: Body, metadata: RegisteredMetadata, client_id: str) -> None:
    """Replace the settings of a client that its metadata determines. Raises InvalidClientMetadata."""
    for member in MEMBERS:
        value = getattr(metadata, member.name)
        _set(body, member.path, member.to_setting(value) if value or value == 0 else None)
    body["name"] = metadata.client_name or client_id
    body["grantTypes"] = [GRANT_TYPES[each].value for each in metadata.grant_types]
    keys = None if metadata.jwks is None else json.dumps(metadata.jwks)
    _set(body, "jwksSettings.jwks", keys)
    if not body.get("jwksSettings"):
        body.pop("jwksSettings", None)
    _set(body, "oidcPolicy.pairwiseIdentifierUserType", _is_pairwise(metadata))
    _set_logout(body, metadata)


def _is_pairwise(metadata: RegisteredMetadata) -> bool:
    if metadata.subject_type not in ("", "public", "pairwise"):
        raise InvalidClientMetadata("subject_type: this value is not supported.")
    return metadata.subject_type == "pairwise"


def _set_logout(body: Body, metadata: RegisteredMetadata) -> None:
    """Set the logout mode: a client is notified in one way, and the back channel is the more reliable one."""
    mode = LogoutMode.NONE
    if metadata.backchannel_logout_uri:
        mode = LogoutMode.OIDC_BACK_CHANNEL
    elif metadata.frontchannel_logout_uri:
        mode = LogoutMode.OIDC_FRONT_CHANNEL
    _set(body, "oidcPolicy.logoutMode", mode.value)
    is_front = mode is LogoutMode.OIDC_FRONT_CHANNEL
    _set(body, "oidcPolicy.logoutUris", [metadata.frontchannel_logout_uri] if is_front else [])


def metadata_of(client: Client, body: Body) -> RegisteredMetadata:
    """Return the registered metadata of a client, from its settings."""
    given: dict[str, Any] = {each.name: each.to_metadata(_get(body, each.path)) for each in MEMBERS}
    found = RegisteredMetadata()
    for name, value in given.items():
        if value or type(value) is int:
            setattr(found, name, value)
    if found.client_name == client.client_id:
        found.client_name = ""
    found.grant_types = names_of(client.grant_types)
    # The words of response types are sorted differently in metadata of issuers, and their order has no meaning.
    found.response_types = [each.value for each in client.restricted_response_types]
    if client.jwks_settings is not None and client.jwks_settings.jwks:
        found.jwks = json.loads(client.jwks_settings.jwks)
    found.scope = " ".join((*client.restricted_scopes, *client.exclusive_scopes)) if client.restrict_scopes else ""
    found.subject_type = "pairwise" if client.oidc_policy.pairwise_identifier_user_type else "public"
    if client.oidc_policy.logout_mode is LogoutMode.OIDC_FRONT_CHANNEL:
        found.frontchannel_logout_uri = client.oidc_policy.logout_uris[0]
    registration = client.dynamic_registration
    if registration is not None:
        for name in _RECORDED:
            setattr(found, name, getattr(registration, name) or _EMPTY.get(name, ""))
        found.token_endpoint_auth_method = _method(client, registration.token_endpoint_auth_method)
    return found


_RECORDED: Final = (
    "application_type",
    "client_uri",
    "policy_uri",
    "tos_uri",
    "contacts",
    "software_id",
    "software_version",
)
_EMPTY: Final[Mapping[str, Any]] = {"contacts": []}


def _method(client: Client, registered: str) -> str:
    """Return the registered method, or another one that an administrator has chosen since."""
    own = client.client_auth.type
    if METHODS.get(registered) is own:
        return registered
    return next(name for name, each in METHODS.items() if each is own)


def member_at(path: str) -> str:
    """Return the metadata member whose value is at the path of a setting; an empty string for none."""
    whole = path.partition("[")[0]
    while whole:
        if whole in _BY_PATH:
            return _BY_PATH[whole]
        whole = whole.rpartition(".")[0]
    return ""


def _set(body: Body, path: str, value: Any) -> None:
    *above, last = path.split(".")
    holder = body
    for each in above:
        holder = holder.setdefault(each, {})
    if value is None:
        holder.pop(last, None)
    else:
        holder[last] = value


def _get(body: Body, path: str) -> Any:
    found: Any = body
    for each in path.split("."):
        found = found.get(each) if isinstance(found, dict) else None
    return found
