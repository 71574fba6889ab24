"""Pipes for log lines, from a process to the one that writes the log."""

import contextlib
import fcntl
import os
from typing import Final

# Linux's constant; room for some thousands of lines while the disk is slow.
_SET_PIPE_SIZE: Final = getattr(fcntl, "F_SETPIPE_SZ", None)
PIPE_BYTES: Final = 1024 * 1024
_CHUNK: Final = 256 * 1024


def open_pipe() -> tuple[int, int]:
    """Return the reading and the writing end of a pipe for log lines."""
    reading, writing = os.pipe2(os.O_CLOEXEC)
    os.set_blocking(reading, False)
    if _SET_PIPE_SIZE is not None:
        # If the system does not allow this size, the pipe keeps its default size.
        with contextlib.suppress(OSError):
            fcntl.fcntl(writing, _SET_PIPE_SIZE, PIPE_BYTES)
    return reading, writing


class PipeSink:
    """The writing end. It blocks while the pipe is full, which only the log writer's thread notices."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, lines: bytes) -> None:
        """Send lines. Raises OSError if the reading end is closed."""
        left = memoryview(lines)
        while left:
            left = left[os.write(self._descriptor, left) :]

    def close(self) -> None:
        """Close the end."""
        os.close(self._descriptor)


class LinePipe:
    """The reading end, which returns whole lines only."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self.is_at_end = False

    def fileno(self) -> int:
        """Return the file descriptor, for waiting."""
        return self._descriptor

    def read(self) -> bytes:
        """Return the available lines."""
        try:
            data = os.read(self._descriptor, _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self.is_at_end = True
            return b""
        lines, separator, rest = (self._rest + data).rpartition(b"\n")
        self._rest = rest
        return lines + separator

    def read_rest(self) -> bytes:
        """Return everything that a process has left behind; an unfinished line gets a line end."""
        found: list[bytes] = []
        while lines := self._read_any():
            found.append(lines)
        rest, self._rest = self._rest, b""
        return b"".join([*found, rest + b"\n" if rest else b""])

    def close(self) -> None:
        """Close the end."""
        os.close(self._descriptor)

    def _read_any(self) -> bytes:
        """Return available bytes, or nothing if there are none now."""
        while not self.is_at_end:
            before = len(self._rest)
            lines = self.read()
            if lines or len(self._rest) == before:
                return lines
        return b""
