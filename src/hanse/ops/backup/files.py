"""Reads and writes the files of an export; `-` is standard input and output."""

import os
import sys
import tempfile
from pathlib import Path

STANDARD = "-"


def read_bytes(name: str) -> bytes:
    """Return a file's content, or what comes on standard input."""
    return sys.stdin.buffer.read() if name == STANDARD else Path(name).read_bytes()


def write_bytes(name: str, content: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all, or to standard output."""
    if name == STANDARD:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # Mode 0600.
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
