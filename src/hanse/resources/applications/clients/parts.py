"""The nested objects of a client."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty, Ref, ResourceLink, Secret, ShortText
from hanse.config.declare.types import Moment
from hanse.resources.applications.clients.addresses import (
    OptionalSecureAddress,
    OptionalWebAddress,
    RedirectUri,
    WebAddress,
)
from hanse.resources.applications.clients.choices import (
    Algorithm,
    AuthType,
    ContentEncryption,
    IdTokenAlgorithm,
    KeyEncryption,
    LogoutMode,
)

MOST_SECRET = 1024
MOST_JWKS = 65_536
MOST_ADDRESSES = 500
MOST_SECONDARY = 10
# Generous limit for a distinguished name in a certificate (RFC 4514).
_DistinguishedName = Annotated[str, Field(max_length=2048)]


class SecondarySecret(ConfigModel):
    """A previous client secret, which is accepted until it expires."""

    secret: Annotated[
        str | None,
        Field(
            title="Secret",
            description="Secret by which the client authenticates. It is shown once.",
            max_length=MOST_SECRET,
        ),
        Secret(),
    ] = None
    encrypted_secret: Annotated[str | None, Field(max_length=16_384)] = None
    expiry_time: Annotated[Moment, Field(title="Expires")]


class ClientSecret(ConfigModel):
    """The secrets of a client."""

    secret: Annotated[
        str | None,
        Field(
            title="Client Secret",
            description="Secret by which the client authenticates. It is shown once.",
            max_length=MOST_SECRET,
        ),
        Secret(),
    ] = None
    encrypted_secret: Annotated[str | None, Field(max_length=16_384)] = None
    secondary_secrets: Annotated[
        list[SecondarySecret] | None,
        Field(
            title="Secondary Secrets",
            max_length=MOST_SECONDARY,
            description="Previous secrets, accepted until they expire. If left out, they are not changed.",
        ),
    ] = None


class ClientAuth(ClientSecret):
    """The authentication of a client at the token endpoint: its method, and its secrets or certificate."""

    type: Annotated[
        AuthType,
        Field(
            title="Authentication method", description="Method by which the client authenticates at the token endpoint."
        ),
    ] = AuthType.NONE
    client_cert_issuer_dn: Annotated[
        _DistinguishedName | None,
        Field(
            title="Issuer DN",
            description="Subject DN of the certificate's issuer. If empty, any trusted CA is accepted.",
        ),
    ] = None
    client_cert_subject_dn: Annotated[
        _DistinguishedName | None,
        Field(
            title="Subject DN",
            description="Subject DN of the certificate that the client presents, issued by a trusted CA. If empty, "
            "the client authenticates with a certificate of its own JWKS (x5c), which can be self-signed.",
        ),
    ] = None
    enforce_replay_prevention: Annotated[
        bool | None,
        Field(
            title="Replay prevention",
            description="Reject a client assertion that was used before. If not set, assertions can be used again "
            "until they expire.",
        ),
    ] = None
    # The contract has no field for it; RFC 7523 leaves the audience to agreements.
    require_issuer_audience: Annotated[
        bool | None,
        Field(
            title="Require issuer as audience",
            description="Accept client assertions only if their audience is the issuer identifier, as a single "
            "string. The FAPI 2.0 Security Profile requires this. If not set, the addresses of the endpoints are "
            "accepted too.",
        ),
    ] = None
    token_endpoint_auth_signing_algorithm: Annotated[
        Algorithm | None,
        Field(
            title="Signing algorithm",
            description="Algorithm that signs the client assertion. If not set, any algorithm that "
            "the method supports is "
            "accepted.",
        ),
    ] = None


class JwksSettings(ConfigModel):
    """The public keys of a client, by address or by value."""

    jwks_url: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="JWKS URL",
            description="Address at which the client publishes its public keys. Enter either this or the keys.",
        ),
    ] = None
    jwks: Annotated[
        str | None,
        Field(title="JWKS", max_length=MOST_JWKS, description="The client's public keys as a JSON Web Key Set."),
    ] = None


class IdTokenPolicy(ConfigModel):
    """Signing and encryption of the ID tokens that a client receives."""

    id_token_signing_algorithm: Annotated[
        IdTokenAlgorithm | None,
        Field(title="ID Token Signing Algorithm", description="Algorithm that signs ID tokens. If not set, RS256."),
    ] = None
    id_token_encryption_algorithm: Annotated[
        KeyEncryption | None,
        Field(
            title="ID Token Key Management Encryption Algorithm",
            description="Algorithm that encrypts the key of ID tokens. If not set, ID tokens are signed only.",
        ),
    ] = None
    id_token_content_encryption_algorithm: Annotated[
        ContentEncryption | None,
        Field(
            title="ID Token Content Encryption Algorithm",
            description="Algorithm that encrypts the content of ID tokens.",
        ),
    ] = None
    policy_group: Annotated[
        ResourceLink | None,
        Field(
            title="Policy", description="OpenID Connect policy of this client. If not set, the default policy applies."
        ),
        Ref(handles.OIDC_POLICIES, planned=True),
    ] = None


class ClientOIDCPolicy(IdTokenPolicy):
    """OpenID Connect settings of a client."""

    user_info_response_signing_algorithm: Annotated[
        IdTokenAlgorithm | None,
        Field(
            title="UserInfo Response Signing Algorithm",
            description="Algorithm that signs UserInfo responses. If not set, responses are plain JSON unless they "
            "are encrypted.",
        ),
    ] = None
    user_info_response_encryption_algorithm: Annotated[
        KeyEncryption | None,
        Field(
            title="UserInfo Response Key Management Encryption Algorithm",
            description="Algorithm that encrypts the key of UserInfo responses. If not set, they are not encrypted.",
        ),
    ] = None
    user_info_response_content_encryption_algorithm: Annotated[
        ContentEncryption | None,
        Field(
            title="UserInfo Response Content Encryption Algorithm",
            description="Encrypts the content of UserInfo responses.",
        ),
    ] = None
    grant_access_session_revocation_api: Annotated[
        bool,
        Field(
            title="Grant access to Session Revocation API",
            description="Let the client revoke users' sessions at this server.",
        ),
    ] = False
    grant_access_session_session_management_api: Annotated[
        bool,
        Field(
            title="Grant access to Session Management API",
            description="Let the client query, extend and revoke users' sessions.",
        ),
    ] = False
    logout_mode: Annotated[
        LogoutMode | None, Field(title="Logout Mode", description="Notification of the client when a user signs out.")
    ] = None
    # The API contract keeps this member from the time when there was one logout mode only.
    ping_access_logout_capable: Annotated[
        bool, Field(title="PingAccess Logout Capable", description="Notify the client at PingAccess's logout address.")
    ] = False
    logout_uris: Annotated[
        list[WebAddress],
        Field(
            title="Front-Channel Logout URIs",
            description="Addresses that users' browsers call when they sign out.",
            max_length=MOST_ADDRESSES,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    back_channel_logout_uri: Annotated[
        OptionalWebAddress | None,
        Field(title="Back-Channel Logout URI", description="Address that the server calls when a user signs out."),
    ] = None
    post_logout_redirect_uris: Annotated[
        list[RedirectUri],
        Field(
            title="Post-Logout Redirect URIs",
            max_length=MOST_ADDRESSES,
            default_factory=list,
            description="URIs to which users can be sent after they signed out.",
        ),
        OmittedWhenEmpty(),
    ]
    pairwise_identifier_user_type: Annotated[
        bool,
        Field(
            title="Use Pairwise Identifier",
            description="Give users an identifier that differs from the one other clients receive.",
        ),
    ] = False
    sector_identifier_uri: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="Sector Identifier URI",
            description="Clients with the same sector identifier host receive the same pairwise user ID. If not set, "
            "the host of the redirect URI.",
        ),
    ] = None
    # Named as in OpenID Connect Dynamic Client Registration 1.0, section 2; the contract has no fields for them.
    initiate_login_uri: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="Initiate Login URI",
            description="Address of the client at which other sites can start a sign-in (third-party initiated login).",
        ),
    ] = None
    default_max_age: Annotated[
        Annotated[int, Field(ge=0, le=2**31 - 1)] | None,
        Field(
            title="Default Maximum Authentication Age",
            description="Time in seconds after which users must sign in again, for requests without max_age.",
        ),
    ] = None
    default_acr_values: Annotated[
        list[ShortText],
        Field(
            title="Default ACR Values",
            max_length=20,
            default_factory=list,
            description="Authentication contexts in order of preference, for requests without acr_values.",
        ),
        OmittedWhenEmpty(),
    ]
