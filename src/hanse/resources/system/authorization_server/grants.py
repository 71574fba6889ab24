"""The settings of authorization codes, tokens and persistent grants, which are the first part of the model."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from hanse.config.declare.fields import ConfigModel, LongText, Unordered
from hanse.config.declare.types import Name, OptionalBaseUrl
from hanse.resources.grants import GrantType, LongUnit, ShortUnit

CORE_ATTRIBUTES = ("USER_KEY", "USER_NAME")
NEVER = -1
_LONGEST = 2**53 - 1  # A larger number may lose precision in JSON (RFC 8259, section 6).


def _never_or_positive(number: int) -> int:
    if number == 0:
        raise PydanticCustomError("invalid_duration", "Enter -1 for no limit, or at least 1.")
    return number


_Octets = Annotated[int, Field(ge=16, le=256)]
_Lifetime = Annotated[int, Field(ge=NEVER, le=_LONGEST), AfterValidator(_never_or_positive)]


class PersistentGrantAttribute(ConfigModel):
    """An attribute that is stored with a persistent grant."""

    name: Annotated[Name, Field(title="Name")]


def _core() -> list[PersistentGrantAttribute]:
    return [PersistentGrantAttribute(name=name) for name in CORE_ATTRIBUTES]


class PersistentGrantContract(ConfigModel):
    """The attributes that are stored with a persistent grant."""

    # The server owns the core attributes. Values that clients send for them are ignored.
    core_attributes: Annotated[
        list[PersistentGrantAttribute],
        Field(title="Core attributes", max_length=1000, default_factory=_core),
        BeforeValidator(lambda _sent: _core()),
        Unordered(),
    ]
    extended_attributes: Annotated[
        list[PersistentGrantAttribute],
        Field(
            max_length=1000,
            title="Persistent Grant Extended Attributes",
            description="Attributes stored with a grant in addition to USER_KEY and USER_NAME.",
        ),
        Unordered(),
    ] = Field(default_factory=list)


def _plain_contract() -> PersistentGrantContract:
    return PersistentGrantContract(core_attributes=_core())


class CodeAndGrantSettings(ConfigModel):
    """Issuance and expiration of codes, tokens and persistent grants."""

    default_scope_description: Annotated[
        LongText,
        Field(title="Default Scope", description="Text on the consent page if a client requests no scope."),
    ] = ""
    # RFC 6749, section 4.1.2, recommends at most ten minutes.
    authorization_code_timeout: Annotated[
        int,
        Field(
            ge=1,
            le=600,
            title="Authorization Code Timeout (seconds)",
            description="Lifetime of an authorization code, in seconds.",
        ),
    ] = 60
    authorization_code_entropy: Annotated[
        _Octets,
        Field(
            title="Authorization Code Entropy (bytes)", description="Number of random bytes in an authorization code."
        ),
    ] = 30
    disallow_plain_pkce: Annotated[
        bool,
        Field(
            alias="disallowPlainPKCE",
            title="Disallow the Plain PKCE Code Challenge Method",
            description="Accept only code challenges with S256 (RFC 7636, section 4.2).",
        ),
    ] = True
    include_issuer_in_authorization_response: Annotated[
        bool,
        Field(
            title="Include Issuer in Authorization Response",
            description="Add the parameter iss to authorization responses, so that clients can "
            "detect mix-up attacks (RFC "
            "9207).",
        ),
    ] = True
    track_user_sessions_for_logout: Annotated[
        bool,
        Field(
            title="Track User Sessions for Logout",
            description="Track which clients a user has signed in to, so that they are notified when the user signs "
            "out.",
        ),
    ] = False
    token_endpoint_base_url: Annotated[
        OptionalBaseUrl,
        Field(
            title="Token Endpoint Base URL",
            description="Base URL of the token endpoint. If empty, the server's base URL is used.",
        ),
    ] = ""
    require_offline_access_scope_to_issue_refresh_tokens: Annotated[
        bool,
        Field(
            title="Require Offline Access Scope to Issue Refresh Tokens",
            description="Issue refresh tokens only if the scope offline_access is granted.",
        ),
    ] = False
    offline_access_require_consent_prompt: Annotated[
        bool,
        Field(
            title="Require Consent Prompt for Offline Access",
            description="Accept the scope offline_access only in requests with prompt=consent.",
        ),
    ] = False
    persistent_grant_lifetime: Annotated[
        _Lifetime,
        Field(
            title="Persistent Grant Max Lifetime",
            description="Time after which a grant expires. -1 means that grants do not expire.",
        ),
    ] = NEVER
    persistent_grant_lifetime_unit: Annotated[
        LongUnit, Field(title="Max Lifetime Unit", description="Unit of the preceding value.")
    ] = LongUnit.DAYS
    persistent_grant_idle_timeout: Annotated[
        _Lifetime,
        Field(
            title="Persistent Grant Idle Timeout",
            description="Time without use after which a grant expires. -1 means no limit.",
        ),
    ] = 30
    persistent_grant_idle_timeout_time_unit: Annotated[
        LongUnit, Field(title="Idle Timeout Unit", description="Unit of the preceding value.")
    ] = LongUnit.DAYS
    refresh_token_length: Annotated[
        int,
        Field(
            ge=28,
            le=256,
            title="Refresh Token Length (characters)",
            description="Number of characters in a refresh token. Longer tokens are harder to guess.",
        ),
    ] = 42
    roll_refresh_token_values: Annotated[
        bool,
        Field(
            title="Roll Refresh Token Values",
            description="Replace a refresh token when it is used (rotation; RFC 9700, section 4.14.2).",
        ),
    ] = True
    refresh_token_rolling_grace_period: Annotated[
        int,
        Field(
            ge=0,
            le=86_400,
            title="Refresh Token Rolling Grace Period (seconds)",
            description="Time for which the previous refresh token is accepted, for clients that did "
            "not receive the response.",
        ),
    ] = 60
    refresh_rolling_interval: Annotated[
        int,
        Field(
            ge=0,
            le=_LONGEST,
            title="Minimum Interval to Roll Refresh Tokens",
            description="Minimum age of a refresh token before it is replaced. 0 replaces it at each use.",
        ),
    ] = 0
    refresh_rolling_interval_time_unit: Annotated[
        ShortUnit, Field(title="Interval Unit", description="Unit of the preceding value.")
    ] = ShortUnit.HOURS
    persistent_grant_reuse_grant_types: Annotated[
        list[GrantType],
        Field(
            max_length=10,
            title="Reuse Existing Persistent Access Grants for Grant Types",
            description="Grant types for which an existing grant of the user to the client is reused.",
        ),
        Unordered(),
    ] = Field(default_factory=lambda: [GrantType.IMPLICIT])
    persistent_grant_contract: Annotated[PersistentGrantContract, Field(title="Persistent Grant Contract")] = Field(
        default_factory=_plain_contract
    )
    bypass_authorization_for_approved_grants: Annotated[
        bool,
        Field(
            title="Bypass Authorization for Previously Approved Persistent Grants",
            description="Do not ask users again for what an existing grant already allows.",
        ),
    ] = False
    bypass_authorization_for_approved_consents: Annotated[
        bool,
        Field(
            title="Bypass Authorization for Previously Approved Consents",
            description="Do not ask users again for what they have already consented to.",
        ),
    ] = False
    consent_lifetime_days: Annotated[
        _Lifetime,
        Field(
            title="Consent Lifetime (days)",
            description="Time after which a consent expires, in days. -1 means that consents do not expire.",
        ),
    ] = NEVER
    allow_unidentified_client_ro_creds: Annotated[
        bool,
        Field(
            alias="allowUnidentifiedClientROCreds",
            title="Allow Unidentified Clients to Make Resource Owner Password Credentials Grants",
            description="Accept the password grant without client identification. Not recommended.",
        ),
    ] = False
    allow_unidentified_client_extension_grants: Annotated[
        bool,
        Field(
            title="Allow Unidentified Clients to Request Extension Grants",
            description="Accept extension grants without client identification. Not recommended.",
        ),
    ] = False
