"""Delivery of messages: failed attempts are repeated as the publisher is configured, and each message is sent by one
node."""

import pytest
from structlog.testing import capture_logs

from hanse.kit.ports import LicenseExpirySummary
from hanse.ops.notifications.notifier import notify_ongoing_causes
from hanse.ops.notifications.outbox import LEASE, NotificationOutbox
from hanse.resources.system.notification_publishers.resource import PUBLISHERS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.ops.notifications.conftest import Console
from tests.support.configurations import replace
from tests.support.instances import publisher
from tests.support.mail import REFUSED, Mailbox

ENDING = LicenseExpirySummary("EXPIRING", "License warning", "It ends.")


def outbox_with_message(console: Console) -> NotificationOutbox:
    """Return an outbox with one message."""
    console.license.status = ENDING
    console.set_notifications(licenseEvents={"emailAddress": "operators@example.com"})
    notify_ongoing_causes(console.configuration)
    return NotificationOutbox(console.configuration.database, console.clock)


def test_a_message_is_retried_as_the_publisher_is_configured(console: Console, box: Mailbox) -> None:
    console.license.status = ENDING
    console.set_notifications(licenseEvents={"emailAddress": REFUSED})
    tried = []
    with capture_logs() as logs:
        for minutes in (0, 4.9, 0.1, 5, 5, 60 * 24):
            console.clock.advance(minutes=minutes)
            before = len(box.commands)
            assert console.notify_and_read() == []
            tried.append(len(box.commands) > before)
    # One attempt, and two more after five minutes each.
    assert tried == [True, False, True, True, False, False]
    reported = [(each["log_level"], each["tried"]) for each in logs if "tried" in each]
    assert reported == [("warning", 1), ("warning", 2), ("error", 3)]


def test_a_message_arrives_when_the_server_is_back(console: Console, box: Mailbox) -> None:
    replace(console.configuration, PUBLISHERS, "publisher-0", publisher(0, 1, Retry_Attempt="1", Retry_Delay="2"))
    console.license.status = ENDING
    console.set_notifications(licenseEvents={"emailAddress": "operators@example.com"})
    assert console.notify_and_read() == []
    replace(console.configuration, PUBLISHERS, "publisher-0", publisher(0, box.port))
    assert console.notify_and_read() == []
    console.clock.advance(minutes=2)
    assert [to for to, _subject, _text in console.notify_and_read()] == ["operators@example.com"]


def test_a_message_in_delivery_is_left_alone_until_its_lease_expires(console: Console) -> None:
    outbox = outbox_with_message(console)
    taken = outbox.take()
    assert taken is not None
    assert outbox.take() is None
    console.clock.advance(seconds=LEASE.total_seconds())
    again = outbox.take()
    assert again is not None
    assert (again.id, again.attempts) == (taken.id, 1)
    outbox.drop(again)
    console.clock.advance(seconds=LEASE.total_seconds())
    assert outbox.take() is None


def test_one_of_two_nodes_sends_a_message(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    outbox = outbox_with_message(console)
    other = NotificationOutbox(console.configuration.database, console.clock)
    writing = console.configuration.database.writing
    taken = []

    def meanwhile(*arguments: object) -> object:
        monkeypatch.undo()
        taken.append(other.take())
        return writing(*arguments)

    monkeypatch.setattr(console.configuration.database, "writing", meanwhile)
    assert outbox.take() is None
    assert taken != [None]


def test_a_publisher_in_use_cannot_be_deleted(console: Console) -> None:
    console.set_notifications(
        licenseEvents={"emailAddress": "a@example.com", "notificationPublisherRef": {"id": "publisher-0"}}
    )
    with console.configuration.reading() as view:
        users = {(each.kind, each.path) for each in view.used_by(PUBLISHERS, "publisher-0")}
    assert (SERVER_SETTINGS.kind, "notifications.licenseEvents.notificationPublisherRef") in users
