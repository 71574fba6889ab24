"""OpenID Connect settings of an IdP connection: the provider, and this server as its client."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, model_validator

from hanse.config.declare.fields import ConfigModel, Secret, ServerSet
from hanse.config.declare.validation_messages import MISSHAPEN, refusal
from hanse.crypto.jws_signing import LEAST_SECRET_OCTETS
from hanse.resources.applications.clients.addresses import OptionalSecureAddress, SecureAddress
from hanse.resources.federation.idp_connections.browser_sso.openid_choices import (
    AuthenticationScheme,
    LoginType,
    ProviderAlgorithm,
    SecuredResponses,
)
from hanse.resources.federation.idp_connections.browser_sso.request_parameters import (
    MOST_PARAMETERS,
    OIDCRequestParameter,
)

CREDENTIALS: Final = "oidcClientCredentials"
# The sealed secret, as the API contract names it and as it is stored.
SEALED, _STORED = "encryptedSecret", "encryptedClientSecret"
_ALGORITHMS: Final = ("authenticationSigningAlgorithm", "requestSigningAlgorithm")
_PROVIDER: Final = "oidcProviderSettings"
_MOST_MINUTES: Final = 60


def _check_minutes(text: str) -> str:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_MINUTES):
        raise refusal(MISSHAPEN, "Enter a number of minutes from 1 to 60.")
    return text


class OIDCClientCredentials(ConfigModel):
    """The registration of this server at the provider."""

    client_id: Annotated[
        str,
        Field(
            title="Client ID",
            min_length=1,
            max_length=1024,
            description="ID of the client that is registered for this server at the provider.",
        ),
    ]
    client_secret: Annotated[
        str | None,
        Field(title="Client secret", max_length=1024, description="Secret of the client."),
        Secret(clearable=True),
    ] = None
    encrypted_client_secret: Annotated[str | None, Field(max_length=16_384)] = None
    # The API contract has the sealed secret under this name, too.
    encrypted_secret: Annotated[str | None, ServerSet(), Field(title="Encrypted client secret", max_length=16_384)] = (
        None
    )

    @model_validator(mode="before")
    @classmethod
    def _rename_sealed(cls, sent: Any) -> Any:
        if isinstance(sent, dict) and SEALED in sent:
            return {_STORED: sent[SEALED]} | {name: value for name, value in sent.items() if name != SEALED}
        return sent


class OIDCProviderSettings(ConfigModel):
    """The endpoints and keys of the provider, and the request that users are sent with."""

    scopes: Annotated[
        str,
        Field(
            title="Scopes",
            min_length=1,
            max_length=1024,
            description="Requested scopes, separated by spaces. They must include openid.",
        ),
    ]
    authorization_endpoint: Annotated[
        SecureAddress,
        Field(title="Authorization endpoint", description="Address of the provider to which users are sent."),
    ]
    pushed_authorization_request_endpoint: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="Pushed authorization request endpoint",
            description="Endpoint to which this server pushes authorization requests (RFC 9126). If not set, the"
            " browser sends them to the provider.",
        ),
    ] = None
    login_type: Annotated[
        LoginType,
        Field(
            title="Login type",
            description="Flow that users are sent with. With a form post, the browser delivers the ID token (implicit"
            " flow), and no code is redeemed. Use it only for providers without a token endpoint.",
        ),
    ] = LoginType.CODE
    jwt_secured_authorization_response_mode_type: Annotated[
        SecuredResponses,
        Field(
            title="Authorization responses",
            description="Form in which the provider returns users (JARM). Signed responses are JWTs of the provider,"
            " which nobody can change in the browser.",
        ),
    ] = SecuredResponses.DISABLED
    authentication_scheme: Annotated[
        AuthenticationScheme | None,
        Field(
            title="Client authentication",
            description="Method by which this server authenticates at the token endpoint. If not set, it is a public"
            " client.",
        ),
    ] = None
    authentication_signing_algorithm: Annotated[
        ProviderAlgorithm | None,
        Field(
            title="Client assertion algorithm",
            description="Algorithm with which this server signs client assertions: RS, PS or ES for a private key, HS"
            " for a client secret. If not set, it is RS256 or HS256.",
        ),
    ] = None
    request_signing_algorithm: Annotated[
        ProviderAlgorithm | None,
        Field(
            title="Request object algorithm",
            description="Algorithm with which this server signs authorization requests (RFC 9101), so that nobody can"
            " change them in the browser. HS algorithms use the client secret, and others the key set of this server."
            " If not set, requests are not signed.",
        ),
    ] = None
    audience: Annotated[
        str | None,
        Field(
            title="Client assertion audience",
            description="Claim aud of client assertions. If empty, the address of the token endpoint is used.",
            max_length=2048,
        ),
    ] = None
    lifetime: Annotated[
        str | None,
        Field(
            title="Client assertion lifetime (minutes)",
            description="Time in which the provider accepts a client assertion, from 1 to 60 minutes. If empty, it is"
            " 1 minute.",
            max_length=4,
        ),
        AfterValidator(lambda text: text and _check_minutes(text)),
    ] = None
    type: Annotated[
        str | None,
        Field(
            title="Client assertion type",
            description="Header parameter typ of client assertions. If empty, it is JWT.",
            max_length=256,
        ),
    ] = None
    include_not_before_claim: Annotated[
        bool,
        Field(
            title="Include the not-before claim",
            description="Include the claim nbf, the time of issue, in client assertions.",
        ),
    ] = False
    enable_pkce: Annotated[
        bool,
        Field(
            title="Use PKCE",
            alias="enablePKCE",
            description="Bind the authorization code to this server (RFC 7636). Turn it off only for providers that"
            " refuse requests with PKCE.",
        ),
    ] = True
    token_endpoint: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="Token endpoint",
            description="Address at which this server redeems authorization codes. Required for the login type"
            " Authorization code.",
        ),
    ] = None
    user_info_endpoint: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="UserInfo endpoint",
            description="Claims of the user that are read in addition to those of the ID token. If not set, only the ID"
            " token is read.",
        ),
    ] = None
    logout_endpoint: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="Logout endpoint",
            description="End session endpoint of the provider. Users who sign out of this server are sent there, are"
            " signed out, and come back. If not set, they stay signed in at the provider. Requires tracking for"
            " logout.",
        ),
    ] = None
    jwks_url: Annotated[
        SecureAddress,
        Field(
            title="Provider JWKS URL", alias="jwksURL", description="Address at which the provider publishes its keys."
        ),
    ]
    track_user_sessions_for_logout: Annotated[
        bool,
        Field(
            title="Track user sessions for logout",
            description="Sign users out of this server when they sign out at the provider, and at the provider when"
            " they sign out of this server. If off, logout requests of the provider are refused.",
        ),
    ] = False
    request_parameters: Annotated[
        list[OIDCRequestParameter],
        Field(
            title="Request parameters",
            max_length=MOST_PARAMETERS,
            default_factory=list,
            description="Parameters that are added to authorization requests. Parameters that this server sends itself"
            " take precedence.",
        ),
    ]
    redirect_uri: Annotated[str | None, ServerSet(), Field(title="Redirect URI", max_length=2048)] = None
    back_channel_logout_uri: Annotated[
        str | None, ServerSet(), Field(title="Back-channel logout URI", max_length=2048)
    ] = None
    front_channel_logout_uri: Annotated[
        str | None, ServerSet(), Field(title="Front-channel logout URI", max_length=2048)
    ] = None
    post_logout_redirect_uri: Annotated[
        str | None, ServerSet(), Field(title="Post-logout redirect URI", max_length=2048)
    ] = None

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        if isinstance(sent, dict):
            # Clients of the API send NONE for an algorithm that is not used.
            unused = {name for name in _ALGORITHMS if sent.get(name) == "NONE"}
            return {name: value for name, value in sent.items() if name not in unused}
        return sent

    @property
    def uses_client_secret(self) -> bool:
        """True if the client secret authenticates this server or signs its requests."""
        is_public = self.authentication_scheme in (None, AuthenticationScheme.PRIVATE_KEY_JWT)
        return not is_public or self.request_signing_algorithm in LEAST_SECRET_OCTETS

    @property
    def assertion_algorithm(self) -> ProviderAlgorithm:
        """The signing algorithm of client assertions."""
        uses_secret = self.authentication_scheme is AuthenticationScheme.CLIENT_SECRET_JWT
        usual = ProviderAlgorithm.HS256 if uses_secret else ProviderAlgorithm.RS256
        return self.authentication_signing_algorithm or usual


def shown_credentials(credentials: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored credentials, with the sealed secret by both names."""
    return {**credentials, SEALED: credentials[_STORED]} if _STORED in credentials else dict(credentials)


def without_saml(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a connection without the members of SAML that a connection to an OpenID provider does not use.

    Clients that compare connections with what they have sent would report them as differences.
    """
    sso = body.get("idpBrowserSso") or {}
    if not sso.get(_PROVIDER):
        return dict(body)
    unused = [name for name in ("credentials", "virtualEntityIds") if not _has_content(body.get(name))]
    shown = {name: value for name, value in body.items() if name not in unused}
    policy = sso.get("decryptionPolicy") or {}
    if not any(policy.values()):
        shown["idpBrowserSso"] = {name: value for name, value in sso.items() if name != "decryptionPolicy"}
    return shown


def _has_content(value: Any) -> bool:
    return any(value.values()) if isinstance(value, dict) else bool(value)
