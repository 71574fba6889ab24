"""Queue of the processes that write to one file.

SQLite makes a writer that finds the file locked sleep and try again, each time for longer, and a writer that comes just
in time goes first: with four busy processes some operations waited for a second. A lock of the operating system wakes
the next one as soon as the file is free. Consistency does not depend on it, which SQLite ensures, and the lock ends
with its process.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class WriterQueue:
    """The queue of the writers of one file."""

    def __init__(self, path: Path) -> None:
        """`path` is a file beside the database, which is created and stays empty. Raises OSError."""
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)

    @contextmanager
    def mine(self) -> Iterator[None]:
        """Wait for the turn of this process, and pass it on afterwards."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    @contextmanager
    def mine_once(self) -> Iterator[None]:
        """Wait for the turn of this process, and leave the queue afterwards."""
        try:
            with self.mine():
                yield
        finally:
            self.close()

    def close(self) -> None:
        """Leave the queue."""
        os.close(self._file)
