"""The navigation tree of the console: every node that works, and who sees it.

A leaf stands here once its area works: a dead link would be a defect. A heading without leaves is shown to nobody, so
the whole structure is here from the start and an area adds its leaf alone, in the order that is given.
"""

from hanse.admin.session.nodes import Icon, Node, leaf, primary, secondary
from hanse.config.access import Area


def _framed(id_: str, label: str, path: str, area: Area = Area.CONFIGURATION) -> Node:
    """Return a leaf whose page is made on the server (`admin/frames`)."""
    return leaf(id_, label, path, area, react=False)


_CERTIFICATES = "/security/certificate-and-key-management"

_AUTHENTICATION = primary(
    "authentication",
    "Authentication",
    secondary(
        "authentication/integration",
        "Integration",
        # IdP Connections
        _framed("idpAdapters", "IdP Adapters", "/authentication/integration/idp-adapters"),
        # Authentication API Applications, IdP Default URL
    ),
    secondary(
        "authentication/policies",
        "Policies",
        _framed("fragments", "Fragments", "/authentication/policies/fragments"),
        _framed("selectors", "Selectors", "/authentication/policies/selectors"),
        _framed("policies", "Policies", "/authentication/policies/policies"),
        _framed("policySettings", "Policy Settings", "/authentication/policies/policy-settings"),
        _framed("policyDefaults", "Policy Defaults", "/authentication/policies/policy-defaults"),
        _framed("policyContracts", "Policy Contracts", "/authentication/policies/policy-contracts"),
        _framed("sessions", "Sessions", "/authentication/policies/sessions"),
        _framed("sessionOverrides", "Session Overrides", "/authentication/policies/session-overrides"),
        _framed("applicationSessions", "Application Sessions", "/authentication/policies/application-sessions"),
        _framed("sessionSettings", "Session Settings", "/authentication/policies/session-settings"),
        # Local Identity Profiles
    ),
    secondary(
        "authentication/oauth",
        "OAuth",
        _framed(
            "idpAdapterGrantMapping", "IdP Adapter Grant Mapping", "/authentication/oauth/idp-adapter-grant-mapping"
        ),
        _framed(
            "policyContractGrantMapping",
            "Policy Contract Grant Mapping",
            "/authentication/oauth/policy-contract-grant-mapping",
        ),
        _framed(
            "resourceOwnerCredentialsGrantMapping",
            "Resource Owner Credentials Grant Mapping",
            "/authentication/oauth/resource-owner-credentials-grant-mapping",
        ),
    ),
    icon=Icon.AUTHENTICATION,
)

_APPLICATIONS = primary(
    "applications",
    "Applications",
    secondary(
        "applications/integration",
        "Integration",
        # SP Connections, SP Adapters, Target URL Mapping, SP Default URLs, the mappings between contracts and adapters
    ),
    secondary(
        "applications/oauth",
        "OAuth",
        _framed("oauthClients", "Clients", "/applications/oauth/clients"),
        _framed("accessTokenManagement", "Access Token Management", "/applications/oauth/access-token-management"),
        _framed("accessTokenMappings", "Access Token Mappings", "/applications/oauth/access-token-mappings"),
        _framed(
            "openIdConnectPolicyManagement",
            "OpenID Connect Policy Management",
            "/applications/oauth/openid-connect-policy-management",
        ),
        # CIBA Request Policies, Client Registration Policies
        leaf("grants", "Grants", "/applications/oauth/grants", Area.CONFIGURATION, react=True),
    ),
    secondary(
        "applications/token-exchange",
        "Token Exchange",
        # Processor Policies, Token Generator Groups
    ),
    icon=Icon.APPLICATIONS,
)

_SECURITY = primary(
    "security",
    "Security",
    secondary(
        "security/certificate-and-key-management",
        "Certificate & Key Management",
        _framed("trustedCas", "Trusted CAs", f"{_CERTIFICATES}/trusted-cas", Area.KEYS),
        _framed(
            "sslServerCertificates", "SSL Server Certificates", f"{_CERTIFICATES}/ssl-server-certificates", Area.KEYS
        ),
        _framed(
            "sslServerSettings",
            "Active SSL Server Certificates",
            f"{_CERTIFICATES}/active-ssl-server-certificates",
            Area.KEYS,
        ),
        # SSL Client Keys & Certificates
        leaf(
            "signingKeys",
            "Signing & Decryption Keys & Certificates",
            "/security/certificate-and-key-management/signing-decryption-keys-certificates",
            Area.KEYS,
            react=True,
            is_default=True,
        ),
        leaf(
            "oauthOpenIdConnectKeys",
            "OAuth & OpenID Connect Keys",
            "/security/certificate-and-key-management/oauth-openid-connect-keys",
            Area.KEYS,
            react=True,
            is_default=True,
        ),
        leaf(
            "tokenSigningKeys",
            "Token Signing Keys",
            "/security/certificate-and-key-management/token-signing-keys",
            Area.KEYS,
            react=True,
            is_default=True,
        ),
        # Certificate Revocation, Partner Metadata URLs
        leaf(
            "configurationEncryptionKeys",
            "Configuration Encryption Keys",
            "/security/certificate-and-key-management/configuration-encryption-keys",
            Area.KEYS,
            react=True,
        ),
        icon=Icon.KEY,
    ),
    secondary(
        "security/system-integration",
        "System Integration",
        _framed("redirectValidation", "Redirect Validation", "/security/system-integration/redirect-validation"),
        # Service Authentication, Incoming Proxy Settings
    ),
    icon=Icon.SECURITY,
)

_SYSTEM = primary(
    "system",
    "System",
    secondary(
        "system/data-and-credential-stores",
        "Data & Credential Stores",
        _framed("dataStores", "Data Stores", "/system/data-and-credential-stores/data-stores"),
        _framed(
            "passwordCredentialValidators",
            "Password Credential Validators",
            "/system/data-and-credential-stores/password-credential-validators",
        ),
        # Identity Store Provisioners
    ),
    secondary(
        "system/server",
        "Server",
        # Protocol Settings
        _framed(
            "administrativeAccounts", "Administrative Accounts", "/system/server/administrative-accounts", Area.ACCOUNTS
        ),
        leaf(
            "logSettings",
            "Log Settings",
            "/system/server/log-settings",
            Area.CONFIGURATION,
            react=True,
        ),
        leaf(
            "virtualHostNames",
            "Virtual Host Names",
            "/system/server/virtual-hostnames",
            Area.CONFIGURATION,
            react=True,
            icon=Icon.HOST,
            is_default=True,
        ),
        leaf(
            "license",
            "License",
            "/system/server/license",
            Area.LICENSE,
            react=True,
            icon=Icon.LICENSE,
            is_default=True,
        ),
        leaf(
            "clusterManagement",
            "Cluster Management",
            "/system/server/cluster-management",
            Area.CONFIGURATION,
            react=True,
        ),
        # Configuration Archive, General Settings
        _framed("extendedProperties", "Extended Properties", "/system/server/extended-properties"),
        leaf(
            "collectSupportData",
            "Collect Support Data",
            "/system/server/collect-support-data",
            Area.SUPPORT_DATA,
            react=True,
        ),
    ),
    secondary(
        "system/oauth-settings",
        "OAuth Settings",
        _framed(
            "authorizationServerSettings",
            "Authorization Server Settings",
            "/system/oauth-settings/authorization-server-settings",
        ),
        leaf(
            "scopeManagement",
            "Scope Management",
            "/system/oauth-settings/scope-management",
            Area.CONFIGURATION,
            react=True,
        ),
        leaf(
            "virtualIssuers",
            "Virtual Issuers",
            "/system/oauth-settings/virtual-issuers",
            Area.ISSUERS,
            react=True,
        ),
        _framed("clientSettings", "Client Settings", "/system/oauth-settings/client-settings"),
        _framed("openIdConnectSettings", "OpenID Connect Settings", "/system/oauth-settings/openid-connect-settings"),
        leaf(
            "authorizationDetailTypes",
            "Authorization Detail Types",
            "/system/oauth-settings/authorization-detail-types",
            Area.CONFIGURATION,
            react=True,
        ),
    ),
    secondary(
        "system/external-systems",
        "External Systems",
        leaf(
            "pingOneConnections",
            "PingOne Connections",
            "/system/external-systems/pingone-connections",
            Area.CONFIGURATION,
            react=True,
        ),
        _framed(
            "notificationPublishers", "Notification Publishers", "/system/external-systems/notification-publishers"
        ),
        # CAPTCHA Providers, Secret Managers
        icon=Icon.CLOUD,
    ),
    secondary(
        "system/protocol-metadata",
        "Protocol Metadata",
        # Metadata Settings, Metadata Export
    ),
    icon=Icon.SYSTEM,
)

TREE: tuple[Node, ...] = (_AUTHENTICATION, _APPLICATIONS, _SECURITY, _SYSTEM)
