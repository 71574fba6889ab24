"""The validator that asks a directory: it searches for the user, and binds as the entry that it finds."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from hanse.config.plugins.plugin import Plugin, Settings
from hanse.data_stores.settings import SourceFailed
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.users import AttributeValue, CredentialResult, UserRecord
from hanse.plugins.contracts.validators import KIND, Attributes, ValidatorServices
from hanse.plugins.validators.directory.error_overrides import (
    DISABLED_CONDITIONS,
    LOCKED,
    OVERRIDES,
    TRY_AGAIN,
    override_of,
)
from hanse.plugins.validators.directory.fields import CASE_SENSITIVE, EXPECT_EXPIRED, FORM, STORE
from hanse.plugins.validators.directory.user_search import GIVEN_NAME, MAIL, USERNAME, UserSearch

if TYPE_CHECKING:
    from hanse.data_stores.ldap import DirectoryEntry
    from hanse.data_stores.ldap_verdicts import PasswordVerdict

DN: Final = "DN"
# For unknown users the validator binds with this name, so that they take as long as a wrong password.
_NOBODY: Final = "cn=nobody"
_LOCKED_TIME: Final = "pwdAccountLockedTime"
_DAY: Final = 86_400
_WRONG: Final = CredentialResult(valid=False)


class DirectoryValidator:
    """Searches and binds; the interface is `contracts.validators.PasswordValidator`.

    It also implements `DetailedValidator` and `PasswordManager`. Passwords are changed by the extended operation of
    RFC 3062, with the rights of the data store's user.
    """

    def __init__(self, settings: Settings) -> None:
        self._store = settings.text(STORE)
        self._search = UserSearch.read(settings)
        self._is_exact = settings.flag(CASE_SENSITIVE)
        self._expects_expired = settings.flag(EXPECT_EXPIRED)
        self._overrides = settings.rows(OVERRIDES)
        # The data store and the base of the searches.
        self.location = (self._store, self._search.base)

    def validate(self, username: str, password: str, services: ValidatorServices) -> Attributes | None:
        """Check the password of the entry that the filter finds. If it finds several, nobody is signed in."""
        result = self.check(username, password, services)
        if not result.valid or result.expired:
            return None
        return {name: value if isinstance(value, str) else tuple(value) for name, value in result.attributes.items()}

    def check(self, username: str, password: str, services: ValidatorServices) -> CredentialResult:
        """Return the directory's result for a password, such as an expired password or a locked account.

        A bind without a password would succeed anonymously (RFC 4513, section 5.1.2), and is never made.
        """
        if not self._search.sought(username) or not password:
            return _WRONG
        with _answers():
            directory = services.directory(self._store)
            entry = self._search.entry(directory, username, services.attributes)
            verdict = directory.verdict(f"{_NOBODY},{self._search.base}" if entry is None else entry.dn, password)
        if not verdict.right:
            return self._refused(verdict) if entry is not None else self._refused(verdict, of_nobody=True)
        if entry is None:
            return _WRONG
        if self._search.is_disabled(entry):
            return CredentialResult(valid=False, disabled=True)
        return CredentialResult(
            valid=True,
            attributes=self._attributes(entry, username, services),
            expired=self._expects_expired and verdict.expired,
            expires_in_days=None if verdict.expires_in is None else verdict.expires_in // _DAY,
        )

    def change_password(self, username: str, old: str, new: str, services: ValidatorServices) -> str | None:
        """Change a password; the directory checks the old one as well."""
        return self._set(username, old, new, services)

    def reset_password(self, username: str, new: str, services: ValidatorServices) -> str | None:
        """Set a password without the old one."""
        return self._set(username, None, new, services)

    def find_user(self, username: str, services: ValidatorServices) -> UserRecord | None:
        """Return the one entry that the filter finds."""
        if not self._search.sought(username):
            return None
        with _answers():
            entry = self._search.entry(services.directory(self._store), username, services.attributes)
        return None if entry is None else self._record(entry, username, services)

    def find_users_by_email(self, email: str, services: ValidatorServices) -> Sequence[UserRecord]:
        """Return the entries that the filter for addresses finds, with the user names that they have."""
        with _answers():
            found = self._search.by_email(services.directory(self._store), email, services.attributes)
        return [self._record(entry, username, services) for entry, username in found]

    def unlock(self, username: str, services: ValidatorServices) -> bool:
        """Remove the attribute that locks an account (draft-behera-ldap-password-policy, section 5.3.3)."""
        with _answers():
            directory = services.directory(self._store)
            entry = self._search.entry(directory, username, services.attributes)
            return entry is not None and directory.remove_attribute(entry.dn, _LOCKED_TIME)

    def _set(self, username: str, old: str | None, new: str, services: ValidatorServices) -> str | None:
        with _answers():
            directory = services.directory(self._store)
            entry = self._search.entry(directory, username, services.attributes)
            if entry is None:
                raise Unavailable("The user no longer exists in the directory.")
            return directory.change_password(entry.dn, old, new)

    def _refused(self, verdict: "PasswordVerdict", *, of_nobody: bool = False) -> CredentialResult:
        """Return why a bind was refused. Raises Unavailable if the directory's error does not concern the user."""
        condition, key = override_of(verdict.message, self._overrides, exact=self._is_exact)
        if condition == TRY_AGAIN or (verdict.refusal and condition is None):
            raise Unavailable(f"The directory gave no definite answer: {verdict.refusal or verdict.message}")
        if of_nobody:
            # The message is that of a wrong password, so that it does not disclose whether the user exists.
            return CredentialResult(valid=False, message=key)
        disabled = condition in DISABLED_CONDITIONS
        return CredentialResult(valid=False, locked=condition == LOCKED, disabled=disabled, message=key)

    def _attributes(
        self, entry: "DirectoryEntry", username: str, services: ValidatorServices
    ) -> Mapping[str, AttributeValue]:
        known = {
            name: values[0] if len(values) == 1 else list(values)
            for name in (GIVEN_NAME, MAIL, *services.attributes)
            if (values := entry.attributes.get(name))
        }
        return {**known, DN: entry.dn, USERNAME: username}

    def _record(self, entry: "DirectoryEntry", username: str, services: ValidatorServices) -> UserRecord:
        return UserRecord(
            username,
            self._attributes(entry, username, services),
            self._search.display_name(entry),
            self._search.email(entry),
            self._search.is_verified(entry),
            self._search.is_disabled(entry),
        )


@contextmanager
def _answers() -> Iterator[None]:
    try:
        yield
    except SourceFailed as error:
        raise Unavailable(f"The directory gave no definite answer: {error}") from error


LDAP = Plugin(
    kind=KIND,
    # The id that existing configurations of this API have.
    id="org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator",
    name="LDAP Username Password Credential Validator",
    keywords=("PCV", "Active Directory"),
    make=DirectoryValidator,
    attribute_contract=(DN, GIVEN_NAME, MAIL, USERNAME),
    supports_extended_contract=True,
    form=FORM,
)
