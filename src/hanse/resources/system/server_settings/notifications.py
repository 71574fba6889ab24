"""Events of which administrators are notified, and the publisher for each."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.types import EmailAddress

_PUBLISHER = Ref(handles.NOTIFICATION_PUBLISHERS, planned=True)
_DAYS = Annotated[int, Field(ge=0, le=3650)]


class NotificationMode(StrEnum):
    """Delivery of notifications: sent and logged, or logged only."""

    NOTIFICATION_PUBLISHER = "NOTIFICATION_PUBLISHER"
    LOGGING_ONLY = "LOGGING_ONLY"


class EventNotification(ConfigModel):
    """Recipient and publisher of the notifications for one kind of event."""

    email_address: EmailAddress
    notification_publisher_ref: Annotated[ResourceLink | None, _PUBLISHER] = None


class CertificateExpirationNotification(EventNotification):
    """Notifications about certificates that expire soon; times are in days before the expiration."""

    initial_warning_period: _DAYS | None = None
    final_warning_period: _DAYS
    notification_mode: NotificationMode | None = None


class ThreadNotification(EventNotification):
    """Notifications about exhausted worker threads."""

    thread_dump_enabled: bool | None = None
    notification_mode: NotificationMode | None = None


class NotificationSettings(ConfigModel):
    """Notifications for all kinds of events."""

    license_events: EventNotification | None = None
    certificate_expirations: CertificateExpirationNotification | None = None
    notify_admin_user_password_changes: bool | None = None
    account_changes_notification_publisher_ref: Annotated[ResourceLink | None, _PUBLISHER] = None
    metadata_notification_settings: EventNotification | None = None
    expiring_certificate_administrative_console_warning_days: _DAYS | None = None
    expired_certificate_administrative_console_warning_days: _DAYS | None = None
    thread_pool_exhaustion_notification_settings: ThreadNotification | None = None
    bulkhead_alert_notification_settings: ThreadNotification | None = None
