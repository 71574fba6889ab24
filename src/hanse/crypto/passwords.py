"""Hashing and checking of passwords with argon2id (RFC 9106).

The parameters are OWASP's first recommendation for argon2id, 19 MiB and two passes in one lane: about 20 ms of one
core. Attackers could overload the server with hashes, so only a few are computed at the same time.
"""

import threading
import unicodedata
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from hanse.kit.errors import Unavailable
from hanse.kit.randomness import Randomness

MEMORY_KIB = 19 * 1024
PASSES = 2
LANES = 1
_SALT_BYTES = 16
_HASH_BYTES = 32
_PATIENCE_SECONDS = 5.0


class PasswordDigests:
    """Computes and checks digests; safe to share between threads, of which at most `at_once` compute."""

    def __init__(self, randomness: Randomness, *, at_once: int = 2) -> None:
        self._randomness = randomness
        self._hasher = PasswordHasher(PASSES, MEMORY_KIB, LANES, _HASH_BYTES, _SALT_BYTES, type=Type.ID)
        self._turns = threading.BoundedSemaphore(at_once)
        # Passwords for unknown accounts are checked against this digest, so that both answers take equally long.
        self._decoy = _digest_of_nothing(randomness)

    def digest(self, password: str) -> str:
        """Return the digest of a password, with its parameters and a fresh salt, in PHC string format.

        Raises Unavailable if too many others are waiting.
        """
        salt = self._randomness.token_bytes(_SALT_BYTES)
        with self._turn():
            return self._hasher.hash(normal_password(password), salt=salt)

    def matches(self, password: str, digest: str | None) -> bool:
        """Return whether a password has this digest; None stands for an account that does not exist.

        Raises Unavailable if too many others are waiting.
        """
        with self._turn():
            try:
                self._hasher.verify(digest or self._decoy, normal_password(password))
            except (VerificationError, InvalidHashError):
                return False
        return digest is not None

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._turns.acquire(timeout=_PATIENCE_SECONDS):
            raise Unavailable("Too many passwords are being checked. Try again in a moment.")
        try:
            yield
        finally:
            self._turns.release()


def _digest_of_nothing(randomness: Randomness) -> str:
    """Return a digest that no known password has: random octets instead of the hash.

    Checking against it computes the same hash as for any other, and creating it computes none, so that the start is not
    delayed.
    """
    parts = (randomness.token_bytes(_SALT_BYTES), randomness.token_bytes(_HASH_BYTES))
    # The PHC string format is base64 without padding.
    salt, output = (b64encode(part).decode().rstrip("=") for part in parts)
    return f"$argon2id$v={ARGON2_VERSION}$m={MEMORY_KIB},t={PASSES},p={LANES}${salt}${output}"


def normal_password(password: str) -> str:
    """Return the normal form of a password, however a keyboard composed its letters (NIST SP 800-63B, 3.1.1.2)."""
    return unicodedata.normalize("NFKC", password)
