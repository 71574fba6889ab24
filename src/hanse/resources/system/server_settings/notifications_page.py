"""The page of the notifications to administrators, which are a part of the server settings."""

from typing import Final

from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import TICKED, AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import SERVER, ConsolePage

_ALL: Final = "notifications"
_CHANGES: Final = f"{_ALL}.notifyAdminUserPasswordChanges"
_PUBLISHER: Final = f"{_ALL}.accountChangesNotificationPublisherRef"
# Members of the server settings that are not notifications.
_LEFT_OUT: Final = frozenset(
    {"captchaSettings", "contactInfo", "emailServer", "federationInfo", "rolesAndProtocols"},
)

NOTIFICATIONS_PAGE: Final = Ui(
    page=ConsolePage(
        id="notificationSettings",
        label="Notification Settings",
        heading=SERVER,
        slug="notification-settings",
        position=28,
        keywords=("e-mail", "runtime notifications", "certificate expiration", "license", "account changes"),
    ),
    description="E-mails to administrators about the license, certificates, metadata and accounts.",
    guide="notification-publishers",
    form=ItemForm(
        layout=FormLayout(
            sections=(
                Section("Certificate expirations", (f"{_ALL}.certificateExpirations",)),
                Section(
                    "Notices in the console",
                    (
                        f"{_ALL}.expiringCertificateAdministrativeConsoleWarningDays",
                        f"{_ALL}.expiredCertificateAdministrativeConsoleWarningDays",
                    ),
                    "Notices about certificates of key pairs, which all administrators of keys see.",
                ),
                Section("License events", (f"{_ALL}.licenseEvents",)),
                Section("Metadata events", (f"{_ALL}.metadataNotificationSettings",)),
                Section("Account changes", (_CHANGES, _PUBLISHER)),
            ),
            when={_PUBLISHER: (AppliesWhen(_CHANGES, TICKED),)},
            left_out=_LEFT_OUT,
        )
    ),
)
