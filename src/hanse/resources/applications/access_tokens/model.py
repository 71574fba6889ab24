"""The fields of an access token manager, with the names and types of the API contract."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, HoldsPattern, Ref, ResourceLink, ShortText
from hanse.config.declare.types import Name
from hanse.config.declare.ui.annotations import RequiredMark
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.model import PluginInstance

LAST_SEQUENCE_NUMBER = 2**31 - 1
MOST_ATTRIBUTES, MOST_URIS, MOST_CLIENTS = 1_000, 1_000, 10_000
ResourceUri = Annotated[
    str,
    Field(max_length=2048),
    HoldsPattern(
        r"^[A-Za-z][A-Za-z0-9+.-]*:[^\s#]+$",
        "A resource is an absolute URI without a fragment, such as https://api.example.com.",
    ),
]


class AccessTokenAttribute(ConfigModel):
    """An attribute of access tokens."""

    name: Annotated[Name, Field(title="Attribute")]
    multi_valued: Annotated[
        bool,
        Field(title="Multi-valued", description="Always return the attribute as a list, even if it has one value."),
    ] = False


class AccessTokenAttributeContract(ConfigModel):
    """The attributes of a manager's tokens."""

    core_attributes: Annotated[
        list[AccessTokenAttribute],
        Field(
            title="Core attributes",
            description="Attributes that are always part of the contract.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]
    extended_attributes: Annotated[
        list[AccessTokenAttribute],
        RequiredMark(),
        Field(
            title="Extended attributes",
            description="Attributes of the tokens. Multi-valued attributes are lists even if they have one value.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]
    default_subject_attribute: Annotated[
        ShortText | None,
        Field(
            title="Subject attribute name",
            description="Attribute that identifies the token's user in the audit log. If empty, the "
            "user key of the grant is "
            "used.",
        ),
    ] = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all attributes."""
        return tuple(each.name for each in (*self.core_attributes, *self.extended_attributes))


class TokenEndpointAttribute(ConfigModel):
    """An attribute of token responses."""

    name: Annotated[Name, Field(title="Attribute")]
    multi_valued: Annotated[
        bool, Field(title="Multi-valued", description="Return the attribute as a list, even if it has one value.")
    ] = False
    mapped_scopes: Annotated[
        list[ShortText],
        Field(
            title="Scopes",
            description="Return the attribute only if one of these scopes is granted. If empty, it is always returned.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]


class TokenEndpointAttributeContract(ConfigModel):
    """Attributes that the token endpoint returns in addition to the access token."""

    attributes: Annotated[
        list[TokenEndpointAttribute],
        Field(
            title="Attributes",
            description="Attributes of the token endpoint's response. Access token mappings fulfill them.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]


class AtmSelectionSettings(ConfigModel):
    """The resources for which a manager is selected when a request does not name the manager."""

    resource_uris: Annotated[
        list[ResourceUri],
        Field(
            title="Resource URIs",
            description="Requests for a resource below one of these URIs receive tokens of this manager (RFC 8707).",
            max_length=MOST_URIS,
            default_factory=list,
        ),
    ]


class AtmAccessControlSettings(ConfigModel):
    """Restriction of a manager to certain clients."""

    restrict_clients: Annotated[
        bool,
        Field(
            title="Restrict allowed clients", description="Issue tokens of this manager only to the selected clients."
        ),
    ] = False
    allowed_clients: Annotated[
        list[ResourceLink],
        Field(
            title="Allowed clients",
            description="Clients that receive tokens of this manager.",
            max_length=MOST_CLIENTS,
            default_factory=list,
        ),
        Ref(handles.CLIENTS),
    ]


class SessionValidationSettings(ConfigModel):
    """Effect of the user's session on access tokens: whether they are bound to it, and whether they extend it."""

    include_session_id: Annotated[
        bool,
        Field(
            title="Include session identifier in access token",
            description="Include the identifier of the user's session in tokens.",
        ),
    ] = False
    # The contract has no field for it.
    include_authentication_context: Annotated[
        bool,
        Field(
            title="Include authentication context",
            description="Include the time of the sign-in (auth_time) and its authentication context class (acr) in "
            "tokens, so that APIs can require a recent or a stronger sign-in (RFC 9470).",
        ),
    ] = False
    check_valid_authn_session: Annotated[
        bool,
        Field(
            title="Check for valid authentication session",
            description="Accept a token only while the user's session is active.",
        ),
    ] = False
    check_session_revocation_status: Annotated[
        bool,
        Field(title="Check session revocation status", description="Reject tokens whose session has been revoked."),
    ] = False
    update_authn_session_activity: Annotated[
        bool,
        Field(
            title="Update authentication session activity",
            description="Extend the user's session when a token is validated.",
        ),
    ] = False


class AccessTokenManager(PluginInstance):
    """An access token manager."""

    attribute_contract: Annotated[
        AccessTokenAttributeContract | None, Field(title="Access token attribute contract")
    ] = None
    token_endpoint_attribute_contract: Annotated[
        TokenEndpointAttributeContract | None, Field(title="Token endpoint attribute contract")
    ] = None
    selection_settings: Annotated[AtmSelectionSettings | None, Field(title="Selection by resource")] = None
    access_control_settings: Annotated[AtmAccessControlSettings | None, Field(title="Access control")] = None
    session_validation_settings: Annotated[SessionValidationSettings | None, Field(title="Session validation")] = None
    sequence_number: Annotated[
        int | None,
        Field(
            title="Sequence number",
            description="Position of this manager in the order in which managers are tried for a token of unknown "
            "origin. If not set, a new manager comes last.",
            ge=0,
            le=LAST_SEQUENCE_NUMBER,
        ),
    ] = None


class AccessTokenManagerDescriptor(PluginDescriptor):
    """A plug-in for access token managers."""

    token_endpoint_attribute_contract: Annotated[list[str], Field(default_factory=list)]


class AccessTokenManagementSettings(ConfigModel):
    """Settings that apply to all access token managers."""

    default_access_token_manager_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Default access token manager",
            description="Access token manager for requests that select neither a manager nor a resource.",
        ),
        Ref(handles.ACCESS_TOKEN_MANAGERS, released=True),
    ] = None
