"""The files that `hanse license` reads and writes."""

import os
from pathlib import Path
from typing import Final

_OWNER_ONLY: Final = 0o600
_READABLE: Final = 0o644
_EXISTS: Final = "{} exists already; it is not overwritten."


class LicenseFileRefused(Exception):
    """A file cannot be read or written; the text names the file and the reason."""


def refuse_existing(*paths: Path) -> None:
    """Raise LicenseFileRefused for the first of `paths` that exists."""
    for path in paths:
        if path.exists():
            raise LicenseFileRefused(_EXISTS.format(path))


def write_new(path: Path, content: bytes, *, secret: bool = False) -> None:
    """Write a file that does not exist yet. A secret file is readable only by its owner from the beginning.

    Raises LicenseFileRefused: nothing is ever overwritten, especially no key that has signed something.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY if secret else _READABLE)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(descriptor)
    except FileExistsError as error:
        raise LicenseFileRefused(_EXISTS.format(path)) from error
    except OSError as error:
        raise LicenseFileRefused(f"{path}: {error.strerror}.") from error


def read_at_most(path: Path, limit: int) -> bytes:
    """Return at most `limit` + 1 bytes of the file, so that the caller notices if it is too long.

    Raises LicenseFileRefused.
    """
    try:
        with path.open("rb") as stream:
            return stream.read(limit + 1)
    except OSError as error:
        raise LicenseFileRefused(f"{path}: {error.strerror}.") from error
