"""The one list of all compilers, and so of all parts of the snapshot."""

from typing import Any, Final

from hanse.engine.audit_log import AUDIT_LOG
from hanse.engine.handover.compiled_mappings import HANDOVER
from hanse.engine.http.correlation import CORRELATION_HEADER
from hanse.engine.http.incoming_proxy import PROXY_FIELDS
from hanse.engine.http.origins import ALLOWED_ORIGINS
from hanse.engine.keys.configured_keys import CONFIGURED_KEYS
from hanse.engine.keys.dynamic_certificates import DYNAMIC_CERTIFICATES
from hanse.engine.mutual_tls.authorities import CLIENT_AUTHORITIES
from hanse.engine.mutual_tls.revocation_rules import REVOCATION_RULES
from hanse.engine.oauth.access_tokens.compiled_managers import TOKEN_MANAGERS
from hanse.engine.oauth.assertion_grants.trusted_connections import TRUSTED_CONNECTIONS
from hanse.engine.oauth.authorization_details import DETAIL_TYPES
from hanse.engine.oauth.scopes import SCOPES
from hanse.engine.oauth.token_exchange.compiled_policies import EXCHANGE_CONFIGURATION
from hanse.engine.oidc.policies import COMPILED_POLICIES
from hanse.engine.oidc.subjects import PAIRWISE_SALT
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.idp.pseudonyms import PSEUDONYM_SALT
from hanse.engine.saml.published_metadata import PUBLISHED_METADATA
from hanse.engine.signin.policies.policy_plan import POLICY_PLAN
from hanse.engine.snapshot import configuration_parts
from hanse.engine.snapshot.attribute_query_callers import ATTRIBUTE_QUERY_CALLERS
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API
from hanse.engine.snapshot.clients import CLIENTS
from hanse.engine.snapshot.compiler import Compiler
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.data_stores import DATA_STORE_SETTINGS, TRUSTED_AUTHORITIES
from hanse.engine.snapshot.issuers import NAMES
from hanse.engine.snapshot.kerberos_tickets import KERBEROS_TICKETS
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.engine.snapshot.overridden_adapters import OVERRIDDEN_ADAPTERS
from hanse.engine.snapshot.token_manager_keys import MANAGER_KEY_SETS
from hanse.engine.user_messages import PUBLISHER_DEFAULTS, PUBLISHERS_IN_USE

COMPILERS: Final[tuple[Compiler[Any], ...]] = (
    NAMES,
    CONFIGURED_KEYS,
    DYNAMIC_CERTIFICATES,
    MANAGER_KEY_SETS,
    CLIENTS,
    SCOPES,
    TOKEN_MANAGERS,
    DETAIL_TYPES,
    EXCHANGE_CONFIGURATION,
    TRUSTED_CONNECTIONS,
    SP_PARTNERS,
    ATTRIBUTE_QUERY_CALLERS,
    KERBEROS_TICKETS,
    PUBLISHED_METADATA,
    PSEUDONYM_SALT,
    AUDIT_LOG,
    CLIENT_AUTHORITIES,
    REVOCATION_RULES,
    PROXY_FIELDS,
    CORRELATION_HEADER,
    configuration_parts.VERBOSE,
    configuration_parts.SERVER,
    configuration_parts.AUTHORIZATION,
    ALLOWED_ORIGINS,
    configuration_parts.CLIENT_DEFAULTS,
    configuration_parts.PROPERTIES,
    configuration_parts.REDIRECTS,
    configuration_parts.SYSTEM_KEY_SETTINGS,
    configuration_parts.IDP_DEFAULTS,
    configuration_parts.SP_DEFAULTS,
    configuration_parts.DISCOVERY,
    HANDOVER,
    configuration_parts.SESSIONS,
    configuration_parts.SESSION_QUOTA_SETTINGS,
    configuration_parts.SIGN_IN_TRACES,
    configuration_parts.GLOBAL_SESSION_POLICY,
    configuration_parts.APPLICATION_SESSION_POLICY,
    configuration_parts.SOURCE_SESSION_POLICIES,
    configuration_parts.POLICY_LIST,
    configuration_parts.POLICY_DEFAULT_SETTINGS,
    configuration_parts.POLICY_SWITCHES,
    configuration_parts.POLICY_FRAGMENTS,
    configuration_parts.POLICY_CONTRACT_LIST,
    configuration_parts.ADAPTERS,
    CONNECTION_SOURCES,
    OVERRIDDEN_ADAPTERS,
    configuration_parts.SELECTORS,
    configuration_parts.VALIDATORS,
    LOCAL_PROFILES,
    configuration_parts.REGISTRATION_POLICY_INSTANCES,
    configuration_parts.OPENID_POLICIES,
    configuration_parts.OPENID_SETTINGS,
    COMPILED_POLICIES,
    PAIRWISE_SALT,
    configuration_parts.CONTRACT_GRANTS,
    configuration_parts.ADAPTER_GRANTS,
    configuration_parts.CREDENTIALS_GRANTS,
    configuration_parts.OUT_OF_BAND_AUTHENTICATORS,
    configuration_parts.CIBA_POLICIES,
    configuration_parts.CIBA_DEFAULTS,
    DATA_STORE_SETTINGS,
    TRUSTED_AUTHORITIES,
    POLICY_PLAN,
    AUTHENTICATION_API,
    PUBLISHERS_IN_USE,
    PUBLISHER_DEFAULTS,
)
