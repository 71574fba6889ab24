"""Browser SSO of an SP connection, as the API contract names its members.

The protocols are SAML 2.0 (Profiles, section 4.1) and WS-Federation 1.2 (section 13, web requestors).
"""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty
from hanse.config.declare.types import Name
from hanse.config.declare.ui.annotations import Offers
from hanse.kit.texts.labels import Labeled
from hanse.resources.federation.connections.application_endpoint import ApplicationEndpoint
from hanse.resources.federation.connections.endpoints import (
    LOGOUT_BINDINGS,
    MOST_ENDPOINTS,
    ArtifactSettings,
    Binding,
    BindingField,
    Bindings,
    EndpointUrlField,
    Profiles,
    Protocol,
    SloServiceEndpoints,
)
from hanse.resources.federation.connections.model import MOST_ATTRIBUTES
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.sp_connections.assertion_mappings import (
    MOST_MAPPINGS,
    AuthenticationPolicyContractAssertionMapping,
    IdpAdapterAssertionMapping,
)
from hanse.resources.federation.sp_connections.encryption_policy import EncryptionPolicy
from hanse.resources.federation.sp_connections.ws_federation import (
    SpWsFedIdentityMappingField,
    UrlWhitelistEntries,
    WsFedTokenTypeField,
    WsTrustVersionField,
)
from hanse.saml.attributes import SAML_SUBJECT

# The bindings by which assertions are sent, and those by which partners send requests.
CONSUMER_BINDINGS: Final = (Binding.POST, Binding.ARTIFACT)
RECEIVED_BINDINGS: Final = LOGOUT_BINDINGS
MOST_MINUTES: Final = 1_440
UNSPECIFIED_NAME_ID: Final = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
# The protocols by which partners can receive users.
SUPPORTED_PROTOCOLS: Final = (Protocol.SAML20, Protocol.WSFED)
_UNSUPPORTED: Final = ("messageCustomizations",)


class SpSamlIdentityMapping(Labeled):
    """The kind of name identifier that assertions have."""

    STANDARD = "STANDARD", "Standard: the mapped value"
    PSEUDONYM = "PSEUDONYM", "Pseudonym: a persistent identifier for this partner only"
    TRANSIENT = "TRANSIENT", "Transient: a new identifier for each sign-in"


class SpSsoServiceEndpoint(ConfigModel):
    """An assertion consumer service of the partner."""

    binding: Annotated[BindingField, Offers(CONSUMER_BINDINGS)] = Binding.POST
    url: EndpointUrlField
    index: Annotated[
        int | None,
        Field(
            title="Index",
            description="Index by which requests name the endpoint. If not set, its position in the list.",
            ge=0,
            le=65_535,
        ),
    ] = None
    is_default: Annotated[bool, Field(title="Default", description="Used if a request names no endpoint.")] = False


class SpBrowserSsoAttribute(ConfigModel):
    """An attribute that assertions have."""

    name: Annotated[Name, Field(title="Attribute")]
    name_format: Annotated[
        str | None,
        Field(
            title="Name format",
            description="URI of the attribute's name format, such as"
            " urn:oasis:names:tc:SAML:2.0:attrname-format:basic. In SAML 1.1 tokens, the namespace of the attribute.",
            max_length=1024,
        ),
    ] = None


class SpSubjectAttribute(SpBrowserSsoAttribute):
    """The core attribute: the name identifier."""

    name: Annotated[Name, Field(title="Attribute")] = SAML_SUBJECT
    name_format: Annotated[
        str | None,
        Field(
            title="Name identifier format",
            description="URI of the format of the name identifier. Pseudonyms and transient identifiers have their own"
            " formats.",
            max_length=1024,
        ),
    ] = UNSPECIFIED_NAME_ID


def core_attributes() -> list[SpSubjectAttribute]:
    """Return the attributes that every contract has."""
    return [SpSubjectAttribute()]


class SpBrowserSsoAttributeContract(ConfigModel):
    """The attributes of assertions. `SAML_SUBJECT`, the name identifier, is always one of them."""

    core_attributes: Annotated[
        list[SpSubjectAttribute],
        Field(
            title="Name identifier",
            description="Format of the identifier of the user in assertions.",
            max_length=1,
            default_factory=core_attributes,
        ),
    ]
    extended_attributes: Annotated[
        list[SpBrowserSsoAttribute],
        Field(
            title="Extended attributes",
            description="Attributes of assertions in addition to the name identifier.",
            max_length=MOST_ATTRIBUTES,
            default_factory=list,
        ),
    ]


class AssertionLifetime(ConfigModel):
    """The time in which an assertion is valid."""

    minutes_before: Annotated[
        int,
        Field(
            title="Minutes before issuance",
            description="Minutes before the time of issue from which an assertion is valid. They allow for clocks that"
            " are slow.",
            ge=0,
            le=MOST_MINUTES,
        ),
    ] = 5
    minutes_after: Annotated[
        int,
        Field(
            title="Minutes after issuance",
            description="Minutes after the time of issue until which an assertion is valid.",
            ge=1,
            le=MOST_MINUTES,
        ),
    ] = 5


class SpBrowserSso(ConfigModel):
    """Settings for users who sign in at this server to use the partner's applications."""

    protocol: Annotated[
        Protocol,
        Field(title="Protocol", description="Protocol by which the partner receives users."),
        Offers(SUPPORTED_PROTOCOLS),
    ] = Protocol.SAML20
    ws_fed_token_type: WsFedTokenTypeField = None
    ws_trust_version: WsTrustVersionField = None
    enabled_profiles: Annotated[
        Profiles,
        Field(
            title="Profiles",
            description="Ways in which a sign-in or a logout can begin. All others are refused.",
        ),
    ]
    incoming_bindings: Annotated[
        Bindings,
        Field(
            title="Incoming bindings",
            description="Bindings by which the partner may send messages. All others are refused.",
        ),
        Offers(RECEIVED_BINDINGS),
        OmittedWhenEmpty(),
    ]
    sso_service_endpoints: Annotated[
        list[SpSsoServiceEndpoint],
        Field(
            title="Assertion consumer services",
            description="Addresses to which assertions are sent. A request can name one of these, and no other.",
            max_length=MOST_ENDPOINTS,
            default_factory=list,
        ),
    ]
    url_whitelist_entries: UrlWhitelistEntries
    slo_service_endpoints: SloServiceEndpoints
    artifact: Annotated[ArtifactSettings | None, Field(title="Artifact binding")] = None
    always_sign_artifact_response: Annotated[
        bool, Field(title="Always sign artifact responses", description="Sign the responses that contain a message.")
    ] = False
    default_target_url: Annotated[
        str | None,
        Field(
            title="Default target URL",
            description="Address at the partner that users open after a sign-in which this server begins, if the"
            " request names none. It is sent as RelayState.",
            max_length=2048,
        ),
    ] = None
    sp_saml_identity_mapping: Annotated[
        SpSamlIdentityMapping,
        Field(title="Kind of name identifier", description="Kind of the identifier by which the partner knows a user."),
    ] = SpSamlIdentityMapping.STANDARD
    sp_ws_fed_identity_mapping: SpWsFedIdentityMappingField = None
    sign_response_as_required: Annotated[
        bool,
        Field(
            title="Sign responses",
            description="Sign the response. If off, assertions must be signed.",
        ),
    ] = True
    sign_assertions: Annotated[
        bool, Field(title="Sign assertions", description="Sign each assertion, also within a signed response.")
    ] = False
    require_signed_authn_requests: Annotated[
        bool,
        Field(
            title="Require signed authentication requests",
            description="Refuse requests without a valid signature of the partner. If off, unsigned requests are"
            " accepted, and a signature that is present must be valid if the connection has a certificate.",
        ),
    ] = False
    encryption_policy: Annotated[EncryptionPolicy | None, Field(title="Encryption")] = None
    assertion_lifetime: Annotated[
        AssertionLifetime, Field(title="Assertion lifetime", default_factory=AssertionLifetime)
    ]
    attribute_contract: Annotated[
        SpBrowserSsoAttributeContract, Field(title="Attribute contract", default_factory=SpBrowserSsoAttributeContract)
    ]
    adapter_mappings: Annotated[
        list[IdpAdapterAssertionMapping],
        Field(
            title="IdP adapter mappings",
            description="Sources of the contract's attributes, for each adapter whose users may sign in.",
            max_length=MOST_MAPPINGS,
            default_factory=list,
        ),
    ]
    authentication_policy_contract_assertion_mappings: Annotated[
        list[AuthenticationPolicyContractAssertionMapping],
        Field(
            title="Authentication policy contract mappings",
            description="Sources of the contract's attributes, for each policy contract whose users may sign in.",
            max_length=MOST_MAPPINGS,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    sso_application_endpoint: ApplicationEndpoint = None

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        return without_unsupported(sent, _UNSUPPORTED)

    @property
    def is_saml(self) -> bool:
        """Return whether the protocol is SAML 2.0."""
        return self.protocol is Protocol.SAML20

    @property
    def encrypts_assertions(self) -> bool:
        """Return whether assertions are encrypted."""
        return self.encryption.encrypt_assertion

    @property
    def encryption(self) -> EncryptionPolicy:
        """Return the encryption policy, or its defaults."""
        return self.encryption_policy or EncryptionPolicy(encrypted_attributes=[])
