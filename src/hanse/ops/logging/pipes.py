"""Log lines on their way from a process to the one that writes the log."""

import contextlib
import fcntl
import os
from typing import Final

# Linux's number; room for some thousands of lines while the disk is slow.
_SET_PIPE_SIZE: Final = getattr(fcntl, "F_SETPIPE_SZ", None)
PIPE_BYTES: Final = 1024 * 1024
_CHUNK: Final = 256 * 1024


def open_pipe() -> tuple[int, int]:
    """Return the reading and the writing end of a pipe for log lines."""
    reading, writing = os.pipe2(os.O_CLOEXEC)
    os.set_blocking(reading, False)
    if _SET_PIPE_SIZE is not None:
        # More than the system allows is refused, and the pipe keeps its size.
        with contextlib.suppress(OSError):
            fcntl.fcntl(writing, _SET_PIPE_SIZE, PIPE_BYTES)
    return reading, writing


class PipeSink:
    """The writing end. Lines wait until there is room; nobody but the writer's thread waits with them."""

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
    """The reading end, which gives out whole lines only."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self.is_at_end = False

    def fileno(self) -> int:
        """Return the file descriptor, to wait for lines."""
        return self._descriptor

    def read(self) -> bytes:
        """Return the lines that are there."""
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
        """Return everything that a process has left behind; a line that it did not finish gets its end."""
        found: list[bytes] = []
        while lines := self._read_any():
            found.append(lines)
        rest, self._rest = self._rest, b""
        return b"".join([*found, rest + b"\n" if rest else b""])

    def close(self) -> None:
        """Close the end."""
        os.close(self._descriptor)

    def _read_any(self) -> bytes:
        """Return lines, or nothing when there is nothing more now."""
        while not self.is_at_end:
            before = len(self._rest)
            lines = self.read()
            if lines or len(self._rest) == before:
                return lines
        return b""
