"""The form of an SP connection: sections in the order in which a connection is set up."""

from typing import Final

from hanse.config.declare.ui.layout import AppliesWhen, FormLayout, Section
from hanse.resources.federation.connections.application_endpoint import APPLICATION_ENDPOINT
from hanse.resources.federation.connections.certificates import INBOUND_AUTHENTICATION, UNUSED_OF_CLIENTS
from hanse.resources.federation.connections.credentials import ISSUER_DN, SUBJECT_DN
from hanse.resources.federation.connections.endpoints import LOGOUT_PROFILES, Protocol
from hanse.resources.federation.sp_connections.attribute_query import QUERY
from hanse.resources.federation.sp_connections.model import SSO, UNSUPPORTED_MEMBERS
from hanse.resources.federation.sp_connections.rules import ADAPTER_MAPPINGS, CONTRACT, CONTRACT_MAPPINGS
from hanse.resources.federation.sp_connections.ws_federation_rules import WS_FEDERATION_MEMBERS

_OUTBOUND: Final = "credentials.outboundBackChannelAuth"
_PROTOCOL: Final = f"{SSO}.protocol"
# The condition of what only connections with SAML 2.0 have.
SAML: Final = (AppliesWhen(_PROTOCOL, (Protocol.SAML20,)),)
_WS_FEDERATION: Final = (AppliesWhen(_PROTOCOL, (Protocol.WSFED,)),)
_SAML_FIELDS: Final = (
    f"{SSO}.enabledProfiles",
    f"{SSO}.incomingBindings",
    f"{SSO}.requireSignedAuthnRequests",
    f"{SSO}.spSamlIdentityMapping",
    f"{SSO}.signResponseAsRequired",
    f"{SSO}.signAssertions",
    f"{SSO}.encryptionPolicy",
    f"{SSO}.artifact",
    f"{SSO}.alwaysSignArtifactResponse",
    INBOUND_AUTHENTICATION,
    _OUTBOUND,
    f"{CONTRACT}.coreAttributes",
    "credentials.certs",
    SUBJECT_DN,
    ISSUER_DN,
    "credentials.blockEncryptionAlgorithm",
    "credentials.keyTransportAlgorithm",
    "credentials.decryptionKeyPairRef",
    "credentials.secondaryDecryptionKeyPairRef",
    "metadataReloadSettings",
)
FORM_LAYOUT: Final = FormLayout(
    sections=(
        Section(
            "General info",
            ("name", "entityId", _PROTOCOL, "active", "baseUrl", "applicationName", "applicationIconUrl"),
            "The entity ID of a partner with WS-Federation is its realm, which its requests contain as wtrealm.",
        ),
        Section(
            "Profiles and bindings",
            (f"{SSO}.enabledProfiles", f"{SSO}.incomingBindings", f"{SSO}.requireSignedAuthnRequests"),
            "Ways in which users sign in, and messages that the partner may send.",
        ),
        Section(
            "Endpoints",
            (
                f"{SSO}.ssoServiceEndpoints",
                f"{SSO}.urlWhitelistEntries",
                f"{SSO}.sloServiceEndpoints",
                f"{SSO}.defaultTargetUrl",
            ),
            "Addresses of the partner. Messages are sent to these only.",
        ),
        Section(
            "Assertions and tokens",
            (
                f"{SSO}.wsFedTokenType",
                f"{SSO}.wsTrustVersion",
                f"{SSO}.spWsFedIdentityMapping",
                f"{SSO}.spSamlIdentityMapping",
                f"{SSO}.signResponseAsRequired",
                f"{SSO}.signAssertions",
                f"{SSO}.encryptionPolicy",
                f"{SSO}.assertionLifetime",
            ),
            "Contents, signatures and lifetime of assertions and tokens. Tokens of WS-Federation are always signed.",
        ),
        Section(
            "Back channel",
            (f"{SSO}.artifact", f"{SSO}.alwaysSignArtifactResponse", INBOUND_AUTHENTICATION, _OUTBOUND),
            "Messages that the partner and this server exchange without a browser, and their authentication.",
        ),
        Section("Attribute contract", (CONTRACT,), "Attributes that the partner receives."),
        Section(
            "Sources of users",
            (ADAPTER_MAPPINGS, CONTRACT_MAPPINGS),
            "Adapters and policy contracts whose users may sign in, and the sources of the attributes.",
        ),
        Section(
            "Credentials",
            (
                "credentials.signingSettings",
                "credentials.certs",
                SUBJECT_DN,
                ISSUER_DN,
                "credentials.blockEncryptionAlgorithm",
                "credentials.keyTransportAlgorithm",
                "credentials.decryptionKeyPairRef",
                "credentials.secondaryDecryptionKeyPairRef",
            ),
            "The key that signs messages to the partner, and the partner's certificates.",
        ),
        Section(
            "Attribute queries",
            (QUERY,),
            "Attributes that the partner can request about a user without a sign-in, and their sources.",
        ),
        Section("Metadata updates", ("metadataReloadSettings",)),
        Section("Virtual servers and logging", ("virtualEntityIds", "defaultVirtualEntityId", "loggingMode")),
        Section("Extended properties", ("extendedProperties",)),
        Section("Contact", ("contactInfo",)),
    ),
    when={
        **dict.fromkeys(_SAML_FIELDS, SAML),
        **{f"{SSO}.{name}": _WS_FEDERATION for name in WS_FEDERATION_MEMBERS.values()},
        f"{SSO}.defaultTargetUrl": (
            *SAML,
            AppliesWhen(f"{SSO}.enabledProfiles", ("IDP_INITIATED_SSO",)),
        ),
        f"{SSO}.sloServiceEndpoints": (
            *SAML,
            AppliesWhen(f"{SSO}.enabledProfiles", tuple(sorted(LOGOUT_PROFILES))),
        ),
    },
    left_out=frozenset(
        {
            *UNSUPPORTED_MEMBERS,
            "type",
            "connectionTargetType",
            "extendedProperties",
            "creationDate",
            "modificationDate",
            "replicationStatus",
            "credentials.certs.certView",
            "credentials.certs.x509File.id",
            "credentials.certs.x509File.cryptoProvider",
            f"{SSO}.{APPLICATION_ENDPOINT}",
            f"{INBOUND_AUTHENTICATION}.type",
            f"{_OUTBOUND}.type",
            *(f"{INBOUND_AUTHENTICATION}.certs.{name}" for name in UNUSED_OF_CLIENTS),
            f"{CONTRACT}.coreAttributes.name",
        }
    ),
    properties="extendedProperties",
)
