"""Finds events that were not reported yet, and queues a message for each."""

from dataclasses import replace

import structlog

from hanse.config import revision_log
from hanse.config.configuration import Configuration
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import Clock, to_text
from hanse.kit.randomness import Randomness
from hanse.kit.texts.translation import localized
from hanse.ops.notifications.account_changes import Place, changes
from hanse.ops.notifications.delivery import default_publisher
from hanse.ops.notifications.message import NotificationMessage
from hanse.ops.notifications.ongoing_causes import OngoingCause, causes
from hanse.ops.notifications.outbox import forget, notified_values, put, remember
from hanse.resources.system.server_settings.notifications import NotificationSettings
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS

LOG = structlog.stdlib.get_logger("hanse.notifications")
# The key of the position in the log up to which account changes were reported.
_ACCOUNTS = "accounts"


def notify_ongoing_causes(configuration: Configuration) -> None:
    """Report expiring licenses and certificates, and forget causes that are over."""
    with configuration.reading() as view:
        found = [each for each in causes(view, configuration.ports, _settings(view)) if _can_be_sent(view, each)]
        server = server_address(view)
        known = notified_values(view.connection)
    current = {key for each in found for key in each.keys}
    if current == known.keys() - {_ACCOUNTS}:
        return
    clock = configuration.ports.get(Clock)
    with configuration.database.writing() as connection:
        # Consoles take turns, so this one sees what another one has reported in the meantime.
        revision_log.lock(connection)
        known = notified_values(connection)
        new = current - known.keys()
        messages = [each.message(new) for each in found if new.intersection(each.keys)]
        forget(connection, known.keys() - {_ACCOUNTS} - current)
        remember(connection, dict.fromkeys(new, to_text(clock.now())))
        put(connection, [written(each, server) for each in messages], clock, configuration.ports.get(Randomness))
    for message in messages:
        LOG.warning("administrators notified", subject=message.subject, by_mail=message.recipient is not None)


def notify_account_changes(configuration: Configuration) -> None:
    """Notify administrators of changes of their accounts since the last check."""
    with configuration.reading() as view:
        settings = _settings(view)
        read = notified_values(view.connection).get(_ACCOUNTS)
        found: list[NotificationMessage] = []
        place: Place | None = None
        if settings.notify_admin_user_password_changes:
            found, place = changes(view, settings, _place(read))
        server = server_address(view)
        is_sent = _has_publisher(view, settings)
    if (None if place is None else _text(place)) == read:
        return
    with configuration.database.writing() as connection:
        revision_log.lock(connection)
        if notified_values(connection).get(_ACCOUNTS) != read:
            return
        forget(connection, [_ACCOUNTS])
        if place is not None:
            remember(connection, {_ACCOUNTS: _text(place)})
        if is_sent:
            messages = [written(each, server) for each in found]
            put(connection, messages, configuration.ports.get(Clock), configuration.ports.get(Randomness))
    if found and not is_sent:
        LOG.warning("account changes not notified, as there is no notification publisher", messages=len(found))


def _settings(view: TransactionView) -> NotificationSettings:
    return view.singleton(SERVER_SETTINGS).notifications or NotificationSettings()


def server_address(view: TransactionView) -> str | None:
    """Return the address of the server, for recipients who have several."""
    federation = view.singleton(SERVER_SETTINGS).federation_info
    return None if federation is None else federation.base_url


def written(message: NotificationMessage, server: str | None) -> NotificationMessage:
    """Return a message in the language of the server, with the server's address."""
    body = localized(message.body)
    return replace(message, subject=localized(message.subject), body=body if server is None else f"{body}\n\n{server}")


def _can_be_sent(view: TransactionView, cause: OngoingCause) -> bool:
    """Return whether a publisher can send it; a message without a publisher is sent as soon as there is one."""
    message: NotificationMessage = cause.message(cause.keys)
    return message.recipient is None or message.publisher is not None or default_publisher(view) is not None


def _has_publisher(view: TransactionView, settings: NotificationSettings) -> bool:
    return settings.account_changes_notification_publisher_ref is not None or default_publisher(view) is not None


def _place(text: str | None) -> Place | None:
    if text is None:
        return None
    number, _, position = text.partition(".")
    return int(number), int(position)


def _text(place: Place) -> str:
    return f"{place[0]}.{place[1]}"
