"""What a password credential validator does; implemented by plug-ins, called by whoever signs users in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hanse.crypto.passwords import Passwords
from hanse.plugins.contracts.adapters import CredentialResult, UserRecord

if TYPE_CHECKING:
    from hanse.sources.ldap import Directory

AttributeValue = str | tuple[str, ...]
KIND = "passwordCredentialValidator"
# What is known of a user: the contract's attributes by name; directories have several values for some.
Attributes = Mapping[str, AttributeValue]


@dataclass(frozen=True)
class Means:
    """What validators work with and do not make themselves."""

    passwords: Passwords
    # The client of a data store of the type LDAP; raises NotFound.
    directory: Callable[[str], "Directory"]
    # What is to be told of the user besides the core attributes.
    attributes: tuple[str, ...] = ()


class PasswordValidator(Protocol):
    """Checks passwords; safe to call from several threads."""

    def validate(self, username: str, password: str, means: Means) -> Attributes | None:
        """Return what is known of a user whose password this is; None for anybody else.

        Raises Unavailable when it cannot be said, as when a directory does not answer.
        """
        ...


@runtime_checkable
class DetailedValidator(Protocol):
    """A validator that knows more of a password than whether it is right."""

    def check(self, username: str, password: str, means: Means) -> CredentialResult:
        """Return what is to be said of a password. Raises Unavailable."""
        ...


@runtime_checkable
class PasswordManager(Protocol):
    """A validator that can change what it checks. All methods raise Unavailable when that cannot be done now."""

    def change_password(self, username: str, old: str, new: str, means: Means) -> str | None:
        """Change a password for the user who knows it; return None, or why the new one is refused, for the user."""
        ...

    def reset_password(self, username: str, new: str, means: Means) -> str | None:
        """Set a password on behalf of the user; return None, or why the new one is refused, for the user."""
        ...

    def find_user(self, username: str, means: Means) -> UserRecord | None:
        """Return what is known of the user of this name."""
        ...

    def find_users_by_email(self, email: str, means: Means) -> Sequence[UserRecord]:
        """Return the users whose address this is."""
        ...

    def unlock(self, username: str, means: Means) -> bool:
        """Unlock an account; return whether there was one to unlock."""
        ...
