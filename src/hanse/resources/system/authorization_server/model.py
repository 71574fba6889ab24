"""The fields of the authorization server's settings, named and typed as the contract has them.

What the engine does not do yet is kept and given back, so that a client that puts the whole of it finds what it put.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.fields import ConfigModel, LongText, Ref, ResourceLink, Shaped, ShortText, Unordered
from hanse.config.types import Name, OptionalBaseUrl
from hanse.plugins.resource_paths import COMMON_SCOPES, EXCLUSIVE_SCOPES
from hanse.resources.grants import GrantType, LongUnit, ShortUnit

CORE_ATTRIBUTES = ("USER_KEY", "USER_NAME")
NEVER = -1
_LONGEST = 2**53 - 1  # Beyond it, a JSON number is not the same in every language (RFC 8259, section 6).


def _never_or_positive(number: int) -> int:
    if number == 0:
        raise PydanticCustomError("invalid_duration", "This must be -1, which stands for no end, or at least 1.")
    return number


def _path(text: str) -> str:
    if text and (not text.startswith("/") or any(character in "?#\\" or character.isspace() for character in text)):
        raise PydanticCustomError("invalid_path", "This must be a path that begins with a slash, such as /approve.")
    return text


# RFC 6749, section 10.10: what is guessed must be right with a probability of 2^-128 at most, so 16 octets at least.
_Octets = Annotated[int, Field(ge=16, le=256)]
_Lifetime = Annotated[int, Field(ge=NEVER, le=_LONGEST), AfterValidator(_never_or_positive)]
_Seconds = Annotated[int, Field(ge=1, le=86_400)]
# An origin has no path (RFC 6454, section 6.1); an asterisk stands for any, or for a part of the host.
Origin = Annotated[
    str,
    Field(max_length=2048),
    Shaped(
        r"^(\*|[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#]+)$",
        "An origin is a scheme and a host without a path, such as https://app.example.com, or * for any.",
    ),
]


class ActivationCodeCheck(StrEnum):
    """When a person is asked for a device's code."""

    AFTER_AUTHENTICATION = "AFTER_AUTHENTICATION"
    BEFORE_AUTHENTICATION = "BEFORE_AUTHENTICATION"


class ConsentPage(StrEnum):
    """Who asks for consent."""

    INTERNAL = "INTERNAL"
    ADAPTER = "ADAPTER"


class PushedRequests(StrEnum):
    """Whether authorization requests may or must be pushed (RFC 9126)."""

    DISABLED = "DISABLED"
    ENABLED = "ENABLED"
    REQUIRED = "REQUIRED"


class PersistentGrantAttribute(ConfigModel):
    """An attribute that is kept with a grant."""

    name: Name


def _core() -> list[PersistentGrantAttribute]:
    return [PersistentGrantAttribute(name=name) for name in CORE_ATTRIBUTES]


class PersistentGrantContract(ConfigModel):
    """What is kept with a grant."""

    # The server owns them: what is sent in their place is ignored, whatever it is.
    core_attributes: Annotated[
        list[PersistentGrantAttribute],
        Field(default_factory=_core),
        BeforeValidator(lambda _sent: _core()),
        Unordered(),
    ]
    extended_attributes: Annotated[
        list[PersistentGrantAttribute],
        Field(
            max_length=1000,
            title="Persistent Grant Extended Attributes",
            description="What is kept with a grant besides USER_KEY and USER_NAME.",
        ),
        Unordered(),
    ] = Field(default_factory=list)


def _plain_contract() -> PersistentGrantContract:
    return PersistentGrantContract(core_attributes=_core())


class AuthorizationServerSettings(ConfigModel):
    """What the authorization server is told as a whole.

    Where the contract leaves a default open it is the safe one: plain PKCE challenges are refused and answers name
    their issuer (RFC 9700, sections 2.1.1 and 4.4.2.1), and refresh tokens are used once (section 4.14.2).
    """

    default_scope_description: Annotated[
        LongText,
        Field(title="Default Scope", description="What a person who consents reads when a client asks for no scope."),
    ] = ""
    # RFC 6749, section 4.1.2: ten minutes at most.
    authorization_code_timeout: Annotated[int, Field(ge=1, le=600, title="Authorization Code Timeout (seconds)")] = 60
    authorization_code_entropy: Annotated[_Octets, Field(title="Authorization Code Entropy (bytes)")] = 30
    disallow_plain_pkce: Annotated[
        bool, Field(alias="disallowPlainPKCE", title="Disallow the Plain PKCE Code Challenge Method")
    ] = True
    include_issuer_in_authorization_response: Annotated[
        bool,
        Field(
            title="Include Issuer in Authorization Response",
            description="With it, clients notice answers that another server has mixed in (RFC 9207).",
        ),
    ] = True
    track_user_sessions_for_logout: Annotated[bool, Field(title="Track User Sessions for Logout")] = False
    token_endpoint_base_url: Annotated[
        OptionalBaseUrl,
        Field(title="Token Endpoint Base URL", description="Left empty, the base URL of the server."),
    ] = ""
    require_offline_access_scope_to_issue_refresh_tokens: Annotated[
        bool, Field(title="Require Offline Access Scope to Issue Refresh Tokens")
    ] = False
    offline_access_require_consent_prompt: Annotated[bool, Field(title="Require Consent Prompt for Offline Access")] = (
        False
    )
    persistent_grant_lifetime: Annotated[
        _Lifetime, Field(title="Persistent Grant Max Lifetime", description="-1: grants do not expire.")
    ] = NEVER
    persistent_grant_lifetime_unit: Annotated[LongUnit, Field(title="Max Lifetime Unit")] = LongUnit.DAYS
    persistent_grant_idle_timeout: Annotated[
        _Lifetime,
        Field(title="Persistent Grant Idle Timeout", description="-1: grants do not end for not being used."),
    ] = 30
    persistent_grant_idle_timeout_time_unit: Annotated[LongUnit, Field(title="Idle Timeout Unit")] = LongUnit.DAYS
    refresh_token_length: Annotated[int, Field(ge=28, le=256, title="Refresh Token Length (characters)")] = 42
    roll_refresh_token_values: Annotated[
        bool,
        Field(
            title="Roll Refresh Token Values",
            description="A refresh token that is used is replaced by a new one (RFC 9700, section 4.14.2).",
        ),
    ] = True
    refresh_token_rolling_grace_period: Annotated[
        int,
        Field(
            ge=0,
            le=86_400,
            title="Refresh Token Rolling Grace Period (seconds)",
            description="For how long the one before still counts, for clients that lost the answer.",
        ),
    ] = 60
    refresh_rolling_interval: Annotated[
        int,
        Field(
            ge=0,
            le=_LONGEST,
            title="Minimum Interval to Roll Refresh Tokens",
            description="A token that is younger stays as it is; 0 replaces it at each use.",
        ),
    ] = 0
    refresh_rolling_interval_time_unit: Annotated[ShortUnit, Field(title="Interval Unit")] = ShortUnit.HOURS
    persistent_grant_reuse_grant_types: Annotated[
        list[GrantType],
        Field(max_length=10, title="Reuse Existing Persistent Access Grants for Grant Types"),
        Unordered(),
    ] = Field(default_factory=lambda: [GrantType.IMPLICIT])
    persistent_grant_contract: Annotated[PersistentGrantContract, Field(title="Persistent Grant Contract")] = Field(
        default_factory=_plain_contract
    )
    bypass_authorization_for_approved_grants: Annotated[
        bool, Field(title="Bypass Authorization for Previously Approved Persistent Grants")
    ] = False
    bypass_authorization_for_approved_consents: Annotated[
        bool, Field(title="Bypass Authorization for Previously Approved Consents")
    ] = False
    consent_lifetime_days: Annotated[
        _Lifetime, Field(title="Consent Lifetime (days)", description="-1: consents do not expire.")
    ] = NEVER
    allow_unidentified_client_ro_creds: Annotated[
        bool,
        Field(
            alias="allowUnidentifiedClientROCreds",
            title="Allow Unidentified Clients to Make Resource Owner Password Credentials Grants",
        ),
    ] = False
    allow_unidentified_client_extension_grants: Annotated[
        bool, Field(title="Allow Unidentified Clients to Request Extension Grants")
    ] = False
    admin_web_service_pcv_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Password Credential Validator for OAuth Administrative Web Services",
            description="Who checks the passwords of those who ask for grants or clients there.",
        ),
        Ref("/passwordCredentialValidators", planned=True),
    ] = None
    atm_id_for_oauth_grant_management: Annotated[
        ShortText | None,
        Field(
            alias="atmIdForOAuthGrantManagement",
            title="Access Token Manager for the Persistent Grant Management API",
        ),
        Ref("/oauth/accessTokenManagers", planned=True),
    ] = None
    scope_for_oauth_grant_management: Annotated[
        ShortText | None,
        Field(
            alias="scopeForOAuthGrantManagement",
            title="Required Scope for the Persistent Grant Management API",
        ),
        Ref(COMMON_SCOPES[0], others=(*COMMON_SCOPES[1:], *EXCLUSIVE_SCOPES)),
    ] = None
    allowed_origins: Annotated[
        list[Origin],
        Field(
            max_length=1000,
            title="Allowed Origins",
            description="Of scripts in browsers that may call the endpoints, such as https://app.example.com (CORS).",
        ),
        Unordered(),
    ] = Field(default_factory=list)
    user_authorization_url: Annotated[
        OptionalBaseUrl,
        Field(
            title="User Authorization URL",
            description="What people are told to open; left empty, the server's own address.",
        ),
    ] = ""
    registered_authorization_path: Annotated[
        str,
        Field(max_length=2048, title="Registered Authorization Path", description="Of this server, such as /go."),
        AfterValidator(_path),
    ] = ""
    pending_authorization_timeout: Annotated[_Seconds, Field(title="Pending Authorization Timeout (seconds)")] = 600
    device_polling_interval: Annotated[int, Field(ge=1, le=3600, title="Device Polling Interval (seconds)")] = 5
    activation_code_check_mode: Annotated[ActivationCodeCheck, Field(title="Activation Code Check Mode")] = (
        ActivationCodeCheck.AFTER_AUTHENTICATION
    )
    bypass_activation_code_confirmation: Annotated[bool, Field(title="Bypass Activation Code Confirmation")] = False
    enable_cookieless_user_authorization_authentication_api: Annotated[
        bool, Field(title="Enable Cookieless User Authorization Authentication API")
    ] = False
    user_authorization_consent_page_setting: Annotated[ConsentPage, Field(title="User Authorization Consent Page")] = (
        ConsentPage.INTERNAL
    )
    user_authorization_consent_adapter: Annotated[
        ShortText | None, Field(title="Consent Adapter"), Ref("/idp/adapters", planned=True)
    ] = None
    approved_scopes_attribute: Annotated[
        ShortText | None,
        Field(title="Approved Scopes Attribute", description="Of the adapter's contract: which scopes were approved."),
    ] = None
    approved_authorization_detail_attribute: Annotated[
        ShortText | None,
        Field(
            title="Approved Authorization Details Attribute",
            description="Of the adapter's contract: which authorization details were approved.",
        ),
    ] = None
    # RFC 9126, section 2.2: five seconds to ten minutes.
    par_reference_timeout: Annotated[int, Field(ge=5, le=600, title="PAR Reference Timeout (seconds)")] = 60
    par_reference_length: Annotated[_Octets, Field(title="PAR Reference Length (bytes)")] = 24
    par_status: Annotated[PushedRequests, Field(title="PAR Status")] = PushedRequests.ENABLED
    client_secret_retention_period: Annotated[
        int,
        Field(
            ge=0,
            le=2**31 - 1,
            title="Client Secret Retention Period (minutes)",
            description="For how long the secret before still counts when it is changed; 0 is not at all.",
        ),
    ] = 0
    # JARM, section 4.4: ten minutes at most.
    jwt_secured_authorization_response_mode_lifetime: Annotated[
        int, Field(ge=1, le=600, title="JWT Secured Authorization Response Mode Lifetime (seconds)")
    ] = 600
    dpop_proof_require_nonce: Annotated[bool, Field(title="DPoP Proof Require Nonce")] = False
    dpop_proof_lifetime_seconds: Annotated[int, Field(ge=1, le=3600, title="DPoP Proof Lifetime (seconds)")] = 120
    dpop_proof_enforce_replay_prevention: Annotated[bool, Field(title="DPoP Proof Enforce Replay Prevention")] = False
