"""A validator of a directory in which the users of a local identity profile are stored.

The validator checks passwords. The accounts of the profile decide who may sign in, and set passwords by its rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, LocalUserStatus
from hanse.plugins.contracts.users import CredentialResult, UserRecord
from hanse.plugins.contracts.validators import Attributes, DetailedValidator, PasswordManager, ValidatorServices
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.plugins.local_identities.profile import DirectoryStorage
from hanse.plugins.validators.local_identities.plugin import set_password, verification_of

_DN: Final = "DN"


class DirectoryPasswordValidator(DetailedValidator, PasswordManager, Protocol):
    """A validator of a directory, whose results have the name of the user's entry."""

    # The data store, and the base of the searches.
    location: tuple[str, str]

    def validate(self, username: str, password: str, services: ValidatorServices) -> Attributes | None:
        """Return the attributes of the user if the password is correct."""
        ...


def searches_in(validator: object, storage: DirectoryStorage) -> bool:
    """Return whether a validator finds exactly the entries below the base of a profile's users."""
    store, base = getattr(validator, "location", ("", ""))
    return bool(store == storage.store and _plain(base) == _plain(storage.base))


def _plain(dn: str) -> list[str]:
    return [each.strip().lower() for each in dn.split(",")]


@dataclass(frozen=True)
class DirectoryUsersValidator:
    """Also a `DetailedValidator` and a `PasswordManager`."""

    inner: DirectoryPasswordValidator
    accounts: LocalAccounts

    def validate(self, username: str, password: str, services: ValidatorServices) -> Attributes | None:
        """Return the attributes of the user if the password is correct."""
        result = self.check(username, password, services)
        return self.inner.validate(username, password, services) if result.valid and not result.expired else None

    def check(self, username: str, password: str, services: ValidatorServices) -> CredentialResult:
        """Return the result for a password. Users who may not sign in get the answer of a wrong password."""
        result = self.inner.check(username, password, services)
        if not result.valid and not result.expired:
            return result
        user = self._user(str(result.attributes.get(_DN, "")))
        if user is None or not self.accounts.may_sign_in(user):
            return CredentialResult(valid=False)
        expired = result.expired or user.must_change_password
        return replace(result, valid=result.valid and not expired, expired=expired, local_user=user.id)

    def change_password(self, username: str, old: str, new: str, services: ValidatorServices) -> str | None:
        """Change a password for the user who knows it."""
        user = self._known(username, services)
        if not self.accounts.passwords.matches(old, user):
            raise Unavailable("The current password is wrong.")
        return set_password(self.accounts, user, new, verifies=False)

    def reset_password(self, username: str, new: str, services: ValidatorServices) -> str | None:
        """Set a password for a user who has proved to receive the e-mails of the account."""
        user = self._known(username, services)
        if user.status is not LocalUserStatus.ACTIVE:
            raise Unavailable("The user is disabled.")
        return set_password(self.accounts, user, new, verifies=self.accounts.profile.verification is not None)

    def find_user(self, username: str, services: ValidatorServices) -> UserRecord | None:
        """Return the user with this name."""
        found = self.inner.find_user(username, services)
        return None if found is None else self._record(found)

    def find_users_by_email(self, email: str, services: ValidatorServices) -> Sequence[UserRecord]:
        """Return the users with this address."""
        found = self.inner.find_users_by_email(email, services)
        return [record for each in found if (record := self._record(each)) is not None]

    def unlock(self, username: str, services: ValidatorServices) -> bool:
        """Unlock an account."""
        return self.inner.unlock(username, services)

    def _record(self, found: UserRecord) -> UserRecord | None:
        user = self._user(str(found.attributes.get(_DN, "")))
        if user is None:
            return None
        is_disabled = found.disabled or user.status is not LocalUserStatus.ACTIVE
        verified = verification_of(user, self.accounts)
        return replace(found, email=user.email, email_verified=verified, disabled=is_disabled, local_user=user.id)

    def _known(self, username: str, services: ValidatorServices) -> LocalUser:
        found = self.inner.find_user(username, services)
        user = None if found is None else self._user(str(found.attributes.get(_DN, "")))
        if user is None:
            raise Unavailable("The user no longer exists.")
        return user

    def _user(self, dn: str) -> LocalUser | None:
        return self.accounts.users.by_dn(self.accounts.profile.id, dn)
