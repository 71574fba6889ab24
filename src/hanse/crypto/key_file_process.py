"""Reads and writes key files in a process of its own, with a time limit.

A file can demand hours of hashing, and while `cryptography` hashes, it holds the interpreter: end users would have to
wait. A separate process does not block them, and can be killed. Keys and passwords go through pipes, not through
arguments.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Sequence

import msgspec

from hanse.crypto.key_files import KeyFile, KeyFileRefused, read_key_file, write_key_file

LONGEST_SECONDS = 20.0
_MEMORY_BYTES = 1024**3


class _Read(msgspec.Struct, tag=True):
    data: bytes
    password: str
    file_format: str | None


class _Write(msgspec.Struct, tag=True):
    key: str
    certificates: list[str]
    password: str
    file_format: str
    name: str


class _Opened(msgspec.Struct, tag=True):
    key: str
    certificates: list[str]


class _Written(msgspec.Struct, tag=True):
    data: bytes


class _Refused(msgspec.Struct, tag=True):
    message: str
    member: str
    error_id: str


def open_key_file(data: bytes, password: str, file_format: str | None, *, seconds: float = LONGEST_SECONDS) -> KeyFile:
    """Return the content of a file like `read_key_file`. Raises KeyFileRefused, also for one that takes too long."""
    answer = _run(_Read(data, password, file_format), seconds)
    if not isinstance(answer, _Opened):
        raise KeyFileRefused("This file cannot be read.")
    return KeyFile(answer.key, answer.certificates)


def make_key_file(key: str, certificates: Sequence[str], password: str, file_format: str, name: str) -> bytes:
    """Return a key and its chain as a file like `write_key_file`; raises KeyFileRefused."""
    answer = _run(_Write(key, list(certificates), password, file_format, name), LONGEST_SECONDS)
    if not isinstance(answer, _Written):
        raise KeyFileRefused("The file could not be created.")
    return answer.data


def _run(request: _Read | _Write, seconds: float) -> _Opened | _Written | None:
    """Return the answer of a process to a request, or None if it ended without one."""
    # The process does not inherit the server's environment, which can contain the master key.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HANSE_")}
    try:
        ended = subprocess.run(  # noqa: S603 - this module, by the interpreter that runs the server.
            [sys.executable, "-I", "-m", __name__],
            input=msgspec.json.encode(request),
            capture_output=True,
            check=False,
            timeout=seconds,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        # `from None`: the error contains the input of the process.
        message = "The file takes too long to open: its password is hashed too many times."
        raise KeyFileRefused(message, error_id="too_costly") from None
    try:
        answer = msgspec.json.decode(ended.stdout, type=_Opened | _Written | _Refused)
    except msgspec.DecodeError:
        return None
    if isinstance(answer, _Refused):
        raise KeyFileRefused(answer.message, answer.member, answer.error_id)
    return answer


def _answer(request: _Read | _Write) -> _Opened | _Written | _Refused:
    try:
        if isinstance(request, _Read):
            opened = read_key_file(request.data, request.password, request.file_format)
            return _Opened(opened.key, opened.certificates)
        return _Written(
            write_key_file(request.key, request.certificates, request.password, request.file_format, request.name)
        )
    except KeyFileRefused as error:
        return _Refused(str(error), error.member, error.error_id)


def main() -> None:
    """Answer one request from the standard input."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # No core dump, which could contain a key.
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=_Read | _Write)
    sys.stdout.buffer.write(msgspec.json.encode(_answer(request)))


if __name__ == "__main__":
    main()
