"""Randomness as a value that is passed in, so that tests can repeat a run."""

import base64
import secrets
import string
from typing import Protocol

ID_ALPHABET = string.ascii_letters + string.digits
ID_LENGTH = 26  # The length of generated ids, specification 1, section 9.
# 248 is the largest multiple of 62 below 256: larger bytes are dropped, so that all characters are equally likely.
_CHARACTER_OF = bytes(ord(ID_ALPHABET[byte % len(ID_ALPHABET)]) for byte in range(256))
_DROPPED = bytes(range(256 - 256 % len(ID_ALPHABET), 256))


class Randomness(Protocol):
    """A source of unpredictable bytes."""

    def token_bytes(self, count: int) -> bytes:
        """Return `count` unpredictable bytes."""
        ...


class SystemRandomness:
    """The operating system's cryptographic source."""

    def token_bytes(self, count: int) -> bytes:
        """Return `count` bytes from the operating system."""
        return secrets.token_bytes(count)


def new_token(randomness: Randomness, count: int = 32) -> str:
    """Return a URL-safe text of `count` random bytes; 32 bytes are 256 bits, 43 characters."""
    return base64.urlsafe_b64encode(randomness.token_bytes(count)).rstrip(b"=").decode()


def new_id(randomness: Randomness) -> str:
    """Return a fresh id of 26 alphanumeric characters, about 154 bits."""
    return random_text(randomness, ID_LENGTH)


def random_text(randomness: Randomness, length: int) -> str:
    """Return a text of random letters and digits; each character has 5.95 bits."""
    text = b""
    while len(text) < length:
        text += randomness.token_bytes(length).translate(_CHARACTER_OF, _DROPPED)
    return text[:length].decode("ascii")
