"""Subjects for settings without references: the resource, a function that makes samples, and one that changes them."""

from collections.abc import Callable
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.resources.authentication.authentication_api import API_SETTINGS
from hanse.resources.authentication.session_quotas import SESSION_QUOTAS
from hanse.resources.authentication.sessions import APPLICATION_SESSIONS, AUTHENTICATION_SESSIONS, SESSION_SETTINGS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from hanse.resources.federation.idp_discovery import IDP_DISCOVERY
from hanse.resources.federation.metadata.publication_settings import METADATA_LIFETIME
from hanse.resources.security.incoming_proxy import INCOMING_PROXY
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.security.service_authentication import SERVICE_AUTHENTICATION
from hanse.resources.system.admin_api_cors import ADMIN_API_CORS
from hanse.resources.system.audit_log_settings import AUDIT_LOG_SETTINGS
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from hanse.resources.system.general_settings import GENERAL_SETTINGS
from hanse.resources.system.kerberos_settings import KERBEROS_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES

Body = dict[str, Any]

SETTINGS_SUBJECTS: tuple[tuple[Resource[Any], Callable[[int], Body], Callable[[Body], Body]], ...] = (
    (
        VIRTUAL_HOST_NAMES,
        lambda n: {"virtualHostNames": [f"host-{n}.example.com", "other.example.com"]},
        lambda b: {"virtualHostNames": [*b["virtualHostNames"], "one-more.example.com"]},
    ),
    (
        REDIRECT_VALIDATION,
        lambda n: {"redirectValidationLocalSettings": {"whiteList": [{"validDomain": f"*.host-{n}.example"}]}},
        lambda b: {**b, "redirectValidationPartnerSettings": {"enableWreplyValidationSLO": False}},
    ),
    (
        KERBEROS_SETTINGS,
        lambda n: {"kdcRetries": "3", "kdcTimeout": "3", "keySetRetentionPeriodMins": 600 + n},
        lambda b: {**b, "keySetRetentionPeriodMins": 60},
    ),
    (
        IDP_DISCOVERY,
        lambda n: {"commonDomain": f"domain-{n}.example", "cookieLifetimeDays": n % 100},
        lambda b: {**b, "cookieLifetimeDays": 200},
    ),
    (
        INCOMING_PROXY,
        lambda n: {"forwardedHostHeaderName": f"X-Host-{n}", "clientCertSSLHeaderName": f"X-Certificate-{n}"},
        lambda b: {**b, "clientCertHeaderEncodingFormat": "NGINX", "proxyTerminatesHttpsConns": True},
    ),
    (
        SERVICE_AUTHENTICATION,
        lambda n: {"attributeQuery": {"id": f"application-{n}", "sharedSecret": f"clear-shared-secret-{n}"}},
        lambda b: {"attributeQuery": {**b["attributeQuery"], "id": "altered"}},
    ),
    (
        ADMIN_API_CORS,
        lambda n: {"enabled": True, "allowedOriginsList": [f"https://host-{n}.example"]},
        lambda b: {**b, "enabled": False},
    ),
    (
        AUDIT_LOG_SETTINGS,
        lambda n: {"failureMode": "BLOCK", "threshold": n + 1, "interval": 60},
        lambda b: {**b, "trackAuditLogFailures": True, "emailsToNotify": ["operators@example.com"]},
    ),
    (
        GENERAL_SETTINGS,
        lambda n: {"datastoreValidationIntervalSecs": n, "requestHeaderForCorrelationId": f"X-Id-{n}"},
        lambda b: {**b, "spConnectionTransactionLoggingOverride": "FULL"},
    ),
    (
        API_SETTINGS,
        lambda n: {"apiEnabled": True, "enableApiDescriptions": n % 2 == 0, "includeRequestContext": n % 3 == 0},
        lambda b: {**b, "restrictAccessToRedirectlessMode": False},
    ),
    (
        SESSION_QUOTAS,
        lambda n: {"enableSessionQuotas": True, "sessionQuotaBehavior": "DENY_ACCESS", "sessionLimit": n + 1},
        lambda b: {**b, "sessionQuotaBehavior": "DESTROY_OLD_SESSIONS"},
    ),
    (
        METADATA_LIFETIME,
        lambda n: {"cacheDuration": 60 + n % 100, "reloadDelay": 1_440},
        lambda b: {**b, "reloadDelay": 60},
    ),
    (
        SIGN_IN_TRACE_SETTINGS,
        lambda n: {"enabled": True, "retentionDays": n % 90 + 1},
        lambda b: {**b, "recordAttributes": False},
    ),
    (
        EXTENDED_PROPERTIES,
        lambda n: {"items": [{"name": f"Property {n}", "description": "Ünïcödé"}]},
        lambda b: {"items": [*b["items"], {"name": "One more", "multiValued": True}]},
    ),
    (
        SESSION_SETTINGS,
        lambda n: {"trackAdapterSessionsForLogout": True, "sessionRevocationLifetime": 100 + n},
        lambda b: {**b, "sessionRevocationLifetime": 99},
    ),
    (
        APPLICATION_SESSIONS,
        lambda n: {"idleTimeoutMins": 10 + n, "maxTimeoutMins": 500},
        lambda b: {**b, "maxTimeoutMins": -1},
    ),
    (
        AUTHENTICATION_SESSIONS,
        lambda n: {"enableSessions": True, "idleTimeoutMins": 10 + n, "maxTimeoutMins": 500},
        lambda b: {**b, "persistentSessions": True},
    ),
)
