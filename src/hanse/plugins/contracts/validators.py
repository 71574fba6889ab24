"""What a password credential validator does; implemented by plug-ins, called by whoever signs users in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hanse.crypto.passwords import Passwords

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
