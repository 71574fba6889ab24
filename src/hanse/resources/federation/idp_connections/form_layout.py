"""The form of an IdP connection: sections in the order in which a connection is set up."""

from collections.abc import Iterable
from typing import Final

from hanse.config.declare.ui.layout import AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.tweaks import Tweak, Tweaks, tweaked
from hanse.config.declare.ui.widgets import ChoiceInput, WidgetOption
from hanse.kit.texts.labels import Labeled
from hanse.resources.federation.connections.application_endpoint import APPLICATION_ENDPOINT
from hanse.resources.federation.connections.certificates import INBOUND_AUTHENTICATION, UNUSED_OF_CLIENTS
from hanse.resources.federation.connections.endpoints import LOGOUT_PROFILES
from hanse.resources.federation.idp_connections.allowed_entities import ALLOWED_ENTITIES
from hanse.resources.federation.idp_connections.attribute_query import QUERY, IdpAttributeQuery
from hanse.resources.federation.idp_connections.browser_sso.model import (
    LINKED_PROFILE,
    MEMBER,
    PROVIDER,
    SUPPORTED_BINDINGS,
    BrowserSsoProtocol,
    IdentityMapping,
    IdpBrowserSso,
)
from hanse.resources.federation.idp_connections.browser_sso.openid_choices import AuthenticationScheme, LoginType
from hanse.resources.federation.idp_connections.browser_sso.openid_connect import CREDENTIALS, SEALED
from hanse.resources.federation.idp_connections.browser_sso.provisioning import JIT, REPOSITORY
from hanse.resources.federation.idp_connections.browser_sso.provisioning_rules import USER_REPOSITORY
from hanse.resources.federation.idp_connections.browser_sso.user_repository import (
    ATTRIBUTES,
    BASE_DN,
    FILTER,
    NAMING,
    PROFILE,
    REPOSITORY_MAPPING,
    SQL_METHOD,
    STORE,
    UserRepositoryType,
)
from hanse.resources.federation.idp_connections.model import CONTRACT, GRANT, UNSUPPORTED_MEMBERS

_PROTOCOL: Final = f"{MEMBER}.protocol"
_SAML = (AppliesWhen(_PROTOCOL, (BrowserSsoProtocol.SAML20,)),)
_OPENID = (AppliesWhen(_PROTOCOL, (BrowserSsoProtocol.OIDC,)),)
_ASSERTION = AppliesWhen(
    f"{MEMBER}.{PROVIDER}.authenticationScheme",
    (AuthenticationScheme.PRIVATE_KEY_JWT, AuthenticationScheme.CLIENT_SECRET_JWT),
)
_CODE = AppliesWhen(f"{MEMBER}.{PROVIDER}.loginType", (LoginType.CODE,))
_CODE_FIELDS: Final = (
    "tokenEndpoint",
    "userInfoEndpoint",
    "enablePKCE",
    "jwtSecuredAuthorizationResponseModeType",
)
_SAML_FIELDS: Final = (
    "enabledProfiles",
    "incomingBindings",
    "ssoServiceEndpoints",
    "artifact",
    "alwaysSignArtifactResponse",
    "sloServiceEndpoints",
    "signAuthnRequests",
    "assertionsSigned",
    "decryptionPolicy",
    "authnContextMappings",
)
_ASSERTION_FIELDS: Final = (
    "authenticationSigningAlgorithm",
    "audience",
    "lifetime",
    "type",
    "includeNotBeforeClaim",
)
MAPPED: Final = (
    AppliesWhen(f"{MEMBER}.idpIdentityMapping", (IdentityMapping.ACCOUNT_MAPPING, IdentityMapping.ACCOUNT_LINKING)),
)
_LINKED = (AppliesWhen(f"{MEMBER}.idpIdentityMapping", (IdentityMapping.ACCOUNT_LINKING,)),)
_IN_STORE: Final = (UserRepositoryType.LDAP, UserRepositoryType.JDBC)
# The members of each type of user repository.
_REPOSITORY_FIELDS: Final = {
    PROFILE: (UserRepositoryType.LOCAL_IDENTITY_PROFILE,),
    **dict.fromkeys((STORE, ATTRIBUTES), _IN_STORE),
    **dict.fromkeys((BASE_DN, FILTER, NAMING), (UserRepositoryType.LDAP,)),
    SQL_METHOD: (UserRepositoryType.JDBC,),
}
FORM_LAYOUT: Final = FormLayout(
    sections=(
        Section("General info", ("name", "entityId", "active", "baseUrl")),
        Section(
            "Browser SSO",
            (MEMBER,),
            "Users sign in at the partner. Policies use the connection as an authentication source. Leave the protocol"
            " empty for a connection that is used for assertion grants only.",
        ),
        Section(
            "OpenID Connect client",
            (CREDENTIALS,),
            "Registration of this server at the OpenID provider. The page of the saved connection shows the redirect"
            " URI to register.",
        ),
        Section(
            "Credentials",
            ("credentials",),
            "Keys that verify the signatures of the partner, and the keys of this server for the partner.",
        ),
        Section("Metadata updates", ("metadataReloadSettings",)),
        Section("Virtual servers and logging", ("virtualEntityIds", "defaultVirtualEntityId", "loggingMode")),
        Section(
            "Additional issuers",
            (ALLOWED_ENTITIES,),
            "Issuers of tokens that are accepted in addition to the entity ID, for the tenants of a shared provider.",
        ),
        Section(
            "Attribute queries",
            (QUERY,),
            "Requests for attributes of users without a sign-in, which applications start and provisioning can use.",
        ),
        Section("Error page", ("errorPageMsgId",)),
        Section(
            "OAuth assertion grant",
            (GRANT,),
            "Clients with the grant type Extension present the partner's assertions at the token endpoint, and receive"
            " access tokens.",
        ),
        Section("Extended properties", ("extendedProperties",)),
        Section("Contact", ("contactInfo",)),
    ),
    when={
        **{f"{MEMBER}.{name}": _SAML for name in _SAML_FIELDS},
        **{
            f"{USER_REPOSITORY}.{name}": (AppliesWhen(f"{USER_REPOSITORY}.type", types),)
            for name, types in _REPOSITORY_FIELDS.items()
        },
        f"{MEMBER}.defaultTargetUrl": MAPPED,
        f"{MEMBER}.urlWhitelistEntries": MAPPED,
        f"{MEMBER}.{LINKED_PROFILE}": _LINKED,
        f"{MEMBER}.sloServiceEndpoints": (
            *_SAML,
            AppliesWhen(f"{MEMBER}.enabledProfiles", tuple(sorted(LOGOUT_PROFILES))),
        ),
        f"{MEMBER}.{PROVIDER}": _OPENID,
        CREDENTIALS: _OPENID,
        ALLOWED_ENTITIES: _OPENID,
        "baseUrl": _SAML,
        QUERY: _SAML,
        "errorPageMsgId": MAPPED,
        "credentials.outboundBackChannelAuth": _SAML,
        "credentials.inboundBackChannelAuth": _SAML,
        "metadataReloadSettings": _SAML,
        "loggingMode": (AppliesWhen(_PROTOCOL, (BrowserSsoProtocol.SAML20, BrowserSsoProtocol.OIDC)),),
        **{f"{MEMBER}.{PROVIDER}.{name}": (*_OPENID, _CODE) for name in _CODE_FIELDS},
        **{f"{MEMBER}.{PROVIDER}.{name}": (*_OPENID, _ASSERTION) for name in _ASSERTION_FIELDS},
    },
    left_out=frozenset(
        {
            *UNSUPPORTED_MEMBERS,
            "type",
            "extendedProperties",
            "creationDate",
            "modificationDate",
            "replicationStatus",
            "credentials.certs.certView",
            "credentials.certs.x509File.id",
            "credentials.certs.x509File.cryptoProvider",
            "credentials.outboundBackChannelAuth.type",
            f"{INBOUND_AUTHENTICATION}.type",
            *(f"{INBOUND_AUTHENTICATION}.certs.{name}" for name in UNUSED_OF_CLIENTS),
            f"{MEMBER}.{APPLICATION_ENDPOINT}",
            f"{USER_REPOSITORY}.{REPOSITORY_MAPPING}",
            f"{CONTRACT}.coreAttributes",
            f"{MEMBER}.attributeContract.coreAttributes",
            f"{CREDENTIALS}.{SEALED}",
            f"{MEMBER}.{PROVIDER}.redirectUri",
            f"{MEMBER}.{PROVIDER}.backChannelLogoutUri",
            f"{MEMBER}.{PROVIDER}.frontChannelLogoutUri",
            f"{MEMBER}.{PROVIDER}.postLogoutRedirectUri",
        }
    ),
    properties="extendedProperties",
)


def _choices(values: Iterable[Labeled]) -> ChoiceInput:
    return ChoiceInput(options=tuple(WidgetOption(each.value, each.label) for each in values))


# A connection for assertion grants only has no protocol, other bindings are not supported, and a connection without
# attribute queries has no attribute service.
FORM_TWEAKS: Final[Tweaks] = {
    QUERY: Tweak(members=tweaked(form_of(IdpAttributeQuery), {"url": Tweak(required=False)})),
    MEMBER: Tweak(
        members=tweaked(
            form_of(
                IdpBrowserSso,
                left_out=frozenset(
                    {
                        "adapterMappings",
                        "authenticationPolicyContractMappings",
                        f"{JIT}.{REPOSITORY}.{REPOSITORY_MAPPING}",
                    }
                ),
            ),
            {
                "protocol": Tweak(required=False),
                "incomingBindings": Tweak(choice=_choices(SUPPORTED_BINDINGS)),
            },
        )
    ),
}
