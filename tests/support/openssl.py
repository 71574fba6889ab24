"""The `openssl` command: other software that reads what we make, and makes what we read."""

import shutil
import subprocess

COMMAND = shutil.which("openssl") or "/usr/bin/openssl"


def openssl(*arguments: str, text: bytes | None = None) -> bytes:
    """Run the command and return what it writes; raises CalledProcessError when it refuses."""
    return subprocess.run([COMMAND, *arguments], check=True, capture_output=True, input=text).stdout
