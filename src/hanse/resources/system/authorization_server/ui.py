"""The form of the authorization server's settings."""

from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import OAUTH_SETTINGS, ConsolePage, Tile, TileIcon

_LAYOUT = FormLayout(
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
                "returnIdTokenOnOpenIdWithDeviceAuthzGrant",
                "enableCookielessUserAuthorizationAuthenticationApi",
            ),
        ),
        Section("Pushed authorization requests", ("parStatus", "parReferenceTimeout", "parReferenceLength")),
        Section(
            "JARM and DPoP",
            (
                "jwtSecuredAuthorizationResponseModeLifetime",
                "dpopProofRequireNonce",
                "dpopProofLifetimeSeconds",
                "dpopProofEnforceReplayPrevention",
            ),
        ),
        Section(
            "Clients, sessions and management",
            (
                "clientSecretRetentionPeriod",
                "refuseShortClientSecrets",
                "trackUserSessionsForLogout",
                "tokenEndpointBaseUrl",
                "allowedOrigins",
                "adminWebServicePcvRef",
                "allowClientManagementService",
                "atmIdForOAuthGrantManagement",
                "scopeForOAuthGrantManagement",
            ),
        ),
    ),
    when={
        "userAuthorizationConsentAdapter": (AppliesWhen("userAuthorizationConsentPageSetting", ("ADAPTER",)),),
        "approvedScopesAttribute": (AppliesWhen("userAuthorizationConsentPageSetting", ("ADAPTER",)),),
        "approvedAuthorizationDetailAttribute": (AppliesWhen("userAuthorizationConsentPageSetting", ("ADAPTER",)),),
        "refreshRollingInterval": (AppliesWhen("rollRefreshTokenValues"),),
        "refreshRollingIntervalTimeUnit": (AppliesWhen("rollRefreshTokenValues"),),
        "refreshTokenRollingGracePeriod": (AppliesWhen("rollRefreshTokenValues"),),
    },
    left_out=frozenset({"persistentGrantContract.coreAttributes"}),
)

UI = Ui(
    page=ConsolePage(
        id="authorizationServerSettings",
        label="Authorization Server Settings",
        heading=OAUTH_SETTINGS,
        slug="authorization-server-settings",
        position=10,
        keywords=("refresh token", "authorization code", "consent", "DPoP", "PAR", "JARM"),
        tile=Tile(TileIcon.COGS, "Lifetimes, grants and defaults of the OAuth authorization server.", position=50),
    ),
    guide="authorization-server",
    form=ItemForm(layout=_LAYOUT),
)
