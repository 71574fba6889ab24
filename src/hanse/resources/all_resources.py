"""The registry of all configuration areas, in the order of the navigation."""

from typing import Any

from hanse.config.declare.resource import Resource
from hanse.config.plugins.kind import PluginKind
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_KIND, MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.ciba.authenticators import AUTHENTICATOR_KIND, AUTHENTICATORS
from hanse.resources.applications.ciba.request_policies import CIBA_SETTINGS, REQUEST_POLICIES
from hanse.resources.applications.clients import CLIENT_SETTINGS, OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.applications.registration_policies.resource import (
    REGISTRATION_POLICIES,
    REGISTRATION_POLICY_KIND,
)
from hanse.resources.applications.token_exchange.generator_groups import GENERATOR_GROUPS, GENERATOR_SETTINGS
from hanse.resources.applications.token_exchange.generator_mappings import GENERATOR_MAPPINGS
from hanse.resources.applications.token_exchange.generators import GENERATOR_KIND, GENERATORS
from hanse.resources.applications.token_exchange.processor_policies import (
    TOKEN_EXCHANGE_POLICIES,
    TOKEN_EXCHANGE_SETTINGS,
)
from hanse.resources.applications.token_exchange.processors import PROCESSOR_KIND as TOKEN_PROCESSOR_KIND
from hanse.resources.applications.token_exchange.processors import PROCESSORS as TOKEN_PROCESSORS
from hanse.resources.authentication.adapters.resource import ADAPTER_KIND, ADAPTERS
from hanse.resources.authentication.authentication_api import API_APPLICATIONS, API_SETTINGS
from hanse.resources.authentication.exchange_grant_mappings import EXCHANGE_GRANT_MAPPINGS
from hanse.resources.authentication.grant_mappings import (
    ADAPTER_GRANT_MAPPINGS,
    CONTRACT_GRANT_MAPPINGS,
    CREDENTIALS_GRANT_MAPPINGS,
)
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES, POLICY_DEFAULTS, POLICY_SETTINGS
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.selectors.resource import SELECTOR_KIND, SELECTORS
from hanse.resources.authentication.session_quotas import SESSION_QUOTAS
from hanse.resources.authentication.sessions import APPLICATION_SESSIONS, AUTHENTICATION_SESSIONS, SESSION_SETTINGS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from hanse.resources.authentication.source_sessions import SOURCE_SESSIONS
from hanse.resources.federation.default_urls import IDP_DEFAULT_URLS, SP_DEFAULT_URLS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.idp_discovery import IDP_DISCOVERY
from hanse.resources.federation.metadata.attribute_requesters import ATTRIBUTE_REQUESTERS
from hanse.resources.federation.metadata.metadata_urls import METADATA_URLS
from hanse.resources.federation.metadata.publication_settings import METADATA_LIFETIME, METADATA_SIGNING
from hanse.resources.federation.metadata.reading_records import METADATA_READINGS
from hanse.resources.federation.sp_adapters.mappings import ADAPTER_MAPPINGS as SP_ADAPTER_MAPPINGS
from hanse.resources.federation.sp_adapters.mappings import CONTRACT_MAPPINGS as SP_CONTRACT_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTER_KIND, SP_ADAPTERS
from hanse.resources.federation.sp_adapters.target_urls import TARGET_URL_MAPPINGS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.certificate_groups import CERTIFICATE_GROUPS
from hanse.resources.security.certificate_revocation.resource import OCSP_CERTIFICATES, REVOCATION_SETTINGS
from hanse.resources.security.incoming_proxy import INCOMING_PROXY
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS, SSL_SERVER_SETTINGS
from hanse.resources.security.other_certificate_groups import OTHER_GROUPS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.security.service_authentication import SERVICE_AUTHENTICATION
from hanse.resources.security.system_keys import SYSTEM_KEYS
from hanse.resources.security.token_keys import KEY_SETS, OAUTH_KEYS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.admin_api_cors import ADMIN_API_CORS
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from hanse.resources.system.audit_log_settings import AUDIT_LOG_SETTINGS
from hanse.resources.system.authorization_details.processors import PROCESSOR_KIND, PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.authorization_server import SCOPE_RESOURCES
from hanse.resources.system.authorization_server import SETTINGS as AUTHORIZATION_SERVER
from hanse.resources.system.cluster_settings import CLUSTER_SETTINGS
from hanse.resources.system.data_stores import CUSTOM_STORE_KIND, DATA_STORES
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from hanse.resources.system.general_settings import GENERAL_SETTINGS
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS
from hanse.resources.system.kerberos_settings import KERBEROS_SETTINGS
from hanse.resources.system.log_settings.resource import LOG_SETTINGS
from hanse.resources.system.notification_publishers.resource import PUBLISHER_KIND, PUBLISHER_SETTINGS, PUBLISHERS
from hanse.resources.system.password_validators.resource import VALIDATOR_KIND, VALIDATORS
from hanse.resources.system.ping_one_connections.resource import PING_ONE_CONNECTIONS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS

RESOURCES: tuple[Resource[Any], ...] = (
    FRAGMENT_RESOURCE,
    POLICIES,
    POLICY_DEFAULTS,
    POLICY_SETTINGS,
    ADAPTERS,
    SELECTORS,
    POLICY_CONTRACTS,
    LOCAL_IDENTITY_PROFILES,
    API_APPLICATIONS,
    API_SETTINGS,
    MANAGERS,
    MANAGER_SETTINGS,
    ACCESS_TOKEN_MAPPINGS,
    OIDC_POLICIES,
    OIDC_SETTINGS,
    TOKEN_PROCESSORS,
    TOKEN_EXCHANGE_POLICIES,
    TOKEN_EXCHANGE_SETTINGS,
    GENERATORS,
    GENERATOR_GROUPS,
    GENERATOR_SETTINGS,
    GENERATOR_MAPPINGS,
    CONTRACT_GRANT_MAPPINGS,
    ADAPTER_GRANT_MAPPINGS,
    EXCHANGE_GRANT_MAPPINGS,
    CREDENTIALS_GRANT_MAPPINGS,
    IDP_CONNECTIONS,
    SP_CONNECTIONS,
    SP_ADAPTERS,
    SP_ADAPTER_MAPPINGS,
    SP_CONTRACT_MAPPINGS,
    TARGET_URL_MAPPINGS,
    IDP_DEFAULT_URLS,
    SP_DEFAULT_URLS,
    SIGNING_KEY_PAIRS,
    OAUTH_KEYS,
    KEY_SETS,
    TRUSTED_CAS,
    *CERTIFICATE_GROUPS,
    OTHER_GROUPS,
    METADATA_URLS,
    METADATA_READINGS,
    METADATA_LIFETIME,
    METADATA_SIGNING,
    ATTRIBUTE_REQUESTERS,
    SSL_CLIENT_KEY_PAIRS,
    SSL_SERVER_KEY_PAIRS,
    SSL_SERVER_SETTINGS,
    OCSP_CERTIFICATES,
    REVOCATION_SETTINGS,
    SYSTEM_KEYS,
    REDIRECT_VALIDATION,
    INCOMING_PROXY,
    SERVICE_AUTHENTICATION,
    ADMIN_API_CORS,
    AUTHENTICATION_SESSIONS,
    SOURCE_SESSIONS,
    APPLICATION_SESSIONS,
    SESSION_QUOTAS,
    SIGN_IN_TRACE_SETTINGS,
    SESSION_SETTINGS,
    VALIDATORS,
    DATA_STORES,
    SERVER_SETTINGS,
    ADMINISTRATIVE_ACCOUNTS,
    LOG_SETTINGS,
    AUDIT_LOG_SETTINGS,
    VIRTUAL_HOST_NAMES,
    IDP_DISCOVERY,
    GENERAL_SETTINGS,
    EXTENDED_PROPERTIES,
    KERBEROS_REALMS,
    KERBEROS_SETTINGS,
    AUTHORIZATION_SERVER,
    *SCOPE_RESOURCES,
    CLUSTER_SETTINGS,
    VIRTUAL_ISSUERS,
    PROCESSORS,
    DETAIL_TYPES,
    PING_ONE_CONNECTIONS,
    PUBLISHERS,
    PUBLISHER_SETTINGS,
    AUTHENTICATORS,
    REQUEST_POLICIES,
    CIBA_SETTINGS,
    REGISTRATION_POLICIES,
    # Clients come after the scopes: an import writes in this order, and a client refers to scopes and scope groups.
    OAUTH_CLIENTS,
    CLIENT_SETTINGS,
)
# The kinds of plug-ins whose instances are resources of this list.
PLUGIN_KINDS: tuple[PluginKind[Any], ...] = (
    ADAPTER_KIND,
    SELECTOR_KIND,
    VALIDATOR_KIND,
    PUBLISHER_KIND,
    PROCESSOR_KIND,
    MANAGER_KIND,
    AUTHENTICATOR_KIND,
    REGISTRATION_POLICY_KIND,
    TOKEN_PROCESSOR_KIND,
    GENERATOR_KIND,
    SP_ADAPTER_KIND,
    CUSTOM_STORE_KIND,
)
