"""Messages between a supervisor and its processes: lines of JSON on a socket.

A process that reads the end of its link knows that its supervisor has ended.
"""

import json
import socket
from typing import Any, Final

_CHUNK: Final = 4096
GO, PREPARED, READY, FAILED = "go", "prepared", "ready", "failed"


class ProcessLink:
    """One end."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._unread = b""

    @classmethod
    def pair(cls) -> tuple["ProcessLink", "ProcessLink"]:
        """Return both ends."""
        first, second = socket.socketpair()
        return cls(first), cls(second)

    def fileno(self) -> int:
        """Return the file descriptor, for waiting."""
        return self._end.fileno()

    def send(self, kind: str, **facts: Any) -> None:
        """Send a message. It is lost if the other end is gone."""
        try:
            self._end.sendall(json.dumps({"kind": kind, **facts}).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            return

    def receive(self, *, waits: bool = True) -> list[dict[str, Any]] | None:
        """Return the next messages, or None if the other end is closed or, without `waits`, if there are none now."""
        try:
            data = self._end.recv(_CHUNK, 0 if waits else socket.MSG_DONTWAIT)
        except (ConnectionResetError, BlockingIOError):
            return None
        if not data:
            return None
        *lines, self._unread = (self._unread + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def wait_for(self, kind: str) -> bool:
        """Wait for a message of a kind; returns False if the other end is closed."""
        while (messages := self.receive()) is not None:
            if any(each["kind"] == kind for each in messages):
                return True
        return False

    def close(self) -> None:
        """Close this end."""
        self._end.close()
