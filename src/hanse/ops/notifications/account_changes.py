"""Notifications about changes of an administrator's account, to its current and its previous address."""

from collections.abc import Iterator

from hanse.config import revision_log
from hanse.config.revision_log import DocumentChange
from hanse.config.transaction_view import TransactionView
from hanse.kit.clock import from_text
from hanse.kit.texts.messages import enumerated, message
from hanse.ops.notifications.message import NotificationMessage
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from hanse.resources.system.server_settings.notifications import NotificationSettings
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS

# Maximum number of changes in one run; the next run continues.
_MOST = 100
# Names of members as people read them.
_SHOWN = {
    "encryptedPassword": message("password"),
    "emailAddress": message("e-mail address"),
    "phoneNumber": message("phone number"),
    "department": message("department"),
    "description": message("description"),
    "active": message("active"),
    "auditor": message("auditor"),
    "roles": message("roles"),
}
Place = tuple[int, int]


def changes(
    view: TransactionView, settings: NotificationSettings, read: Place | None
) -> tuple[list[NotificationMessage], Place]:
    """Return the events in the log after a position, and the new position."""
    publisher = settings.account_changes_notification_publisher_ref
    # The feature is switched on by saving its settings. Changes before that are not reported.
    after = read or (view.get(SERVER_SETTINGS, SERVER_SETTINGS.singleton_id).revision, _MOST_POSITIONS)
    found = list(revision_log.of_kind(view.connection, ADMINISTRATIVE_ACCOUNTS.kind, after, limit=_MOST))
    messages = [each for change in found for each in _messages(change, publisher.id if publisher else None)]
    return messages, (found[-1].number, found[-1].position) if found else after


_MOST_POSITIONS = 2**31 - 1


def _messages(change: DocumentChange, publisher: str | None) -> Iterator[NotificationMessage]:
    before, after = change.before, change.after
    # Nobody is notified of a new account: whoever requested it knows about it.
    if before is None or before == after:
        return
    recipients = dict.fromkeys(each.get("emailAddress") for each in (before, after) if each is not None)
    values = {"account": change.id, "actor": change.actor, "time": from_text(change.time)}
    template = "Your account {account} was changed by {actor} on {time}."
    if after is None:
        template = "Your account {account} was deleted by {actor} on {time}."
    lines = [message(template, **values)]
    if after is not None:
        differing = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        lines.append(message("Changed: {fields}.", fields=enumerated(_SHOWN.get(name, name) for name in differing)))
    lines.append(message("If you did not expect this, contact another administrator."))
    for recipient in recipients:
        if recipient:
            yield NotificationMessage(
                message("Your administrative account"), enumerated(lines, "\n\n"), recipient, publisher
            )
