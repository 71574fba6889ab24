"""Rules for the settings of a client, except for those about its authentication."""

from collections.abc import Iterator
from typing import Any

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import enumerated, message
from hanse.resources.applications.clients.addresses import host_of
from hanse.resources.applications.clients.choices import (
    DeliveryMode,
    IdTokenAlgorithm,
    LogoutMode,
    ServerOrOwn,
)
from hanse.resources.applications.clients.keys import key_errors
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.override_rules import SERVERS, override_errors, together
from hanse.resources.grants import GrantType
from hanse.resources.property_values import property_value_errors

_REDIRECTING = frozenset({GrantType.AUTHORIZATION_CODE, GrantType.IMPLICIT})
_REQUIRED, _NOT_APPLICABLE = "required_field", "not_applicable"


def client_errors(proposal: Proposal[Client]) -> Iterator[FieldError]:
    """Find settings that do not fit together."""
    new = proposal.new
    yield from _redirect_errors(new)
    yield from _response_errors(new)
    yield from _scope_errors(new)
    yield from _token_errors(new)
    yield from _logout_errors(new)
    yield from _ciba_errors(new)
    yield from _user_code_errors(proposal)
    yield from _own_errors(new)
    yield from key_errors(new)
    yield from _property_errors(proposal)


def _redirect_errors(new: Client) -> Iterator[FieldError]:
    if _REDIRECTING & set(new.grant_types) and not new.redirect_uris:
        message = "The grant types Authorization Code and Implicit need at least one redirect URI."
        yield FieldError(message, "redirectUris", _REQUIRED)
    lists = {
        "requestUris": new.request_uris,
        "redirectUris": new.redirect_uris,
        "oidcPolicy.postLogoutRedirectUris": new.oidc_policy.post_logout_redirect_uris,
        "oidcPolicy.logoutUris": new.oidc_policy.logout_uris,
    }
    for name, values in lists.items():
        for index in (index for index, value in enumerate(values) if value in values[:index]):
            yield FieldError("This address is already in the list.", f"{name}[{index}]", "value_in_use")


def _response_errors(new: Client) -> Iterator[FieldError]:
    grants = set(new.grant_types)
    for index, each in enumerate(new.restricted_response_types):
        words = set(each.value.split())
        needed = {GrantType.AUTHORIZATION_CODE} if "code" in words else set()
        needed |= {GrantType.IMPLICIT} if words - {"code"} else set()
        if missing := needed - grants:
            labels = enumerated(message(grant.label) for grant in sorted(missing))
            text = message("The response type {type} needs the grant type {grants}.", type=each.value, grants=labels)
            yield FieldError(text, f"restrictedResponseTypes[{index}]", _NOT_APPLICABLE)
    if GrantType.IMPLICIT in grants and new.oidc_policy.id_token_signing_algorithm is IdTokenAlgorithm.NONE:
        # OpenID Connect Core, section 2: an unsigned ID token must not pass through the browser.
        refusal = "ID tokens must be signed where the grant type Implicit is allowed."
        yield FieldError(refusal, "oidcPolicy.idTokenSigningAlgorithm", _NOT_APPLICABLE)


def _scope_errors(new: Client) -> Iterator[FieldError]:
    if new.restricted_scopes and not new.restrict_scopes:
        message = "Select Restrict Common Scopes, or remove these scopes."
        yield FieldError(message, "restrictedScopes", _NOT_APPLICABLE)


def _token_errors(new: Client) -> Iterator[FieldError]:
    pairs: dict[str, tuple[Any, Any]] = {
        "oidcPolicy.idToken{}EncryptionAlgorithm": (
            new.oidc_policy.id_token_encryption_algorithm,
            new.oidc_policy.id_token_content_encryption_algorithm,
        ),
        "oidcPolicy.userInfoResponse{}EncryptionAlgorithm": (
            new.oidc_policy.user_info_response_encryption_algorithm,
            new.oidc_policy.user_info_response_content_encryption_algorithm,
        ),
        "tokenIntrospection{}EncryptionAlgorithm": (
            new.token_introspection_encryption_algorithm,
            new.token_introspection_content_encryption_algorithm,
        ),
        "jwtSecuredAuthorizationResponseMode{}EncryptionAlgorithm": (
            new.jwt_secured_authorization_response_mode_encryption_algorithm,
            new.jwt_secured_authorization_response_mode_content_encryption_algorithm,
        ),
    }
    for name, (key, content) in pairs.items():
        if (key is None) is not (content is None):
            path = name.format("" if key is None else "Content")
            yield FieldError("Set both encryption algorithms, or neither.", path, _REQUIRED)


def _logout_errors(new: Client) -> Iterator[FieldError]:
    oidc = new.oidc_policy
    if oidc.logout_mode is LogoutMode.OIDC_FRONT_CHANNEL and not oidc.logout_uris:
        yield FieldError("Front-channel logout needs at least one URI.", "oidcPolicy.logoutUris", _REQUIRED)
    if oidc.logout_mode is LogoutMode.OIDC_BACK_CHANNEL and not oidc.back_channel_logout_uri:
        yield FieldError("This field is required.", "oidcPolicy.backChannelLogoutUri", _REQUIRED)
    if oidc.sector_identifier_uri and not oidc.pairwise_identifier_user_type:
        message = "This applies only to clients with pairwise identifiers."
        yield FieldError(message, "oidcPolicy.sectorIdentifierUri", _NOT_APPLICABLE)
    hosts = {host_of(uri) for uri in new.redirect_uris}
    if oidc.pairwise_identifier_user_type and not oidc.sector_identifier_uri and len(hosts) > 1:
        # OpenID Connect Core, section 8.1.
        message = "Redirect URIs of several hosts need a sector identifier URI for pairwise identifiers."
        yield FieldError(message, "oidcPolicy.sectorIdentifierUri", _REQUIRED)


def _ciba_errors(new: Client) -> Iterator[FieldError]:
    if new.ciba_delivery_mode is DeliveryMode.PING and not new.ciba_notification_endpoint:
        yield FieldError(
            "The delivery method Ping requires a notification endpoint.", "cibaNotificationEndpoint", _REQUIRED
        )
    if new.ciba_delivery_mode is DeliveryMode.POLL and new.ciba_notification_endpoint:
        yield FieldError(
            "The delivery method Poll does not use a notification endpoint.",
            "cibaNotificationEndpoint",
            _NOT_APPLICABLE,
        )


def _user_code_errors(proposal: Proposal[Client]) -> Iterator[FieldError]:
    """Refuse user codes if the request policy of the client has no validator for them."""
    new, view = proposal.new, proposal.view
    if not new.ciba_user_code_supported or GrantType.CIBA not in new.grant_types:
        return
    if not view.knows(handles.CIBA_POLICIES):
        return
    chosen = new.request_policy_ref or view.singleton(handles.CIBA_SETTINGS).default_request_policy_ref
    policy = None if chosen is None else view.find(handles.CIBA_POLICIES, chosen.id)
    if policy is not None and "userCodePcvRef" not in policy.body:
        text = "The CIBA request policy of this client has no validator for user codes."
        yield FieldError(text, "cibaUserCodeSupported", _NOT_APPLICABLE)


def _own_errors(new: Client) -> Iterator[FieldError]:
    own = ServerOrOwn.OVERRIDE_SERVER_DEFAULT
    yield from override_errors(new)
    yield from together(
        is_own=new.client_secret_retention_period_type is own,
        values={"clientSecretRetentionPeriod": new.client_secret_retention_period},
    )
    if new.persistent_grant_reuse_grant_types and new.persistent_grant_reuse_type is not own:
        yield FieldError(SERVERS, "persistentGrantReuseGrantTypes", _NOT_APPLICABLE)


def _property_errors(proposal: Proposal[Client]) -> Iterator[FieldError]:
    return property_value_errors(proposal.new.extended_parameters, "extendedParameters", proposal.view)
