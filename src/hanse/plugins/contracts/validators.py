"""The interface of password credential validators, which check the password of a user."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import Unavailable
from hanse.kit.randomness import Randomness, SystemRandomness
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.users import CredentialResult, UserRecord
from hanse.plugins.local_identities.accounts import LocalAccounts

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory

AttributeValue = str | tuple[str, ...]
KIND = "passwordCredentialValidator"
# The attributes of a user by name. An attribute of a directory can have several values.
Attributes = Mapping[str, AttributeValue]


def _no_local_accounts(profile: str) -> LocalAccounts:
    text = message("The users of the local identity profile '{profile}' cannot be read here.", profile=profile)
    raise Unavailable(text)


@dataclass(frozen=True)
class ValidatorServices:
    """The server's services for validators."""

    passwords: PasswordDigests
    # Returns the client of an LDAP data store by its id. Raises NotFound.
    directory: Callable[[str], "Directory"]
    # The extended attributes of the contract, which are needed in addition to the core attributes.
    attributes: tuple[str, ...] = ()
    randomness: Randomness = field(default_factory=SystemRandomness)
    # Holds a place while the validator waits for another system, which is named. Raises Unavailable if too many threads
    # wait for it already.
    place: Callable[[str], AbstractContextManager[None]] = lambda _system: nullcontext()
    # Returns the accounts of a local identity profile by its id. Raises Unavailable if the profile cannot be used.
    local_accounts: Callable[[str], LocalAccounts] = _no_local_accounts


class PasswordValidator(Protocol):
    """Checks passwords. It is safe to call from several threads.

    A validator may have the attribute `local_profile`: the id of the local identity profile to which its users belong.
    """

    def validate(self, username: str, password: str, services: ValidatorServices) -> Attributes | None:
        """Return the attributes of the user if the password is correct, and None otherwise.

        An empty password is always wrong. An unknown user must take the same time as a wrong password (CWE-208). Raises
        Unavailable if the password cannot be checked, for example if a directory does not answer.
        """
        ...


@runtime_checkable
class DetailedValidator(Protocol):
    """A validator that also reports why a password is refused, such as an expired password."""

    def check(self, username: str, password: str, services: ValidatorServices) -> CredentialResult:
        """Return the result of checking a password. Raises Unavailable."""
        ...


@runtime_checkable
class PasswordManager(Protocol):
    """A validator that can change passwords. All methods raise Unavailable if this is not possible now."""

    def change_password(self, username: str, old: str, new: str, services: ValidatorServices) -> str | None:
        """Change a password for the user who knows it; return None, or why the new one is refused, for the user."""
        ...

    def reset_password(self, username: str, new: str, services: ValidatorServices) -> str | None:
        """Set a password on behalf of the user; return None, or why the new one is refused, for the user."""
        ...

    def find_user(self, username: str, services: ValidatorServices) -> UserRecord | None:
        """Return the account of the user with this name."""
        ...

    def find_users_by_email(self, email: str, services: ValidatorServices) -> Sequence[UserRecord]:
        """Return the users with this address."""
        ...

    def unlock(self, username: str, services: ValidatorServices) -> bool:
        """Unlock an account; return whether there was one to unlock."""
        ...
