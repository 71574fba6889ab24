"""Randomness as a value that is passed in, so that tests can repeat a run."""

import base64
import secrets
import string
from typing import Protocol

ID_ALPHABET = string.ascii_letters + string.digits
ID_LENGTH = 26  # The length of generated ids, specification 1, section 9.


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
    characters: list[str] = []
    # Bytes of 248 and above are dropped: 248 is the largest multiple of 62 below 256, so no character is favoured.
    limit = 256 - 256 % len(ID_ALPHABET)
    while len(characters) < ID_LENGTH:
        characters += [ID_ALPHABET[b % len(ID_ALPHABET)] for b in randomness.token_bytes(ID_LENGTH) if b < limit]
    return "".join(characters[:ID_LENGTH])
