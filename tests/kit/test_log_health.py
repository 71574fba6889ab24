"""The state of the log is shared by all processes of a server."""

import os

from hanse.kit.log_health import LogHealth


def test_a_forked_process_shows_its_failures_to_the_others() -> None:
    health = LogHealth()
    assert (health.is_failing, health.failed_lines) == (False, 0)
    pid = os.fork()
    if pid == 0:
        health.failed(3)
        os._exit(0)
    os.waitpid(pid, 0)
    assert (health.is_failing, health.failed_lines) == (True, 3)
    health.written()
    assert (health.is_failing, health.failed_lines) == (False, 3)
