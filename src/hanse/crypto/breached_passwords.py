"""Passwords that are known from data breaches, in a folder of range files.

The format is that of the range API of Have I Been Pwned: a file for each possible beginning of five hexadecimal digits
of a password's SHA-1 digest, such as `21BD1` or `21BD1.txt`, whose lines have the rest of a digest and a number. SHA-1
only serves to find entries of this list; passwords are stored as argon2id digests.
"""

from hashlib import sha1
from pathlib import Path
from typing import Final

from hanse.crypto.passwords import normal_password

_PREFIX: Final = 5


class BreachedPasswords:
    """A list of passwords that must not be used. Without a folder the list is empty."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def __contains__(self, password: str) -> bool:
        """Return whether the list has a password. A missing range file lists none."""
        if self._folder is None:
            return False
        digest = sha1(normal_password(password).encode(), usedforsecurity=False).hexdigest().upper()
        for name in (digest[:_PREFIX], f"{digest[:_PREFIX]}.txt"):
            path = self._folder / name
            if path.is_file():
                return _has_line(path, digest[_PREFIX:])
        return False


def _has_line(path: Path, suffix: str) -> bool:
    with path.open(encoding="ascii", errors="replace") as lines:
        # A number of 0 is padding, which the range API adds on request.
        return any(line[: len(suffix)].upper() == suffix and line[len(suffix) :].strip() != ":0" for line in lines)
