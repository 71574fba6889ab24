"""How the forms of what applies to all OAuth clients, and to the authorization server, are shown."""

from hanse.admin.frames.areas import helps
from hanse.admin.frames.areas.oauth import DEVICE_FIELDS, GRANT_FIELDS, JARM, OWN, REFRESH_FIELDS, encrypted, own, with_
from hanse.admin.frames.form.presenting import NOT_TICKED, Presentation, Section, When

_REGISTERED = "dynamicClientRegistration."


def _registered(*names: str) -> tuple[str, ...]:
    return tuple(_REGISTERED + name for name in names)


CLIENT_SETTINGS = Presentation(
    sections=(
        Section("Registrations", ("clientMetadata",)),
        Section(
            "Dynamic Client Registration",
            _registered(
                "initialAccessTokenScope",
                "clientCertIssuerType",
                "clientCertIssuerRef",
                "policyRefs",
                "requireProofKeyForCodeExchange",
                "requireSignedRequests",
                f"require{JARM[0].upper()}{JARM[1:]}",
                "enforceReplayPrevention",
            ),
            "What clients have to bring that register themselves (RFC 7591), and what they get.",
        ),
        Section(
            "Scopes",
            _registered(
                "restrictCommonScopes",
                "restrictedCommonScopes",
                "allowedExclusiveScopes",
                "allowedAuthorizationDetailTypes",
            ),
        ),
        Section(
            "Tokens and grants",
            _registered(
                "defaultAccessTokenManagerRef",
                "restrictToDefaultAccessTokenManager",
                *REFRESH_FIELDS,
                *GRANT_FIELDS,
                "tokenExchangeProcessorPolicyRef",
            ),
        ),
        Section("OpenID Connect", _registered("oidcPolicy")),
        Section("Device Authorization Grant", _registered(*DEVICE_FIELDS)),
        Section("CIBA", _registered("cibaPollingInterval", "cibaRequireSignedRequests", "requestPolicyRef")),
        Section(
            "Changes of registrations",
            _registered(
                "allowClientDelete",
                "disableRegistrationAccessTokens",
                "rotateRegistrationAccessToken",
                "rotateClientSecret",
                "retainClientSecret",
                "clientSecretRetentionPeriodType",
                "clientSecretRetentionPeriodOverride",
            ),
        ),
    ),
    when={
        **own(_REGISTERED),
        **with_(When(f"{_REGISTERED}restrictCommonScopes"), f"{_REGISTERED}restrictedCommonScopes"),
        **with_(When(f"{_REGISTERED}clientCertIssuerType", ("CERTIFICATE",)), f"{_REGISTERED}clientCertIssuerRef"),
        **with_(When(f"{_REGISTERED}retainClientSecret"), f"{_REGISTERED}clientSecretRetentionPeriodType"),
        **with_(
            When(f"{_REGISTERED}disableRegistrationAccessTokens", NOT_TICKED),
            f"{_REGISTERED}rotateRegistrationAccessToken",
            f"{_REGISTERED}allowClientDelete",
        ),
        **encrypted(f"{_REGISTERED}oidcPolicy.idToken"),
        f"{_REGISTERED}clientSecretRetentionPeriodOverride": (
            When(f"{_REGISTERED}retainClientSecret"),
            When(f"{_REGISTERED}clientSecretRetentionPeriodType", OWN),
        ),
    },
    help={**helps.GRANTS, **helps.REQUESTS},
    scopes={f"{_REGISTERED}restrictedCommonScopes": "commonScope", f"{_REGISTERED}allowedExclusiveScopes": "other"},
)

AUTHORIZATION_SERVER = Presentation(
    sections=(
        Section(
            "Authorization codes",
            (
                "authorizationCodeTimeout",
                "authorizationCodeEntropy",
                "disallowPlainPKCE",
                "includeIssuerInAuthorizationResponse",
                "defaultScopeDescription",
            ),
        ),
        Section(
            "Refresh tokens",
            (
                "refreshTokenLength",
                "rollRefreshTokenValues",
                "refreshRollingInterval",
                "refreshRollingIntervalTimeUnit",
                "refreshTokenRollingGracePeriod",
                "requireOfflineAccessScopeToIssueRefreshTokens",
                "offlineAccessRequireConsentPrompt",
            ),
        ),
        Section(
            "Persistent grants",
            (
                "persistentGrantLifetime",
                "persistentGrantLifetimeUnit",
                "persistentGrantIdleTimeout",
                "persistentGrantIdleTimeoutTimeUnit",
                "persistentGrantReuseGrantTypes",
                "persistentGrantContract",
                "allowUnidentifiedClientROCreds",
                "allowUnidentifiedClientExtensionGrants",
            ),
        ),
        Section(
            "Consent",
            (
                "bypassAuthorizationForApprovedGrants",
                "bypassAuthorizationForApprovedConsents",
                "consentLifetimeDays",
                "userAuthorizationConsentPageSetting",
                "userAuthorizationConsentAdapter",
                "approvedScopesAttribute",
                "approvedAuthorizationDetailAttribute",
            ),
        ),
        Section(
            "Device Authorization Grant",
            (
                "userAuthorizationUrl",
                "registeredAuthorizationPath",
                "pendingAuthorizationTimeout",
                "devicePollingInterval",
                "activationCodeCheckMode",
                "bypassActivationCodeConfirmation",
                "enableCookielessUserAuthorizationAuthenticationApi",
            ),
        ),
        Section("Pushed authorization requests", ("parStatus", "parReferenceTimeout", "parReferenceLength")),
        Section(
            "JARM and DPoP",
            (
                f"{JARM}Lifetime",
                "dpopProofRequireNonce",
                "dpopProofLifetimeSeconds",
                "dpopProofEnforceReplayPrevention",
            ),
        ),
        Section(
            "Clients, sessions and management",
            (
                "clientSecretRetentionPeriod",
                "trackUserSessionsForLogout",
                "tokenEndpointBaseUrl",
                "allowedOrigins",
                "adminWebServicePcvRef",
                "atmIdForOAuthGrantManagement",
                "scopeForOAuthGrantManagement",
            ),
        ),
    ),
    when={
        "userAuthorizationConsentAdapter": (When("userAuthorizationConsentPageSetting", ("ADAPTER",)),),
        "approvedScopesAttribute": (When("userAuthorizationConsentPageSetting", ("ADAPTER",)),),
        "approvedAuthorizationDetailAttribute": (When("userAuthorizationConsentPageSetting", ("ADAPTER",)),),
        "refreshRollingInterval": (When("rollRefreshTokenValues"),),
        "refreshRollingIntervalTimeUnit": (When("rollRefreshTokenValues"),),
        "refreshTokenRollingGracePeriod": (When("rollRefreshTokenValues"),),
    },
    left_out=frozenset({"persistentGrantContract.coreAttributes"}),
    help={**helps.GRANTS, **helps.SERVER},
)
