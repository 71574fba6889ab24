"""Log files: the newest of each and some rotated ones, whole or their beginning and end."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from hanse.ops.support_data.content.entry import ArchiveEntry, CollectionTask
from hanse.ops.support_data.settings import CollectionOptions

KB = 1024
READ_BYTES = 256 * KB
PROBE_BYTES = 8 * KB
# `server.log` and its rotated files: `server.log.1`, `server.log.2`; higher numbers are older.
_ROLLED = re.compile(r"(?P<log>.+)\.(?P<number>[0-9]{1,6})")


@dataclass(frozen=True)
class FileRange:
    """A range of a file."""

    start: int
    end: int


def logs(task: CollectionTask) -> Iterator[ArchiveEntry]:
    """Yield the log files that the options ask for."""
    for path in _files(task.sources.log_folder):
        number = _number(path)
        if number > task.options.rolled_log_count:
            continue
        try:
            binary, state = _is_binary(path), path.stat()
        except FileNotFoundError:
            continue  # Rotated since the folder was listed; its content is included under the new name.
        if binary and not task.options.include_binary_files:
            continue
        # A part of a binary file is of no use to any tool.
        parts = [FileRange(0, state.st_size)] if binary else parts_of(state.st_size, task.options)
        modified = datetime.fromtimestamp(state.st_mtime, UTC)
        yield ArchiveEntry(f"log/{path.name}", _read(path, parts, state.st_size), modified)


def parts_of(size: int, options: CollectionOptions) -> list[FileRange]:
    """Return the ranges of a log file that are collected, depending on its size (specification 2, section 5)."""
    head, tail = options.file_head_collection_kb_size, options.file_tail_collection_kb_size
    # A blank size means no truncation at that end, and so none at all: the part from there reaches the other end.
    if not options.truncate_logs or head is None or tail is None or (head + tail) * KB >= size:
        return [FileRange(0, size)]
    return [FileRange(0, head * KB), FileRange(size - tail * KB, size)]


def _read(path: Path, parts: list[FileRange], size: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        for position, part in enumerate(parts):
            if position:
                left_out = part.start - parts[position - 1].end
                yield f"\n[... {left_out} of {size} bytes left out ...]\n".encode()
            yield from _read_part(file, part)


def _read_part(file: BinaryIO, part: FileRange) -> Iterator[bytes]:
    file.seek(part.start)
    left = part.end - part.start
    while left > 0 and (chunk := file.read(min(READ_BYTES, left))):
        left -= len(chunk)
        yield chunk


def _files(folder: Path) -> list[Path]:
    return sorted((path for path in folder.iterdir() if path.is_file() and not path.is_symlink()), key=_order)


def _order(path: Path) -> tuple[str, int]:
    found = _ROLLED.fullmatch(path.name)
    return (path.name, 0) if found is None else (found["log"], int(found["number"]))


def _number(path: Path) -> int:
    return _order(path)[1]


def _is_binary(path: Path) -> bool:
    """Return whether a file is binary: whether its beginning has a NUL byte, as version control systems decide it."""
    with path.open("rb") as file:
        return b"\0" in file.read(PROBE_BYTES)
