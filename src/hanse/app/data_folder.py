"""The data folder: created, checked for write access, and locked by one server at a time."""

import fcntl
import json
import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LOCK_NAME = "server.lock"
LISTENING_NAME = "listening.json"
# Longer than processes take to end after their supervisor has ended.
LEFT_BEHIND_SECONDS = 10.0
RETRY_SECONDS = 0.02


class UnusableFolder(Exception):
    """The data folder cannot be used; the message has the remedy."""


class DataFolder:
    """A data folder that is locked by this process until `close`, or until the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(path / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise UnusableFolder(
                f"the data folder {path} cannot be written ({error.strerror}); "
                "change its owner or permissions, or choose another with --data"
            ) from error
        try:
            self._take()
        except OSError as error:
            holder = self._holder()
            os.close(self._lock)
            raise UnusableFolder(
                f"the data folder {path} is in use by another server (process {holder or 'unknown'}); "
                "stop that server, or choose another folder with --data"
            ) from error
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)
        # A server that was killed left its announcement behind; readers that wait for the new one must not find it.
        (path / LISTENING_NAME).unlink(missing_ok=True)

    def _take(self) -> None:
        """Acquire the lock. Raises OSError if another server has it.

        All processes of a server hold it. If its supervisor was killed, the others end within seconds.
        """
        deadline = time.monotonic() + LEFT_BEHIND_SECONDS
        while True:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if _is_alive(self._holder()) or time.monotonic() > deadline:
                    raise
                time.sleep(RETRY_SECONDS)
            else:
                return

    def _holder(self) -> str:
        """Return the id of the process that acquired the lock last."""
        return os.pread(self._lock, 20, 0).decode("ascii", "replace").strip()

    def announce(self, facts: Mapping[str, Any]) -> None:
        """Write `listening.json`, readable by its owner only, because it may contain the setup link."""
        write_private(self.path / LISTENING_NAME, json.dumps(facts, indent=2).encode() + b"\n")

    def close(self) -> None:
        """Delete the announcement and release the folder."""
        (self.path / LISTENING_NAME).unlink(missing_ok=True)
        os.close(self._lock)


def _is_alive(pid: str) -> bool:
    """Return whether a process with this ID exists, as far as the system reveals it."""
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (ValueError, OSError):
        return True
    return True


def write_private(path: Path, content: bytes) -> None:
    """Replace a file atomically: readers see the old or the new content. Only the owner may read it."""
    # mkstemp makes the file 0600 whatever the process's umask is.
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
