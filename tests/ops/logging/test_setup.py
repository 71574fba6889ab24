"""Logging to a file and to the terminal."""

import contextvars
import io
import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from hanse.kit.http.request_log import CORRELATION_ID
from hanse.ops.logging.setup import configure_logging, configure_terminal


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    configured = structlog.get_config()
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers, root.level = handlers, level
    structlog.configure(**configured)
    structlog.contextvars.clear_contextvars()


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "server.log").read_text().splitlines()]


def unreachable() -> None:
    raise RuntimeError("cannot reach postgresql://hanse:hunter2@db/hanse")


def test_lines_are_json_with_time_level_and_request_id(tmp_path: Path) -> None:
    configure_logging(tmp_path, "info", io.StringIO())
    structlog.contextvars.bind_contextvars(request_id="abc")
    structlog.stdlib.get_logger("hanse.test").info("saved", revision=7, folder=tmp_path)
    [line] = lines(tmp_path)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "saved",
        "revision": 7,
        "folder": repr(tmp_path),
        "request_id": "abc",
        "logger": "hanse.test",
        "level": "info",
    }


def test_lines_of_a_request_have_its_correlation_id(tmp_path: Path) -> None:
    configure_logging(tmp_path, "info", io.StringIO())
    log = structlog.stdlib.get_logger("hanse.test")
    context = contextvars.copy_context()
    context.run(CORRELATION_ID.set, "Order-4711")
    context.run(log.info, "token issued")
    log.info("another request")
    assert [line.get("correlation_id") for line in lines(tmp_path)] == ["Order-4711", None]


def test_a_line_is_formatted_once_for_file_rotation_and_screen(tmp_path: Path) -> None:
    shown: list[object] = []

    class Logged:
        def __repr__(self) -> str:
            shown.append(self)
            return "shown"

    screen = io.StringIO()
    configure_logging(tmp_path, "info", screen)
    structlog.stdlib.get_logger("hanse.test").info("saved", what=Logged())
    assert len(shown) == 1
    assert [json.loads(screen.getvalue())] == lines(tmp_path)
    assert lines(tmp_path)[0]["what"] == "shown"


def test_libraries_log_in_the_same_format(tmp_path: Path) -> None:
    configure_logging(tmp_path, "info", io.StringIO())
    logging.getLogger("some.library").warning("token %s", "Bearer abc")
    [line] = lines(tmp_path)
    assert (line["event"], line["logger"], line["level"]) == ("token Bearer [redacted]", "some.library", "warning")


def test_secrets_in_tracebacks_are_redacted_in_files_and_on_the_screen(tmp_path: Path) -> None:
    screen = Terminal()
    configure_logging(tmp_path, "info", screen)
    try:
        unreachable()
    except RuntimeError:
        structlog.stdlib.get_logger("hanse.test").exception("failed", password="hunter2")
    assert "RuntimeError" in lines(tmp_path)[0]["exception"]
    assert "RuntimeError" in screen.getvalue()
    assert "hunter2" not in screen.getvalue() + (tmp_path / "server.log").read_text()


def test_a_record_is_one_line_whatever_it_contains(tmp_path: Path) -> None:
    configure_logging(tmp_path, "info", io.StringIO())
    structlog.stdlib.get_logger("hanse.access").info("request", path='/x\n{"event":"forged"}')
    assert [line["event"] for line in lines(tmp_path)] == ["request"]


def test_the_level_is_kept_and_a_terminal_gets_readable_lines(tmp_path: Path) -> None:
    screen = Terminal()
    configure_logging(tmp_path, "warning", screen)
    log = structlog.stdlib.get_logger("hanse.test")
    log.info("quiet")
    log.warning("loud")
    assert [line["event"] for line in lines(tmp_path)] == ["loud"]
    assert "loud" in screen.getvalue()
    assert not screen.getvalue().startswith("{")


def test_only_the_owner_can_read_the_log(tmp_path: Path) -> None:
    configure_logging(tmp_path / "log", "info", io.StringIO())
    assert stat.S_IMODE((tmp_path / "log" / "server.log").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "log").stat().st_mode) == 0o700


def test_a_command_prints_only_warnings_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    structlog.reset_defaults()
    configure_terminal()
    log = structlog.stdlib.get_logger("hanse.test")
    log.debug("statement")
    log.info("saved")
    log.warning("waiting", where="postgresql://hanse:hunter2@db/hanse")
    out, err = capsys.readouterr()
    assert (out, "waiting" in err, "hunter2" in err, err.count("\n")) == ("", True, False, 1)
