"""The job that sends notifications continues after failures, and runs in every console."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hanse.app import notification_job
from hanse.app.compose import compose
from hanse.app.core import ProcessEnvironment
from hanse.kit.errors import Unavailable
from hanse.kit.log_health import LogHealth
from hanse.kit.options import Options
from hanse.ops.notifications.log_failures import LogFailureReports
from hanse.ops.notifications.outbox import NotificationOutbox
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness


def test_a_console_has_the_job_that_sends_notifications(tmp_path: Path) -> None:
    with ExitStack() as cleanup:
        parts = compose(Options(data=tmp_path), ProcessEnvironment(ManualClock(), SeededRandomness()), cleanup)
        assert notification_job.keep_notified in [getattr(job, "func", None) for job in parts.jobs]
        assert parts.configuration is not None
        # A new server has nothing to report; the job runs without an error.
        clock = ManualClock()
        notification_job.notify(parts.configuration, LogFailureReports(LogHealth(), clock), ongoing=True)


@pytest.mark.parametrize("error", [Unavailable("The database does not answer."), RuntimeError("a defect")])
def test_a_failed_step_does_not_prevent_the_others(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    done: list[str] = []

    def failing(name: str) -> Any:
        def step(*_arguments: object) -> None:
            done.append(name)
            raise error

        return step

    for name in ("notify_ongoing_causes", "notify_account_changes", "send_due"):
        monkeypatch.setattr(notification_job, name, failing(name))
    nothing: Any = None
    monkeypatch.setattr(
        notification_job, "NotificationOutbox", lambda *_arguments: NotificationOutbox(nothing, nothing)
    )
    configuration: Any = type("Nothing", (), {"database": None, "ports": {}})()
    log = LogFailureReports(LogHealth(), ManualClock())
    monkeypatch.setattr(log, "check", failing("check"))
    notification_job.notify(configuration, log, ongoing=True)
    notification_job.notify(configuration, log, ongoing=False)
    each_time = ["notify_account_changes", "check", "send_due"]
    assert done == ["notify_ongoing_causes", *each_time, *each_time]
