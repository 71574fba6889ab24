"""Reports by e-mail that lines of the log could not be written."""

from collections import deque
from dataclasses import replace

import structlog

from hanse.config.configuration import Configuration
from hanse.kit.clock import Clock
from hanse.kit.log_health import LogHealth
from hanse.kit.randomness import Randomness
from hanse.kit.texts.messages import counted, message
from hanse.ops.notifications.message import NotificationMessage
from hanse.ops.notifications.notifier import server_address, written
from hanse.ops.notifications.outbox import put
from hanse.resources.system.audit_log_settings import AUDIT_LOG_SETTINGS, AuditLogSettings

LOG = structlog.stdlib.get_logger("hanse.notifications")


class LogFailureReports:
    """Compares the number of lost lines of this node with that at the beginning of the interval."""

    def __init__(self, health: LogHealth, clock: Clock) -> None:
        self._health = health
        self._clock = clock
        # Times and numbers of lost lines, of which the first one is at the beginning of the interval or before.
        self._known = deque([(clock.now().timestamp(), health.failed_lines)])
        self._sent: float | None = None

    def check(self, configuration: Configuration) -> None:
        """Queue messages if the threshold is reached, at most once in each interval."""
        with configuration.reading() as view:
            settings, server = view.singleton(AUDIT_LOG_SETTINGS), server_address(view)
        now = self._clock.now().timestamp()
        lost = self._lost_lines(now, settings.interval)
        is_due = self._sent is None or now >= self._sent + settings.interval
        if not settings.track_audit_log_failures or lost < settings.threshold or not is_due:
            return
        with configuration.database.writing() as connection:
            messages = [written(each, server) for each in _messages(settings, lost)]
            put(connection, messages, self._clock, configuration.ports.get(Randomness))
        self._sent = now
        LOG.warning("log failures reported", lines=lost)

    def _lost_lines(self, now: float, interval: int) -> int:
        self._known.append((now, self._health.failed_lines))
        while len(self._known) > 1 and self._known[1][0] <= now - interval:
            self._known.popleft()
        return self._known[-1][1] - self._known[0][1]


def _messages(settings: AuditLogSettings, lost: int) -> list[NotificationMessage]:
    publisher = settings.notification_publisher
    text = counted(
        "A line of the log could not be written. Check the disk and the permissions of the log folder.",
        "{count} lines of the log could not be written. Check the disk and the permissions of the log folder.",
        lost,
    )
    common = NotificationMessage(message("The log of this server"), text, None, publisher.id if publisher else None)
    return [replace(common, recipient=each) for each in settings.emails_to_notify]
