"""Ongoing causes of notifications: expiring licenses and certificates, and metadata that fails or has changed."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.ports import Ports
from hanse.config.expirations import ExpirationQuery
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.ports import LicenseStatus
from hanse.kit.texts.messages import Message, counted, enumerated, message
from hanse.ops.certificate_calendar.expiring_items import indexed_kinds
from hanse.ops.license.expiry import ExpiryState
from hanse.ops.notifications.message import NotificationMessage
from hanse.resources.federation.metadata.reading_records import failed_readings, pending_changes
from hanse.resources.system.server_settings.notifications import (
    CertificateExpirationNotification,
    EventNotification,
    NotificationMode,
    NotificationSettings,
)

_REPORTED_LICENSE_STATES = (ExpiryState.EXPIRING, ExpiryState.GRACE_PERIOD, ExpiryState.EXPIRED)
# Maximum number of certificates that a message names; for the others it has their number.
_MOST_NAMED = 50


@dataclass(frozen=True)
class OngoingCause:
    """A cause with a key for each of its parts; a message consists of the parts that were not reported yet."""

    keys: Sequence[str]
    message: Callable[[Collection[str]], NotificationMessage]


def causes(view: TransactionView, ports: Ports, settings: NotificationSettings) -> Iterator[OngoingCause]:
    """Yield the current causes, whether or not they were reported before."""
    now = ports.get(Clock).now()
    yield from _license(ports, settings, now)
    if settings.certificate_expirations is not None:
        yield from _certificates(view, settings.certificate_expirations, now)
    if settings.metadata_notification_settings is not None:
        yield from _metadata(view, settings.metadata_notification_settings)


def _license(ports: Ports, settings: NotificationSettings, now: datetime) -> Iterator[OngoingCause]:
    where, expiry = settings.license_events, ports.get(LicenseStatus).expiry(now)
    if where is None or expiry.status not in _REPORTED_LICENSE_STATES:
        return
    publisher = where.notification_publisher_ref
    # The key contains the end of the license, so it differs for the next license.
    key = f"license:{expiry.status}:{expiry.message}"
    notification = NotificationMessage(
        message("The license of this server"), expiry.message, where.email_address, publisher.id if publisher else None
    )
    yield OngoingCause((key,), lambda _new: notification)


def _metadata(view: TransactionView, where: EventNotification) -> Iterator[OngoingCause]:
    """Yield the addresses whose metadata cannot be read, and the connections that differ from their metadata."""
    publisher = where.notification_publisher_ref
    found: dict[str, Message] = {}
    for id_, since in failed_readings(view).items():
        address = view.find(handles.METADATA_URLS, id_)
        # The record of a deleted address remains.
        if address is not None:
            text = message("The metadata of {name} cannot be read since {time}.", name=address.body["name"], time=since)
            found[f"metadata:{id_}:{to_text(since)}"] = text
    for connections in (handles.IDP_CONNECTIONS, handles.SP_CONNECTIONS):
        for change in pending_changes(view, connections):
            text = message("The metadata of {name} differs from the connection.", name=change.name)
            found[f"metadata:{connections.path}:{change.id}:{change.update.found}"] = text
    if not found:
        return

    def metadata_message(new: Collection[str]) -> NotificationMessage:
        body = enumerated((text for key, text in found.items() if key in new), "\n")
        return NotificationMessage(
            message("Metadata of partners"), body, where.email_address, publisher.id if publisher else None
        )

    yield OngoingCause(tuple(found), metadata_message)


def _certificates(
    view: TransactionView, where: CertificateExpirationNotification, now: datetime
) -> Iterator[OngoingCause]:
    ending = {key: text for _end, key, text in sorted(_ending(view, where, now))}
    if not ending:
        return
    is_logged = where.notification_mode is NotificationMode.LOGGING_ONLY
    publisher = where.notification_publisher_ref

    def expiry_message(new: Collection[str]) -> NotificationMessage:
        lines = [text for key, text in ending.items() if key in new]
        named = [*lines[:_MOST_NAMED]]
        if len(lines) > _MOST_NAMED:
            named.append(message("and {count} more", count=len(lines) - _MOST_NAMED))
        subject = counted("A certificate expires", "{count} certificates expire", len(lines))
        about = counted(
            "A certificate expires soon or has expired already:",
            "{count} certificates expire soon or have expired already:",
            len(lines),
        )
        recipient = None if is_logged else where.email_address
        body = enumerated((about, enumerated(named, "\n")), "\n\n")
        return NotificationMessage(subject, body, recipient, publisher.id if publisher else None)

    yield OngoingCause(tuple(ending), expiry_message)


def _ending(
    view: TransactionView, where: CertificateExpirationNotification, now: datetime
) -> Iterator[tuple[datetime, str, str]]:
    days = max(where.final_warning_period, where.initial_warning_period or 0)
    # Certificates that the server renews need no notification. A certificate is included at the end of the period.
    query = ExpirationQuery(
        kinds=indexed_kinds(view, frozenset(Area)),
        ends=now + timedelta(days=days, milliseconds=1),
        is_manual=True,
    )
    for found in view.expirations(query):
        expiration = found.expiration
        end = from_text(expiration.expires)
        warning = _warning(end - now, where)
        if warning is not None:
            resource = view.registry.by_kind(found.kind)
            template = "{type} {subject} expires on {end}."
            if end <= now:
                template = "{type} {subject} expired on {end}."
            id_ = f"{found.id}#{expiration.part}" if expiration.part else found.id
            key = f"certificate:{found.kind}:{id_}:{expiration.expires}:{warning}"
            yield end, key, message(template, type=message(resource.text.title), subject=expiration.name, end=end)


def _warning(left: timedelta, where: CertificateExpirationNotification) -> str | None:
    """Return which of the two warnings a certificate is due for."""
    if left <= timedelta(days=where.final_warning_period):
        return "final"
    initial = where.initial_warning_period
    return "initial" if initial is not None and left <= timedelta(days=initial) else None
