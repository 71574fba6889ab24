"""The background job that sends notifications by e-mail."""

import itertools
from collections.abc import Callable

import structlog

from hanse.config.configuration import Configuration
from hanse.config.statement_log import routine_statements
from hanse.kit.clock import Clock
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import Periodic, on_thread
from hanse.kit.texts.locale_choice import speaking
from hanse.ops.notifications.delivery import send_due
from hanse.ops.notifications.log_failures import LogFailureReports
from hanse.ops.notifications.notifier import notify_account_changes, notify_ongoing_causes
from hanse.ops.notifications.outbox import NotificationOutbox

LOG = structlog.stdlib.get_logger("hanse.notifications")
# A changed password should be reported soon; expirations are known days in advance.
CHECK_SECONDS = 15
CHECKS_BETWEEN_ONGOING_CAUSES = 40


async def keep_notified(
    configuration: Configuration, is_active: Callable[[], bool], language: str, log: LogFailureReports
) -> None:
    """Check and send for as long as the server runs, on a separate thread; active consoles only.

    E-mails are written in the language that is set for the server.
    """
    checks = itertools.count()

    def check() -> None:
        ongoing = next(checks) % CHECKS_BETWEEN_ONGOING_CAUSES == 0
        if is_active():
            with speaking(language):
                notify(configuration, log, ongoing=ongoing)

    await Periodic("notifications", on_thread(check), CHECK_SECONDS).run()


def notify(configuration: Configuration, log: LogFailureReports, *, ongoing: bool) -> None:
    """Report and send what is due; after a failure, the next check follows."""
    outbox = NotificationOutbox(configuration.database, configuration.ports.get(Clock))
    steps: list[Callable[[], None]] = [
        lambda: notify_account_changes(configuration),
        lambda: log.check(configuration),
        lambda: send_due(configuration, outbox),
    ]
    if ongoing:
        steps.insert(0, lambda: notify_ongoing_causes(configuration))
    for step in steps:
        try:
            with routine_statements():
                step()
        except Unavailable as error:
            LOG.warning("check for notifications failed", reason=error.message)
        except Exception:
            LOG.exception("check for notifications failed")
