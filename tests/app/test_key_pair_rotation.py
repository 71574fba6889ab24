"""The job that renews key pairs continues after failures, and runs in every console."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hanse.app import key_pair_rotation
from hanse.app.compose import compose
from hanse.app.core import ProcessEnvironment
from hanse.kit.errors import Unavailable
from hanse.kit.options import Options
from hanse.resources.security.key_pairs.operations import FAMILIES
from tests.support.clock import ManualClock
from tests.support.randomness import SeededRandomness


def test_a_console_has_the_job_that_renews_key_pairs(tmp_path: Path) -> None:
    with ExitStack() as cleanup:
        parts = compose(Options(data=tmp_path), ProcessEnvironment(ManualClock(), SeededRandomness()), cleanup)
        assert key_pair_rotation.keep_rotated in [getattr(job, "func", None) for job in parts.jobs]


@pytest.mark.parametrize("error", [Unavailable("The database does not answer."), RuntimeError("a defect")])
def test_a_failed_check_is_logged_and_repeated(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    rotated = []

    def failing(_configuration: Any, family: Any) -> None:
        rotated.append(family)
        raise error

    monkeypatch.setattr(key_pair_rotation, "rotate_due", failing)
    nothing: Any = None
    key_pair_rotation.rotate_all(nothing)
    assert rotated == list(FAMILIES)
