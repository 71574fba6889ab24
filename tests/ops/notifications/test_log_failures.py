"""Notifications about lines of the log that could not be written."""

from typing import Any

from hanse.resources.system.audit_log_settings import AUDIT_LOG_SETTINGS
from tests.ops.notifications.conftest import Console
from tests.support.configurations import replace

RECIPIENTS = ["operators@example.com", "security@example.com"]


def report(console: Console, **changes: Any) -> None:
    settings = {"trackAuditLogFailures": True, "emailsToNotify": RECIPIENTS, "threshold": 10, "interval": 60}
    replace(console.configuration, AUDIT_LOG_SETTINGS, "-", {**settings, **changes})


def test_the_threshold_is_reported_to_all_recipients_once_in_each_interval(console: Console) -> None:
    report(console)
    console.log.failed(9)
    assert console.notify_and_read() == []
    console.clock.advance(seconds=15)
    console.log.failed(1)
    found = console.notify_and_read()
    assert sorted(to for to, _, _ in found) == RECIPIENTS
    assert {subject for _, subject, _ in found} == {"The log of this server"}
    assert all(text.startswith("10 lines of the log could not be written.") for _, _, text in found)
    console.log.failed(50)
    console.clock.advance(seconds=30)
    assert console.notify_and_read() == []
    console.clock.advance(seconds=30)
    assert len(console.notify_and_read()) == 2
    # Without further failures there is no further message.
    for _ in range(9):
        console.clock.advance(seconds=15)
        assert console.notify_and_read() == []


def test_failures_that_are_spread_over_intervals_are_not_added_up(console: Console) -> None:
    report(console)
    for _ in range(6):
        console.log.failed(3)
        assert console.notify_and_read() == []
        console.clock.advance(seconds=30)


def test_nothing_is_sent_if_failures_are_not_reported(console: Console) -> None:
    report(console, trackAuditLogFailures=False)
    console.log.failed(100)
    assert console.notify_and_read() == []
