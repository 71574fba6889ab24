"""The `openssl` command: other software that reads what we make, and makes what we read."""

import shutil
import subprocess

_COMMAND = shutil.which("openssl") or "/usr/bin/openssl"


def openssl(*arguments: str) -> bytes:
    """Run the command and return what it writes; raises CalledProcessError when it refuses."""
    return _run(*arguments).stdout


def openssl_output(*arguments: str) -> bytes:
    """Run the command and return what it says beside what it writes."""
    return _run(*arguments).stderr


def _run(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([_COMMAND, *arguments], check=True, capture_output=True)
