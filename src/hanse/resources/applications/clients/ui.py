"""The list and the form of OAuth clients."""

from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import CHOSEN, AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, ConsolePage, Tile, TileIcon
from hanse.resources.applications.clients.prerequisites import missing_for_client
from hanse.resources.applications.clients.security_findings.client_assessment import CLIENT_ASSESSMENT, summary_column
from hanse.resources.applications.clients.third_party_login import third_party_login
from hanse.resources.applications.quick_start.form import QUICK_START
from hanse.resources.applications.quick_start.library_settings import LIBRARY_SNIPPETS

_SECRET = AppliesWhen("clientAuth.type", ("SECRET", "CLIENT_SECRET_JWT"))
_JWT = AppliesWhen("clientAuth.type", ("PRIVATE_KEY_JWT", "CLIENT_SECRET_JWT"))
_CERTIFICATE = AppliesWhen("clientAuth.type", ("CERTIFICATE",))
_REDIRECTS = AppliesWhen("grantTypes", ("AUTHORIZATION_CODE", "IMPLICIT"))
_REFRESHES = AppliesWhen("grantTypes", ("REFRESH_TOKEN",))
_CIBA = AppliesWhen("grantTypes", ("CIBA",))
_DEVICE = AppliesWhen("grantTypes", ("DEVICE_CODE",))
OWN = ("OVERRIDE_SERVER_DEFAULT",)


def own(prefix: str) -> dict[str, tuple[AppliesWhen, ...]]:
    """Return the fields that depend on overriding a server setting, for clients and for dynamic registration."""
    rolling, grace = f"{prefix}refreshTokenRollingInterval", f"{prefix}refreshTokenRollingGracePeriod"
    lifetime, idle = f"{prefix}persistentGrantExpirationT", f"{prefix}persistentGrantIdleTimeout"
    device = AppliesWhen(f"{prefix}deviceFlowSettingType", OWN)
    return {
        rolling: (AppliesWhen(f"{rolling}Type", OWN),),
        f"{rolling}TimeUnit": (AppliesWhen(f"{rolling}Type", OWN),),
        grace: (AppliesWhen(f"{grace}Type", OWN),),
        f"{lifetime}ime": (AppliesWhen(f"{lifetime}ype", OWN),),
        f"{lifetime}imeUnit": (AppliesWhen(f"{lifetime}ype", OWN),),
        idle: (AppliesWhen(f"{idle}Type", OWN),),
        f"{idle}TimeUnit": (AppliesWhen(f"{idle}Type", OWN),),
        f"{prefix}lockoutMaxMaliciousActions": (AppliesWhen(f"{prefix}lockoutMaxMaliciousActionsType", OWN),),
        f"{prefix}userAuthorizationUrlOverride": (device,),
        f"{prefix}pendingAuthorizationTimeoutOverride": (device,),
        f"{prefix}devicePollingIntervalOverride": (device,),
        f"{prefix}bypassActivationCodeConfirmationOverride": (device,),
    }


def with_(condition: AppliesWhen, *paths: str) -> dict[str, tuple[AppliesWhen, ...]]:
    """Return fields that all depend on one condition."""
    return dict.fromkeys(paths, (condition,))


def encrypted(*prefixes: str) -> dict[str, tuple[AppliesWhen, ...]]:
    """Return the condition that shows a content encryption algorithm only if a key management algorithm is chosen."""
    return {
        f"{each}ContentEncryptionAlgorithm": (AppliesWhen(f"{each}EncryptionAlgorithm", CHOSEN),) for each in prefixes
    }


def _both(
    one: dict[str, tuple[AppliesWhen, ...]], condition: AppliesWhen, *paths: str
) -> dict[str, tuple[AppliesWhen, ...]]:
    return {path: (*one.get(path, ()), condition) for path in paths}


DEVICE_FIELDS = (
    "deviceFlowSettingType",
    "userAuthorizationUrlOverride",
    "pendingAuthorizationTimeoutOverride",
    "devicePollingIntervalOverride",
    "bypassActivationCodeConfirmationOverride",
)
_CIBA_FIELDS = (
    "cibaDeliveryMode",
    "cibaNotificationEndpoint",
    "cibaPollingInterval",
    "cibaUserCodeSupported",
    "cibaRequireSignedRequests",
    "cibaRequestObjectSigningAlgorithm",
    "requestPolicyRef",
)
REFRESH_FIELDS = (
    "refreshRolling",
    "refreshTokenRollingIntervalType",
    "refreshTokenRollingInterval",
    "refreshTokenRollingIntervalTimeUnit",
    "refreshTokenRollingGracePeriodType",
    "refreshTokenRollingGracePeriod",
    "requireOfflineAccessScopeToIssueRefreshTokens",
    "offlineAccessRequireConsentPrompt",
)
GRANT_FIELDS = (
    "persistentGrantExpirationType",
    "persistentGrantExpirationTime",
    "persistentGrantExpirationTimeUnit",
    "persistentGrantIdleTimeoutType",
    "persistentGrantIdleTimeout",
    "persistentGrantIdleTimeoutTimeUnit",
    "lockoutMaxMaliciousActionsType",
    "lockoutMaxMaliciousActions",
)
JARM = "jwtSecuredAuthorizationResponseMode"
_LOGOUT = "oidcPolicy.logoutMode"

_LAYOUT = FormLayout(
    sections=(
        Section(
            "Client",
            (
                "clientId",
                "name",
                "description",
                "enabled",
                "logoUrl",
                "policyUri",
                "tosUri",
                "creationDate",
                "modificationDate",
            ),
        ),
        Section(
            "Client Authentication",
            (
                "clientAuth.type",
                "clientAuth.secret",
                "clientAuth.clientCertIssuerDn",
                "clientAuth.clientCertSubjectDn",
                "clientAuth.tokenEndpointAuthSigningAlgorithm",
                "clientAuth.enforceReplayPrevention",
                "clientAuth.requireIssuerAudience",
                "clientSecretRetentionPeriodType",
                "clientSecretRetentionPeriod",
            ),
        ),
        Section(
            "JWKS",
            ("jwksSettings",),
            "Public keys of the client. They verify its signatures and encrypt responses to it.",
        ),
        Section(
            "Grant types and redirection",
            (
                "grantTypes",
                "redirectUris",
                "requireProofKeyForCodeExchange",
                "restrictedResponseTypes",
                "bypassApprovalPage",
                "allowAuthenticationApiInit",
                "enableCookielessAuthenticationApi",
            ),
        ),
        Section("Scopes", ("restrictScopes", "restrictedScopes", "exclusiveScopes", "authorizationDetailTypes")),
        Section(
            "Requests and responses",
            (
                "requirePushedAuthorizationRequests",
                "requireSignedRequests",
                "requestObjectSigningAlgorithm",
                "requestUris",
                f"require{JARM[0].upper()}{JARM[1:]}",
                f"{JARM}SigningAlgorithm",
                f"{JARM}EncryptionAlgorithm",
                f"{JARM}ContentEncryptionAlgorithm",
                "requireDpop",
                "tlsClientCertificateBoundAccessTokens",
            ),
        ),
        Section(
            "Tokens and grants",
            (
                "defaultAccessTokenManagerRef",
                "restrictToDefaultAccessTokenManager",
                "validateUsingAllEligibleAtms",
                *REFRESH_FIELDS,
                *GRANT_FIELDS,
                "persistentGrantReuseType",
                "persistentGrantReuseGrantTypes",
                "tokenIntrospectionSigningAlgorithm",
                "tokenIntrospectionEncryptionAlgorithm",
                "tokenIntrospectionContentEncryptionAlgorithm",
                "tokenExchangeProcessorPolicyRef",
            ),
        ),
        Section("OpenID Connect", ("oidcPolicy",)),
        Section("Device Authorization Grant", DEVICE_FIELDS),
        Section("CIBA", _CIBA_FIELDS),
        Section("Extended Properties", ("extendedParameters",)),
    ),
    when={
        **own(""),
        **encrypted("oidcPolicy.idToken", "oidcPolicy.userInfoResponse", "tokenIntrospection", JARM),
        **with_(_SECRET, "clientAuth.secret", "clientSecretRetentionPeriodType"),
        "clientSecretRetentionPeriod": (_SECRET, AppliesWhen("clientSecretRetentionPeriodType", OWN)),
        **with_(_CERTIFICATE, "clientAuth.clientCertIssuerDn", "clientAuth.clientCertSubjectDn"),
        **with_(
            _JWT,
            "clientAuth.enforceReplayPrevention",
            "clientAuth.requireIssuerAudience",
            "clientAuth.tokenEndpointAuthSigningAlgorithm",
        ),
        **with_(_REDIRECTS, "redirectUris", "restrictedResponseTypes"),
        **with_(AppliesWhen("grantTypes", ("AUTHORIZATION_CODE",)), "requireProofKeyForCodeExchange"),
        **with_(AppliesWhen("restrictScopes"), "restrictedScopes"),
        **_both(own(""), _REFRESHES, *REFRESH_FIELDS),
        **_both(own(""), _DEVICE, *DEVICE_FIELDS),
        **with_(_CIBA, *_CIBA_FIELDS),
        "cibaNotificationEndpoint": (_CIBA, AppliesWhen("cibaDeliveryMode", ("PING",))),
        "cibaRequestObjectSigningAlgorithm": (_CIBA, AppliesWhen("cibaRequireSignedRequests")),
        **with_(AppliesWhen("persistentGrantReuseType", OWN), "persistentGrantReuseGrantTypes"),
        **with_(AppliesWhen(_LOGOUT, ("OIDC_FRONT_CHANNEL", "PING_FRONT_CHANNEL")), "oidcPolicy.logoutUris"),
        **with_(AppliesWhen(_LOGOUT, ("OIDC_BACK_CHANNEL",)), "oidcPolicy.backChannelLogoutUri"),
        **with_(AppliesWhen("oidcPolicy.pairwiseIdentifierUserType"), "oidcPolicy.sectorIdentifierUri"),
    },
    scopes={"restrictedScopes": "commonScope", "exclusiveScopes": "other"},
    made={"clientAuth.secret": "clientSecretChangedTime"},
    # The server keeps previous secrets until they expire. The time of the last change belongs to the current secret.
    left_out=frozenset(
        {
            "clientAuth.secondarySecrets",
            "clientSecretChangedTime",
            "replicationStatus",
            "extendedParameters",
            "dynamicRegistration",
        }
    ),
    properties="extendedParameters",
)

CLIENTS_UI = Ui(
    page=ConsolePage(
        id="oauthClients",
        label="Clients",
        heading=APPLICATION_OAUTH,
        slug="clients",
        position=10,
        keywords=("application", "relying party", "RP", "client secret"),
        tile=Tile(
            TileIcon.CATALOG,
            "Applications that request OAuth tokens: their credentials, grant types and scopes.",
            position=30,
            label="OAuth Clients",
        ),
    ),
    guide="clients",
    items=ItemList(
        singular="Client",
        plural="Clients",
        columns=("clientId", "grantTypes", "enabled", "modificationDate"),
        computed={CLIENT_ASSESSMENT.heading: summary_column},
        empty="A client is an application that requests tokens from this server. Its settings determine what it may"
        " request and how it authenticates.",
    ),
    form=ItemForm(layout=_LAYOUT),
    guided=QUICK_START,
    item=ItemFacts(
        links=third_party_login, missing=missing_for_client, assessment=CLIENT_ASSESSMENT, snippets=LIBRARY_SNIPPETS
    ),
)
