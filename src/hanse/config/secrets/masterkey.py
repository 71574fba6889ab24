"""The key that wraps all others: from the environment, from a file, or created at the first start."""

import base64
import binascii
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hanse.kit.randomness import Randomness

LENGTH = 32
FILE_NAME = "master.key"


class MasterKeyError(Exception):
    """The master key is missing or unreadable, or it is not that of the database; the message has the remedy."""


def load_master_key(environment: Mapping[str, str], data_folder: Path, randomness: Randomness) -> bytes:
    """Return the 32 bytes of the master key.

    `HANSE_MASTER_KEY` contains it as base64, `HANSE_MASTER_KEY_FILE` names a file that does. With neither, it is read
    from `master.key` in the data folder, which is created (mode 0600) if it does not exist.
    """
    if text := environment.get("HANSE_MASTER_KEY"):
        return _decode(text, "HANSE_MASTER_KEY")
    if name := environment.get("HANSE_MASTER_KEY_FILE"):
        return read_master_key(Path(name))
    path = data_folder / FILE_NAME
    if not path.exists():
        _write_new(path, base64.b64encode(randomness.token_bytes(LENGTH)))
    return read_master_key(path)


def read_master_key(path: Path) -> bytes:
    """Return the 32 bytes of a master key file."""
    try:
        return _decode(path.read_text("ascii"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise MasterKeyError(f"The master key file {path} cannot be read.") from error


def _decode(text: str, source: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError) as error:
        raise MasterKeyError(f"The master key in {source} is not base64.") from error
    if len(key) != LENGTH:
        raise MasterKeyError(f"The master key in {source} has {len(key)} bytes instead of {LENGTH}.")
    return key


def _write_new(path: Path, content: bytes) -> None:
    # Without this key every secret is lost, so the file gets its name only after it is complete and on the disk.
    # Linking refuses an existing name: of two processes that start at once, both use the first one's key.
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # Mode 0600.
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content + b"\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
