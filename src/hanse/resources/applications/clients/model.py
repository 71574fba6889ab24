"""The fields of a client, with the names and types of the API contract and labels for administrators.

Settings that the engine does not use yet are stored and returned. Where the API contract leaves a default open, the
secure value is chosen: authorization codes require a proof key (RFC 9700, section 2.1.1).
"""

from typing import Annotated

from pydantic import BeforeValidator, Field

from hanse import handles
from hanse.config.declare.fields import OmittedWhenEmpty, Ref, Searchable, ServerSet, ShortText, Unordered
from hanse.config.declare.replication import DocumentReplicationStatus
from hanse.config.declare.types import Moment, Name
from hanse.resources.applications.clients.addresses import (
    OptionalSecureAddress,
    OptionalWebAddress,
    RedirectUri,
    RequestUri,
)
from hanse.resources.applications.clients.backchannel import BackchannelFields
from hanse.resources.applications.clients.choices import (
    Algorithm,
    AsymmetricAlgorithm,
    ContentEncryption,
    KeyEncryption,
    ResponseType,
    in_one_order,
)
from hanse.resources.applications.clients.identifiers import ClientId, CommonScope, ExclusiveScope
from hanse.resources.applications.clients.parts import (
    MOST_ADDRESSES,
    ClientAuth,
    ClientOIDCPolicy,
    JwksSettings,
)
from hanse.resources.grants import MOST_GRANT_TYPES, GrantType
from hanse.resources.property_values import ParameterValues

MOST_SCOPES = 5_000
# Repeated entries are accepted and stored once, because the list represents a set.
_MOST_RESPONSE_TYPES = 100


def _no_secret() -> ClientAuth:
    return ClientAuth(secondary_secrets=[])


class Client(BackchannelFields):
    """An OAuth client: an application that requests tokens."""

    client_id: Annotated[
        ClientId,
        Field(title="Client ID", description="Letters, digits and the characters -._~. It cannot be changed later."),
        Searchable(),
    ]
    name: Annotated[Name, Field(title="Name", description="Shown to users on the consent page."), Searchable()]
    description: Annotated[str | None, Field(title="Description", max_length=4096), Searchable()] = None
    enabled: Annotated[bool, Field(title="Enabled")] = True
    logo_url: Annotated[
        OptionalWebAddress | None, Field(title="Logo URL", description="Logo shown to users on the consent page.")
    ] = None
    # Named as in OpenID Connect Dynamic Client Registration 1.0, section 2; the contract has no fields for them.
    policy_uri: Annotated[
        OptionalSecureAddress | None,
        Field(title="Privacy Policy URL", description="Link shown to users on the sign-in and consent pages."),
    ] = None
    tos_uri: Annotated[
        OptionalSecureAddress | None,
        Field(title="Terms of Service URL", description="Link shown to users on the sign-in and consent pages."),
    ] = None
    creation_date: Annotated[Moment | None, Field(title="Created"), ServerSet()] = None
    modification_date: Annotated[Moment | None, Field(title="Last modified"), ServerSet()] = None
    client_secret_changed_time: Annotated[Moment | None, Field(title="Client Secret Changed"), ServerSet()] = None
    # Computed for each answer: see `answers.enrich` of the resource.
    replication_status: Annotated[DocumentReplicationStatus | None, ServerSet(), Field(title="Replication status")] = (
        None
    )
    client_auth: Annotated[ClientAuth, Field(title="Client Authentication", default_factory=_no_secret)]
    jwks_settings: Annotated[JwksSettings | None, Field(title="JWKS")] = None
    grant_types: Annotated[
        list[GrantType],
        Field(
            title="Allowed Grant Types",
            description="OAuth grant types the client can use.",
            min_length=1,
            max_length=MOST_GRANT_TYPES,
        ),
        Unordered(),
    ]
    redirect_uris: Annotated[
        list[RedirectUri],
        Field(
            title="Redirect URIs",
            max_length=MOST_ADDRESSES,
            default_factory=list,
            description="URIs to which users are sent with codes and tokens. An asterisk matches any part of the path; "
            "complete URIs are safer (RFC 9700, section 4.1).",
        ),
    ]
    bypass_approval_page: Annotated[
        bool, Field(title="Bypass Authorization Approval", description="Issue tokens without asking users for consent.")
    ] = False
    restricted_response_types: Annotated[
        list[Annotated[ResponseType, BeforeValidator(in_one_order)]],
        Field(
            title="Restrict Response Types",
            max_length=_MOST_RESPONSE_TYPES,
            default_factory=list,
            description="Response types that the client can use. If none is selected, it can use all "
            "that its grant types "
            "allow.",
        ),
        Unordered(),
    ]
    allow_authentication_api_init: Annotated[
        bool,
        Field(
            title="Allow Authentication API OAuth Initiation",
            description="Let the client start with the authentication API instead of a redirect.",
        ),
    ] = False
    enable_cookieless_authentication_api: Annotated[
        bool,
        Field(
            title="Enable Cookieless Authentication API",
            description="Keep the state of the authentication API without cookies for this client.",
        ),
    ] = False
    restrict_scopes: Annotated[
        bool,
        Field(
            title="Restrict Common Scopes",
            description="Limit the client to the selected common scopes. If off, it can request every common scope.",
        ),
    ] = False
    restricted_scopes: Annotated[
        list[CommonScope],
        Field(
            title="Restricted Common Scopes",
            max_length=MOST_SCOPES,
            default_factory=list,
            description="Common scopes and scope groups that this client can request.",
        ),
        Unordered(),
    ]
    exclusive_scopes: Annotated[
        list[ExclusiveScope],
        Field(
            title="Exclusive Scopes",
            max_length=MOST_SCOPES,
            default_factory=list,
            description="Exclusive scopes and scope groups that this client can also request.",
        ),
        Unordered(),
    ]
    authorization_detail_types: Annotated[
        list[Annotated[ShortText, Ref(handles.DETAIL_TYPES)]],
        Field(
            title="Authorization Detail Types",
            description="Types of authorization details the client can request (RFC 9396).",
            max_length=500,
            default_factory=list,
        ),
        Unordered(),
    ]
    require_pushed_authorization_requests: Annotated[
        bool,
        Field(
            title="Require Pushed Authorization Requests",
            description="Accept authorization requests only through the PAR endpoint (RFC 9126).",
        ),
    ] = False
    request_object_signing_algorithm: Annotated[
        AsymmetricAlgorithm | None,
        Field(
            title="Request Object Signing Algorithm",
            description="Algorithm that clients must use to sign request objects. If not set, any "
            "supported algorithm is "
            "accepted.",
        ),
    ] = None
    request_uris: Annotated[
        list[RequestUri],
        Field(
            title="Request URIs",
            max_length=MOST_ADDRESSES,
            default_factory=list,
            description="Addresses from which the server reads request objects of this client (request_uri). No other "
            "address is accepted.",
        ),
        OmittedWhenEmpty(),
    ]
    jwt_secured_authorization_response_mode_signing_algorithm: Annotated[
        Algorithm | None,
        Field(
            title="JARM Signing Algorithm",
            description="Algorithm that signs authorization responses (JARM). If not set, RS256.",
        ),
    ] = None
    jwt_secured_authorization_response_mode_encryption_algorithm: Annotated[
        KeyEncryption | None,
        Field(
            title="JARM Key Management Encryption Algorithm",
            description="Algorithm that encrypts the key of authorization responses. If not set, they are not "
            "encrypted.",
        ),
    ] = None
    jwt_secured_authorization_response_mode_content_encryption_algorithm: Annotated[
        ContentEncryption | None,
        Field(
            title="JARM Content Encryption Algorithm",
            description="Algorithm that encrypts the content of authorization responses.",
        ),
    ] = None
    require_dpop: Annotated[
        bool,
        Field(
            title="Require DPoP",
            description="Issue tokens only if they are bound to a key of the client (RFC 9449). Requests without a "
            "DPoP proof are refused.",
        ),
    ] = False
    # Named as in RFC 8705, section 3.4; the contract has no field for it.
    tls_client_certificate_bound_access_tokens: Annotated[
        bool | None,
        Field(
            title="Certificate-Bound Access Tokens",
            description="Issue tokens only if they are bound to the TLS certificate that the client presents "
            "(RFC 8705). Requests without a certificate are refused.",
        ),
    ] = None
    validate_using_all_eligible_atms: Annotated[
        bool,
        Field(
            title="Validate against all eligible Access Token Managers",
            description="Introspect tokens of every access token manager that the client can use.",
        ),
    ] = False
    token_introspection_signing_algorithm: Annotated[
        Algorithm | None,
        Field(
            title="Token Introspection Signing Algorithm",
            description="Algorithm that signs introspection responses (RFC 9701).",
        ),
    ] = None
    token_introspection_encryption_algorithm: Annotated[
        KeyEncryption | None,
        Field(
            title="Token Introspection Key Management Encryption Algorithm",
            description="Algorithm that encrypts the key of introspection responses. If not set, they are not "
            "encrypted.",
        ),
    ] = None
    token_introspection_content_encryption_algorithm: Annotated[
        ContentEncryption | None,
        Field(
            title="Token Introspection Content Encryption Algorithm",
            description="Algorithm that encrypts the content of introspection responses.",
        ),
    ] = None
    oidc_policy: Annotated[
        ClientOIDCPolicy,
        Field(
            title="OpenID Connect",
            default_factory=lambda: ClientOIDCPolicy(logout_uris=[], post_logout_redirect_uris=[]),
        ),
    ]
    extended_parameters: Annotated[
        dict[Annotated[str, Field(max_length=256)], ParameterValues],
        Field(title="Extended Properties", max_length=500, default_factory=dict),
        OmittedWhenEmpty(),
    ]
