"""The form of the settings for all OAuth clients and for dynamic client registration."""

from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import NOT_TICKED, AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import OAUTH_SETTINGS, ConsolePage
from hanse.resources.applications.clients.ui import (
    DEVICE_FIELDS,
    GRANT_FIELDS,
    JARM,
    OWN,
    REFRESH_FIELDS,
    encrypted,
    own,
    with_,
)

_REGISTERED = "dynamicClientRegistration."


def _registered(*names: str) -> tuple[str, ...]:
    return tuple(_REGISTERED + name for name in names)


_LAYOUT = FormLayout(
    sections=(
        Section("Registrations", ("clientMetadata",)),
        Section(
            "Dynamic Client Registration",
            _registered(
                "initialAccessTokenScope",
                "allowOpenRegistration",
                "maximumClients",
                "requireSoftwareStatement",
                "softwareStatementIssuers",
                "clientCertIssuerType",
                "clientCertIssuerRef",
                "policyRefs",
                "requireProofKeyForCodeExchange",
                "requireSignedRequests",
                f"require{JARM[0].upper()}{JARM[1:]}",
                "enforceReplayPrevention",
            ),
            "Requirements for clients that register themselves (RFC 7591), and the settings they receive.",
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
        **with_(AppliesWhen(f"{_REGISTERED}restrictCommonScopes"), f"{_REGISTERED}restrictedCommonScopes"),
        **with_(
            AppliesWhen(f"{_REGISTERED}clientCertIssuerType", ("CERTIFICATE",)), f"{_REGISTERED}clientCertIssuerRef"
        ),
        **with_(AppliesWhen(f"{_REGISTERED}retainClientSecret"), f"{_REGISTERED}clientSecretRetentionPeriodType"),
        **with_(
            AppliesWhen(f"{_REGISTERED}disableRegistrationAccessTokens", NOT_TICKED),
            f"{_REGISTERED}rotateRegistrationAccessToken",
            f"{_REGISTERED}allowClientDelete",
        ),
        **encrypted(f"{_REGISTERED}oidcPolicy.idToken"),
        f"{_REGISTERED}clientSecretRetentionPeriodOverride": (
            AppliesWhen(f"{_REGISTERED}retainClientSecret"),
            AppliesWhen(f"{_REGISTERED}clientSecretRetentionPeriodType", OWN),
        ),
    },
    scopes={f"{_REGISTERED}restrictedCommonScopes": "commonScope", f"{_REGISTERED}allowedExclusiveScopes": "other"},
)

CLIENT_SETTINGS_UI = Ui(
    page=ConsolePage(
        id="clientSettings",
        label="Client Settings",
        heading=OAUTH_SETTINGS,
        slug="client-settings",
        position=40,
        keywords=("DCR", "RFC 7591", "dynamic client registration"),
    ),
    guide="clients",
    form=ItemForm(layout=_LAYOUT),
)
