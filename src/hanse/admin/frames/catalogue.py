"""Which areas have frame forms; `frame.py` says what there is to say of one."""

from hanse.admin.frames.areas import oauth, oauth_settings, sources, tokens
from hanse.admin.frames.areas.accounts import ACCOUNTS, NEW_ACCOUNT, RESET_PASSWORD, USERNAME, password
from hanse.admin.frames.areas.activating import ACTIVATE, IN_USE, in_use, uses
from hanse.admin.frames.areas.activating import SETTINGS as SSL_SETTINGS
from hanse.admin.frames.areas.certificates import (
    CREATE,
    EXPORT,
    EXPORT_CERTIFICATE,
    EXPORT_KEY,
    EXPORT_PEM,
    IMPORT,
    IMPORT_PAIR,
    REQUEST,
    RESPONSE,
    standing,
)
from hanse.admin.frames.areas.stores import ADDRESS, DATA_STORE_VARIANTS, STORE_HELP, TEST_CONNECTION, address_of
from hanse.admin.frames.frame import Frame, instances
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_KIND, MANAGER_SETTINGS
from hanse.resources.applications.clients import CLIENT_SETTINGS, OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.authentication.adapters.resource import ADAPTER_KIND
from hanse.resources.authentication.grant_mappings import (
    ADAPTER_GRANT_MAPPINGS,
    CONTRACT_GRANT_MAPPINGS,
    CREDENTIALS_GRANT_MAPPINGS,
)
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES, POLICY_DEFAULTS, POLICY_SETTINGS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.selectors.resource import SELECTOR_KIND
from hanse.resources.authentication.sessions import APPLICATION_SESSIONS, AUTHENTICATION_SESSIONS, SESSION_SETTINGS
from hanse.resources.authentication.source_sessions import SOURCE_SESSIONS
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from hanse.resources.system.authorization_server import SETTINGS as AUTHORIZATION_SERVER
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from hanse.resources.system.notification_publishers.resource import PUBLISHER_KIND, PUBLISHER_SETTINGS
from hanse.resources.system.password_validators.resource import VALIDATOR_KIND

POLICY_PAGES = ("policies", "policySettings", "policyDefaults")
SESSION_PAGES = ("sessions", "sessionOverrides", "applicationSessions", "sessionSettings")
FRAMES: tuple[Frame, ...] = (
    instances(
        "idpAdapters",
        ADAPTER_KIND,
        "IdP Adapter",
        presentation=tokens.HELPED,
        help="adapters",
        empty="An adapter asks users who they are: by a form for a password, or for an identifier by which a policy"
        " goes on. Policies refer to adapters.",
        left_out=frozenset({"attributeMapping"}),
        mapped=tokens.ADAPTER_CONTRACT,
    ),
    instances(
        "selectors",
        SELECTOR_KIND,
        "Selector",
        help="selectors",
        empty="A selector chooses by the facts of a request which way of a policy is taken: by its network, a"
        " parameter, scopes or the client.",
    ),
    Frame(
        node="policyContracts",
        help="policy-contracts",
        resource=POLICY_CONTRACTS,
        singular="Policy Contract",
        columns=("extendedAttributes", "lastModified"),
        left_out=frozenset({"coreAttributes"}),
        empty="A contract names the attributes that a policy hands on once a user is authenticated. Applications and "
        "partners that ask for a user get what the contract says, whichever way the user signed in.",
    ),
    Frame(
        node="policies",
        help="policies",
        resource=POLICIES,
        singular="Policy",
        columns=("enabled", "description"),
        left_out=frozenset({"position"}),
        tree="rootNode",
        tabs=POLICY_PAGES,
        empty="A policy says which adapters a user passes, in which order, and what the application is told of the "
        "user then. Policies are tried from the first to the last until one of them ends.",
    ),
    Frame(node="policySettings", help="policies", resource=POLICY_SETTINGS, tabs=POLICY_PAGES),
    Frame(node="policyDefaults", help="policies", resource=POLICY_DEFAULTS, tabs=POLICY_PAGES, tweaks=sources.SOURCES),
    Frame(
        node="fragments",
        help="policies",
        resource=FRAGMENT_RESOURCE,
        singular="Fragment",
        columns=("inputs", "outputs", "description"),
        tree="rootNode",
        empty="A fragment is a part of a policy that several policies go through, such as a second factor. It is "
        "changed in one place for all of them.",
    ),
    Frame(
        node="oauthClients",
        resource=OAUTH_CLIENTS,
        singular="Client",
        columns=("clientId", "grantTypes", "enabled", "modificationDate"),
        left_out=frozenset({"extendedParameters"}),
        presentation=oauth.CLIENT,
        help="clients",
        empty="A client is an application that asks this server for tokens. What it may ask for, and how it proves who "
        "it is, is said here.",
    ),
    Frame(node="clientSettings", resource=CLIENT_SETTINGS, presentation=oauth_settings.CLIENT_SETTINGS, help="clients"),
    Frame(
        node="authorizationServerSettings",
        resource=AUTHORIZATION_SERVER,
        presentation=oauth_settings.AUTHORIZATION_SERVER,
        help="authorization-server",
    ),
    Frame(
        node="dataStores",
        help="data-stores",
        resource=DATA_STORES,
        singular="Data Store",
        columns=("type", "lastModified"),
        told={ADDRESS: address_of},
        variants=DATA_STORE_VARIANTS,
        presentation=STORE_HELP,
        asks=(TEST_CONNECTION,),
        empty="A data store is a directory or a database of your organisation. Attributes of users come from it, and"
        " passwords are checked at it.",
    ),
    Frame(
        node="administrativeAccounts",
        help="administrators",
        resource=ADMINISTRATIVE_ACCOUNTS,
        singular="Administrative Account",
        columns=("active", "auditor", "roles", "department"),
        tweaks=USERNAME,
        only_new=NEW_ACCOUNT,
        presentation=ACCOUNTS,
        facts=password,
        asks=(RESET_PASSWORD,),
        empty="Accounts administer this server, each with the roles that it needs; auditors see everything.",
    ),
    Frame(
        node="trustedCas",
        help="trusted-cas",
        resource=TRUSTED_CAS,
        singular="Trusted CA",
        columns=("issuerDN", "expires", "status"),
        left_out=frozenset({"cryptoProvider"}),
        adding=(IMPORT,),
        standing=standing,
        asks=(EXPORT,),
        empty="The certificates of authorities that the operating system does not know, such as your organisation's"
        " own: directories whose certificates they have issued are then trusted.",
    ),
    Frame(
        node="sslServerCertificates",
        help="ssl-server-certificates",
        resource=SSL_SERVER_KEY_PAIRS,
        singular="SSL Server Certificate",
        columns=("issuerDN", "expires", "status"),
        left_out=frozenset({"cryptoProvider", "rotationSettings"}),
        adding=(CREATE, IMPORT_PAIR),
        facts=uses,
        standing=standing,
        told={IN_USE: in_use},
        asks=(*ACTIVATE, EXPORT_CERTIFICATE, REQUEST, RESPONSE, EXPORT_KEY, EXPORT_PEM),
        empty="Certificates that browsers and applications are shown in place of the one that this server has made for"
        " itself.",
    ),
    SSL_SETTINGS,
    Frame(
        node="sessions",
        help="sessions",
        resource=AUTHENTICATION_SESSIONS,
        presentation=sources.SESSIONS,
        tabs=SESSION_PAGES,
    ),
    Frame(
        node="sessionOverrides",
        help="sessions",
        resource=SOURCE_SESSIONS,
        singular="Session Override",
        columns=("enableSessions", "persistent", "idleTimeoutMins", "maxTimeoutMins"),
        tweaks=sources.SOURCE,
        presentation=sources.SOURCE_SESSIONS,
        naming=sources.source_of,
        tabs=SESSION_PAGES,
        empty="What is said of sessions counts for all sources. An override says something else of users who"
        " authenticated at one of them.",
    ),
    Frame(node="applicationSessions", help="sessions", resource=APPLICATION_SESSIONS, tabs=SESSION_PAGES),
    Frame(node="sessionSettings", help="sessions", resource=SESSION_SETTINGS, tabs=SESSION_PAGES),
    instances(
        "accessTokenManagement",
        MANAGER_KIND,
        "Access Token Manager",
        help="access-tokens",
        presentation=tokens.MANAGER,
        default_in=(MANAGER_SETTINGS, "defaultAccessTokenManagerRef"),
        empty="A manager makes access tokens: signed ones that say everything themselves, or references that only this"
        " server understands. It says what they carry and how long they count.",
    ),
    Frame(
        node="accessTokenMappings",
        presentation=tokens.HELPED,
        help="access-tokens",
        resource=ACCESS_TOKEN_MAPPINGS,
        singular="Access Token Mapping",
        told={tokens.MAPS: tokens.extent_of(ACCESS_TOKEN_MAPPINGS)},
        mapped=tokens.ACCESS_TOKEN_MAPPING,
        tweaks={"context": {"label": ""}},
        naming=tokens.context_of,
        empty="A mapping says where the attributes of access tokens come from: from the user's source, from the grant,"
        " or from the client. Each way in which a grant can come about has its own.",
    ),
    Frame(
        node="openIdConnectPolicyManagement",
        help="openid-connect-policies",
        resource=OIDC_POLICIES,
        singular="Policy",
        columns=("accessTokenManagerRef", "lastModified"),
        mapped=tokens.OIDC_POLICY,
        presentation=tokens.OIDC_PRESENTATION,
        default_in=(OIDC_SETTINGS, "defaultPolicyRef"),
        empty="A policy says what ID tokens and the UserInfo endpoint tell of a person, and from where it comes.",
    ),
    Frame(
        node="policyContractGrantMapping",
        presentation=tokens.HELPED,
        help="grant-mappings",
        resource=CONTRACT_GRANT_MAPPINGS,
        singular="Grant Mapping",
        told={tokens.MAPS: tokens.extent_of(CONTRACT_GRANT_MAPPINGS)},
        mapped=tokens.GRANT_MAPPING,
        naming=tokens.contract_of,
        empty="A mapping says whose a persistent grant is, for users that a policy contract tells of.",
    ),
    Frame(
        node="idpAdapterGrantMapping",
        presentation=tokens.OWN_ID_HELPED,
        help="grant-mappings",
        resource=ADAPTER_GRANT_MAPPINGS,
        singular="Grant Mapping",
        told={tokens.MAPS: tokens.extent_of(ADAPTER_GRANT_MAPPINGS)},
        left_out=frozenset({"idpAdapterRef"}),
        mapped=tokens.ADAPTER_GRANT_MAPPING,
        naming=tokens.named_by_id(ADAPTER_KIND.resource.path),
        empty="A mapping says whose a persistent grant is, for users that an IdP adapter has asked who they are.",
    ),
    Frame(
        node="resourceOwnerCredentialsGrantMapping",
        presentation=tokens.OWN_ID_HELPED,
        help="grant-mappings",
        resource=CREDENTIALS_GRANT_MAPPINGS,
        singular="Grant Mapping",
        told={tokens.MAPS: tokens.extent_of(CREDENTIALS_GRANT_MAPPINGS)},
        left_out=frozenset({"passwordValidatorRef"}),
        mapped=tokens.CREDENTIALS_GRANT_MAPPING,
        naming=tokens.named_by_id(VALIDATOR_KIND.resource.path),
        empty="A mapping says whose a persistent grant is, for users whose password a client has sent and a validator"
        " has checked.",
    ),
    Frame(
        node="openIdConnectSettings", help="openid-connect-policies", resource=OIDC_SETTINGS, presentation=tokens.HELPED
    ),
    Frame(
        node="redirectValidation",
        help="redirect-validation",
        resource=REDIRECT_VALIDATION,
        presentation=sources.REDIRECTS,
    ),
    Frame(
        node="extendedProperties", help="extended-properties", resource=EXTENDED_PROPERTIES, presentation=tokens.HELPED
    ),
    instances(
        "passwordCredentialValidators",
        VALIDATOR_KIND,
        "Password Credential Validator",
        presentation=tokens.HELPED,
        help="password-validators",
        empty="A validator answers whether a user name and a password belong together. Log-in forms and clients that"
        " send passwords refer to one.",
    ),
    instances(
        "notificationPublishers",
        PUBLISHER_KIND,
        "Notification Publisher",
        help="notification-publishers",
        default_in=(PUBLISHER_SETTINGS, "defaultNotificationPublisherRef"),
        empty="A publisher sends messages: to administrators of what is about to happen, to users of their accounts.",
    ),
)
