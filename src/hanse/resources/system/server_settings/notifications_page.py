"""The page of the notifications to administrators, which are a part of the server settings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import TICKED, AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.navigation import SERVER, ConsolePage
from hanse.config.declare.ui.tweaks import Tweak, Tweaks, tweaked
from hanse.config.declare.ui.widgets import Widget
from hanse.resources.system.server_settings.notifications import (
    CertificateExpirationNotification,
    EventNotification,
    NotificationSettings,
)

# The API requires these in a member that is sent. On the page, each group can be left empty.
_REQUIRED: Final = frozenset({"emailAddress", "finalWarningPeriod"})
_ALL: Final = "notifications"
_CHANGES: Final = f"{_ALL}.notifyAdminUserPasswordChanges"
_PUBLISHER: Final = f"{_ALL}.accountChangesNotificationPublisherRef"


def _without_marks(model: type[ConfigModel]) -> tuple[Widget, ...]:
    widgets = form_of(model, left_out=frozenset())
    return tuple(replace(each, required=False) if each.name in _REQUIRED else each for each in widgets)


# Members of the server settings that are not notifications.
_LEFT_OUT: Final = frozenset(
    {"captchaSettings", "contactInfo", "emailServer", "federationInfo", "rolesAndProtocols"},
)
_GROUPS: Final[Mapping[str, type[ConfigModel]]] = {
    "certificateExpirations": CertificateExpirationNotification,
    "licenseEvents": EventNotification,
    "metadataNotificationSettings": EventNotification,
}
_TWEAKS: Final[Tweaks] = {
    _ALL: Tweak(
        members=tweaked(
            form_of(NotificationSettings, left_out=frozenset()),
            {name: Tweak(members=_without_marks(model)) for name, model in _GROUPS.items()},
        )
    )
}

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
                Section(
                    "Certificate expirations",
                    (f"{_ALL}.certificateExpirations",),
                    "Sent for certificates that expire and that the server does not renew. If the e-mail address is"
                    " empty, nothing is sent.",
                ),
                Section(
                    "Notices in the console",
                    (
                        f"{_ALL}.expiringCertificateAdministrativeConsoleWarningDays",
                        f"{_ALL}.expiredCertificateAdministrativeConsoleWarningDays",
                    ),
                    "Notices about certificates of key pairs, which all administrators of keys see.",
                ),
                Section(
                    "License events",
                    (f"{_ALL}.licenseEvents",),
                    "Sent before and after the license expires. If the e-mail address is empty, nothing is sent.",
                ),
                Section(
                    "Metadata events",
                    (f"{_ALL}.metadataNotificationSettings",),
                    "Sent if the metadata of a partner cannot be read, or differs from a connection. If the e-mail"
                    " address is empty, nothing is sent.",
                ),
                Section("Account changes", (_CHANGES, _PUBLISHER)),
            ),
            when={_PUBLISHER: (AppliesWhen(_CHANGES, TICKED),)},
            left_out=_LEFT_OUT,
        ),
        tweaks=_TWEAKS,
    ),
)
