"""The handles of all resources of the admin API, under one name for each.

Areas do not import one another, and plug-ins import no area: whoever refers to a resource of another module names its
handle. A resource that this version does not have yet can be named as well.
"""

from typing import Any, Final

from hanse.config.declare.handles import Handle

_Handle = Handle[Any]

# Authentication.
ADAPTERS: Final = _Handle("/idp/adapters")
ADAPTER_GRANT_MAPPINGS: Final = _Handle("/oauth/idpAdapterMappings")
API_APPLICATIONS: Final = _Handle("/authenticationApi/applications")
API_SETTINGS: Final = _Handle("/authenticationApi/settings")
APPLICATION_SESSIONS: Final = _Handle("/session/applicationSessionPolicy")
AUTHENTICATION_SESSIONS: Final = _Handle("/session/authenticationSessionPolicies/global")
CONTRACT_GRANT_MAPPINGS: Final = _Handle("/oauth/authenticationPolicyContractMappings")
CREDENTIALS_GRANT_MAPPINGS: Final = _Handle("/oauth/resourceOwnerCredentialsMappings")
IDP_CONNECTIONS: Final = _Handle("/sp/idpConnections")
# Connections whose users get tokens without a policy contract. There are none, as policies pass their users on.
BROWSER_SSO_CONNECTIONS: Final = _Handle("/sp/idpConnections/browserSso")
LOCAL_IDENTITY_PROFILES: Final = _Handle("/localIdentity/identityProfiles")
OUT_OF_BAND_AUTHENTICATORS: Final = _Handle("/oauth/outOfBandAuthPlugins")
POLICIES: Final = _Handle("/authenticationPolicies/policy")
POLICY_CONTRACTS: Final = _Handle("/authenticationPolicyContracts")
POLICY_DEFAULTS: Final = _Handle("/authenticationPolicies/default")
POLICY_FRAGMENTS: Final = _Handle("/authenticationPolicies/fragments")
POLICY_SETTINGS: Final = _Handle("/authenticationPolicies/settings")
SELECTORS: Final = _Handle("/authenticationSelectors")
SESSION_QUOTAS: Final = _Handle("/session/quotas")
SESSION_SETTINGS: Final = _Handle("/session/settings")
SIGN_IN_TRACE_SETTINGS: Final = _Handle("/signInTraces/settings")
SOURCE_SESSIONS: Final = _Handle("/session/authenticationSessionPolicies")

# Applications.
ACCESS_TOKEN_MANAGERS: Final = _Handle("/oauth/accessTokenManagers")
ACCESS_TOKEN_MANAGER_SETTINGS: Final = _Handle("/oauth/accessTokenManagers/settings")
ACCESS_TOKEN_MAPPINGS: Final = _Handle("/oauth/accessTokenMappings")
CIBA_POLICIES: Final = _Handle("/oauth/cibaServerPolicy/requestPolicies")
CIBA_SETTINGS: Final = _Handle("/oauth/cibaServerPolicy/settings")
CLIENTS: Final = _Handle("/oauth/clients")
CLIENT_REGISTRATION_POLICIES: Final = _Handle("/oauth/clientRegistrationPolicies")
CLIENT_SETTINGS: Final = _Handle("/oauth/clientSettings")
OIDC_POLICIES: Final = _Handle("/oauth/openIdConnect/policies")
OIDC_SETTINGS: Final = _Handle("/oauth/openIdConnect/settings")
SP_CONNECTIONS: Final = _Handle("/idp/spConnections")

# Hand-over of users to applications.
IDP_DEFAULT_URLS: Final = _Handle("/idp/defaultUrls")
IDP_DISCOVERY: Final = _Handle("/idpDiscovery")
SP_ADAPTERS: Final = _Handle("/sp/adapters")
SP_ADAPTER_MAPPINGS: Final = _Handle("/idpToSpAdapterMapping")
SP_CONTRACT_MAPPINGS: Final = _Handle("/sp/authenticationPolicyContractMappings")
SP_DEFAULT_URLS: Final = _Handle("/sp/defaultUrls")
TARGET_URL_MAPPINGS: Final = _Handle("/sp/targetUrlMappings")

# Token exchange.
EXCHANGE_GRANT_MAPPINGS: Final = _Handle("/oauth/processorPolicyMappings")
GENERATOR_GROUPS: Final = _Handle("/oauth/tokenExchange/generator/groups")
GENERATOR_MAPPINGS: Final = _Handle("/oauth/tokenExchange/tokenGeneratorMappings")
GENERATOR_SETTINGS: Final = _Handle("/oauth/tokenExchange/generator/settings")
TOKEN_EXCHANGE_POLICIES: Final = _Handle("/oauth/tokenExchange/processor/policies")
TOKEN_EXCHANGE_SETTINGS: Final = _Handle("/oauth/tokenExchange/processor/settings")
TOKEN_GENERATORS: Final = _Handle("/sp/tokenGenerators")
TOKEN_PROCESSORS: Final = _Handle("/idp/tokenProcessors")

# Security.
INCOMING_PROXY: Final = _Handle("/incomingProxySettings")
KEY_SETS: Final = _Handle("/keyPairs/oauthOpenIdConnect/additionalKeySets")
ATTRIBUTE_REQUESTERS: Final = _Handle("/protocolMetadata/attributeRequesterMappings")
METADATA_LIFETIME: Final = _Handle("/protocolMetadata/lifetimeSettings")
METADATA_READINGS: Final = _Handle("/internal/records/metadataReadings")
METADATA_SIGNING: Final = _Handle("/protocolMetadata/signingSettings")
METADATA_URLS: Final = _Handle("/metadataUrls")
OAUTH_KEYS: Final = _Handle("/keyPairs/oauthOpenIdConnect")
OAUTH_CLIENT_CAS: Final = _Handle("/certificates/groups/oauthClientCas")
OCSP_CERTIFICATES: Final = _Handle("/certificates/revocation/ocspCertificates")
OTHER_CERTIFICATE_GROUPS: Final = _Handle("/internal/records/certificateGroups")
PARTNER_CAS: Final = _Handle("/certificates/groups/partnerCas")
REDIRECT_VALIDATION: Final = _Handle("/redirectValidation")
REVOCATION_SETTINGS: Final = _Handle("/certificates/revocation/settings")
SERVICE_AUTHENTICATION: Final = _Handle("/serviceAuthentication")
SIGNING_KEY_PAIRS: Final = _Handle("/keyPairs/signing")
SSL_CLIENT_KEY_PAIRS: Final = _Handle("/keyPairs/sslClient")
SSL_SERVER_KEY_PAIRS: Final = _Handle("/keyPairs/sslServer")
SSL_SERVER_SETTINGS: Final = _Handle("/keyPairs/sslServer/settings")
SYSTEM_KEYS: Final = _Handle("/serverSettings/systemKeys")
TRUSTED_CAS: Final = _Handle("/certificates/ca")

# System.
ADMIN_API_CORS: Final = _Handle("/administrativeApi/corsSettings")
ADMINISTRATIVE_ACCOUNTS: Final = _Handle("/administrativeAccounts")
AUDIT_LOG_SETTINGS: Final = _Handle("/serverSettings/auditLogSettings")
AUTHORIZATION_SERVER: Final = _Handle("/oauth/authServerSettings")
CLUSTER_SETTINGS: Final = _Handle("/cluster/settings")
COMMON_SCOPES: Final = _Handle("/oauth/authServerSettings/scopes/commonScopes")
COMMON_SCOPE_GROUPS: Final = _Handle("/oauth/authServerSettings/scopes/commonScopeGroups")
DATA_STORES: Final = _Handle("/dataStores")
DETAIL_PROCESSORS: Final = _Handle("/oauth/authorizationDetailProcessors")
DETAIL_TYPES: Final = _Handle("/oauth/authorizationDetailTypes")
EXCLUSIVE_SCOPES: Final = _Handle("/oauth/authServerSettings/scopes/exclusiveScopes")
EXCLUSIVE_SCOPE_GROUPS: Final = _Handle("/oauth/authServerSettings/scopes/exclusiveScopeGroups")
EXTENDED_PROPERTIES: Final = _Handle("/extendedProperties")
GENERAL_SETTINGS: Final = _Handle("/serverSettings/generalSettings")
LOG_SETTINGS: Final = _Handle("/serverSettings/logSettings")
NOTIFICATION_PUBLISHERS: Final = _Handle("/notificationPublishers")
NOTIFICATION_PUBLISHER_SETTINGS: Final = _Handle("/notificationPublishers/settings")
KERBEROS_REALMS: Final = _Handle("/kerberos/realms")
KERBEROS_SETTINGS: Final = _Handle("/kerberos/realms/settings")
PASSWORD_VALIDATORS: Final = _Handle("/passwordCredentialValidators")
PING_ONE_CONNECTIONS: Final = _Handle("/pingOneConnections")
SERVER_SETTINGS: Final = _Handle("/serverSettings")
VIRTUAL_HOST_NAMES: Final = _Handle("/virtualHostNames")
VIRTUAL_ISSUERS: Final = _Handle("/oauth/issuers")

# Scopes and scope groups share one set of names.
ANY_COMMON_SCOPE: Final = (COMMON_SCOPES, COMMON_SCOPE_GROUPS)
ANY_EXCLUSIVE_SCOPE: Final = (EXCLUSIVE_SCOPES, EXCLUSIVE_SCOPE_GROUPS)
