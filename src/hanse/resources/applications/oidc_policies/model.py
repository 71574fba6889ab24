"""The fields of an OpenID Connect policy, with the names and types of the API contract."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import (
    ConfigModel,
    OmittedWhenEmpty,
    Ref,
    ResourceId,
    ResourceLink,
    Searchable,
    ServerSet,
    ShortText,
    Unique,
)
from hanse.config.declare.types import Moment, Name
from hanse.resources.mapping.model import AttributeMapping

SUBJECT = "sub"
MOST_ATTRIBUTES, MOST_SCOPES = 1_000, 1_000


class OpenIdConnectAttribute(ConfigModel):
    """An attribute of a policy. If neither option is set, its scope and the defaults decide where it is included."""

    name: Annotated[Name, Field(title="Attribute")]
    include_in_id_token: Annotated[
        bool | None, Field(title="ID token", description="Include this attribute in ID tokens.")
    ] = None
    include_in_user_info: Annotated[
        bool | None, Field(title="UserInfo", description="Include this attribute in UserInfo responses.")
    ] = None
    multi_valued: Annotated[
        bool,
        Field(title="Multi-valued", description="Always return the attribute as a list, even if it has one value."),
    ] = False


def _core() -> list[OpenIdConnectAttribute]:
    return [OpenIdConnectAttribute(name=SUBJECT)]


class OpenIdConnectAttributeContract(ConfigModel):
    """The attributes of a policy.

    Every policy has `sub`, which identifies the user (OpenID Connect Core, section 2).
    """

    core_attributes: Annotated[
        list[OpenIdConnectAttribute],
        Field(
            title="Core attributes",
            description="Attributes that are always part of the contract.",
            max_length=1,
            default_factory=_core,
        ),
    ]
    extended_attributes: Annotated[
        list[OpenIdConnectAttribute],
        Field(
            title="Extended attributes",
            description=f"Attributes of the user in addition to {SUBJECT}, which every policy has.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all attributes."""
        return (SUBJECT, *(each.name for each in self.extended_attributes))


class ScopeAttributes(ConfigModel):
    """The attributes that a scope adds: `ParameterValues` of the API contract, with attribute names as values."""

    values: Annotated[list[Name], Field(title="Attributes", max_length=MOST_ATTRIBUTES, default_factory=list)]


class OpenIdConnectPolicy(ConfigModel):
    """An OpenID Connect policy."""

    id: Annotated[
        ResourceId | None,
        Field(title="Policy ID", description="Identifies the policy in the API. If empty, the server creates one."),
    ] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    access_token_manager_ref: Annotated[
        ResourceLink,
        Field(
            title="Access token manager",
            description="Access token manager whose attributes the claims can be mapped from.",
        ),
        Ref(handles.ACCESS_TOKEN_MANAGERS),
    ]
    id_token_lifetime: Annotated[
        int,
        Field(
            title="ID token lifetime (minutes)", description="Lifetime of an ID token, in minutes.", ge=1, le=525_600
        ),
    ] = 5
    include_sri_in_id_token: Annotated[
        bool,
        Field(
            title="Include session identifier in ID token",
            description="Include the session reference (pi.sri) in ID tokens.",
        ),
    ] = False
    include_user_info_in_id_token: Annotated[
        bool,
        Field(
            title="Include user info in ID token",
            description="Include the attributes of the UserInfo endpoint in ID tokens.",
        ),
    ] = False
    include_s_hash_in_id_token: Annotated[
        bool,
        Field(
            title="Include state hash in ID token",
            description="Include a hash of the request's state (s_hash) in ID tokens.",
        ),
    ] = False
    include_x5t_in_id_token: Annotated[
        bool,
        Field(
            alias="includeX5tInIdToken",
            title="Include X.509 thumbprint header in ID token",
            description="Include the thumbprint of the key's certificate (x5t) in the header.",
        ),
    ] = False
    id_token_typ_header_value: Annotated[
        ShortText | None,
        Field(
            title="ID token type (typ) header value",
            description="Value of the typ header. If empty, the header is left out.",
        ),
    ] = None
    return_id_token_on_refresh_grant: Annotated[
        bool,
        Field(
            title="Return ID token on refresh grant",
            description="Issue a new ID token when an access token is refreshed.",
        ),
    ] = False
    return_id_token_on_token_exchange_grant: Annotated[
        bool,
        Field(
            title="Return ID token on token exchange grant",
            description="Issue an ID token for the subject when a client exchanges a token for an access token with "
            "the scope openid.",
        ),
    ] = False
    allow_id_token_introspection: Annotated[
        bool,
        Field(
            title="Allow ID token introspection",
            description="Answer requests to the introspection endpoint that present an ID token of this policy. "
            "If off, ID tokens are reported as inactive.",
        ),
    ] = False
    reissue_id_token_in_hybrid_flow: Annotated[
        bool,
        Field(
            title="Reissue ID token in hybrid flow",
            description="Issue another ID token at the token endpoint than at the authorization endpoint.",
        ),
    ] = False
    # The contract has no fields for these two.
    user_info_acr_values: Annotated[
        list[ShortText],
        Field(
            title="UserInfo ACR values",
            max_length=20,
            default_factory=list,
            description="Authentication context classes of which UserInfo requires one. A refusal names them, so that "
            "the client can sign the user in again (RFC 9470). If empty, any sign-in is accepted.",
        ),
        OmittedWhenEmpty(),
    ]
    user_info_max_age: Annotated[
        Annotated[int, Field(ge=1, le=2**31 - 1)] | None,
        Field(
            title="UserInfo maximum authentication age",
            description="Time in seconds after which UserInfo requires a new sign-in (RFC 9470). If not set, the time "
            "of the sign-in does not matter.",
        ),
    ] = None
    attribute_contract: Annotated[OpenIdConnectAttributeContract, Field(title="Attribute contract")]
    scope_attribute_mappings: Annotated[
        dict[Name, ScopeAttributes],
        Field(
            title="Attribute scopes",
            description="Attributes that each scope requests. Attributes that no scope requests are "
            "returned with every scope.",
            max_length=MOST_SCOPES,
            default_factory=dict,
        ),
    ]
    attribute_mapping: Annotated[AttributeMapping, Field(title="Contract fulfillment")]
    last_modified: Annotated[Moment | None, Field(title="Last modified"), ServerSet()] = None


class OIDCSessionSettings(ConfigModel):
    """Effect of an OpenID Connect logout on the user's sessions."""

    track_user_sessions_for_logout: Annotated[
        bool,
        Field(
            title="Track user sessions for logout",
            description="Track which clients a user has signed in to, so that they are notified when the user signs "
            "out.",
        ),
    ] = False
    revoke_user_session_on_logout: Annotated[
        bool,
        Field(
            title="Revoke user session on logout",
            description="Revoke the session of a user who signs out, for all clients that validate it.",
        ),
    ] = True
    session_revocation_lifetime: Annotated[
        int,
        Field(
            title="Session revocation lifetime (minutes)",
            description="Time for which a revoked session is remembered, in minutes.",
            ge=1,
            le=43_200,
        ),
    ] = 490
    # The contract has no field for it.
    session_management: Annotated[
        bool,
        Field(
            title="Session management",
            description="Let clients check in a hidden frame whether the user is still signed in (OpenID Connect "
            "Session Management). Browsers that block third-party cookies report every session as changed.",
        ),
    ] = False


class OpenIdConnectSettings(ConfigModel):
    """Settings that apply to all OpenID Connect policies."""

    default_policy_ref: Annotated[
        ResourceLink | None,
        Field(title="Default policy", description="Policy for clients without a policy of their own."),
        Ref(handles.OIDC_POLICIES, released=True),
    ] = None
    session_settings: Annotated[OIDCSessionSettings, Field(title="Sessions", default_factory=OIDCSessionSettings)]
