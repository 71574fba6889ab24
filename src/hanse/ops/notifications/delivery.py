"""Passes messages to publishers, and retries according to the publisher's settings."""

import structlog

from hanse.config.configuration import Configuration
from hanse.config.transaction_view import TransactionView
from hanse.kit.errors import NotFound
from hanse.ops.notifications.outbox import NotificationOutbox, TakenMessage
from hanse.plugins.contracts.notification import Notification, NotSent, Publisher, Retries
from hanse.resources.system.notification_publishers.resource import PUBLISHER_KIND, PUBLISHER_SETTINGS

LOG = structlog.stdlib.get_logger("hanse.notifications")
# Each message may take until a time-out; the next run continues.
_MOST_AT_ONCE = 20


def send_due(configuration: Configuration, outbox: NotificationOutbox) -> None:
    """Send what is due."""
    for _ in range(_MOST_AT_ONCE):
        taken = outbox.take()
        if taken is None:
            return
        _send(configuration, outbox, taken)


def default_publisher(view: TransactionView) -> str | None:
    """Return the publisher that is used if a message names none."""
    default = view.singleton(PUBLISHER_SETTINGS).default_notification_publisher_ref
    return None if default is None else default.id


def _send(configuration: Configuration, outbox: NotificationOutbox, taken: TakenMessage) -> None:
    # The retry settings of a publisher that cannot be opened are unknown.
    retries, message = Retries(), taken.message
    try:
        publisher = _publisher(configuration, message.publisher)
        retries = publisher.retries
        publisher.send(Notification(message.recipient or "", message.subject, message.body))
    except (NotSent, NotFound, ValueError) as error:
        reason = error.message if isinstance(error, NotFound) else str(error)
        _again(outbox, taken, retries, reason)
    else:
        outbox.drop(taken)
        LOG.info("message sent", subject=message.subject)


def _publisher(configuration: Configuration, named: str | None) -> Publisher:
    with configuration.reading() as view:
        id_ = named or default_publisher(view)
        if id_ is None:
            raise NotSent("There is no default notification publisher.")
        return PUBLISHER_KIND.made(view, id_)


def _again(outbox: NotificationOutbox, taken: TakenMessage, retries: Retries, reason: str) -> None:
    subject, tried = taken.message.subject, taken.attempts + 1
    if tried > retries.attempts:
        outbox.drop(taken)
        LOG.error("message discarded", subject=subject, tried=tried, reason=reason)
        return
    outbox.put_off(taken, retries.delay)
    LOG.warning("message not sent yet", subject=subject, tried=tried, reason=reason)
