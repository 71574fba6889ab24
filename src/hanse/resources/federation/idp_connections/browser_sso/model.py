"""Browser SSO of an IdP connection, as the API contract names its members."""

from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from hanse import handles
from hanse.config.declare.fields import ConfigModel, OmittedWhenEmpty, Ref, ResourceLink
from hanse.kit.texts.labels import Labeled
from hanse.resources.applications.clients.addresses import OptionalWebAddress
from hanse.resources.federation.connections.application_endpoint import ApplicationEndpoint
from hanse.resources.federation.connections.endpoints import (
    ArtifactSettings,
    Binding,
    Bindings,
    EndpointUrl,
    Profiles,
    SloServiceEndpoints,
    UrlWhitelistEntry,
)
from hanse.resources.federation.connections.unsupported_members import without_unsupported
from hanse.resources.federation.idp_connections.browser_sso.attribute_contract import (
    CLAIM_SUBJECT,
    IdpBrowserSsoAttributeContract,
)
from hanse.resources.federation.idp_connections.browser_sso.decryption_policy import DecryptionPolicy
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import OIDCProviderSettings
from hanse.resources.federation.idp_connections.browser_sso.provisioning import JIT, JitProvisioning, is_provisioned
from hanse.resources.federation.idp_connections.browser_sso.target_mappings import (
    AuthenticationPolicyContractMapping,
    SpAdapterMapping,
)
from hanse.saml.attributes import SAML_SUBJECT

MEMBER: Final = "idpBrowserSso"
PROVIDER: Final = "oidcProviderSettings"
LINKED_PROFILE: Final = "accountLinkingProfileRef"
# The attribute of mappings with the name of the linked account, as the API contract's source has it.
LOCAL_USER_ID: Final = "Local User ID"
MOST_ENDPOINTS, MOST_CONTEXTS, MOST_MAPPINGS = 10, 100, 100
# Redirect and SOAP are for logout messages. Assertions are too long for Redirect (SAML profiles, section 4.1.2).
SUPPORTED_BINDINGS: Final = tuple(Binding)
_UNSUPPORTED: Final = (
    "messageCustomizations",
    "oauthAuthenticationPolicyContractRef",
    "ssoOAuthMapping",
)


class BrowserSsoProtocol(Labeled):
    """The protocol of the partner."""

    SAML20 = "SAML20", "SAML 2.0"
    OIDC = "OIDC", "OpenID Connect"


class SsoBinding(Labeled):
    """The bindings with which this server sends authentication requests."""

    REDIRECT = "REDIRECT", "Redirect"
    POST = "POST", "POST"
    ARTIFACT = "ARTIFACT", "Artifact"


class IdentityMapping(Labeled):
    """The use of the attributes that the partner sends."""

    NONE = "NONE", "None"
    ACCOUNT_MAPPING = "ACCOUNT_MAPPING", "Account mapping"
    ACCOUNT_LINKING = "ACCOUNT_LINKING", "Account linking"


class IdpSsoServiceEndpoint(ConfigModel):
    """An address of the partner that receives authentication requests."""

    binding: Annotated[
        SsoBinding,
        Field(title="Binding", description="Binding with which the browser sends the request to the partner."),
    ]
    url: Annotated[
        EndpointUrl,
        Field(
            title="URL",
            description="Address of the single sign-on service, from the partner's metadata, or a path below the base"
            " URL of the connection.",
        ),
    ]


class AuthnContextMapping(ConfigModel):
    """An authentication context of this server, and the partner's name for it."""

    local: Annotated[
        str,
        Field(
            title="Local",
            min_length=1,
            max_length=1024,
            description="Value that applications request and receive, such as the parameter acr_values.",
        ),
    ]
    remote: Annotated[
        str, Field(title="Remote", min_length=1, max_length=1024, description="URI of the class at the partner.")
    ]


class IdpBrowserSso(ConfigModel):
    """Settings for users who sign in at the partner."""

    protocol: Annotated[
        BrowserSsoProtocol, Field(title="Protocol", description="Protocol by which users sign in at the partner.")
    ]
    oidc_provider_settings: Annotated[OIDCProviderSettings | None, Field(title="OpenID Connect provider")] = None
    enabled_profiles: Annotated[
        Profiles,
        Field(
            title="Enabled profiles",
            description="With SP-initiated SSO, this server sends the user to the partner with an authentication"
            " request, and accepts responses to it. With IdP-initiated SSO, it also accepts responses that it has not"
            " requested. With SP-initiated SLO, users who sign out here are also signed out at the partner. With"
            " IdP-initiated SLO, the partner may request logouts.",
        ),
        OmittedWhenEmpty(),
    ]
    incoming_bindings: Annotated[
        Bindings,
        Field(
            title="Incoming bindings",
            description="Bindings with which the partner sends its messages. Redirect and SOAP are for logout messages"
            " only. Authentication requests name the first binding for responses.",
        ),
        OmittedWhenEmpty(),
    ]
    artifact: Annotated[ArtifactSettings | None, Field(title="Artifact binding")] = None
    always_sign_artifact_response: Annotated[
        bool,
        Field(
            title="Always sign artifact responses",
            description="Sign the responses in which the partner receives a message of this server for its artifact.",
        ),
    ] = False
    sso_service_endpoints: Annotated[
        list[IdpSsoServiceEndpoint],
        Field(
            title="SSO service URLs",
            description="Addresses of the partner for authentication requests. The first one is used.",
            max_length=MOST_ENDPOINTS,
            default_factory=list,
        ),
    ]
    slo_service_endpoints: SloServiceEndpoints
    authn_context_mappings: Annotated[
        list[AuthnContextMapping],
        Field(
            title="Authentication contexts",
            description="Names of authentication contexts here and at the partner. Contexts without a mapping have the"
            " same name at both.",
            max_length=MOST_CONTEXTS,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    assertions_signed: Annotated[
        bool,
        Field(
            title="Signed assertions required",
            description="Require a signature of the assertion itself. If off, a signature of the whole response is"
            " sufficient. Unsigned responses are always refused.",
        ),
    ] = False
    sign_authn_requests: Annotated[
        bool,
        Field(
            title="Sign authentication requests",
            description="Sign authentication requests with the signing key of the credentials.",
        ),
    ] = False
    decryption_policy: Annotated[DecryptionPolicy, Field(title="Decryption policy", default_factory=DecryptionPolicy)]
    idp_identity_mapping: Annotated[
        IdentityMapping,
        Field(
            title="Identity mapping",
            description="None: the attributes are passed to the policy that uses the connection. Account mapping: in"
            " addition, users are handed over to applications, with the mappings of the connection. Account linking: as"
            " account mapping, and users also link their own account of a local identity profile at the first sign-in.",
        ),
    ] = IdentityMapping.NONE
    attribute_contract: Annotated[
        IdpBrowserSsoAttributeContract,
        Field(title="Attribute contract", default_factory=IdpBrowserSsoAttributeContract),
    ]

    adapter_mappings: Annotated[
        list[SpAdapterMapping],
        Field(
            title="SP adapter mappings",
            description="SP adapters that hand the partner's users over to applications.",
            max_length=MOST_MAPPINGS,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    authentication_policy_contract_mappings: Annotated[
        list[AuthenticationPolicyContractMapping],
        Field(
            title="Policy contract mappings",
            description="Policy contracts of the partner's users. Mappings of a policy contract to SP adapters hand"
            " them over to applications.",
            max_length=MOST_MAPPINGS,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    default_target_url: Annotated[
        OptionalWebAddress | None,
        Field(
            title="Default target URL",
            description="Page of the application to which users are sent if neither the request nor the relay state"
            " names one. If empty, the SSO success URL of the SP default URLs applies.",
        ),
    ] = None
    url_whitelist_entries: Annotated[
        list[UrlWhitelistEntry],
        Field(
            title="Additional target addresses",
            description="Pages of applications that users of this connection may open as the target of a request or as"
            " the relay state of a response, in addition to those of redirect validation. A request must name the"
            " partner.",
            max_length=MOST_ENDPOINTS,
            default_factory=list,
        ),
        OmittedWhenEmpty(),
    ]
    sso_application_endpoint: ApplicationEndpoint = None
    passthrough_errors: Annotated[
        bool,
        Field(
            title="Pass on error messages",
            description="Show the partner's message about a failed sign-in to users, and send it to applications. If"
            " off, it is neither shown nor sent.",
        ),
    ] = False
    account_linking_profile_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Profile of linked accounts",
            description="Local identity profile of the accounts. At the first sign-in, users sign in to their account"
            " and confirm the link; later sign-ins at the partner use the linked account. Users remove links on the"
            " profile page.",
        ),
        Ref(handles.LOCAL_IDENTITY_PROFILES),
    ] = None
    jit_provisioning: Annotated[JitProvisioning | None, Field(title="Just-in-time provisioning")] = None

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        sent = without_unsupported(sent, _UNSUPPORTED)
        if not isinstance(sent, dict):
            return sent
        parts = {PROVIDER: _is_set(sent.get(PROVIDER)), JIT: is_provisioned(sent.get(JIT))}
        return {name: value for name, value in sent.items() if parts.get(name, True)}

    @property
    def is_saml(self) -> bool:
        """Return whether the partner uses SAML 2.0."""
        return self.protocol is BrowserSsoProtocol.SAML20

    @property
    def subject(self) -> str:
        """Return the name of the core attribute."""
        return SAML_SUBJECT if self.is_saml else CLAIM_SUBJECT


def is_configured(sso: Any) -> bool:
    """Return whether a body has Browser SSO. Forms send the boxes of a part that nobody filled in."""
    if not isinstance(sso, dict):
        return sso is not None
    # The identity mapping always has a value, as have the settings for PKCE and for the responses of a provider.
    own = (value for name, value in sso.items() if name not in (PROVIDER, JIT, "idpIdentityMapping"))
    return any(map(_has_value, own)) or _is_set(sso.get(PROVIDER)) or is_provisioned(sso.get(JIT))


def _is_set(provider: Any) -> bool:
    if not isinstance(provider, dict):
        return provider is not None
    always_set = ("enablePKCE", "jwtSecuredAuthorizationResponseModeType", "loginType")
    return any(value for name, value in provider.items() if name not in always_set)


def _has_value(value: Any) -> bool:
    return any(map(_has_value, value.values())) if isinstance(value, dict) else bool(value)
