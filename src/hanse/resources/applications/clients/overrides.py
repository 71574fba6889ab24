"""Settings of a client that override the server's: lifetimes of its grants, refresh tokens and former secrets."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink, Unordered
from hanse.resources.applications.clients.addresses import OptionalWebAddress
from hanse.resources.applications.clients.choices import (
    Expiry,
    Lockout,
    Rolling,
    ServerOrOwn,
    ServerOrYesNo,
)
from hanse.resources.grants import MOST_GRANT_TYPES, GrantType, LongUnit, ShortUnit

_LONGEST = 2**53 - 1  # A larger number may lose precision in JSON (RFC 8259, section 6).
# Clients of the API send 0 where the number is not used; `override_rules` reports it where it is used.
_Duration = Annotated[int, Field(ge=0, le=_LONGEST)]
_Seconds = Annotated[int, Field(ge=1, le=86_400)]
_OWN = ServerOrOwn.SERVER_DEFAULT


class Overrides(ConfigModel):
    """Overrides that single clients and the settings for self-registered clients have in common."""

    refresh_rolling: Annotated[
        Rolling,
        Field(
            title="Refresh Token Rolling Policy",
            description="Issue a new refresh token each time one is used (rotation).",
        ),
    ] = Rolling.SERVER_DEFAULT
    refresh_token_rolling_interval_type: Annotated[
        ServerOrOwn,
        Field(
            title="Refresh Token Rolling Interval",
            description="Use the setting of the authorization server, or one for this client.",
        ),
    ] = _OWN
    refresh_token_rolling_interval: Annotated[
        Annotated[int, Field(ge=0, le=_LONGEST)] | None,
        Field(title="Rolling Interval", description="Minimum time before a refresh token is replaced by a new one."),
    ] = None
    refresh_token_rolling_interval_time_unit: Annotated[
        ShortUnit | None, Field(title="Rolling Interval Unit", description="Unit of the preceding value.")
    ] = None
    refresh_token_rolling_grace_period_type: Annotated[
        ServerOrOwn,
        Field(
            title="Refresh Token Rolling Grace Period",
            description="Use the setting of the authorization server, or one for this client.",
        ),
    ] = _OWN
    refresh_token_rolling_grace_period: Annotated[
        Annotated[int, Field(ge=0, le=86_400)] | None, Field(title="Grace Period", description="Time in seconds.")
    ] = None
    persistent_grant_expiration_type: Annotated[
        Expiry,
        Field(
            title="Persistent Grants Max Lifetime",
            description="Use the setting of the authorization server, or one for this client.",
        ),
    ] = Expiry.SERVER_DEFAULT
    persistent_grant_expiration_time: Annotated[
        _Duration | None, Field(title="Max Lifetime", description="Maximum lifetime of a grant, regardless of use.")
    ] = None
    persistent_grant_expiration_time_unit: Annotated[
        LongUnit | None, Field(title="Max Lifetime Unit", description="Unit of the preceding value.")
    ] = None
    persistent_grant_idle_timeout_type: Annotated[
        Expiry,
        Field(
            title="Persistent Grants Idle Timeout",
            description="Use the setting of the authorization server, or one for this client.",
        ),
    ] = Expiry.SERVER_DEFAULT
    persistent_grant_idle_timeout: Annotated[
        _Duration | None, Field(title="Idle Timeout", description="A grant expires after this time without use.")
    ] = None
    persistent_grant_idle_timeout_time_unit: Annotated[
        LongUnit | None, Field(title="Idle Timeout Unit", description="Unit of the preceding value.")
    ] = None
    lockout_max_malicious_actions_type: Annotated[
        Lockout,
        Field(
            title="Lockout after malicious actions",
            description="Malicious actions are requests to revoke tokens that are invalid or belong to another client. "
            "A client that makes too many within a minute is refused at the revocation endpoint for a minute. The "
            "server default is 20.",
        ),
    ] = Lockout.SERVER_DEFAULT
    lockout_max_malicious_actions: Annotated[
        Annotated[int, Field(ge=0, le=2**31 - 1)] | None,
        Field(
            title="Maximum malicious actions",
            description="Number of malicious actions within a minute after which this client is locked out.",
        ),
    ] = None
    require_proof_key_for_code_exchange: Annotated[
        bool,
        Field(
            title="Require Proof Key for Code Exchange (PKCE)",
            description="Exchange authorization codes only with a code verifier (RFC 7636).",
        ),
    ] = True
    require_signed_requests: Annotated[
        bool,
        Field(
            title="Require Signed Requests",
            description="Accept authorization parameters only in a signed request object (RFC 9101). Other "
            "authorization requests of the client are refused.",
        ),
    ] = False
    require_jwt_secured_authorization_response_mode: Annotated[
        bool,
        Field(
            title="Require JWT Secured Authorization Response Mode",
            description="Send authorization responses as signed JSON Web Tokens (JARM). Authorization "
            "requests of the client that do not request such a response are refused.",
        ),
    ] = False
    default_access_token_manager_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Default Access Token Manager",
            description="Access token manager used if a request does not select one.",
        ),
        Ref(handles.ACCESS_TOKEN_MANAGERS, planned=True),
    ] = None
    restrict_to_default_access_token_manager: Annotated[
        bool,
        Field(
            title="Restrict to Default Access Token Manager",
            description="Issue tokens with the default access token manager only, whatever a request selects.",
        ),
    ] = False
    require_offline_access_scope_to_issue_refresh_tokens: Annotated[
        ServerOrYesNo,
        Field(
            title="Require Offline Access Scope to issue Refresh Tokens",
            description="Issue refresh tokens only if the scope offline_access is granted.",
        ),
    ] = ServerOrYesNo.SERVER_DEFAULT
    offline_access_require_consent_prompt: Annotated[
        ServerOrYesNo,
        Field(
            title="Require Consent Prompt for Offline Access",
            description="Accept the scope offline_access only in requests with prompt=consent.",
        ),
    ] = ServerOrYesNo.SERVER_DEFAULT
    device_flow_setting_type: Annotated[
        ServerOrOwn,
        Field(
            title="Device Authorization Grant",
            description="Use the setting of the authorization server, or one for this client.",
        ),
    ] = _OWN
    user_authorization_url_override: Annotated[
        OptionalWebAddress | None,
        Field(
            title="User Authorization URL", description="Address shown to users for entering the code of their device."
        ),
    ] = None
    pending_authorization_timeout_override: Annotated[
        _Seconds | None, Field(title="Pending Authorization Timeout", description="Time in seconds.")
    ] = None
    device_polling_interval_override: Annotated[
        Annotated[int, Field(ge=1, le=3600)] | None,
        Field(title="Device Polling Interval", description="Time in seconds."),
    ] = None
    bypass_activation_code_confirmation_override: Annotated[
        bool | None,
        Field(
            title="Bypass Activation Code Confirmation",
            description="Do not ask users to confirm the code if their link contains it.",
        ),
    ] = None
    ciba_polling_interval: Annotated[
        Annotated[int, Field(ge=0, le=3600)] | None,
        Field(
            title="CIBA Polling Interval",
            description="Minimum time between two token requests of a client that waits for its user, in seconds. If"
            " not set, 5 seconds.",
        ),
    ] = None
    ciba_require_signed_requests: Annotated[
        bool | None,
        Field(
            title="CIBA Require Signed Requests",
            description="Accept backchannel authentication requests only as signed request objects.",
        ),
    ] = None
    request_policy_ref: Annotated[
        ResourceLink | None,
        Field(
            title="CIBA Request Policy",
            description="Policy that identifies the user of a backchannel authentication request. If not set, the "
            "server's default.",
        ),
        Ref(handles.CIBA_POLICIES, planned=True),
    ] = None
    token_exchange_processor_policy_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Token Exchange Processor Policy",
            description="Policy that decides which tokens can be exchanged. If not set, the server's default.",
        ),
        Ref(handles.TOKEN_EXCHANGE_POLICIES, planned=True),
    ] = None


class GrantOverrides(Overrides):
    """Overrides that only single clients have."""

    persistent_grant_reuse_type: Annotated[
        ServerOrOwn,
        Field(
            title="Reuse Existing Persistent Access Grants",
            description="Use the setting of the authorization server, or one for this client.",
        ),
    ] = _OWN
    persistent_grant_reuse_grant_types: Annotated[
        list[GrantType],
        Field(
            title="Reused for Grant Types",
            description="Grant types for which an existing grant of the user to the client is reused.",
            max_length=MOST_GRANT_TYPES,
            default_factory=list,
        ),
        Unordered(),
    ]
    client_secret_retention_period_type: Annotated[
        ServerOrOwn,
        Field(
            title="Client Secret Retention Period",
            description="Time for which the previous secret is accepted after a change.",
        ),
    ] = _OWN
    client_secret_retention_period: Annotated[
        Annotated[int, Field(ge=0, le=2**31 - 1)] | None,
        Field(title="Retention Period", description="Time in minutes."),
    ] = None
