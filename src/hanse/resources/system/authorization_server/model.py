"""The fields of the authorization server's settings, with the names and types of the API contract.

Settings that the engine does not use yet are stored and returned, so that a client that sends all settings reads them
back unchanged.
"""

from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.fields import HoldsPattern, Ref, ResourceLink, ShortText, Unordered
from hanse.config.declare.types import OptionalBaseUrl
from hanse.kit.texts.labels import Labeled
from hanse.resources.system.authorization_server.grants import CodeAndGrantSettings


def _path(text: str) -> str:
    if text and (not text.startswith("/") or any(character in "?#\\" or character.isspace() for character in text)):
        raise PydanticCustomError("invalid_path", "Enter a path that begins with a slash, such as /approve.")
    return text


# RFC 6749, section 10.10: the probability of guessing must be at most 2^-128, which needs 16 octets.
_Octets = Annotated[int, Field(ge=16, le=256)]
_Seconds = Annotated[int, Field(ge=1, le=86_400)]

# An origin has no path (RFC 6454, section 6.1); an asterisk matches any host, or a part of the host.
Origin = Annotated[
    str,
    Field(max_length=2048),
    HoldsPattern(
        r"^(\*|[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#]+)$",
        "Enter a scheme and a host without a path, such as https://app.example.com, or * for any origin.",
    ),
]


class ActivationCodeCheck(Labeled):
    """Choice of when the user enters the activation code of a device: before or after authentication."""

    AFTER_AUTHENTICATION = "AFTER_AUTHENTICATION", "After authentication"
    BEFORE_AUTHENTICATION = "BEFORE_AUTHENTICATION", "Before authentication"


class ConsentPage(Labeled):
    """The page on which users consent: the server's own, or that of an adapter."""

    INTERNAL = "INTERNAL", "Internal"
    ADAPTER = "ADAPTER", "Adapter"


class PushedRequests(Labeled):
    """Policy for pushed authorization requests (RFC 9126): disabled, enabled or required."""

    DISABLED = "DISABLED", "Disabled"
    ENABLED = "ENABLED", "Enabled"
    REQUIRED = "REQUIRED", "Required"


class AuthorizationServerSettings(CodeAndGrantSettings):
    """Settings of the authorization server.

    Where the API contract leaves a default open, the secure value is chosen: plain PKCE challenges are refused and
    answers name their issuer (RFC 9700, sections 2.1.1 and 4.4.2.1), and refresh tokens are used once (section 4.14.2).
    """

    admin_web_service_pcv_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Password Credential Validator for OAuth Administrative Web Services",
            description="Verifies the password of callers of the grant and client management services.",
        ),
        Ref(handles.PASSWORD_VALIDATORS, planned=True),
    ] = None
    # Not part of the API contract: the grant services, which have the same callers, can be used without this one.
    allow_client_management_service: Annotated[
        bool,
        Field(
            title="Allow client management service",
            description="Let callers of the administrative web services list, create, change and delete clients at"
            " /pf-ws/rest/oauth/clients.",
        ),
    ] = False
    atm_id_for_oauth_grant_management: Annotated[
        ShortText | None,
        Field(
            alias="atmIdForOAuthGrantManagement",
            title="Access Token Manager for the Persistent Grant Management API",
            description="Access token manager whose tokens the grant management API accepts. If not set, the API is "
            "off.",
        ),
        Ref(handles.ACCESS_TOKEN_MANAGERS, planned=True),
    ] = None
    scope_for_oauth_grant_management: Annotated[
        ShortText | None,
        Field(
            alias="scopeForOAuthGrantManagement",
            title="Required Scope for the Persistent Grant Management API",
            description="Scope that an access token needs for the grant management API.",
        ),
        Ref(handles.ANY_COMMON_SCOPE[0], others=(*handles.ANY_COMMON_SCOPE[1:], *handles.ANY_EXCLUSIVE_SCOPE)),
    ] = None
    allowed_origins: Annotated[
        list[Origin],
        Field(
            max_length=1000,
            title="Allowed Origins",
            description="Origins of browser scripts that may call the endpoints, such as "
            "https://app.example.com (CORS).",
        ),
        Unordered(),
    ] = Field(default_factory=list)
    user_authorization_url: Annotated[
        OptionalBaseUrl,
        Field(
            title="User Authorization URL",
            description="URL that users open to enter the code of their device. If empty, the "
            "server's own URL is used.",
        ),
    ] = ""
    registered_authorization_path: Annotated[
        str,
        Field(
            max_length=2048,
            title="Registered Authorization Path",
            description="Additional path of this server at which users enter the code, such as /go.",
        ),
        AfterValidator(_path),
    ] = ""
    pending_authorization_timeout: Annotated[
        _Seconds,
        Field(
            title="Pending Authorization Timeout (seconds)",
            description="Time in which a user can enter the code of a device, in seconds.",
        ),
    ] = 600
    device_polling_interval: Annotated[
        int,
        Field(
            ge=1,
            le=3600,
            title="Device Polling Interval (seconds)",
            description="Minimum time between two requests of a device, in seconds.",
        ),
    ] = 5
    activation_code_check_mode: Annotated[
        ActivationCodeCheck,
        Field(title="Activation Code Check Mode", description="Ask for the code before or after the user signs in."),
    ] = ActivationCodeCheck.AFTER_AUTHENTICATION
    bypass_activation_code_confirmation: Annotated[
        bool,
        Field(
            title="Bypass Activation Code Confirmation",
            description="Do not ask users to confirm the code if their link contains it.",
        ),
    ] = False
    return_id_token_on_open_id_with_device_authz_grant: Annotated[
        bool,
        Field(
            title="Return ID token on OpenID Connect with device authorization grant",
            description="Issue an ID token with the device authorization grant if the scope openid is granted.",
        ),
    ] = False
    enable_cookieless_user_authorization_authentication_api: Annotated[
        bool,
        Field(
            title="Enable Cookieless User Authorization Authentication API",
            description="Bind the flows of users who connect devices with the authentication API to a handle in the "
            "requests of the application. If off, they are bound to a cookie, and users have single sign-on.",
        ),
    ] = False
    user_authorization_consent_page_setting: Annotated[
        ConsentPage,
        Field(
            title="User Authorization Consent Page",
            description="Ask users for consent with this server's page or with that of an adapter.",
        ),
    ] = ConsentPage.INTERNAL
    user_authorization_consent_adapter: Annotated[
        ShortText | None,
        Field(title="Consent Adapter", description="Adapter that asks users for consent."),
        Ref(handles.ADAPTERS, planned=True),
    ] = None
    approved_scopes_attribute: Annotated[
        ShortText | None,
        Field(
            title="Approved Scopes Attribute",
            description="Attribute of the adapter's contract with the approved scopes.",
        ),
    ] = None
    approved_authorization_detail_attribute: Annotated[
        ShortText | None,
        Field(
            title="Approved Authorization Details Attribute",
            description="Attribute of the adapter's contract with the approved authorization details.",
        ),
    ] = None
    # RFC 9126, section 2.2, names 5 to 600 seconds as typical.
    par_reference_timeout: Annotated[
        int,
        Field(
            ge=5,
            le=600,
            title="PAR Reference Timeout (seconds)",
            description="Lifetime of a pushed authorization request, in seconds.",
        ),
    ] = 60
    par_reference_length: Annotated[
        _Octets,
        Field(
            title="PAR Reference Length (bytes)",
            description="Number of random bytes in the reference to a pushed request.",
        ),
    ] = 24
    par_status: Annotated[
        PushedRequests,
        Field(
            title="PAR Status",
            description="Support for pushed authorization requests (RFC 9126): disabled, enabled or required. "
            "If required, authorization requests that were not pushed are refused.",
        ),
    ] = PushedRequests.ENABLED
    client_secret_retention_period: Annotated[
        int,
        Field(
            ge=0,
            le=2**31 - 1,
            title="Client Secret Retention Period (minutes)",
            description="Time for which the previous secret is accepted after a change, in minutes. "
            "With 0, it is rejected "
            "immediately.",
        ),
    ] = 0
    refuse_short_client_secrets: Annotated[
        bool,
        Field(
            title="Refuse Short Client Secrets",
            description="Refuse to save a client whose secret is shorter than its signing algorithm requires "
            "(RFC 7518, section 3.2). If off, the page of the client shows a warning, and requests that use the secret "
            "as a key are refused.",
        ),
    ] = False
    # JARM, section 2.1, recommends at most ten minutes.
    jwt_secured_authorization_response_mode_lifetime: Annotated[
        int,
        Field(
            ge=1,
            le=600,
            title="JWT Secured Authorization Response Mode Lifetime (seconds)",
            description="Lifetime of a signed authorization response (JARM), in seconds.",
        ),
    ] = 600
    dpop_proof_require_nonce: Annotated[
        bool,
        Field(
            title="DPoP Proof Require Nonce",
            description="Require DPoP proofs to contain a nonce of this server (RFC 9449, section 8). A client "
            "without a current nonce receives one with the first error.",
        ),
    ] = False
    dpop_proof_lifetime_seconds: Annotated[
        int,
        Field(
            ge=1, le=3600, title="DPoP Proof Lifetime (seconds)", description="Maximum age of a DPoP proof, in seconds."
        ),
    ] = 120
    dpop_proof_enforce_replay_prevention: Annotated[
        bool,
        Field(
            title="DPoP Proof Enforce Replay Prevention",
            description="Reject a DPoP proof that was used before (replay protection).",
        ),
    ] = False
