"""The passwords of local users: digests that the server stores, or passwords in a directory."""

from dataclasses import dataclass
from typing import Protocol

from hanse.crypto.passwords import PasswordDigests
from hanse.kit.local_users import LocalUser


class UserPasswords(Protocol):
    """Prepares and checks the passwords of a profile's users. Its methods block, and raise Unavailable."""

    def prepare(self, password: str) -> str:
        """Return a new password in the form in which the store of the users takes it, as `LocalUser.password`."""
        ...

    def matches(self, password: str, user: LocalUser | None) -> bool:
        """Return whether a password is that of a user. An unknown user takes as long as a wrong password (CWE-208)."""
        ...


@dataclass(frozen=True)
class StoredPasswords:
    """Digests in the users that the server stores; implements `UserPasswords`."""

    digests: PasswordDigests

    def prepare(self, password: str) -> str:
        """Return the digest of a password."""
        return self.digests.digest(password)

    def matches(self, password: str, user: LocalUser | None) -> bool:
        """Compare the digest of a password."""
        return self.digests.matches(password, None if user is None else user.password or None)
