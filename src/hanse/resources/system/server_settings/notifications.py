"""Events that administrators are notified of, and by which publisher."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.types import EmailAddress

_PUBLISHER = Ref(handles.NOTIFICATION_PUBLISHERS, planned=True)
_DAYS = Annotated[int, Field(ge=0, le=3650)]


class NotificationMode(StrEnum):
    """Whether a message is sent or only logged."""

    NOTIFICATION_PUBLISHER = "NOTIFICATION_PUBLISHER"
    LOGGING_ONLY = "LOGGING_ONLY"


class EventNotification(ConfigModel):
    """Where messages about one sort of event go."""

    email_address: EmailAddress
    notification_publisher_ref: Annotated[ResourceLink | None, _PUBLISHER] = None


class CertificateExpirationNotification(EventNotification):
    """When to warn of certificates that are about to expire, in days before they do."""

    initial_warning_period: _DAYS | None = None
    final_warning_period: _DAYS
    notification_mode: NotificationMode | None = None


class ThreadNotification(EventNotification):
    """Messages about exhausted workers."""

    thread_dump_enabled: bool | None = None
    notification_mode: NotificationMode | None = None


class NotificationSettings(ConfigModel):
    """All sorts of events."""

    license_events: EventNotification | None = None
    certificate_expirations: CertificateExpirationNotification | None = None
    notify_admin_user_password_changes: bool | None = None
    account_changes_notification_publisher_ref: Annotated[ResourceLink | None, _PUBLISHER] = None
    metadata_notification_settings: EventNotification | None = None
    expiring_certificate_administrative_console_warning_days: _DAYS | None = None
    expired_certificate_administrative_console_warning_days: _DAYS | None = None
    thread_pool_exhaustion_notification_settings: ThreadNotification | None = None
    bulkhead_alert_notification_settings: ThreadNotification | None = None
