"""The fields of a CIBA request policy, with the names and types of the API contract."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import (
    ConfigModel,
    Ref,
    ResourceId,
    ResourceLink,
    Searchable,
    ServerSet,
    Unique,
)
from hanse.config.declare.types import Moment, Name
from hanse.resources.applications.clients.addresses import OptionalSecureAddress
from hanse.resources.mapping.model import AttributeMapping

# The core attribute of the identity hint contract: the subject of a token, or the value of `login_hint`.
HINT_SUBJECT = "IDENTITY_HINT_SUBJECT"
# The attribute that names the user to the password credential validator of user codes.
USER_CODE_USER_NAME = "USER_CODE_USER_NAME"
DEFAULT_LIFETIME = 120
MOST_ATTRIBUTES, MOST_ISSUERS = 500, 100


class AlternativeLoginHintTokenIssuer(ConfigModel):
    """An issuer of login hint tokens other than the client."""

    issuer: Annotated[Name, Field(title="Issuer", description="Value of the claim iss in the issuer's tokens.")]
    jwks_url: Annotated[
        OptionalSecureAddress | None,
        Field(alias="jwksURL", title="JWKS URL", description="Address of the issuer's public keys."),
    ] = None
    jwks: Annotated[
        str | None,
        Field(
            title="JWKS",
            description="The issuer's public keys as a JSON Web Key Set, instead of their address.",
            max_length=65_536,
        ),
    ] = None


class IdentityHintAttribute(ConfigModel):
    """An attribute of an identity hint."""

    name: Annotated[Name, Field(title="Attribute")]


def _core() -> list[IdentityHintAttribute]:
    return [IdentityHintAttribute(name=HINT_SUBJECT)]


class IdentityHintContract(ConfigModel):
    """The attributes that a request contains about its user."""

    core_attributes: Annotated[
        list[IdentityHintAttribute],
        Field(
            title="Core attributes",
            description="Attributes that are always part of the contract.",
            max_length=1,
            default_factory=_core,
        ),
    ]
    extended_attributes: Annotated[
        list[IdentityHintAttribute],
        Field(
            title="Extended attributes",
            description="Claims of the token that identifies the user, in addition to its subject. Names of nested"
            " claims are separated by dots, such as login_hint_token.attrs.mail or id_token_hint.email.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]


class RequestPolicy(ConfigModel):
    """A CIBA request policy: identifies the user of a request, and notifies the user."""

    id: Annotated[ResourceId, Field(title="Policy ID", description="Identifies the policy in the API.")]
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    authenticator_ref: Annotated[
        ResourceLink,
        Field(title="Authenticator", description="Notifies the user of the request."),
        Ref(handles.OUT_OF_BAND_AUTHENTICATORS),
    ]
    user_code_pcv_ref: Annotated[
        ResourceLink | None,
        Field(
            title="User code PCV",
            description="Password credential validator that checks user codes. Clients that support user codes must"
            " then send one with each request. If not set, user codes are not used.",
        ),
        Ref(handles.PASSWORD_VALIDATORS),
    ] = None
    transaction_lifetime: Annotated[
        int,
        Field(
            title="Transaction lifetime (seconds)",
            description="Time in which the user can decide, in seconds. Clients can request a shorter time.",
            ge=10,
            le=86_400,
        ),
    ] = DEFAULT_LIFETIME
    allow_unsigned_login_hint_token: Annotated[
        bool,
        Field(
            title="Allow unsigned login hint token",
            description="Accept login hint tokens without a signature. If off, they must be signed by the client or"
            " by an alternative issuer.",
        ),
    ] = False
    require_token_for_identity_hint: Annotated[
        bool,
        Field(
            title="Require token for identity hint",
            description="Accept a login_hint_token or an id_token_hint only. If off, a login_hint is accepted as well.",
        ),
    ] = False
    alternative_login_hint_token_issuers: Annotated[
        list[AlternativeLoginHintTokenIssuer],
        Field(
            title="Alternative login hint token issuers",
            description="Issuers whose login hint tokens are accepted in addition to those of the client itself.",
            max_length=MOST_ISSUERS,
            default_factory=list,
        ),
    ]
    identity_hint_contract: Annotated[IdentityHintContract, Field(title="Identity hint contract")]
    identity_hint_contract_fulfillment: Annotated[
        AttributeMapping | None, Field(title="Identity hint contract fulfillment")
    ] = None
    identity_hint_mapping: Annotated[AttributeMapping | None, Field(title="Identity hint mapping")] = None
    last_modified: Annotated[Moment | None, Field(title="Last modified"), ServerSet()] = None


class CibaServerPolicySettings(ConfigModel):
    """Settings that apply to all CIBA request policies."""

    default_request_policy_ref: Annotated[
        ResourceLink | None,
        Field(title="Default request policy", description="Policy for clients without a policy of their own."),
        Ref(handles.CIBA_POLICIES, released=True),
    ] = None
