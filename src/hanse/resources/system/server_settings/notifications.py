"""Events of which administrators are notified, and the publisher for each."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.types import EmailAddress
from hanse.config.declare.ui.annotations import NotInForms
from hanse.kit.texts.labels import Labeled

_PUBLISHER = Ref(handles.NOTIFICATION_PUBLISHERS, planned=True)
_DAYS = Annotated[int, Field(ge=0, le=3650)]


class NotificationMode(Labeled):
    """Delivery of notifications: sent and logged, or logged only."""

    NOTIFICATION_PUBLISHER = "NOTIFICATION_PUBLISHER", "E-mail and log"
    LOGGING_ONLY = "LOGGING_ONLY", "Log only"


class EventNotification(ConfigModel):
    """Recipient and publisher of the notifications for one kind of event."""

    email_address: Annotated[EmailAddress, Field(title="E-mail address", description="Recipient of the notifications.")]
    notification_publisher_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Notification publisher",
            description="Sends the notifications. If not set, the default publisher does.",
        ),
        _PUBLISHER,
    ] = None


class CertificateExpirationNotification(EventNotification):
    """Notifications about certificates that expire soon; times are in days before the expiration."""

    initial_warning_period: Annotated[
        _DAYS | None,
        Field(
            title="Initial warning",
            description="Days before the expiration at which the first notification is sent. If empty, only the final"
            " notification is sent.",
        ),
    ] = None
    final_warning_period: Annotated[
        _DAYS,
        Field(title="Final warning", description="Days before the expiration at which the last notification is sent."),
    ]
    notification_mode: Annotated[
        NotificationMode | None,
        Field(title="Delivery", description="Channels of the notifications. The default is e-mail and log."),
    ] = None


class ThreadNotification(EventNotification):
    """Notifications about exhausted worker threads."""

    thread_dump_enabled: bool | None = None
    notification_mode: NotificationMode | None = None


class NotificationSettings(ConfigModel):
    """Notifications for all kinds of events."""

    license_events: Annotated[
        EventNotification | None,
        Field(title="License events"),
    ] = None
    certificate_expirations: Annotated[
        CertificateExpirationNotification | None,
        Field(title="Certificate expirations"),
    ] = None
    notify_admin_user_password_changes: Annotated[
        bool | None,
        Field(
            title="Account changes",
            description="Notify administrators by e-mail when their account or password is changed.",
        ),
    ] = None
    account_changes_notification_publisher_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Notification publisher",
            description="Sends the notifications about accounts. If not set, the default publisher does.",
        ),
        _PUBLISHER,
    ] = None
    metadata_notification_settings: Annotated[
        EventNotification | None,
        Field(title="Metadata events"),
    ] = None
    expiring_certificate_administrative_console_warning_days: Annotated[
        _DAYS | None,
        Field(
            title="Warning before the expiration",
            description="Days before the expiration from which the console shows a notice. The default is 30.",
        ),
    ] = None
    expired_certificate_administrative_console_warning_days: Annotated[
        _DAYS | None,
        Field(
            title="Warning after the expiration",
            description="Days after the expiration until which the console shows a notice. If empty, it is shown until"
            " the certificate is replaced.",
        ),
    ] = None
    # No event of this server leads to these two; `rules` refuses them.
    thread_pool_exhaustion_notification_settings: Annotated[ThreadNotification | None, NotInForms()] = None
    bulkhead_alert_notification_settings: Annotated[ThreadNotification | None, NotInForms()] = None
