"""A log that cannot be written: a disk that is full, a folder that is gone, and a closed screen."""

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from hanse.kit.log_health import LogHealth
from hanse.ops.logging.files import FILE_NAME, RotatingFile, open_log
from hanse.ops.logging.writer import LogWriter


def line(number: int) -> bytes:
    return b'{"event":"line %d"}\n' % number


def events(path: Path) -> list[str]:
    return [json.loads(each)["event"] for each in path.read_text().splitlines()]


@contextmanager
def full_disk(path: Path) -> Iterator[None]:
    """Make writes to the open file fail as on a full disk."""
    (descriptor,) = [
        int(each.name) for each in Path("/proc/self/fd").iterdir() if os.path.realpath(each) == str(path.resolve())
    ]
    kept, full = os.dup(descriptor), os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, descriptor)
    yield
    os.dup2(kept, descriptor)
    for each in (kept, full):
        os.close(each)


def test_a_full_disk_is_noticed_counted_and_reported_when_there_is_space_again(tmp_path: Path) -> None:
    health = LogHealth()
    writer = LogWriter(open_log(tmp_path, io.StringIO()), health=health)
    writer.log_text(line(1))
    assert (health.is_failing, health.failed_lines) == (False, 0)
    with full_disk(tmp_path / FILE_NAME):
        for number in (2, 3):
            writer.log_text(line(number))
            assert (health.is_failing, health.failed_lines) == (True, number - 1)
    writer.log_text(line(4))
    assert (health.is_failing, health.failed_lines) == (False, 2)
    assert events(tmp_path / FILE_NAME) == ["line 1", "2 log lines could not be written", "line 4"]
    writer.sink.close()


class WatchedFile(RotatingFile):
    """A file that shows when a write has ended."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.has_written, self.has_failed = Event(), Event()

    def write(self, lines: bytes) -> None:
        try:
            super().write(lines)
        except OSError:
            self.has_failed.set()
            raise
        self.has_written.set()


def test_the_log_is_tried_again_without_new_lines(tmp_path: Path) -> None:
    health, file = LogHealth(), WatchedFile(tmp_path / FILE_NAME)
    writer = LogWriter(file, health=health)
    writer.start()
    with full_disk(tmp_path / FILE_NAME):
        writer.log_text(line(1))
        assert file.has_failed.wait(20)
    assert file.has_written.wait(20)
    writer.close()
    assert (health.is_failing, health.failed_lines) == (False, 1)
    assert events(tmp_path / FILE_NAME) == ["1 log lines could not be written"]
    file.close()


def test_a_screen_that_cannot_be_written_is_no_failure_of_the_log(tmp_path: Path) -> None:
    screen = io.StringIO()
    health = LogHealth()
    writer = LogWriter(open_log(tmp_path, screen), health=health)
    screen.close()
    writer.log_text(line(1))
    assert (health.is_failing, health.failed_lines) == (False, 0)
    assert events(tmp_path / FILE_NAME) == ["line 1"]
    writer.sink.close()


def test_a_file_that_cannot_be_rotated_is_a_failure_and_continues_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE_NAME
    file, health = RotatingFile(path, most_bytes=len(line(1))), LogHealth()
    writer = LogWriter(file, health=health)
    writer.log_text(line(1))
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", _refuse)
        writer.log_text(line(2))
        assert (health.is_failing, health.failed_lines) == (True, 1)
    other = os.open(tmp_path / "other", os.O_WRONLY | os.O_CREAT)
    writer.log_text(line(3))
    assert (health.is_failing, health.failed_lines) == (False, 1)
    assert "line 3" in events(path)
    # The descriptor of the log was never that of another file.
    os.close(other)
    assert (tmp_path / "other").read_bytes() == b""
    file.close()


def _refuse(_path: Path, _target: Path) -> Path:
    raise PermissionError("The folder cannot be changed.")
