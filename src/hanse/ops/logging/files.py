"""Destinations of log lines: the log file, which is rotated, and the screen. Lines are JSON in either case."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any, Protocol, TextIO

FILE_NAME = "server.log"
FILE_BYTES = 10 * 1024 * 1024
FILES_KEPT = 5


class Sink(Protocol):
    """Receives whole lines of the log, each with its line end. May block; called by one thread at a time."""

    def write(self, lines: bytes) -> None:
        """Write lines. Raises OSError."""
        ...

    def close(self) -> None:
        """Close the destination."""
        ...


class RotatingFile:
    """A log file that only its owner can read, and a few older ones beside it: `server.log.1` is the newest of them."""

    def __init__(self, path: Path, *, most_bytes: int = FILE_BYTES, kept: int = FILES_KEPT) -> None:
        self._path = path
        self._most_bytes = most_bytes
        self._kept = kept
        self._open()

    def write(self, lines: bytes) -> None:
        """Append lines; a file that would become too large is rotated first."""
        if self._size and self._size + len(lines) > self._most_bytes:
            self._rotate()
        # The rest of a write that the disk accepted only in part.
        left = memoryview(lines)
        while left:
            written = os.write(self._descriptor, left)
            self._size += written
            left = left[written:]

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def _open(self) -> None:
        self._descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        os.fchmod(self._descriptor, 0o600)
        self._size = os.fstat(self._descriptor).st_size

    def _rotate(self) -> None:
        # The file stays open until there is a new one: after a failure, its descriptor must not name another file.
        former = self._descriptor
        for number in range(self._kept - 1, 0, -1):
            older = self._numbered(number)
            if older.exists():
                older.replace(self._numbered(number + 1))
        # It does not exist if a new one could not be created before.
        if self._path.exists():
            self._path.replace(self._numbered(1))
        self._open()
        os.close(former)

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")


class Screen:
    """Standard error: readable lines on a terminal, the same JSON as in the file elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._render = _terminal_renderer() if stream.isatty() else None

    def write(self, lines: bytes) -> None:
        """Write lines to the screen."""
        text = lines.decode()
        if self._render is not None:
            text = "".join(f"{self._render(None, '', json.loads(line))}\n" for line in text.splitlines())
        self._stream.write(text)
        self._stream.flush()

    def close(self) -> None:
        """Leave the stream open, because it belongs to the process."""


class ScreenFailed(OSError):
    """The screen cannot be written to; the lines are in the file."""


class FileAndScreen:
    """Both destinations. If the screen cannot be written to any more, for example a closed pipe, the file still is."""

    def __init__(self, file: RotatingFile, screen: Screen) -> None:
        self._file = file
        self._screen = screen

    def write(self, lines: bytes) -> None:
        """Write lines to the file, then show them. Raises OSError for the file, or ScreenFailed."""
        try:
            self._file.write(lines)
        except OSError:
            with contextlib.suppress(OSError, ValueError):
                self._screen.write(lines)
            raise
        try:
            self._screen.write(lines)
        except (OSError, ValueError) as error:
            raise ScreenFailed(str(error)) from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def open_log(folder: Path, terminal: TextIO) -> FileAndScreen:
    """Return the sink for `folder`/server.log and a terminal. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return FileAndScreen(RotatingFile(folder / FILE_NAME), Screen(terminal))


def _terminal_renderer() -> Any:
    import structlog  # noqa: PLC0415 - most servers have no terminal.

    return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
