"""The `openssl` command, as an independent reader and writer of our keys and certificates."""

import shutil
import subprocess

_COMMAND = shutil.which("openssl") or "/usr/bin/openssl"


def openssl(*arguments: str) -> bytes:
    """Run the command and return its standard output; raises CalledProcessError if it fails."""
    return _run(*arguments).stdout


def openssl_output(*arguments: str) -> bytes:
    """Run the command and return its messages (standard error)."""
    return _run(*arguments).stderr


def _run(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([_COMMAND, *arguments], check=True, capture_output=True)
