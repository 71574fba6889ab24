"""The job that sends notifications continues after failures, and runs in every console."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hanse.app import notification_job
from hanse.app.compose import compose
from hanse.app.core import ProcessEnvironment
from hanse.kit.errors import Unavailable
from hanse.kit.options import Options
from hanse.ops.notifications.outbox import NotificationOutbox
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness


def test_a_console_has_the_job_that_sends_notifications(tmp_path: Path) -> None:
    with ExitStack() as cleanup:
        parts = compose(Options(data=tmp_path), ProcessEnvironment(ManualClock(), SeededRandomness()), cleanup)
        assert notification_job.keep_notified in [getattr(job, "func", None) for job in parts.jobs]
        assert parts.configuration is not None
        # A new server has nothing to report; the job runs without an error.
        notification_job.notify(parts.configuration, ongoing=True)


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
    notification_job.notify(configuration, ongoing=True)
    notification_job.notify(configuration, ongoing=False)
    assert done == ["notify_ongoing_causes", "notify_account_changes", "send_due", "notify_account_changes", "send_due"]
