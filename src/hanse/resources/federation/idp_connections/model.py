"""An IdP connection, as the API contract names its members."""

from enum import StrEnum
from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Filterable, Ref, ResourceLink
from hanse.config.declare.types import Description
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES, Connection
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.idp_connections.allowed_entities import (
    ALLOWED_ENTITIES,
    AdditionalAllowedEntitiesConfiguration,
    allows_more,
)
from hanse.resources.federation.idp_connections.attribute_query import QUERY, IdpAttributeQuery
from hanse.resources.federation.idp_connections.attribute_query import is_configured as is_queried
from hanse.resources.federation.idp_connections.browser_sso.attribute_contract import IdpBrowserSsoAttribute
from hanse.resources.federation.idp_connections.browser_sso.model import (
    MEMBER,
    BrowserSsoProtocol,
    IdpBrowserSso,
    is_configured,
)
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import OIDCClientCredentials
from hanse.resources.federation.idp_connections.credentials import IdpConnectionCredentials
from hanse.resources.mapping.model import AttributeMapping

# The core attribute of the contract: the claim `sub` of a JWT, or the name identifier of a SAML assertion.
TOKEN_SUBJECT: Final = "TOKEN_SUBJECT"  # noqa: S105 - the name of an attribute.
GRANT: Final = "idpOAuthGrantAttributeMapping"
CONTRACT: Final = f"{GRANT}.idpOAuthAttributeContract"
MAPPINGS: Final = f"{GRANT}.accessTokenManagerMappings"
MOST_MAPPINGS: Final = 100
UNSUPPORTED_MEMBERS: Final = (
    "inboundProvisioning",
    "licenseConnectionGroup",
    "wsTrust",
)


class ConnectionType(StrEnum):
    """The role of the partner."""

    IDP = "IDP"


def core_attributes() -> list[IdpBrowserSsoAttribute]:
    """Return the attributes that every contract has."""
    return [IdpBrowserSsoAttribute(name=TOKEN_SUBJECT)]


class IdpOAuthAttributeContract(ConfigModel):
    """The attributes of a partner's assertions. `TOKEN_SUBJECT` is always one of them."""

    core_attributes: Annotated[
        list[IdpBrowserSsoAttribute],
        Field(title="Core attributes", max_length=MOST_ATTRIBUTES, default_factory=core_attributes),
    ]
    extended_attributes: Annotated[
        list[IdpBrowserSsoAttribute],
        Field(
            title="Extended attributes",
            description=f"Claims of the assertions that mappings can use in addition to {TOKEN_SUBJECT}, which is the"
            " claim sub.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]


class AccessTokenManagerMapping(AttributeMapping):
    """The fulfillment of an access token manager's contract with the attributes of an assertion."""

    access_token_manager_ref: Annotated[
        ResourceLink,
        Field(title="Access token manager", description="Access token manager that issues the tokens."),
        Ref(handles.ACCESS_TOKEN_MANAGERS),
    ]


class IdpOAuthGrantAttributeMapping(ConfigModel):
    """Settings for assertions of a partner that clients present as authorization grants (RFC 7521)."""

    idp_o_auth_attribute_contract: Annotated[
        IdpOAuthAttributeContract,
        Field(title="Attribute contract", alias="idpOAuthAttributeContract", default_factory=IdpOAuthAttributeContract),
    ]
    replay_prevention: Annotated[
        bool,
        Field(
            title="Replay prevention",
            description="Accept each assertion once. Assertions then need an identifier (claim jti). If off, an"
            " assertion can be presented until it expires.",
        ),
    ] = True
    access_token_manager_mappings: Annotated[
        list[AccessTokenManagerMapping],
        Field(
            title="Access token mappings",
            description="Sources of the attributes in access tokens, for each access token manager.",
            max_length=MOST_MAPPINGS,
            default_factory=list,
        ),
    ]


class IdpConnection(Connection):
    """A connection to an identity provider."""

    type: ConnectionType = ConnectionType.IDP
    credentials: Annotated[
        IdpConnectionCredentials, Field(title="Credentials", default_factory=IdpConnectionCredentials)
    ]
    idp_browser_sso: Annotated[
        IdpBrowserSso | None, Field(title="Browser SSO"), Filterable(by="protocol", is_indexed=True)
    ] = None
    oidc_client_credentials: Annotated[OIDCClientCredentials | None, Field(title="Client credentials")] = None
    additional_allowed_entities_configuration: Annotated[
        AdditionalAllowedEntitiesConfiguration | None, Field(title="Additional issuers")
    ] = None
    attribute_query: Annotated[IdpAttributeQuery | None, Field(title="Attribute queries")] = None
    error_page_msg_id: Annotated[
        Description | None,
        Field(
            title="SSO error message",
            description="Shown to users whom the partner has sent and who cannot be handed over to an application: a"
            " text, or the key of a page text, which has translations. If empty, the message of the IdP default URLs"
            " is shown.",
        ),
    ] = None
    idp_o_auth_grant_attribute_mapping: Annotated[
        IdpOAuthGrantAttributeMapping | None, Field(title="OAuth assertion grant", alias=GRANT)
    ] = None

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        sent = without_unsupported(sent, UNSUPPORTED_MEMBERS)
        if not isinstance(sent, dict):
            return sent
        # Forms send the check boxes of a part in which nothing was entered. Clients read all members of OpenID Connect.
        parts = {
            MEMBER: is_configured(sent.get(MEMBER)),
            GRANT: _has_grant(sent.get(GRANT)),
            ALLOWED_ENTITIES: _is_openid(sent.get(MEMBER)) or allows_more(sent.get(ALLOWED_ENTITIES)),
            QUERY: is_queried(sent.get(QUERY)),
            "errorPageMsgId": sent.get("errorPageMsgId") != "",
        }
        return {name: value for name, value in sent.items() if parts.get(name, True)}


def _is_openid(sso: Any) -> bool:
    return isinstance(sso, dict) and sso.get("protocol") == BrowserSsoProtocol.OIDC


def _has_grant(grant: Any) -> bool:
    """Return whether a body has mappings or attributes for assertion grants, or members that must be refused."""
    if not isinstance(grant, dict):
        return grant is not None
    contract = grant.get("idpOAuthAttributeContract")
    attributes = contract.get("extendedAttributes") if isinstance(contract, dict) else contract
    return bool(grant.get("accessTokenManagerMappings") or attributes)
